/// How far a document is that is to be written to the output folder.
public enum OutboxState: Int, Sendable {
    case none = 0
    case waiting = 1
    /// Its file is complete, and about to get its name.
    case naming = 2
}
