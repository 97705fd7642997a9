import Foundation

/// The output folder of a command.
struct OutputFolder {
    /// Why the folder could not be created.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path) cannot be made: \(reason)" }
    }

    let path: String

    /// Creates the folder if it is missing.
    init(_ path: String) throws(Failure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Failure(path: path, reason: error.localizedDescription)
        }
    }
}
