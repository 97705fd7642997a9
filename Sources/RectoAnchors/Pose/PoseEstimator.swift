public import RectoCore

/// Tells from a homography where an anchor is before the camera, frame after frame.
///
/// Both poses that IPPE finds are refined by Gauss and Newton on nine points of the anchor. In the first frame the one that
/// explains them better is taken. From then on the one nearer to the pose of the frame before, until the other has explained
/// the frames clearly better for a while: so the normal of a small or distant anchor does not flip to and fro.
public struct PoseEstimator: Sendable {
    /// A pose and how far the anchor's points are from where it puts them.
    public struct Estimate: Hashable, Sendable {
        public let pose: AnchorPose
        /// Root of the mean squared distance, in pixels of the frame.
        public let error: Double
        /// The same of the other pose; infinite if there is none.
        public let otherError: Double
    }

    /// How many times larger the error of the pose that is followed must be, over some frames, to be given up.
    private static let clearRatio = 1.3
    /// Errors below it, in pixels, say nothing against a pose.
    private static let minimumError = 0.1
    /// Share of the newest frame in the mean errors.
    private static let newestShare = 0.1
    private static let steps = 5

    public let intrinsics: CameraIntrinsics
    private let size: PixelSize
    /// Units of length, of the pose, in a pixel of the anchor.
    private let scale: Double
    private var last: Rotation3?
    /// Mean squared errors of the pose that is followed and of the other.
    private struct MeanSquare {
        var own = 0.0
        var other = 0.0
    }
    private var meanSquare = MeanSquare()

    /// - Parameters:
    ///   - anchor: Its physical width gives the poses their scale.
    ///   - intrinsics: Of the frames that the homographies lead to.
    public init(_ anchor: Anchor, intrinsics: CameraIntrinsics) {
        self.intrinsics = intrinsics
        size = anchor.size
        scale = (anchor.physicalWidth ?? 1) / Double(anchor.size.width)
    }

    /// Forgets the frame before.
    public mutating func reset() { last = nil }

    /// - Parameter homography: From the anchor's pixels to the frame's.
    /// - Returns: `nil` if no camera can see the anchor like that.
    public mutating func estimate(_ homography: Homography) -> Estimate? {
        let (width, height) = (Double(size.width), Double(size.height))
        // From the anchor's coordinates to its pixels.
        let toPixels = Homography(1 / scale, 0, width / 2, 0, 1 / scale, height / 2, 0, 0, 1)
        let map = intrinsics.toDirections.composed(after: homography).composed(after: toPixels)
        guard homography.isView(of: size), let poses = PlanePoses(map) else { return nil }
        return withUnsafeTemporaryAllocation(of: PoseRefinement.Sight.self, capacity: 9) { sights in
            for i in 0..<9 {
                let (x, y) = (Double(i % 3 - 1) * width / 2 * scale, Double(i / 3 - 1) * height / 2 * scale)
                let seen = map.map(Point2D(x: x, y: y))
                sights.initializeElement(at: i, to: .init(x: x, y: y, direction: SIMD2(seen.x, seen.y)))
            }
            let sights = UnsafeBufferPointer(sights)
            return choose(Self.refined(poses.first, sights), Self.refined(poses.second, sights))
        }
    }

    private static func refined(
        _ rotation: Rotation3, _ sights: UnsafeBufferPointer<PoseRefinement.Sight>
    ) -> PoseRefinement? {
        var pose = PoseRefinement(rotation, sights)
        pose?.refine(sights, steps: steps)
        return pose
    }

    private mutating func choose(_ first: PoseRefinement?, _ second: PoseRefinement?) -> Estimate? {
        guard var chosen = first ?? second else { return nil }
        var other = first == nil ? nil : second
        if let rival = other, isNearer(rival, than: chosen) { (chosen, other) = (rival, chosen) }
        if let rival = other, isOutdone(chosen, by: rival) { (chosen, other) = (rival, chosen) }
        last = chosen.rotation
        return Estimate(
            pose: AnchorPose(rotation: chosen.rotation, translation: chosen.translation, intrinsics: intrinsics),
            error: chosen.error * intrinsics.focalLength,
            otherError: (other?.error ?? .infinity) * intrinsics.focalLength)
    }

    /// Whether a pose is more likely to be of the branch that is followed, or, at first, to be right.
    private func isNearer(_ pose: PoseRefinement, than other: PoseRefinement) -> Bool {
        guard let last else { return pose.error < other.error }
        return pose.rotation.angle(to: last) < other.rotation.angle(to: last)
    }

    /// Whether the other branch has been clearly better for a while, which begins anew then.
    private mutating func isOutdone(_ pose: PoseRefinement, by rival: PoseRefinement) -> Bool {
        let share = last == nil ? 1 : Self.newestShare
        meanSquare.own += (pose.error * pose.error - meanSquare.own) * share
        meanSquare.other += (rival.error * rival.error - meanSquare.other) * share
        let floor = Self.minimumError / intrinsics.focalLength
        guard meanSquare.own > Self.clearRatio * Self.clearRatio * max(meanSquare.other, floor * floor) else {
            return false
        }
        meanSquare = MeanSquare(own: meanSquare.other, other: meanSquare.own)
        return true
    }
}
