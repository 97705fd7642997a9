import Foundation
import HTTPTypes
import StationServer
import TestSupport
import Testing

@Suite struct FailureTests {
    /// Returns a station with a document whose picture was damaged on disk.
    private func station() async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes("letter-wood"))
        _ = try await station.post("/scan/0123456789abcdef/save")
        let originals = URL(filePath: station.folder.path("station/originals"))
        for file in try FileManager.default.subpathsOfDirectory(atPath: originals.path()) where file.contains("/") {
            try Data([1]).write(to: originals.appending(path: file))
        }
        return station
    }

    @Test("EH-2: an error of the station takes the whole window, says what failed, and has ways out")
    func page() async throws {
        let answer = try await station().get("/documents/1/pages/0/screen")
        #expect(answer.status == .internalServerError)
        let text = answer.text
        #expect(text.contains("<h2>A stored file is damaged</h2>") && text.contains("<details>"))
        #expect(text.contains("data-action=\"reload\">Try Again") && text.contains("href=\"/documents\">Open Library"))
        // There is no navigation.
        #expect(text.contains("<body class=\"task\"") && !text.contains("<nav"))
        #expect(text.contains("role=\"alert\""))
        // Errors that people can correct keep the navigation.
        #expect(try await station().get("/documents/9").text.contains("<nav"))
    }

    @Test("EH-2: programs are told the same in words")
    func problem() async throws {
        let answer = try await station().get("/api/documents/1/pdf")
        #expect(answer.status == .internalServerError)
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(answer.text.contains("Restore it from a backup") && answer.text.contains("Details: "))
        #expect(answer.text.contains("\"level\":\"app\""))
    }

    @Test("A file that is too large is told with the limit, in the units of files and pictures")
    func limits() async throws {
        let station = try await StationUnderTest()
        let json = try #require(HTTPField.Name("Accept"))
        let tooLong = [UInt8](repeating: 0, count: (64 << 20) + 1)
        let answer = try await station.ask(
            .post, "/scan/0123456789abcdef/import", tooLong, headers: [json: "application/problem+json"])
        #expect(answer.status == .contentTooLarge)
        #expect(answer.text.contains("This file is too large. The limit is 64 MB."))
        let form = try await station.ask(.post, "/api/folders", [UInt8](repeating: 0, count: (128 << 10) + 1))
        #expect(form.status == .contentTooLarge)
        #expect(form.text.contains("This is too much at once. The limit is 128 kB."))
        // A PNG file that claims 30000 x 20000 pixels.
        let header: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, 0x75, 0x30, 0, 0, 0x4E, 0x20, 8, 2, 0, 0, 0, 0x40, 0xF7, 0x9C, 0xDE]
            + [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xAF, 0x06, 0x1E]
        let large = try await station.ask(
            .post, "/scan/0123456789abcdef/import", header, headers: [json: "application/problem+json"])
        #expect(large.text.contains("This image is too large (600 MP). The limit is 179 MP."), "\(large.text)")
    }
}
