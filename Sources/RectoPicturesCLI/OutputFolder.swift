import Foundation

/// The folder that a command writes to.
struct OutputFolder {
    /// Why there is no such folder.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path) cannot be made: \(reason)" }
    }

    let path: String

    /// Makes the folder if it is missing.
    init(_ path: String) throws(Failure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Failure(path: path, reason: error.localizedDescription)
        }
    }
}
