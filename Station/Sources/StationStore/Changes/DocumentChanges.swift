import GRDB
import Synchronization

/// Tells any number of listeners that documents of a library have changed, once the change is on the disk.
public final class DocumentChanges: Sendable {
    private let signal = Signal()
    private let observation = Mutex<AnyDatabaseCancellable?>(nil)

    public init(_ library: Library) {
        observation.withLock {
            // What the station notes for itself about documents is no change of theirs.
            $0 = DatabaseRegionObservation(
                tracking: Table("document").select(Column("id"), Column("title"), Column("captured")), Table("page")
            ).start(in: library.database) { _ in
            } onChange: { [signal] _ in
                signal.tell()
            }
        }
    }

    /// Changes from now on; those that come while the listener is busy count as one.
    public var stream: AsyncStream<Void> { signal.stream }
}
