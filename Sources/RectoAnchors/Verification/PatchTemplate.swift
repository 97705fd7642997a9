import RectoCore
import RectoKernels

/// The patches of an anchor at one scale.
struct PatchTemplate {
    struct Patch {
        /// The patch's number in the anchor's order.
        let number: Int
        /// The first pixel of the patch in the template.
        let x, y: Int
        /// 1 divided by the root of 169 Σp² - (Σp)². Converts the kernel's scores to correlations.
        let share: Float
    }

    /// Minimum standard deviation of a patch, in levels.
    private static let minimumDeviation = 4.0

    /// Size of the anchor's picture at this scale.
    let size: PixelSize
    private(set) var patches: [Patch] = []
    /// Pixels of the patches, ``PatchSearch/patchByteCount`` for each.
    private(set) var pixels: [UInt8] = []

    /// - Parameter scale: At most 1.
    init(_ picture: AnchorPicture, scale: Double) {
        let gray = Self.scaled(picture.gray, by: scale)
        size = gray.size
        let (across, down) = (
            Double(size.width) / Double(picture.size.width), Double(size.height) / Double(picture.size.height)
        )
        gray.withView { view in
            for (number, place) in picture.places.enumerated() {
                let half = PatchSearch.side / 2
                add(number, x: Int(place.x * across) - half, y: Int(place.y * down) - half, of: view)
            }
        }
    }

    /// Adds a patch if it lies inside the picture and is not flat.
    private mutating func add(_ number: Int, x: Int, y: Int, of view: GrayView) {
        let side = PatchSearch.side
        guard x >= 0, y >= 0, x + side <= view.width, y + side <= view.height else { return }
        var (sum, square) = (0, 0)
        let start = pixels.count
        pixels.append(contentsOf: repeatElement(0, count: PatchSearch.patchByteCount))
        for row in 0..<side {
            let line = view.row(y + row) + x
            for column in 0..<side {
                let value = Int(line[column])
                sum += value
                square += value * value
                pixels[start + row * PatchSearch.patchStride + column] = line[column]
            }
        }
        let count = Double(side * side)
        let variance = count * Double(square) - Double(sum * sum)
        guard variance >= count * count * Self.minimumDeviation * Self.minimumDeviation else {
            pixels.removeLast(PatchSearch.patchByteCount)
            return
        }
        patches.append(Patch(number: number, x: x, y: y, share: Float(1 / variance.squareRoot())))
    }

    private static func scaled(_ gray: GrayImage, by scale: Double) -> GrayImage {
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
        guard scale < 1, let size = try? PixelSize(width: side(gray.width), height: side(gray.height)) else {
            return gray
        }
        return gray.shrunk(to: size) ?? gray
    }
}

/// The patches of an anchor at scales a factor of √2 apart, each made when first needed.
package final class PatchTemplates {
    /// Minimum long side of a template, in pixels.
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
        // The midpoint of two scales is their geometric mean.
        while nearest + 1 < scales.count, scale * scale < scales[nearest] * scales[nearest + 1] { nearest += 1 }
        if let template = templates[nearest] { return template }
        let made = PatchTemplate(picture, scale: scales[nearest])
        templates[nearest] = made
        return made
    }
}
