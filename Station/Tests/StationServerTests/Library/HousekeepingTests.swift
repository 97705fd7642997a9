import Foundation
import Logging
import RectoCore
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct HousekeepingTests {
    @Test(
        "What has been in the trash for thirty days is deleted while the station runs, and nothing else",
        .timeLimit(.minutes(10)))
    func theTrashIsEmptied() async throws {
        let folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("library"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        let documents = try ["Old", "New", "Kept"].map {
            try library.add(NewDocument(title: $0, captured: .now, pages: [page]))
        }
        _ = try library.trash([documents[0]], at: .now - Library.trashMemory - 1)
        _ = try library.trash([documents[1]], at: .now)
        let running = Task { await Housekeeping(library, every: .milliseconds(5), logger: Logger(label: "test")).run() }
        defer { running.cancel() }
        while (try? library.document(documents[0])) != nil { await Task.yield() }
        #expect(try library.document(documents[1]).trashed != nil)
        #expect(try library.document(documents[2]).trashed == nil)
    }
}
