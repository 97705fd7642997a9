/// A value that is created once for each language.
public struct PerLanguage<Value: Sendable>: Sendable {
    private let values: [Language: Value]

    /// - Parameter make: Creates the value in ``Language/current``.
    public init(_ make: () -> Value) {
        values = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (language, Language.$current.withValue(language, operation: make))
            })
    }

    public var current: Value {
        guard let value = values[.current] else { preconditionFailure("there is one for each language") }
        return value
    }
}
