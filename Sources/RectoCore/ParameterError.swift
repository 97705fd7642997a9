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

/// Checks that a parameter is in its range; a number that is none is not.
package func checkParameter<Value: Comparable>(
    _ name: String, _ value: Value, _ range: ClosedRange<Value>
) throws(ParameterError) {
    guard range.contains(value) else {
        throw ParameterError(name, found: "\(value)", required: "\(range.lowerBound)...\(range.upperBound)")
    }
}
