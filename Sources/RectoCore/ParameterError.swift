/// A value outside the range that its documentation states.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's name, as the caller writes it.
    public let parameter: String
    /// The value that was given.
    public let found: String
    /// What is required of it.
    public let required: String

    public init(_ parameter: String, found: String, required: String) {
        self.parameter = parameter
        self.found = found
        self.required = required
    }

    public var description: String { "\(parameter) is \(found), required: \(required)" }
}
