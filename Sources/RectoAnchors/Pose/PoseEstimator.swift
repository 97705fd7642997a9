public import RectoCore

/// Computes an anchor's pose from a homography, frame by frame.
///
/// Both poses that IPPE finds are refined by Gauss-Newton steps on nine points of the anchor. The first frame uses the
/// pose with the smaller error. Later frames use the one nearer to the previous frame's pose, until the other has had a
/// clearly smaller error for a while. This keeps the normal of a small or distant anchor from flipping back and forth.
public struct PoseEstimator: Sendable {
    /// A pose, and how well it explains the places of the anchor's points.
    public struct Estimate: Hashable, Sendable {
        public let pose: AnchorPose
        /// Root of the mean squared distance, in pixels of the frame.
        public let error: Double
        /// The same for the other pose; infinite if there is none.
        public let otherError: Double
    }

    /// Ratio of the followed pose's error to the other's, over some frames, above which the other is used.
    private static let clearRatio = 1.3
    /// Error in pixels below which a pose is never rejected.
    private static let minimumError = 0.1
    /// Weight of the newest frame in the mean errors.
    private static let newestShare = 0.1
    private static let steps = 5

    public let intrinsics: CameraIntrinsics
    private let size: PixelSize
    /// Length of an anchor pixel in the pose's unit.
    private let scale: Double
    private var last: Rotation3?
    /// Mean squared errors of the followed pose and of the other.
    private struct MeanSquare {
        var own = 0.0
        var other = 0.0
    }
    private var meanSquare = MeanSquare()

    /// - Parameters:
    ///   - anchor: The anchor, whose physical width gives the poses their scale.
    ///   - intrinsics: The intrinsics of the frames that the homographies map to.
    public init(_ anchor: Anchor, intrinsics: CameraIntrinsics) {
        self.intrinsics = intrinsics
        size = anchor.size
        scale = (anchor.physicalWidth ?? 1) / Double(anchor.size.width)
    }

    /// Discards the previous frame.
    public mutating func reset() { last = nil }

    /// - Parameter homography: The map from the anchor's pixels to the frame's.
    /// - Returns: `nil` if no camera can see the anchor like this.
    public mutating func estimate(_ homography: Homography) -> Estimate? {
        let (width, height) = (Double(size.width), Double(size.height))
        // The map from the anchor's coordinates to its pixels.
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

    /// Whether a pose is likelier to belong to the followed branch or, in the first frame, to be right.
    private func isNearer(_ pose: PoseRefinement, than other: PoseRefinement) -> Bool {
        guard let last else { return pose.error < other.error }
        return pose.rotation.angle(to: last) < other.rotation.angle(to: last)
    }

    /// Whether the other branch has been clearly better for a while. If so, the measurement restarts.
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
