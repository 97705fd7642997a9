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
        if let unusable = error as? UnusableInput {
            self = unusable
        } else {
            self.init(file: file, reason: "\(error)")
        }
    }
}
