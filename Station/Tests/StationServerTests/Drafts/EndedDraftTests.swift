import Foundation
import HTTPTypes
import StationServer
import StationStore
import TestSupport
import Testing

/// The remains of ended drafts.
@Suite struct EndedDraftTests {
    private let name = "0123456789abcdef"

    @Test("DS-36: a draft that was deleted long ago does not come back, even if its files could not be removed then")
    func forgottenDrafts() async throws {
        let folder = try TemporaryFolder()
        let files = folder.path("station/drafts/\(name)")
        do {
            let station = try await StationUnderTest(folder: folder)
            _ = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("letter-wood"))
        }
        let library = try Library(folder: folder.path("station"))
        try library.discard(draft: name, at: .now - Library.draftMemory - 60)
        #expect(FileManager.default.fileExists(atPath: files))
        let station = try await StationUnderTest(folder: folder)
        #expect(!FileManager.default.fileExists(atPath: files))
        #expect(try await station.get("/api/sessions").text == "{\"sessions\":[]}")
        #expect(try library.end(ofDraft: name) == nil)
    }

    @Test(
        "KF-8: a draft that could not be begun is not among the drafts, and what is sent to it is refused with the reason"
    )
    func neverBegun() async throws {
        let folder = try TemporaryFolder()
        let station = try await StationUnderTest(folder: folder)
        let files = folder.path("station/drafts/\(name)")
        // The folder for pictures cannot be made, as on a full disk.
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(files)/originals", withDestinationPath: folder.path("nowhere/originals"))
        let list = try await station.get("/drafts").text
        #expect(!list.contains("Damaged") && !list.contains(name))
        let answer = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("letter-wood"))
        #expect(answer.status == .serviceUnavailable && answer.text.contains("No such file or directory"))
        #expect(answer.text.ranges(of: "cannot be written").count == 1)
        try FileManager.default.removeItem(atPath: "\(files)/originals")
        _ = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("letter-wood"))
        #expect(try await station.get("/drafts").text.contains(name))
    }

    @Test("EH-7: who comes back to a scan whose document was deleted is told so, and led to a new scan")
    func deletedDocuments() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("letter-wood"))
        #expect(try await station.post("/scan/\(name)/save").location == "/documents/1?done=saved")
        let saved = try await station.get("/scan/\(name)/pages")
        #expect(saved.status == .gone && saved.text.contains("<h2>This scan is saved</h2>"))
        #expect(saved.text.contains("href=\"/documents/1\">Open Document"))
        // To the trash, and permanently.
        for _ in 1...2 { _ = try await station.post("/documents/1/delete") }
        let deleted = try await station.get("/scan/\(name)/pages")
        #expect(deleted.status == .gone && deleted.text.contains("<h2>This document was deleted</h2>"))
        #expect(deleted.text.contains("href=\"/scan\">New Scan") && !deleted.text.contains("Open Document"))
        let savedAgain = try await station.post("/scan/\(name)/save")
        #expect(savedAgain.status == .gone && savedAgain.text.contains("<h2>This document was deleted</h2>"))
    }
}
