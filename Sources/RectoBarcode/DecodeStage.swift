/// The steps of the search for codes, in the order of their cost.
package enum DecodeStage: String, Hashable, Sendable, CaseIterable {
    /// Ink by blocks, one fit, one threshold.
    case first
    /// All versions and starts of the fit, the usual thresholds.
    case thorough
    /// The grid bent.
    case bent
    /// Softened thresholds.
    case late
    /// Ink by another rule and at other scales.
    case ink
    /// Light symbols on dark ground.
    case inverted
}
