/// A page that was taken, and how it looks.
struct KnownPage: Sendable {
    let print: PagePrint
    /// How alike the page's prints in different frames are.
    private var likeness: Double?
    var lastSim = 0.0
    var likenessForLog: Double { likeness ?? -1 }

    /// Less than this says nothing: two prints by chance.
    private static let leastLikeness = 0.35
    /// What is thought of a page that has been seen in one frame only.
    private static let usualLikeness = 0.8

    init(_ print: PagePrint) { self.print = print }

    var isBlank: Bool { print.isBlank }

    /// Whether a print is the page's, from where it lay: the likeness that it then has is learnt.
    mutating func isShown(by other: PagePrint, _ sameness: Double) -> Bool {
        let similarity = print.similarity(to: other)
        lastSim = similarity
        guard isEnough(similarity, sameness) else { return false }
        likeness = max(likeness ?? similarity, similarity)
        return true
    }

    /// Whether a print is the page's, in whichever of four orientations it lies.
    func isLike(_ other: PagePrint, _ sameness: Double) -> Bool {
        isEnough(print.similarityInAnyOrientation(to: other), sameness)
    }

    private func isEnough(_ similarity: Double, _ sameness: Double) -> Bool {
        similarity >= max(Self.leastLikeness, sameness * (likeness ?? Self.usualLikeness))
    }
}
