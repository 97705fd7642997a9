import RectoCore

/// The patches of an anchor at scales of √2, each made when it is first needed.
package final class PatchTemplates {
    /// Long side, in pixels, that no template is smaller than.
    private static let shortestSide = 64.0

    package let picture: AnchorPicture
    private let scales: [Double]
    private var templates: [PatchTemplate?]

    package init(_ picture: AnchorPicture) {
        self.picture = picture
        let minimum = Self.shortestSide / Double(picture.size.longSide)
        scales = Array(sequence(first: 1.0) { $0 * 0.5.squareRoot() >= minimum ? $0 * 0.5.squareRoot() : nil })
        templates = scales.map { _ in nil }
    }

    /// The template whose scale is nearest.
    func template(scale: Double) -> PatchTemplate {
        var nearest = 0
        // Half-way between two scales is their geometric mean.
        while nearest + 1 < scales.count, scale * scale < scales[nearest] * scales[nearest + 1] { nearest += 1 }
        if let template = templates[nearest] { return template }
        let made = PatchTemplate(picture, scale: scales[nearest])
        templates[nearest] = made
        return made
    }
}
