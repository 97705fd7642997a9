import Dispatch
import Foundation
import HTTPTypes
import StationRules
import StationServer
import TestSupport
import Testing

@Suite struct JobRouteTests {
    private struct Told: Decodable {
        let id: String
        let state: Job.State
        let completed: Int
        let total: Int?
        let text: String
        let error: String?
        let file: String?
    }

    private let session = "/scan/0123456789abcdef"

    private func station(pages: Int) async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        for _ in 0..<pages { _ = try await station.post("\(session)/import", bytes: Photos.bytes("letter-wood")) }
        _ = try await station.post("\(session)/save")
        return station
    }

    private func told(_ answer: StationUnderTest.Answer) throws -> Told {
        try JSONDecoder().decode(Told.self, from: Data(answer.body))
    }

    private func end(of id: String, _ station: StationUnderTest) async throws -> Told {
        while true {
            let job = try told(try await station.get("/api/jobs/\(id)"))
            if job.state != .running { return job }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("FI-5, FI-11: an export answers at once, and its file comes when it is done", arguments: ["pdf", "tiff"])
    func anExportAnswersAtOnce(_ format: String) async throws {
        let station = try await station(pages: 2)
        let answer = try await station.post("/api/documents/1/exports?format=\(format)")
        #expect(answer.status == .accepted)
        let begun = try told(answer)
        #expect(answer.location == "/api/jobs/\(begun.id)")
        #expect(begun.state == .running && begun.total == 2 && begun.file == nil)
        let job = try await end(of: begun.id, station)
        #expect(job.state == .done && job.completed == 2 && job.text == "Document exported")
        let file = try await station.get(try #require(job.file))
        #expect(file.body == (try await station.get("/documents/1.\(format == "pdf" ? "pdf" : "tif")")).body)
        #expect(file.headers[.contentDisposition]?.contains(format == "pdf" ? ".pdf" : ".tif") == true)
    }

    @Test("FI-7: an export that is stopped ends without a file")
    func aStoppedExportHasNoFile() async throws {
        let station = try await station(pages: 3)
        let begun = try told(try await station.post("/api/documents/1/exports"))
        let stopped = try told(try await station.ask(.delete, "/api/jobs/\(begun.id)"))
        #expect(stopped.state == .stopped)
        #expect(try await station.get("/api/jobs/\(begun.id)/file").status == .notFound)
        #expect(try await end(of: begun.id, station).state == .stopped)
        // Its unfinished file is removed once the current page is rendered.
        let path = station.folder.path("station/jobs/\(begun.id)")
        let limit = ContinuousClock.now + .seconds(600)
        while FileManager.default.fileExists(atPath: path), ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("FI-5: an export that fails says why")
    func aFailedExportSaysWhy() async throws {
        let station = try await station(pages: 1)
        let originals = URL(filePath: station.folder.path("station/originals"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: originals.path())
        // Only files inside folders: the list also contains the folders themselves.
        for file in files where file.contains("/") { try Data([1]).write(to: originals.appending(path: file)) }
        let begun = try told(try await station.post("/api/documents/1/exports"))
        let job = try await end(of: begun.id, station)
        #expect(job.state == .failed && job.error?.contains("damaged") == true && job.file == nil)
        #expect(job.text == "The document was not exported")
    }

    /// An export that outlasts a test. Anything that waits for it would only continue after a minute.
    private struct LongExport {
        private let end = DispatchSemaphore(value: 0)
        private let task: Task<Void, any Error>

        init() async {
            let (begun, end) = (AsyncStream<Void>.makeStream(), self.end)
            task = Task {
                try await CPUWorkQueue.exports.run {
                    begun.continuation.finish()
                    _ = end.wait(timeout: .now() + 60)
                }
            }
            for await _ in begun.stream {}
        }

        func finish() async throws {
            end.signal()
            try await task.value
        }
    }

    @Test("FI-5: an export of a document that is deleted says so, before it begins and meanwhile")
    func anExportOfADeletedDocumentSaysSo() async throws {
        let station = try await station(pages: 1)
        let long = await LongExport()
        let begun = try told(try await station.post("/api/documents/1/exports"))
        // To the trash, and permanently.
        for _ in 1...2 { #expect(try await station.post("/documents/1/delete").status == .seeOther) }
        try await long.finish()
        let job = try await end(of: begun.id, station)
        #expect(job.state == .failed && job.error == LibraryMessages.deletedMeanwhile)
        let late = try await station.post("/api/documents/1/exports")
        #expect(late.status == .notFound && late.text.contains(LibraryMessages.unknownDocument))
    }

    @Test("Exports of documents wait for each other, and nothing else waits for them")
    func nothingElseWaitsForExports() async throws {
        let station = try await station(pages: 1)
        let long = await LongExport()
        let files = ["/api/documents/1/pdf", "/documents/1.tif"].map { path in
            Task {
                let answer = try await station.get(path)
                return (answer.status, ContinuousClock.now)
            }
        }
        let job = try told(try await station.post("/api/documents/1/exports"))
        // A picture that is rendered, and one that is imported.
        #expect(try await station.get("/documents/1/pages/0/thumbnail").status == .ok)
        let imported = try await station.post("/scan/fedcba9876543210/import", bytes: Photos.bytes("letter-wood"))
        #expect(imported.status == .seeOther)
        #expect(try told(try await station.get("/api/jobs/\(job.id)")).completed == 0)
        let released = ContinuousClock.now
        try await long.finish()
        for file in files {
            let (status, time) = try await file.value
            #expect(status == .ok && time > released)
        }
        #expect(try await end(of: job.id, station).state == .done)
    }

    @Test func refusesWhatIsNone() async throws {
        let station = try await station(pages: 1)
        #expect(try await station.post("/api/documents/9/exports").status == .notFound)
        #expect(try await station.post("/api/documents/1/exports?format=gif").status == .badRequest)
        #expect(try await station.get("/api/jobs/0").status == .notFound)
        #expect(try await station.post("\(session)/imports?files=0").status == .badRequest)
        #expect(try await station.post("\(session)/imports").status == .badRequest)
    }

    @Test("FI-11: an import counts its files, refused ones too")
    func anImportCountsItsFiles() async throws {
        let station = try await StationUnderTest()
        let job = try told(try await station.post("\(session)/imports?files=2"))
        #expect(job.state == .running && job.text == "Importing 1 of 2")
        _ = try await station.post("\(session)/import?job=\(job.id)", bytes: [1, 2, 3])
        let half = try told(try await station.get("/api/jobs/\(job.id)"))
        #expect(half.completed == 1 && half.error != nil)
        _ = try await station.post("\(session)/import?job=\(job.id)", bytes: Photos.bytes("letter-wood"))
        #expect(try told(try await station.get("/api/jobs/\(job.id)")).state == .done)
        #expect(try await station.get("\(session)/pages").text.contains("Scan 1 of 1"))
    }

    @Test func keepsTheLastOnesAndNoMoreThanItHasRoomFor() async throws {
        let station = try await StationUnderTest()
        var ids: [String] = []
        for _ in 0..<16 { ids.append(try told(try await station.post("\(session)/imports?files=1")).id) }
        #expect(try await station.post("\(session)/imports?files=1").status == .tooManyRequests)
        _ = try await station.ask(.delete, "/api/jobs/\(ids[3])")
        #expect(try await station.post("\(session)/imports?files=1").status == .accepted)
        #expect(try await station.get("/api/jobs/\(ids[3])").status == .notFound)
        #expect(try await station.get("/api/jobs/\(ids[2])").status == .ok)
    }

    @Test("FI-11: listeners are told of each job, and then of changes")
    func listenersAreToldOfEachJob() {
        var events = JobEvents()
        var first = Job(id: "a", kind: .export, total: 2)
        let second = Job(id: "b", kind: .import, total: 1)
        #expect(events.text([first, second]).matches(of: /event: job\ndata: \{/).count == 2)
        #expect(events.text([first, second]) == "")
        first.advance()
        let text = events.text([first, second])
        #expect(text.contains("\"completed\":1") && text.contains("Exporting page 2 of 2"))
        #expect(text.matches(of: /event:/).count == 1 && text.hasSuffix("\n\n"))
    }
}
