package import StationIdentity

/// A sign-in form based on knowledge: a name, a passcode or a code.
package struct BasicForm: Hashable, Sendable {
    package enum Field: String, Hashable, Sendable, CaseIterable {
        case name
        case code
        /// The person's passcode.
        case passcode
        /// A new passcode, entered twice.
        case newPasscode
        case again
    }

    /// The fields in order.
    package let fields: [Field]

    /// - Parameter fields: At least two different fields.
    package init(_ fields: [Field]) {
        precondition(fields.count >= 2 && Set(fields).count == fields.count, "a form has two fields or more")
        self.fields = fields
    }

    package static let signIn = BasicForm([.name, .passcode])
    package static let recovery = BasicForm([.name, .code, .newPasscode, .again])

    /// Whether all fields are filled in, so that the form can be sent.
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

/// The keyboard for choosing a passcode. For an existing passcode it is always the same, so that it reveals nothing.
package enum PasscodePolicyField: String, Hashable, Sendable {
    case digits = "numeric"
    case text
}
