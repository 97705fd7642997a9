package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor from the outline of a page in a picture. An anchor is a rectangle, and an uncovered one is
/// visible as such even if its details are too small or too similar.
///
/// All four rotations of the outline are tried. The one whose content correlates most with the anchor is kept.
package final class OutlinePoses {
    /// Side of the compared thumbnails, in pixels.
    private static let thumbnailSide = 24
    /// Number of pixels of a thumbnail; a multiple of 16.
    private static let levelCount = thumbnailSide * thumbnailSide
    /// Smallest correlation of thumbnails at which an outline may be the anchor's.
    private static let minimumCorrelation: Float = 0.35
    /// Largest step between the samples of a thumbnail along each axis, in pixels of the sampled level.
    private static let maximumStep = 1.5
    /// A thumbnail is flat if the norm of its levels minus their mean is at most this.
    private static let flat: Float = 1
    /// Most frames show no page that is an anchor, and patches refine rough poses, so the detector needs only half the
    /// scale that pages need.
    private static var detection: PageDetector.Parameters {
        var parameters = PageDetector.Parameters.live
        parameters.workingSide = 160
        return parameters
    }

    /// An anchor shrunk until only its large shapes are left.
    package struct Thumbnail {
        /// Levels minus their mean, divided by their norm.
        fileprivate let levels: [Float]

        /// - Returns: `nil` if the picture is flat at that size.
        package init?(of picture: GrayView) {
            let side = OutlinePoses.thumbnailSide
            guard let size = try? PixelSize(width: side, height: side),
                let small = GrayImage(copying: picture).shrunk(to: size)
            else { return nil }
            let bytes = small.packedBytes.map { Float($0) }
            let mean = bytes.reduce(0, +) / Float(bytes.count)
            let length = bytes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
            guard length > OutlinePoses.flat else { return nil }
            levels = bytes.map { ($0 - mean) / length }
        }
    }

    /// Thumbnails of many anchors.
    struct Thumbnails {
        let count: Int
        /// Levels of each anchor's thumbnail; 0 for anchors without one.
        fileprivate let levels: [Float]

        init(of models: [AnchorModel]) {
            let none = [Float](repeating: 0, count: OutlinePoses.levelCount)
            count = models.count
            levels = models.flatMap { Thumbnail(of: $0.picture)?.levels ?? none }
        }
    }

    private var detector = try? PageDetector(OutlinePoses.detection)
    private let pixels = Plane<UInt8>()
    private var outline: Quad?
    /// The content of the outline, in one of its rotations.
    private let levels = Plane<Float>()
    /// Correlation of each anchor in its best rotation.
    private var correlations: [Float] = []

    package init() {}

    /// Detects the outline of a page.
    /// - Returns: Whether there is one.
    package func load(_ picture: GrayView) -> Bool {
        outline = detector?.detect(.gray(picture))?.quad
        return outline != nil
    }

    /// Ranks the anchors that the outline may show by the correlation of its content with their thumbnails.
    /// - Parameters:
    ///   - scale: The map from the picture with the outline to the pyramid's picture.
    ///   - ranking: Replaced.
    func rank(_ all: Thumbnails, in pyramid: GrayPyramid, scale: Homography, into ranking: inout Ranking) {
        ranking.removeAll()
        let side = Self.thumbnailSide
        guard let outline, let size = try? PixelSize(width: side, height: side) else { return }
        correlations.removeAll(keepingCapacity: true)
        correlations.append(contentsOf: repeatElement(Self.minimumCorrelation, count: all.count))
        for turn in 0..<4 {
            guard let pose = Homography(from: Quad(size), to: outline.rotatingCorners(by: turn)), pose.isView(of: size)
            else { continue }
            sample(scale.composed(after: pose), size, pyramid)
            guard normalise() else { continue }
            for anchor in 0..<all.count {
                correlations[anchor] = max(correlations[anchor], correlation(with: all, at: anchor))
            }
        }
        for anchor in 0..<all.count where correlations[anchor] > Self.minimumCorrelation {
            ranking.add(anchor, score: correlations[anchor])
        }
        ranking.sort()
    }

    /// Subtracts the mean from the sampled pixels and divides by their norm.
    /// - Returns: Whether the pixels are not flat.
    private func normalise() -> Bool {
        let count = Self.levelCount
        levels.reshape(width: count, height: 1)
        // SAFETY: both planes have that number of elements.
        let (pixels, levels) = (pixels.base, levels.base)
        var (sum, square): (Float, Float) = (0, 0)
        for i in 0..<count {
            sum += Float(pixels[i])
            square += Float(pixels[i]) * Float(pixels[i])
        }
        let mean = sum / Float(count)
        let variance = square - sum * mean
        guard variance > Self.flat * Self.flat else { return false }
        let share = 1 / variance.squareRoot()
        for i in 0..<count { levels[i] = (Float(pixels[i]) - mean) * share }
        return true
    }

    /// Correlation of the sampled pixels with one of many anchors.
    private func correlation(with all: Thumbnails, at anchor: Int) -> Float {
        all.levels.withUnsafeBytes { all in
            let seen = UnsafeRawPointer(levels.base)
            var sum = SIMD16<Float>()
            // SAFETY: each anchor has a multiple of 16 levels, and the same number was sampled.
            for i in stride(from: 0, to: Self.levelCount, by: 16) {
                let level = all.loadUnaligned(
                    fromByteOffset: 4 * (anchor * Self.levelCount + i), as: SIMD16<Float>.self)
                sum += seen.loadUnaligned(fromByteOffset: 4 * i, as: SIMD16<Float>.self) * level
            }
            return sum.sum()
        }
    }

    /// An anchor's pose, from its picture at working scale to the picture with the outline.
    /// - Returns: `nil` if the outline's content does not correlate with the thumbnail in any rotation.
    package func pose(
        of thumbnail: Thumbnail, size: PixelSize, in pyramid: GrayPyramid, scale: Homography
    ) -> Homography? {
        guard let outline else { return nil }
        var best: (correlation: Float, pose: Homography)?
        for turn in 0..<4 {
            let turned = outline.rotatingCorners(by: turn)
            guard let pose = Homography(from: Quad(size), to: turned), pose.isView(of: size) else { continue }
            let seen = correlation(of: thumbnail, scale.composed(after: pose), size, pyramid)
            if seen > best?.correlation ?? Self.minimumCorrelation { best = (seen, pose) }
        }
        return best?.pose
    }

    /// Correlation of an anchor with the picture at a pose; 0 if the picture is flat there.
    private func correlation(
        of thumbnail: Thumbnail, _ pose: Homography, _ size: PixelSize, _ pyramid: GrayPyramid
    ) -> Float {
        sample(pose, size, pyramid)
        return correlation(with: thumbnail)
    }

    /// Samples the picture where a pose puts an anchor of a size.
    private func sample(_ pose: Homography, _ size: PixelSize, _ pyramid: GrayPyramid) {
        let side = Self.thumbnailSide
        let step = (pose.corners(of: size).area).squareRoot() / Double(side)
        var level = 0
        while level + 1 < pyramid.levels.count, step > Self.maximumStep * Double(1 << level) { level += 1 }
        let picture = pyramid.levels[level]
        let shrink = 1 / Double(1 << level)
        let map = Homography(shrink, 0, 0, 0, shrink, 0, 0, 0, 1).composed(after: pose).composed(
            after: Homography(
                Double(size.width) / Double(side), 0, 0, 0, Double(size.height) / Double(side), 0, 0, 0, 1))
        pixels.reshape(width: side, height: side)
        // SAFETY: the plane has as many pixels as the thumbnail.
        warpGray(
            picture.plane, map: (map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h, map.i),
            into: MutablePlaneView(pixels.base, stride: side, width: side, height: side))
    }

    private func correlation(with thumbnail: Thumbnail) -> Float {
        var (sum, square, product): (Float, Float, Float) = (0, 0, 0)
        // SAFETY: there are as many pixels as thumbnail levels, whose mean is 0.
        for (i, level) in thumbnail.levels.enumerated() {
            let pixel = Float(pixels.base[i])
            sum += pixel
            square += pixel * pixel
            product += pixel * level
        }
        let variance = square - sum * sum / Float(thumbnail.levels.count)
        return variance > Self.flat * Self.flat ? product / variance.squareRoot() : 0
    }
}
