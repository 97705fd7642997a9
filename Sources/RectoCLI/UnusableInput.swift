import Recto
import RectoCodecs

/// A file that cannot be used and why: a line on standard error, and the JSON object of an input.
struct UnusableInput: Error, Encodable, CustomStringConvertible {
    var file: String
    /// The end of a sentence that starts with the name of the file.
    var reason: String

    private enum CodingKeys: String, CodingKey {
        case file
        case reason = "error"
    }

    var description: String { "\(file) \(reason)" }
}

extension UnusableInput {
    /// What is said of an input that a step could not use.
    init(_ error: any Error, file: String) {
        switch error {
        case let unusable as UnusableInput: self = unusable
        case let failure as DocumentWriter.Failure:
            // The encoder refuses the picture, the system the file that it was to be written to.
            if case .encoding = failure.reason {
                self.init(file: file, reason: "\(failure.reason)")
            } else {
                self.init(file: failure.file, reason: "\(failure.reason)")
            }
        default: self.init(file: file, reason: "\(error)")
        }
    }
}
