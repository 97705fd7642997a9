import FoundationEssentials
import Glibc
import Logging
import RectoCore
import RectoVision
package import StationRules
package import StationStore
import Synchronization

/// Reads the pages of the library in the background: one at a time, newest document first, and only while the machine
/// has capacity.
///
/// Pending pages are recorded in the library, so none is lost however the station ends. The actor accesses files on
/// its own queue.
package actor TextReading {
    /// The state of reading.
    package struct Report: Hashable, Sendable {
        package var state: ReadingMachine.State
        /// The document of the current or last page.
        package var document: Int64?
        package var languages: TextLanguages
        /// The languages to choose from; `nil` until known.
        package var installed: [String]?
    }

    private static let setting = "textLanguages"
    /// The pause after an error of the library, such as a full disk.
    private static let errorPause = Duration.seconds(30)

    /// Signals changes to the report.
    nonisolated let changes = Signal()
    nonisolated private let executor = QueueExecutor(label: "texts")
    nonisolated private let told: Mutex<Report>
    nonisolated private let wakes: AsyncStream<Void>.Continuation
    private let stream: AsyncStream<Void>
    private let library: Library
    /// `nil` if pages are not read.
    private let reader: (any PageReader)?
    private let logger = Logger(label: "texts")
    /// Returns the load from work that people wait for. The machine's load comes from ``runnable``.
    private let load: @Sendable () -> MachineLoad
    /// The locale that sets the default language.
    private let locale: String?
    private var chosen: TextLanguages?
    private var machine: ReadingMachine
    /// The number of people waiting for each document.
    private var asked: [Int64: Int] = [:]
    /// The page that is read at the lowest priority.
    private var unhurried: Task<StoredText, any Error>?
    /// The time since which the machine has been too busy.
    private var busySince: ContinuousClock.Instant?

    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - languages: The languages configured at startup. Those chosen in the profile take precedence.
    ///   - locale: The machine's locale, such as `de_DE.UTF-8`.
    ///   - load: Returns the load from work that people wait for.
    package init(
        _ library: Library, reader: (any PageReader)?, languages: TextLanguages? = nil, locale: String? = nil,
        maximumLoad: Double = 2, load: @escaping @Sendable () -> MachineLoad
    ) throws(StoreError) {
        self.library = library
        self.reader = reader
        self.locale = locale
        self.load = load
        chosen = try library.setting(Self.setting, as: TextLanguages.self) ?? languages
        machine = ReadingMachine(maximumLoad: maximumLoad)
        (stream, wakes) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        told = Mutex(
            Report(
                state: reader == nil ? .off : .idle,
                languages: chosen ?? TextLanguages(locale: locale, installed: [])))
    }

    nonisolated package var report: Report { told.withLock { $0 } }
    /// The number of pending pages, including the one being read.
    nonisolated package var unread: Int { get throws(StoreError) { try library.unreadPageCount() } }
    /// The report for the current visitor, without documents that are invisible to them.
    nonisolated package var reportOfWhatIsThere: Report {
        get throws(StoreError) {
            var report = report
            guard let document = report.document, try !library.has(document) else { return report }
            report.document = try library.nextUnreadPage(asked: [])?.document
            switch report.state {
            case .reading, .paused: if report.document == nil { report.state = .idle }
            case .off, .idle, .unavailable: break
            }
            return report
        }
    }
    /// Whether pages are read at all.
    nonisolated package var isOn: Bool { report.state != .off }

    /// Checks for pages to read, because some were added or are to be read again.
    nonisolated package func wake() { wakes.yield() }

    // MARK: Reading

    /// Reads until the task is canceled.
    /// - Parameter changes: Changes of documents.
    package func run(_ changes: DocumentChanges) async {
        guard reader != nil else { return }
        let listener = Task { [wakes] in for await _ in changes.stream { wakes.yield() } }
        defer { listener.cancel() }
        await survey()
        var wakes = stream.makeAsyncIterator()
        while !Task.isCancelled {
            switch await step() {
            case .wait(.zero), .read: continue
            case .wait(let time): await wait(time, &wakes)
            }
        }
    }

    private func wait(_ time: Duration?, _ stream: inout AsyncStream<Void>.Iterator) async {
        let clock = time.map { time in
            Task { [wakes] in
                try await Task.sleep(for: time)
                wakes.yield()
            }
        }
        await stream.next(isolation: self)
        clock?.cancel()
    }

    /// Reads the next page if possible.
    private func step() async -> ReadingMachine.Step {
        do {
            let page = try library.nextUnreadPage(asked: asked.keys.sorted(by: >))
            let step = machine.next(
                hasPages: page != nil, isAsked: page.map { asked[$0.document] != nil } ?? false, load: currentLoad,
                waited: busySince.map { .now - $0 } ?? .zero)
            busySince = machine.isBusy ? busySince ?? .now : nil
            tell(page)
            guard step == .read, let page else { return step }
            let (outcome, failures) = try await read(page)
            let next = machine.end(outcome, failures: failures)
            tell(page)
            return next
        } catch {
            // An error of the library is not the page's fault.
            logger.error("texts: \(error)")
            return .wait(Self.errorPause)
        }
    }

    private func read(_ page: UnreadPage) async throws(StoreError) -> (ReadingMachine.Outcome, failures: Int) {
        let languages = report.languages
        do {
            let text = try await text(of: page, in: languages)
            let isKept = try library.store(text, of: page, languages: languages.description, at: .now)
            return (isKept ? .read : .dropped, 0)
        } catch let error as StoreError {
            throw error
        } catch is CancellationError {
            return (.dropped, page.failures)
        } catch ReadingFailure.unavailable(let trouble) {
            return (.unavailable(trouble), page.failures)
        } catch {
            let failures = page.failures + 1
            var reason = "\(error)"
            if case ReadingFailure.page(let text) = error { reason = text }
            logger.warning("page \(page.position + 1) of document \(page.document) was not read: \(reason)")
            try library.noteFailure(of: page, reason: reason, isSetAside: ReadingMachine.isSetAside(failures))
            return (.failed, failures)
        }
    }

    private func text(of page: UnreadPage, in languages: TextLanguages) async throws -> StoredText {
        guard let reader else { throw CancellationError() }
        if let text = try await ownText(of: page, in: languages) { return text }
        let isUrgent = asked[page.document] != nil
        let picture = library.originalPath(page.record.original)
        let work = Task {
            try await reader.read(page.record, picture: picture, in: languages, isUrgent: isUrgent)
        }
        if !isUrgent { unhurried = work }
        defer { unhurried = nil }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Returns the text that the page of a digital PDF has itself; `nil` if the page is to be read.
    private func ownText(of page: UnreadPage, in languages: TextLanguages) async throws -> StoredText? {
        let record = page.record
        // Words of an edited page stand elsewhere.
        guard record.corners == nil, record.rotation == .none, record.flattening == .off,
            let origin = try library.origin(of: page), origin.mediaType == ExportFormat.pdf.kind.mediaType
        else { return nil }
        let path = library.originalPath(origin.file)
        return try? await CPUWorkQueue.exports.run {
            try PDFPageText.read(
                path, page: origin.number, size: PixelSize(width: record.width, height: record.height),
                language: languages.codes.first ?? "")
        }
    }

    private var currentLoad: MachineLoad {
        var load = load()
        var average = 0.0
        if getloadavg(&average, 1) == 1 { load.runnable = average }
        return load
    }

    private func tell(_ page: UnreadPage?) {
        change { report in
            report.state = machine.state
            if let page { report.document = page.document }
        }
        // Notify even if the counts are the same, because a document on screen has changed.
        changes.notify()
    }

    private func change(_ body: (inout Report) -> Void) { told.withLock { body(&$0) } }

    // MARK: What people ask for

    /// Reads the pages of a document before all others, even while the machine is busy.
    /// - Parameter progress: Receives the number of remaining pages. Its errors end the wait.
    /// - Throws: ``TextTrouble`` if nothing can be read.
    package func finish(_ document: Int64, progress: @Sendable (Int) throws -> Void) async throws {
        asked[document, default: 0] += 1
        defer { asked[document] = asked[document].flatMap { $0 > 1 ? $0 - 1 : nil } }
        // A missing component may have been installed.
        machine.tryAgain()
        // Interrupt a low-priority page, which is restarted later.
        unhurried?.cancel()
        let changes = changes.stream
        wake()
        var looks = changes.makeAsyncIterator()
        while true {
            let unread = try library.readings(of: document).count { $0.state == .waiting }
            try progress(unread)
            guard unread > 0 else { return }
            if case .unavailable(let trouble) = machine.state { throw trouble }
            guard reader != nil else { throw TextTrouble.noReader }
            await looks.next(isolation: self)
            try Task.checkCancellation()
        }
    }

    /// Makes the failed pages of a document be read again, and all of its pages before others, even while the machine is
    /// busy.
    package func readNow(_ document: Int64) throws(StoreError) {
        try library.readAgain(document)
        Task { try? await finish(document) { _ in } }
        machine.tryAgain()
        tell(nil)
        wake()
    }

    /// Makes all pages be read again.
    package func readAllAgain() throws(StoreError) {
        try library.readAllAgain()
        machine.tryAgain()
        tell(nil)
        wake()
    }

    /// Chooses the languages for pages read from now on.
    package func choose(_ languages: TextLanguages) throws(StoreError) {
        try library.set(Self.setting, to: languages)
        chosen = languages
        machine.tryAgain()
        change { $0.languages = languages }
        changes.notify()
        wake()
    }

    /// Determines the installed languages.
    package func survey() async {
        // Otherwise, reading a page reports what is missing.
        guard let installed = try? await reader?.installedLanguages() else { return change { $0.installed = [] } }
        change { report in
            report.installed = installed
            report.languages = chosen ?? TextLanguages(locale: locale, installed: installed)
        }
    }
}
