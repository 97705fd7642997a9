/// Several messages of a screen: an overview of them in a banner, and the messages themselves where they are asked for.
public struct ScreenMessages: Hashable, Sendable {
    /// The gravest first, else in the order in which they came.
    public let messages: [ScreenMessage]

    /// Nothing where there are not several: one stands at its field alone.
    public init?(_ messages: [ScreenMessage]) {
        guard messages.count > 1 else { return nil }
        self.messages = ScreenMessage.Kind.allCases.flatMap { kind in messages.filter { $0.kind == kind } }
    }

    /// How many there are of each kind: "2 errors, 1 warning".
    public var overview: String {
        ScreenMessage.Kind.allCases.compactMap { kind in
            let number = messages.count { $0.kind == kind }
            return number > 0 ? kind.count(number) : nil
        }.joined(separator: ", ")
    }
}
