package import StationIdentity

/// A form by which somebody shows who they are with what they know: a name, a passcode, a code.
package struct BasicForm: Hashable, Sendable {
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case name
        case code
        /// The passcode that somebody has.
        case passcode
        /// A passcode that somebody chooses, twice.
        case newPasscode
        case again
    }

    /// In their order.
    package let fields: [Field]

    /// - Parameter fields: Two at least, each once.
    package init(_ fields: [Field]) {
        precondition(fields.count >= 2 && Set(fields).count == fields.count, "a form has two fields or more")
        self.fields = fields
    }

    package static let signIn = BasicForm([.name, .passcode])
    package static let recovery = BasicForm([.name, .code, .newPasscode, .again])

    /// Whether it can be sent: all of it is filled in.
    package func isComplete(_ entered: [Field: String]) -> Bool {
        fields.allSatisfy { field in entered[field].map { !$0.isEmpty } ?? false }
    }
}

extension PasscodePolicyField {
    package static func of(_ policy: PasscodePolicy) -> PasscodePolicyField {
        switch policy.kind {
        case .numeric: .digits
        case .alphanumeric: .text
        }
    }
}

/// The keyboard for a passcode that somebody chooses. For one that they have it is always the same, so that it tells nothing.
package enum PasscodePolicyField: String, Hashable, Sendable {
    case digits = "numeric"
    case text
}
