/// A value outside the documented range.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's name, as the caller writes it.
    public let parameter: String
    /// The value that was given.
    public let found: String
    /// The required range.
    public let required: String

    public init(_ parameter: String, found: String, required: String) {
        self.parameter = parameter
        self.found = found
        self.required = required
    }

    public var description: String { "\(parameter) is \(found), required: \(required)" }
}

/// Checks that a parameter is in its range, which NaN never is.
package func checkParameter<Value: Comparable>(
    _ name: String, _ value: Value, _ range: ClosedRange<Value>
) throws(ParameterError) {
    guard range.contains(value) else {
        throw ParameterError(name, found: "\(value)", required: "\(range.lowerBound)...\(range.upperBound)")
    }
}
