public import FoundationEssentials
public import RectoCore
import RectoVision

/// Finds the anchors of a database in the frames of a stream, follows them, and computes their poses.
///
/// Anchors are recognized every few frames and followed in every frame. Frames may have any layout and irregular
/// timing, but must come from one camera. Only one caller may use a scanner at a time.
///
/// ```swift
/// let scanner = try AnchorScanner(database)
/// let update = try scanner.process(frame, at: time)
/// for sighting in update.sightings where sighting.state == .seen {
///     draw(marker, at: sighting.pose?.project(SIMD3(0, 0, 0)))
/// }
/// ```
public final class AnchorScanner {
    public struct Parameters: Hashable, Sendable {
        /// Interval, in frames, at which anchors not yet followed are recognized, `1...1000`. Default 5: recognition
        /// takes ten times as long as following. A frame in which an anchor goes missing is also searched.
        public var recognitionInterval = 5
        /// Maximum number of anchors followed at once, `1...100`. Default 20.
        public var maximumAnchors = 20
        /// Seconds for which a missing anchor is searched for at its last place, `0...10`. Default 0.4.
        public var patience = 0.4
        /// Whether poses are smoothed over time. Default true.
        public var smoothsPoses = true
        /// Parameters of recognition.
        public var matching = AnchorMatcher.Parameters()

        public init() {}
    }

    public enum Failure: Error, Hashable, Sendable {
        /// A side of the frame is longer than the maximum, in pixels.
        case frameTooLarge(PixelSize, maximum: Int)
    }

    /// An anchor that is being followed.
    public struct Sighting: Hashable, Sendable {
        public let anchor: Anchor
        /// Index of the anchor in its database.
        public let index: Int
        public let state: TrackedAnchor.State
        /// The map from the anchor's pixels to the frame's, from the last frame that showed the anchor.
        public let homography: Homography
        /// Number of patches that confirm the pose, and number of patches that should be visible.
        public let confirmed: Int
        public let visible: Int
        /// The anchor's pose; `nil` if it is not seen in this frame.
        public let pose: AnchorPose?

        /// The anchor's corners in the frame, clockwise from the anchor's top-left.
        public var corners: Quad { homography.corners(of: anchor.size) }
    }

    /// A change in a frame, with the anchor's index.
    public enum Event: Hashable, Sendable {
        case appeared(Int)
        case lost(Int)
    }

    public struct Update: Hashable, Sendable {
        /// The followed anchors and those just lost, in order of appearance.
        public let sightings: [Sighting]
        public let events: [Event]
        /// Whether the whole frame was searched for anchors.
        public let isRecognition: Bool
    }

    /// The state kept for a recognized anchor.
    private struct Known {
        let templates: PatchTemplates
        var estimator: PoseEstimator
        var smoother = PoseSmoother()
    }

    /// Longest side of a frame, in pixels.
    public static let longestSide = 32_767
    /// One in this number of recognitions falls back to outlines.
    private static let outlineInterval = 4
    /// Number of levels of the frame's pyramid.
    private static let levelCount = 6

    public let parameters: Parameters
    public let database: AnchorDatabase
    private let intrinsics: CameraIntrinsics?
    private var matcher: AnchorMatcher
    private let tracker: AnchorTracker
    private let luma = FrameLuma()
    private let pyramid = GrayPyramid(levels: AnchorScanner.levelCount)
    private var known: [Int: Known] = [:]
    /// Sightings in the current frame. The array is reused unless the caller keeps it.
    private var sightings: [Sighting] = []
    private var events: [Event] = []
    private var size: PixelSize?
    /// Number of searches for anchors. Fallback searches alternate.
    private var recognitions = 0
    /// Number of frames since the last recognition; `nil` before the first one.
    private var framesSince: Int?
    /// Number of anchors seen in the last frame.
    private var seenCount = 0

    /// - Parameters:
    ///   - intrinsics: The intrinsics of the frames' camera, guessed if `nil`.
    /// - Throws: ``ParameterError`` if a parameter is outside its range.
    public init(
        _ database: AnchorDatabase, _ parameters: Parameters = Parameters(), intrinsics: CameraIntrinsics? = nil
    ) throws(ParameterError) {
        try checkParameter("recognitionInterval", parameters.recognitionInterval, 1...1000)
        var tracking = AnchorTracker.Parameters()
        tracking.maximumAnchors = parameters.maximumAnchors
        tracking.patience = parameters.patience
        tracker = try AnchorTracker(tracking)
        matcher = try AnchorMatcher(database, parameters.matching)
        self.parameters = parameters
        self.database = database
        self.intrinsics = intrinsics
    }

    /// Follows the anchors in the next frame, and recognizes others if a recognition is due.
    ///
    /// - Parameters:
    ///   - frame: A frame of full or limited range. A change of size begins a new stream.
    ///   - time: The time of capture.
    public func process(_ frame: FrameView, at time: Duration) throws(Failure) -> Update {
        guard frame.size.longSide <= Self.longestSide else {
            throw .frameTooLarge(frame.size, maximum: Self.longestSide)
        }
        if frame.size != size { reset(for: frame.size) }
        return luma.withView(of: frame) { process($0, at: time.inSeconds) }
    }

    /// Stops following all anchors.
    private func reset(for size: PixelSize) {
        self.size = size
        for number in tracker.numbers { tracker.stop(number) }
        known.removeAll()
        framesSince = nil
        seenCount = 0
    }

    private func process(_ frame: GrayView, at time: Double) -> Update {
        pyramid.load(frame)
        let tracked = tracker.track(pyramid, at: time)
        sightings.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        for anchor in tracked {
            if let sighting = sighting(of: anchor, at: time) { sightings.append(sighting) }
            if anchor.state == .lost { events.append(.lost(anchor.number)) }
        }
        let isDue = framesSince.map { $0 + 1 >= parameters.recognitionInterval } ?? true
        let stillSeen = tracked.count { $0.state == .seen }
        let recognises = (isDue || stillSeen < seenCount) && stillSeen < database.anchors.count
        framesSince = recognises ? 0 : (framesSince ?? 0) + 1
        if recognises {
            for match in matcher.match(frame, fallbacks: nextFallback())
            where !tracked.contains(where: { $0.number == match.index && $0.state == .seen }) {
                let isKnown = tracker.isFollowing(match.index)
                guard let sighting = follow(match, at: time) else { continue }
                sightings.removeAll { $0.index == match.index }
                sightings.append(sighting)
                // An anchor lost and found in one frame causes no event.
                if let lost = events.firstIndex(of: .lost(match.index)) {
                    events.remove(at: lost)
                } else if !isKnown {
                    events.append(.appeared(match.index))
                }
            }
        }
        seenCount = sightings.count { $0.state == .seen }
        return Update(sightings: sightings, events: events, isRecognition: recognises)
    }

    /// Frames without an anchor are frequent, so each gets one fallback search, and every fourth the one by outlines.
    private func nextFallback() -> AnchorMatcher.FallbackSearches {
        recognitions += 1
        return recognitions % Self.outlineInterval == Self.outlineInterval / 2 ? .outlines : .morePoints
    }

    private func follow(_ match: AnchorMatch, at time: Double) -> Sighting? {
        let model = database.models[match.index]
        let one =
            known[match.index]
            ?? Known(templates: PatchTemplates(model.patchPictures.all), estimator: estimator(model.anchor))
        known[match.index] = one
        let homography = match.homography.composed(after: model.toAnchor)
        guard tracker.follow(match.index, one.templates, at: homography.normalised, time: time) else { return nil }
        return Sighting(
            anchor: match.anchor, index: match.index, state: .seen, homography: match.homography,
            confirmed: match.inliers, visible: match.visible, pose: pose(of: match.index, match.homography, at: time))
    }

    private func sighting(of tracked: TrackedAnchor, at time: Double) -> Sighting? {
        let model = database.models[tracked.number]
        guard let toPicture = model.toAnchor.inverse else { return nil }
        let homography = tracked.homography.composed(after: toPicture).normalised
        return Sighting(
            anchor: model.anchor, index: tracked.number, state: tracked.state, homography: homography,
            confirmed: tracked.confirmed, visible: tracked.visible,
            pose: tracked.state == .seen ? pose(of: tracked.number, homography, at: time) : nil)
    }

    private func estimator(_ anchor: Anchor) -> PoseEstimator {
        guard let intrinsics = intrinsics ?? size.map({ CameraIntrinsics(pictureSize: $0) }) else {
            preconditionFailure("an anchor is followed in frames of a size")
        }
        return PoseEstimator(anchor, intrinsics: intrinsics)
    }

    private func pose(of index: Int, _ homography: Homography, at time: Double) -> AnchorPose? {
        guard let estimate = known[index]?.estimator.estimate(homography) else { return nil }
        return parameters.smoothsPoses ? known[index]?.smoother.add(estimate.pose, at: time) : estimate.pose
    }
}

extension AnchorScanner.Failure: LocalizedError {
    /// A whole sentence, for `localizedDescription`.
    public var errorDescription: String? {
        switch self {
        case .frameTooLarge(let size, let maximum):
            "The frame has \(size) pixels, required: sides of at most \(maximum)"
        }
    }
}
