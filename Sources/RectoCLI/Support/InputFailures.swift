import Recto
import RectoCodecs

/// A file that cannot be used, and the reason. It becomes a line on standard error, and the JSON object of an input.
struct UnusableInput: Error, Encodable, CustomStringConvertible {
    var file: String
    /// Continues a sentence that starts with the file's name.
    var reason: String

    private enum CodingKeys: String, CodingKey {
        case file
        case reason = "error"
    }

    var description: String { "\(InputFiles.shown(file)) \(reason)" }
}

extension UnusableInput {
    /// Describes an error of any stage as a failure of the input.
    init(_ error: any Error, file: String) {
        switch error {
        case let unusable as UnusableInput: self = unusable
        case let failure as DocumentWriter.Failure:
            // An encoding error concerns the input; every other error concerns the output file.
            if case .encoding = failure.reason {
                self.init(file: file, reason: "\(failure.reason)")
            } else {
                self.init(file: failure.file, reason: "\(failure.reason)")
            }
        default: self.init(file: file, reason: "\(error)")
        }
    }
}

/// Reports the failures of inputs as they happen, and remembers whether there were any.
struct InputFailures {
    /// Whether an input without a result gets a JSON object.
    let json: Bool
    private var areAny = false

    init(json: Bool) { self.json = json }

    /// Reports an input that has no result.
    mutating func record(_ error: any Error, of input: String) throws {
        let unusable = UnusableInput(error, file: input)
        report(unusable)
        guard json else { return }
        // Each input gets an object, even if another file caused the failure.
        try Console.printJSON(unusable.file == input ? unusable : UnusableInput(file: input, reason: "\(unusable)"))
    }

    /// Writes a file beside the result. A failure is reported; the result stays.
    mutating func attempt(_ file: String, _ write: () throws -> Void) {
        do { try write() } catch { report(UnusableInput(error, file: file)) }
    }

    private mutating func report(_ unusable: UnusableInput) {
        areAny = true
        Console.printErrorLine("recto: \(unusable)")
    }

    /// - Throws: If an input or a file failed.
    func throwIfAny() throws(SomeInputsFailed) {
        if areAny { throw SomeInputsFailed() }
    }
}
