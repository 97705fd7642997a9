/// The recovery codes of somebody's last step, until they say that they keep them.
package struct CodesToKeep: Hashable, Sendable {
    /// As they are printed.
    package let printed: [String]
    /// Whether others were made before, which may be on paper.
    package let replacesOthers: Bool
    /// Names these codes in the form by which somebody says so: the tick is for what its page shows. It tells nothing about them.
    package let mark: String

    package init(_ printed: [String], replacesOthers: Bool) {
        self.printed = printed
        self.replacesOthers = replacesOthers
        mark = "\(UInt64.random(in: .min ... .max))"
    }
}
