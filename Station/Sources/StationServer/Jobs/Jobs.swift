import FoundationEssentials
import Recto
import StationRules
import StationStore
import Synchronization

/// The jobs of a station: those that run, and the last ones that have ended with their files.
///
/// It tells its listeners of each change of a job.
final class Jobs: Sendable {
    /// Jobs that are kept, those that run among them.
    static let maximum = 16
    /// After which an import of which no more comes is given up: its page was closed.
    private static let patience = Duration.seconds(600)

    private struct Entry {
        var job: Job
        /// What it has made.
        var file: JobFile?
        var changed = ContinuousClock.now

        var canBeForgotten: Bool {
            !job.isRunning || job.kind == .import && ContinuousClock.now - changed > Jobs.patience
        }
    }

    private let entries = Mutex<[Entry]>([])
    private let signal = Signal()
    /// Where jobs write their files.
    private let folder: String

    /// - Parameter folder: Emptied: what jobs of an earlier run have left belongs to nobody.
    init(folder: String) throws(StoreError) {
        self.folder = folder
        do {
            if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch { throw .folder(folder, reason: "\(error)") }
    }

    /// In the order in which they began.
    var all: [Job] { entries.withLock { $0.map(\.job) } }

    /// Changes from now on; those that come while the listener is busy count as one.
    var changes: AsyncStream<Void> { signal.stream }

    subscript(id: String) -> Job? { entry(id)?.job }

    /// What a job that is done has made.
    func file(_ id: String) -> JobFile? { entry(id)?.file }

    /// Where a job's file is written.
    func path(_ id: String) -> String { "\(folder)/\(id)" }

    /// Begins a job; the oldest one that has ended, or of which no more comes, is forgotten where there is no room.
    /// - Throws: ``JobError/tooMany`` if there is none.
    func begin(_ kind: Job.Kind, total: Int? = nil) throws(JobError) -> Job {
        let job = Job(id: DraftName().text, kind: kind, total: total)
        let forgotten = try entries.withLock { entries throws(JobError) -> Entry? in
            var forgotten: Entry?
            if entries.count >= Self.maximum {
                guard let index = entries.firstIndex(where: \.canBeForgotten) else { throw .tooMany }
                forgotten = entries.remove(at: index)
            }
            entries.append(Entry(job: job))
            return forgotten
        }
        if let forgotten { try? FileManager.default.removeItem(atPath: path(forgotten.job.id)) }
        signal.tell()
        return job
    }

    /// Changes a job, unless it is forgotten.
    func update(_ id: String, _ change: (inout Job) -> Void) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.job.id == id }) else { return }
            change(&entries[index].job)
            entries[index].changed = .now
        }
        signal.tell()
    }

    /// Ends a job with its file, unless it was stopped meanwhile.
    func finish(_ id: String, with file: JobFile) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.job.id == id }), entries[index].job.isRunning else {
                return
            }
            entries[index].job.finish()
            entries[index].file = file
        }
        signal.tell()
    }

    private func entry(_ id: String) -> Entry? { entries.withLock { $0.first { $0.job.id == id } } }
}

/// Why a job does not begin or go on.
enum JobError: Error, Hashable, CustomStringConvertible {
    /// As many as the station has room for are running.
    case tooMany
    /// Somebody has stopped it.
    case stopped

    var description: String {
        switch self {
        case .tooMany: "The station is busy. Try again later."
        case .stopped: "The job was stopped."
        }
    }
}

/// What a job has made, and what it is called.
struct JobFile: Sendable {
    let path: String
    let format: DocumentWriter.Format
    let title: String
}
