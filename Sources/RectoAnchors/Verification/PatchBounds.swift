/// What distinct patches must say for a pose.
struct PatchBounds {
    /// Patches that confirm it.
    let patches: Int
    /// Their share of the visible ones.
    let share: Double
    /// Mean correlation of the visible ones.
    let correlation: Double

    func allow(_ evidence: PatchEvidence) -> Bool {
        evidence.confirmed >= patches && evidence.share >= share && evidence.correlation >= correlation
    }
}
