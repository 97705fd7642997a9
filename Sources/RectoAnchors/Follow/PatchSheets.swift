import RectoCore

/// The patches of an anchor at scales of √2, each made when it is first needed.
package final class PatchSheets {
    /// Long side, in pixels, that no sheet is smaller than.
    private static let shortestSide = 64.0

    package let picture: AnchorPicture
    private let scales: [Double]
    private var sheets: [PatchSheet?]

    package init(_ picture: AnchorPicture) {
        self.picture = picture
        let least = Self.shortestSide / Double(picture.size.longSide)
        scales = Array(sequence(first: 1.0) { $0 * 0.5.squareRoot() >= least ? $0 * 0.5.squareRoot() : nil })
        sheets = scales.map { _ in nil }
    }

    /// The sheet whose scale is nearest.
    func sheet(scale: Double) -> PatchSheet {
        var nearest = 0
        // Half-way between two scales is their geometric mean.
        while nearest + 1 < scales.count, scale * scale < scales[nearest] * scales[nearest + 1] { nearest += 1 }
        if let sheet = sheets[nearest] { return sheet }
        let made = PatchSheet(picture, scale: scales[nearest])
        sheets[nearest] = made
        return made
    }
}
