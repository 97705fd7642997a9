/// Why a job does not begin or go on.
enum JobError: Error, Hashable, CustomStringConvertible {
    /// As many as the station has room for are running.
    case tooMany
    /// Somebody has stopped it.
    case stopped

    var description: String {
        switch self {
        case .tooMany: "The station is busy with other jobs. Try again in a while."
        case .stopped: "The job was stopped."
        }
    }
}
