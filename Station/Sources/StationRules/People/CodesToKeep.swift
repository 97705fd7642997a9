/// The recovery codes from the last onboarding step, until the person confirms having saved them.
package struct CodesToKeep: Hashable, Sendable {
    /// The codes as printed.
    package let printed: [String]
    /// Whether earlier codes, which may be on paper, are replaced.
    package let replacesOthers: Bool
    /// Identifies these codes in the confirmation form, so that the checkbox applies to those on its page. It reveals
    /// nothing about them.
    package let mark: String

    package init(_ printed: [String], replacesOthers: Bool) {
        self.printed = printed
        self.replacesOthers = replacesOthers
        mark = "\(UInt64.random(in: .min ... .max))"
    }
}
