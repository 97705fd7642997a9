import Foundation
import StationServer
import TestSupport
import Testing

@Suite struct WebFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeWebFolder(_ name: String) throws -> String {
        let path = folder.path(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(filePath: path + "/openapi.json"))
        return path
    }

    @Test(arguments: [
        ("bin/recto-station", "bin/web"), ("usr/bin/recto-station", "usr/share/recto-station/web"),
        ("recto/.build/x86_64/release/recto-station", "recto/Station/web"),
    ])
    func theFolderIsFoundFromTheProgram(program: String, web: String) throws {
        let web = try makeWebFolder(web)
        #expect(WebFolder.find(near: folder.path(program)) == web)
    }

    @Test func aFolderOfTheSameNameFurtherUpIsNotTaken() throws {
        _ = try makeWebFolder("web")
        #expect(WebFolder.find(near: folder.path("usr/bin/recto-station")) == nil)
    }

    @Test func aFolderWithoutTheStationsFilesIsNotTaken() throws {
        try FileManager.default.createDirectory(atPath: folder.path("bin/web"), withIntermediateDirectories: true)
        #expect(WebFolder.find(near: folder.path("bin/recto-station")) == nil)
    }

    @Test func aProgramInTheRootLooksBesideItself() {
        #expect(WebFolder.places(near: "/recto-station") == ["/web", "/Station/web"])
    }
}
