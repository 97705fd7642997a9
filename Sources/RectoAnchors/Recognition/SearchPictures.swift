internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// A picture at the two scales of recognition: a small one for points, a larger one for patches. Memory is reused from
/// picture to picture.
final class SearchPictures {
    /// Pixels of the enlarged picture per pixel of the picture for points, along each axis.
    static let enlargement = 2

    private let small = ShrunkPicture()
    private let large = ShrunkPicture()
    private let twice = Plane<UInt8>()
    /// The picture in which points are detected.
    private(set) var points: GrayView
    let patches = GrayPyramid(levels: 4)
    /// The maps from the pictures for points and for patches to the original picture.
    private(set) var fromPoints = Homography.identity
    private(set) var fromPatches = Homography.identity
    /// The map from the picture for points to that for patches.
    private(set) var pointsToPatches = Homography.identity

    /// - Parameter picture: Must outlive the use of the views, of which the larger may be the picture itself.
    init(_ picture: GrayView) { points = picture }

    /// - Parameter picture: The same as for the initializer.
    func load(_ picture: GrayView, pointSide: Int, patchSide: Int) {
        let larger = large.shrink(picture, longSide: patchSide)
        points = small.shrink(larger, longSide: pointSide)
        patches.load(larger)
        fromPatches = .scaling(from: larger.size, to: picture.size)
        fromPoints = .scaling(from: points.size, to: picture.size)
        pointsToPatches = .scaling(from: points.size, to: larger.size)
    }

    /// The picture for points, enlarged. Small details have points only in it.
    func enlarged() -> GrayView {
        let (width, height) = (Self.enlargement * points.width, Self.enlargement * points.height)
        twice.reshape(width: width, height: height)
        let step = 1 / Double(Self.enlargement)
        // SAFETY: the plane has as many pixels as the target.
        warpGray(
            points.plane, map: (step, 0, 0, 0, step, 0, 0, 0, 1),
            into: MutablePlaneView(twice.base, stride: width, width: width, height: height))
        guard let size = try? PixelSize(width: width, height: height),
            let view = try? GrayView(base: twice.base, byteCount: width * height, size: size, stride: width)
        else { preconditionFailure("the plane has these pixels") }
        return view
    }
}

/// A picture shrunk by area averaging, with its memory.
private final class ShrunkPicture {
    private let plane = Plane<UInt8>()
    private let scratch = Plane<UInt16>()
    private var plan: AreaPlan?

    /// - Returns: The original picture if it is small enough.
    func shrink(_ picture: GrayView, longSide: Int) -> GrayView {
        // The ratio of area averaging is limited, so a very long picture ends up larger than requested.
        let ratio = min(Double(picture.size.longSide) / Double(longSide), 0.9 * Double(AreaPlan.maximumRatio))
        guard ratio > 1 else { return picture }
        let (width, height) = (
            max(1, Int((Double(picture.width) / ratio).rounded())),
            max(1, Int((Double(picture.height) / ratio).rounded()))
        )
        let plan: AreaPlan
        if let known = self.plan, known.sourceWidth == picture.width, known.sourceHeight == picture.height,
            known.targetWidth == width, known.targetHeight == height
        {
            plan = known
        } else {
            plan = AreaPlan(
                sourceWidth: picture.width, sourceHeight: picture.height, targetWidth: width, targetHeight: height)
            self.plan = plan
        }
        plane.reshape(width: width, height: height)
        scratch.reshape(width: plan.scratchByteCount() / 2 + 1, height: 1)
        // SAFETY: the plane has the size of the plan's target, the scratch as many bytes as the plan requires.
        areaDownscale(
            picture.plane, channels: 1, plan: plan,
            into: MutablePlaneView(plane.base, stride: width, width: plan.targetWidth, height: plan.targetHeight),
            scratch: UnsafeMutableRawPointer(scratch.base))
        guard let size = try? PixelSize(width: width, height: height),
            let view = try? GrayView(base: plane.base, byteCount: width * height, size: size, stride: width)
        else { return picture }
        return view
    }
}
