import Foundation
import StationStore
import Testing
import TestSupport

@Suite struct LibraryLockTests {
    @Test("SS-4: a library has one owner at a time, whose process is named")
    func owner() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("library")
        let expected = StoreError.inUse(path, process: Int(ProcessInfo.processInfo.processIdentifier))
        try withExtendedLifetime(LibraryLock(folder: path)) {
            #expect(throws: expected) { try LibraryLock(folder: path) }
            #expect("\(expected)".contains(path) && "\(expected)".contains("(process "))
            #expect(throws: Never.self) { try LibraryLock(folder: folder.path("other")) }
        }
        #expect(throws: Never.self) { try LibraryLock(folder: path) }
    }

    @Test func saysWhatIsWrongWithAFolder() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("file")
        try Data().write(to: URL(filePath: file))
        #expect(throws: StoreError.self) { try LibraryLock(folder: file) }
        try FileManager.default.createDirectory(atPath: folder.path("library/lock"), withIntermediateDirectories: true)
        #expect(throws: StoreError.self) { try LibraryLock(folder: folder.path("library")) }
    }
}
