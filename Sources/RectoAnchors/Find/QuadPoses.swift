internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor from the outline of a sheet in a picture: an anchor is a rectangle, and one that lies free is seen as such
/// even where its details are too small or too much alike.
///
/// The outline is taken in its four turns, and that one is kept in which what lies within looks most like the anchor.
final class QuadPoses {
    /// Side of the thumbnails that are compared.
    private static let thumbnailSide = 24
    /// Correlation of thumbnails from which an outline may be the anchor's.
    private static let leastLikeness: Float = 0.35
    /// Most frames show no sheet that is an anchor, and patches settle what is roughly right: so the detector looks at half of the
    /// scale that pages need.
    private static var detection: PageDetector.Parameters {
        var parameters = PageDetector.Parameters.live
        parameters.workingSide = 160
        return parameters
    }

    /// An anchor, so small that only its large shapes are left.
    struct Thumbnail {
        /// Levels less their mean, in units of their length.
        fileprivate let levels: [Float]

        /// - Returns: Nothing for a picture that is flat at that size.
        init?(of picture: GrayView) {
            let side = QuadPoses.thumbnailSide
            guard let size = try? PixelSize(width: side, height: side),
                let small = GrayImage(copying: picture).shrunk(to: size)
            else { return nil }
            let bytes = small.packedBytes.map { Float($0) }
            let mean = bytes.reduce(0, +) / Float(bytes.count)
            let length = bytes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
            guard length > 1 else { return nil }
            levels = bytes.map { ($0 - mean) / length }
        }
    }

    private var detector = try? PageDetector(QuadPoses.detection)
    private let pixels = Plane<UInt8>()
    private var outline: Quad?

    /// Looks for a sheet.
    /// - Returns: Whether there is one.
    func load(_ picture: GrayView) -> Bool {
        outline = detector?.detect(.gray(picture))?.quad
        return outline != nil
    }

    /// An anchor's pose, from its picture at working scale to the picture with the sheet.
    func pose(of thumbnail: Thumbnail, size: PixelSize, in pyramid: GrayPyramid, scale: Homography) -> Homography? {
        guard let outline else { return nil }
        var best: (likeness: Float, pose: Homography)?
        for turn in 0..<4 {
            let turned = outline.rotatingCorners(by: turn)
            guard let pose = Homography(from: Quad(size), to: turned), pose.isView(of: size) else { continue }
            let seen = likeness(of: thumbnail, scale.composed(after: pose), size, pyramid)
            if seen > best?.likeness ?? Self.leastLikeness { best = (seen, pose) }
        }
        return best?.pose
    }

    /// Correlation of an anchor with what a pose says is it; 0 if that is flat.
    private func likeness(
        of thumbnail: Thumbnail, _ pose: Homography, _ size: PixelSize, _ pyramid: GrayPyramid
    ) -> Float {
        let side = Self.thumbnailSide
        let step = (pose.corners(of: size).area).squareRoot() / Double(side)
        var level = 0
        while level + 1 < pyramid.levels.count, step > 1.5 * Double(1 << level) { level += 1 }
        let picture = pyramid.levels[level]
        let shrink = 1 / Double(1 << level)
        let map = Homography(shrink, 0, 0, 0, shrink, 0, 0, 0, 1).composed(after: pose).composed(
            after: Homography(
                Double(size.width) / Double(side), 0, 0, 0, Double(size.height) / Double(side), 0, 0, 0, 1))
        pixels.reshape(width: side, height: side)
        // SAFETY: the plane has the thumbnail's pixels.
        warpGray(
            picture.base, stride: picture.stride, width: picture.width, height: picture.height,
            map: (map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h, map.i), into: pixels.base, targetStride: side,
            targetWidth: side, targetHeight: side)
        return correlation(with: thumbnail)
    }

    private func correlation(with thumbnail: Thumbnail) -> Float {
        var (sum, square, product): (Float, Float, Float) = (0, 0, 0)
        // SAFETY: as many pixels as the thumbnail has levels, whose mean is 0.
        for (i, level) in thumbnail.levels.enumerated() {
            let pixel = Float(pixels.base[i])
            sum += pixel
            square += pixel * pixel
            product += pixel * level
        }
        let variance = square - sum * sum / Float(thumbnail.levels.count)
        return variance > 1 ? product / variance.squareRoot() : 0
    }
}
