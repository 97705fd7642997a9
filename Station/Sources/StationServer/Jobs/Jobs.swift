import FoundationEssentials
import HTTPTypes
import StationRules
import StationStore
import Synchronization

/// The jobs of a station: running ones, and recently finished ones with their files.
///
/// Listeners are notified of each change to a job.
final class Jobs: Sendable {
    /// The maximum number of jobs, running ones included.
    static let maximum = 16
    /// The time without progress after which an import is abandoned, because its page was closed.
    private static let importTimeout = Duration.seconds(600)

    private struct Entry {
        var job: Job
        /// The person who started it.
        let reader: DocumentReader
        /// Its result.
        var file: JobFile?
        var changed = ContinuousClock.now

        /// Whether a visitor may see it: its title and file reveal documents.
        func isThere(for reader: DocumentReader) -> Bool { reader == .everything || reader == self.reader }

        var canBeForgotten: Bool {
            !job.isRunning || job.kind == .import && ContinuousClock.now - changed > Jobs.importTimeout
        }
    }

    private let entries = Mutex<[Entry]>([])
    private let signal = Signal()
    /// The folder for the files of jobs.
    private let folder: String

    /// - Parameter folder: The folder, which is emptied at startup because files from an earlier run are useless.
    init(folder: String) throws(StoreError) {
        self.folder = folder
        do {
            if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch { throw .folder(folder, reason: StoreError.reason(error)) }
    }

    /// The visitor's jobs in the order in which they were started.
    var all: [Job] {
        let reader = DocumentReader.current
        return entries.withLock { $0.filter { $0.isThere(for: reader) }.map(\.job) }
    }

    /// The number of exports being written, without those that wait for text.
    var exports: Int {
        entries.withLock { $0.count { $0.job.kind == .export && $0.job.isRunning && $0.job.unread == 0 } }
    }

    /// Future changes. Changes during processing by the listener are merged into one.
    var changes: AsyncStream<Void> { signal.stream }

    subscript(id: String) -> Job? { entry(id)?.job }

    /// Returns the file of a finished job.
    func file(_ id: String) -> JobFile? { entry(id)?.file }

    /// Returns the path for a job's file.
    func path(_ id: String) -> String { "\(folder)/\(id)" }

    /// Starts a job. If there are too many, the oldest finished or timed-out one is removed.
    /// - Throws: ``JobError/tooMany`` if all are running.
    func begin(_ kind: Job.Kind, total: Int? = nil, documents: Int = 1, leftOut: Int = 0) throws(JobError) -> Job {
        let reader = DocumentReader.current
        let job = Job(id: DraftName().text, kind: kind, total: total, documents: documents, leftOut: leftOut)
        let forgotten = try entries.withLock { entries throws(JobError) -> Entry? in
            var forgotten: Entry?
            if entries.count >= Self.maximum {
                guard let index = entries.firstIndex(where: \.canBeForgotten) else { throw .tooMany }
                forgotten = entries.remove(at: index)
            }
            entries.append(Entry(job: job, reader: reader))
            return forgotten
        }
        if let forgotten { try? FileManager.default.removeItem(atPath: path(forgotten.job.id)) }
        signal.notify()
        return job
    }

    /// Changes a job, unless it has been removed.
    func update(_ id: String, _ change: (inout Job) -> Void) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.job.id == id }) else { return }
            change(&entries[index].job)
            entries[index].changed = .now
        }
        signal.notify()
    }

    /// Finishes a job with its file, unless it has been stopped.
    func finish(_ id: String, with file: JobFile) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.job.id == id }), entries[index].job.isRunning else {
                return
            }
            entries[index].job.finish()
            entries[index].file = file
        }
        signal.notify()
    }

    private func entry(_ id: String) -> Entry? {
        let reader = DocumentReader.current
        return entries.withLock { $0.first { $0.job.id == id && $0.isThere(for: reader) } }
    }
}

/// The reason why a job does not start or continue.
enum JobError: Error, Hashable, CustomStringConvertible {
    /// The maximum number of jobs is running.
    case tooMany
    /// The job was stopped by request.
    case stopped

    var description: String {
        switch self {
        case .tooMany: localized("The station is busy. Try again later.")
        case .stopped: localized("The job was stopped.")
        }
    }
}

extension JobError: AnsweredError {
    var answer: (HTTPResponse.Status, IllustratedMessage) {
        (.tooManyRequests, LibraryMessages.failed("\(self)"))
    }
}

/// The result of a job, and its title.
struct JobFile: Sendable {
    let path: String
    let kind: FileKind
    let title: String
}
