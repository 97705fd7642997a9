import Foundation
import RectoCore
import StationRules
import StationServer
import StationStore
import Synchronization
import TestSupport
import Testing

/// The reading of a library's pages with a scripted page reader.
@Suite struct TextReadingTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let reader = ScriptedReader()

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    /// Adds a document whose pages are identified by their width, which encodes the time and their number.
    private func add(pages: Int = 1, at time: Int) throws -> Int64 {
        let pages = try (0..<pages).map { number in
            NewDocument.Page(
                picture: Array("\(time) \(number)".utf8), size: try PixelSize(width: 10 * time + number + 1, height: 8),
                quad: nil)
        }
        return try library.add(
            NewDocument(title: "Letter", captured: Date(timeIntervalSince1970: Double(time)), pages: pages))
    }

    /// Reads during a function. The machine counts as idle, whatever else it does.
    private func reading(
        load: @escaping @Sendable () -> MachineLoad = { MachineLoad() }, _ body: (TextReading) async throws -> Void
    ) async throws {
        let reading = try TextReading(library, reader: reader, maximumLoad: .infinity, load: load)
        let task = Task { [library] in await reading.run(DocumentChanges(library)) }
        do { try await body(reading) } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        reading.wake()
        await task.value
    }

    /// Waits for a condition while waking the reader, which skips its pauses.
    private func until(_ reading: TextReading, _ condition: () throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(600)
        while try !condition() {
            try #require(ContinuousClock.now < limit)
            reading.wake()
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("TX-1: pages are read one at a time, the newest document first, and those that come meanwhile")
    func order() async throws {
        _ = try add(pages: 2, at: 1)
        _ = try add(pages: 2, at: 2)
        let isReading = Mutex(false)
        reader.follow { page in
            #expect(
                isReading.withLock {
                    let was = $0; $0 = true; return !was
                })
            defer { isReading.withLock { $0 = false } }
            return try StoredText.words("word \(page.width)")
        }
        try await reading { reading in
            try await until(reading) { try library.unreadPageCount() == 0 }
            _ = try add(at: 3)
            try await until(reading) { try library.unreadPageCount() == 0 }
            try await until(reading) { reading.report.state == .idle }
        }
        #expect(reader.pages.map(\.width) == [21, 22, 11, 12, 31])
    }

    @Test("TX-3: a page that fails three times is set aside, the others are read, and it is read again when asked")
    func failures() async throws {
        let id = try add(pages: 2, at: 1)
        reader.follow { page in
            if page.width == 11 { throw ReadingFailure.page("the picture is damaged") }
            return try StoredText.words("word")
        }
        try await reading { reading in
            try await until(reading) { try library.unreadPageCount() == 0 }
            #expect(reader.pages.map(\.width) == [11, 11, 11, 12])
            #expect(try library.readings(of: id).map(\.state) == [.aside, .read])
            #expect(try library.readings(of: id)[0].reason == "the picture is damaged")
            reader.follow { _ in try StoredText.words("mended") }
            try await reading.readNow(id)
            try await until(reading) { try library.text(of: 0, in: id) != nil }
        }
    }

    @Test("TX-7: where something is missing pages wait and are not to blame, and are read once it is there")
    func whatIsMissing() async throws {
        let id = try add(at: 1)
        reader.follow { _ in throw ReadingFailure.unavailable(.noLanguage("deu")) }
        try await reading { reading in
            try await until(reading) { reading.report.state == .unavailable(.noLanguage("deu")) }
            await #expect(throws: TextTrouble.noLanguage("deu")) { try await reading.finish(id) { _ in } }
            #expect(try library.readings(of: id) == [PageReading(state: .waiting)])
            reader.follow { _ in try StoredText.words("word") }
            try await reading.choose(try TextLanguages("eng"))
            try await until(reading) { try library.unreadPageCount() == 0 }
        }
        #expect(try library.readings(of: id)[0].languages == "eng")
    }

    @Test("TX-7: a page that misses the languages of before does not fail what asks for those chosen since")
    func chosenMeanwhile() async throws {
        let id = try add(at: 1)
        let begun = AsyncStream<Void>.makeStream()
        reader.follow { _ in
            begun.continuation.finish()
            // The request for the document cancels it.
            try? await Task.sleep(for: .seconds(600))
            throw ReadingFailure.unavailable(.noLanguage("deu"))
        }
        try await reading { reading in
            for await _ in begun.stream {}
            try await reading.choose(try TextLanguages("eng"))
            reader.follow { _ in try StoredText.words("word") }
            try await reading.finish(id) { _ in }
        }
        #expect(try library.readings(of: id)[0].languages == "eng")
    }

    @Test("TX-2: beside a camera view pages wait, but for those that a person waits for")
    func pauses() async throws {
        let (old, new) = (try add(pages: 2, at: 1), try add(at: 2))
        let views = Mutex(1)
        try await reading(load: { MachineLoad(liveViews: views.withLock { $0 }) }) { reading in
            try await until(reading) { reading.report.state == .paused(.scanning) }
            #expect(reader.pages.isEmpty)
            let told = Mutex<[Int]>([])
            try await reading.finish(old) { unread in told.withLock { $0.append(unread) } }
            #expect(told.withLock { $0.first == 2 && $0.last == 0 })
            #expect(try library.readings(of: new).map(\.state) == [.waiting])
            views.withLock { $0 = 0 }
            try await until(reading) { try library.unreadPageCount() == 0 }
        }
    }

    @Test("TX-2: what a person asks to be read now is read beside a camera view, and nothing else")
    func readNow() async throws {
        let (old, new) = (try add(pages: 2, at: 1), try add(at: 2))
        try await reading(load: { MachineLoad(liveViews: 1) }) { reading in
            try await until(reading) { reading.report.state == .paused(.scanning) }
            try await reading.readNow(old)
            try await until(reading) { try library.unreadPageCount() == 1 }
            try await until(reading) { reading.report.state == .paused(.scanning) }
            #expect(try library.readings(of: new).map(\.state) == [.waiting])
        }
    }

    @Test("TX-5: a document that is deleted while it is read leaves nothing, and the next one is read")
    func deletedMeanwhile() async throws {
        let kept = try add(at: 1)
        let deleted = try add(at: 2)
        let (begun, end) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        reader.follow { page in
            if page.width == 21 {
                begun.continuation.finish()
                for await _ in end.stream {}
            }
            return try StoredText.words("word")
        }
        try await reading { reading in
            for await _ in begun.stream {}
            try library.delete(deleted)
            end.continuation.finish()
            try await until(reading) { try library.text(of: 0, in: kept) != nil }
            try await until(reading) { reading.report.state == .idle }
        }
        #expect(reader.pages.map(\.width) == [21, 11])
    }

    @Test("TX-4: what is being read when the station ends is read after it has started again")
    func theEnd() async throws {
        let id = try add(at: 1)
        let begun = AsyncStream<Void>.makeStream()
        reader.follow { _ in
            begun.continuation.finish()
            try await Task.sleep(for: .seconds(600))
            return try StoredText.words("late")
        }
        try await reading { _ in for await _ in begun.stream {} }
        #expect(try library.readings(of: id) == [PageReading(state: .waiting)])
        reader.follow { _ in try StoredText.words("word") }
        try await reading { reading in try await until(reading) { try library.unreadPageCount() == 0 } }
        #expect(try library.text(of: 0, in: id)?.text.text == "word\n")
    }

    @Test("TX-8: the profile's languages come before those of the start, and stay")
    func languages() async throws {
        let german = try TextLanguages("deu")
        let started = try TextReading(
            library, reader: reader, languages: german, locale: "pl_PL", load: { MachineLoad() })
        #expect(started.report.languages == german)
        try await started.choose(try TextLanguages("eng+deu"))
        let again = try TextReading(library, reader: reader, languages: german, load: { MachineLoad() })
        #expect(again.report.languages.codes == ["eng", "deu"])
        let off = try TextReading(library, reader: nil, load: { MachineLoad() })
        #expect(off.report.state == .off)
    }
}
