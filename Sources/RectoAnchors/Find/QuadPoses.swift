internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Poses of an anchor from the outlines of sheets in a picture: an anchor is a rectangle, and one that lies free is seen as such
/// even where its details are too small or too much alike.
///
/// Each outline is taken in its four turns, and that one is kept in which what lies within looks most like the anchor.
final class QuadPoses {
    /// Outlines that are looked at.
    private static let limit = 1
    /// Side of the thumbnails that are compared.
    private static let thumbnailSide = 24
    /// Correlation of thumbnails from which an outline may be the anchor's.
    private static let leastLikeness: Float = 0.35

    /// An anchor, so small that only its large shapes are left.
    struct Thumbnail {
        fileprivate let levels: [Float]

        /// - Returns: Nothing for a picture that is flat at that size.
        init?(of picture: GrayView) {
            let side = QuadPoses.thumbnailSide
            guard let size = try? PixelSize(width: side, height: side),
                let small = GrayImage(copying: picture).shrunk(to: size)
            else { return nil }
            levels = QuadPoses.normalised(small.packedBytes)
            guard levels.contains(where: { $0 != 0 }) else { return nil }
        }
    }

    private var detector = try? PageDetector(.live)
    private let pixels = Plane<UInt8>()
    private var outlines: [Quad] = []

    /// Looks for outlines.
    func load(_ picture: GrayView) {
        outlines = (detector?.detectAll(.gray(picture), limit: Self.limit) ?? []).map(\.quad)
    }

    /// An anchor's poses, from its picture at working scale to the picture with the outlines.
    func poses(of thumbnail: Thumbnail, size: PixelSize, in pyramid: GrayPyramid, scale: Homography) -> [Homography] {
        outlines.compactMap { outline in
            var best: (likeness: Float, pose: Homography)?
            for turn in 0..<4 {
                let turned = outline.rotatingCorners(by: turn)
                guard let pose = Homography(from: Quad(size), to: turned), pose.isView(of: size) else { continue }
                let seen = likeness(of: thumbnail, scale.composed(after: pose), size, pyramid)
                if seen > best?.likeness ?? Self.leastLikeness { best = (seen, pose) }
            }
            return best?.pose
        }
    }

    /// Correlation of an anchor with what a pose says is it.
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
        let seen = Self.normalised(UnsafeBufferPointer(start: pixels.base, count: side * side))
        return zip(seen, thumbnail.levels).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Levels less their mean, in units of their length; 0 where they are all the same.
    private static func normalised(_ bytes: some Collection<UInt8>) -> [Float] {
        var levels = bytes.map { Float($0) }
        let mean = levels.reduce(0, +) / Float(levels.count)
        for i in levels.indices { levels[i] -= mean }
        let length = levels.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 1 else { return levels.map { _ in 0 } }
        return levels.map { $0 / length }
    }
}
