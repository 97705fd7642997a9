import RectoCore
import RectoKernels

/// Frames of a page that were registered on the sharpest one and agree with it.
struct AgreeingFrames {
    /// Index of the reference among all frames, and among the agreeing ones.
    let reference, anchor: Int
    /// The page's rectangle in the reference.
    let canvas: FusionCanvas
    /// Indices of the agreeing frames among all frames.
    let indices: [Int]
    /// Why the others do not agree.
    let refusals: [Int: FrameFusion.Refusal]
    let images: [GrayImage]
    /// The page's rectangle in each agreeing frame, with a margin.
    let parts: [FusionCanvas]
    /// Maps from the reference's pixels to each frame's.
    let maps: [Homography]
    /// The page's corners in the reference: the median over all frames.
    let page: Quad

    /// Margin around the page in the part of a frame that is registered, in pixels.
    private static let frameMargin = 48
    /// Lowest saturated level.
    private static let saturated: UInt8 = 245
    /// Smallest correlation that is assumed as usual between frames of one page.
    private static let minimumUsualCorrelation = 0.8

    /// - Parameters:
    ///   - shown: A captured picture whose page the reference must show; `nil` if any page will do.
    ///   - isCancelled: Called for each reference that is tried.
    /// - Throws: `Disagreement` if too few frames agree, the page is too small, or `isCancelled` returns true.
    init(
        _ frames: [FrameFusion.Frame<Gray8>], of shown: FrameFusion.Frame<Gray8>?, _ parameters: FrameFusion.Parameters,
        _ isCancelled: () -> Bool
    ) throws(FrameFusion.Disagreement) {
        var parts: [FusionCanvas] = []
        for (index, frame) in frames.enumerated() {
            guard let part = Self.part(of: frame) else { throw FrameFusion.Disagreement(refusals: [index: .noPage]) }
            parts.append(part)
        }
        let registered = try Self.registered(frames, parts, of: shown, parameters, isCancelled)
        let (used, poses) = (registered.used, registered.poses)
        guard used.count >= parameters.minimumFrames, let anchor = used.firstIndex(of: registered.reference) else {
            throw FrameFusion.Disagreement(refusals: registered.refusals)
        }
        (reference, self.anchor, canvas) = (registered.reference, anchor, registered.canvas)
        refusals = registered.refusals
        (indices, images, self.parts) = (used, used.map { frames[$0].image }, used.map { parts[$0] })
        maps = used.map { poses[$0].map }
        page = Self.median(used.map { frames[$0].quad.mapped(by: poses[$0].map.inverse ?? .identity) })
    }

    /// Sharpness of a frame's page, without a unit; 0 for an invalid page.
    static func sharpness(of frame: FrameFusion.Frame<Gray8>) -> Float {
        part(of: frame).flatMap { sharpness(of: [frame.image], [$0]).first } ?? 0
    }

    /// The page's rectangle in a frame; `nil` for an invalid page. Wider than the canvas, since tiles at its border are
    /// gathered whole.
    private static func part(of frame: FrameFusion.Frame<Gray8>) -> FusionCanvas? {
        guard frame.quad.isConvexClockwise else { return nil }
        return FusionCanvas(of: frame.quad, in: frame.image.size, margin: frameMargin)
    }

    /// Frames registered on one of them.
    private struct Registered {
        let reference: Int
        let canvas: FusionCanvas
        /// Poses of all frames.
        let poses: [FusionPose]
        /// Indices of the agreeing frames, the reference included.
        let used: [Int]
        /// Why the others do not agree.
        let refusals: [Int: FrameFusion.Refusal]
    }

    /// Registers the frames on the sharpest one that at least half of them agree with: the sharpest of all may show
    /// another page, or its corners may be wrong. Otherwise the tried reference that most frames agree with wins, also
    /// if these are too few.
    private static func registered(
        _ frames: [FrameFusion.Frame<Gray8>], _ parts: [FusionCanvas], of shown: FrameFusion.Frame<Gray8>?,
        _ parameters: FrameFusion.Parameters, _ isCancelled: () -> Bool
    ) throws(FrameFusion.Disagreement) -> Registered {
        // A repeated frame adds nothing and would look like a frame without noise.
        let distinct = frames.indices.filter { i in !(0..<i).contains { frames[$0].image == frames[i].image } }
        var refusals: [Int: FrameFusion.Refusal] = [:]
        for i in frames.indices where !distinct.contains(i) { refusals[i] = .repeated }
        guard distinct.count >= parameters.minimumFrames else { throw FrameFusion.Disagreement(refusals: refusals) }
        let sharpness = mapShares(of: frames.count, workers: parameters.workers) { share in
            Self.sharpness(of: frames[share].map { $0.image }, Array(parts[share]))
        }.flatMap { $0 }
        let sharpest = distinct.sorted { sharpness[$0] > sharpness[$1] }
        var best: Registered?
        for reference in sharpest.prefix(FrameFusion.triedReferences) {
            guard !isCancelled() else { throw FrameFusion.Disagreement() }
            guard let found = registered(frames, parts, on: reference, of: shown, distinct, parameters) else {
                refusals[reference] = shown == nil ? .noPage : .otherPage
                continue
            }
            if found.used.count >= max(parameters.minimumFrames, (distinct.count + 1) / 2) { return found }
            if found.used.count > best?.used.count ?? 0 { best = found }
        }
        guard let best else { throw FrameFusion.Disagreement(refusals: refusals) }
        return best
    }

    /// - Parameter distinct: Indices of the frames to use.
    /// - Returns: `nil` if the page of the reference cannot be registered, or is not the one shown.
    private static func registered(
        _ frames: [FrameFusion.Frame<Gray8>], _ parts: [FusionCanvas], on reference: Int,
        of shown: FrameFusion.Frame<Gray8>?, _ distinct: [Int], _ parameters: FrameFusion.Parameters
    ) -> Registered? {
        let page = frames[reference].quad
        guard let canvas = FusionCanvas(of: page, in: frames[reference].image.size),
            case let bands = FusionFrame(frames[reference].image, parts[reference]),
            let registration = FusionRegistration(frames[reference].image, bands, page: page)
        else { return nil }
        // Each worker holds one frame's bands at a time: the bands of all frames would take most of the memory.
        @Sendable func pose(
            _ frame: FrameFusion.Frame<Gray8>, _ part: FusionCanvas, _ bands: inout FusionFrame?
        ) -> FusionPose {
            guard let first = Homography(from: page, to: frame.quad) else { return .unlike }
            let own = bands ?? FusionFrame()
            bands = own
            own.load(frame.image, part)
            return registration.refine(own, from: first)
        }
        // Belongs to the first worker.
        nonisolated(unsafe) let kept: FusionFrame? = bands
        if let shown {
            var bands = kept
            guard let part = part(of: shown),
                pose(shown, part, &bands).slopeCorrelation > parameters.minimumSlopeCorrelation
            else { return nil }
        }
        let found = mapShares(of: distinct.count, workers: parameters.workers) { share in
            var bands = share.lowerBound == 0 ? kept : nil
            return distinct[share].map { i in
                i == reference ? FusionPose(map: .identity) : pose(frames[i], parts[i], &bands)
            }
        }
        var poses = [FusionPose](repeating: .unlike, count: frames.count)
        for (i, pose) in zip(distinct, found.joined()) { poses[i] = pose }
        let refusals = refusals(poses, reference, distinct, parameters)
        let used = distinct.filter { refusals[$0] == nil }
        return Registered(reference: reference, canvas: canvas, poses: poses, used: used, refusals: refusals)
    }

    private static func refusals(
        _ poses: [FusionPose], _ reference: Int, _ distinct: [Int], _ parameters: FrameFusion.Parameters
    ) -> [Int: FrameFusion.Refusal] {
        let others = distinct.filter { $0 != reference }.map { poses[$0].correlation }.sorted()
        // Frames of the same page correlate by 0.87 and more even where noise is strong.
        let usual = others.isEmpty ? 1 : max(others[others.count / 2], minimumUsualCorrelation)
        var refusals: [Int: FrameFusion.Refusal] = [:]
        for i in poses.indices where i != reference {
            let pose = poses[i]
            if !distinct.contains(i) {
                refusals[i] = .repeated
            } else if !(pose.correlation > parameters.minimumCorrelation * usual
                && pose.slopeCorrelation > parameters.minimumSlopeCorrelation)
            {
                refusals[i] = .otherPage
            } else if !(pose.tileShift < parameters.maximumTileShift) {
                refusals[i] = .shifted
            } else if !(pose.detail > parameters.minimumDetail) {
                refusals[i] = .blurred
            }
        }
        return refusals
    }

    /// Mean square of the fine print at half the resolution, where noise counts little, without saturated pixels.
    private static func sharpness(of images: [GrayImage], _ parts: [FusionCanvas]) -> [Float] {
        let (half, band, scratch) = (Plane<UInt8>(), Plane<Float>(), Plane<Float>())
        return zip(images, parts).map { image, part in
            image.withView { view in
                let levels = view.plane(part)
                half.reshape(width: part.width / 2, height: part.height / 2)
                band.reshape(width: half.width, height: half.height)
                scratch.reshape(width: half.width, height: bandPassScratchRows)
                halve(levels, channels: 1, into: half.mutableView)
                // SAFETY: planes of equal size, scratch of the required size.
                bandPass(half.view, scratch: scratch.base, into: band.mutableView)
                var (sum, count): (Float, Float) = (0, 1)
                for y in 0..<band.height {
                    let (values, own) = (band.base + y * band.width, levels.row(2 * y))
                    for x in 0..<band.width where own[2 * x] < saturated {
                        sum += values[x] * values[x]
                        count += 1
                    }
                }
                return sum / count
            }
        }
    }

    private static func median(_ quads: [Quad]) -> Quad {
        var result = quads[0]
        for corner in 0..<4 {
            let (xs, ys) = (quads.map { $0[corner].x }.sorted(), quads.map { $0[corner].y }.sorted())
            let (low, high) = ((quads.count - 1) / 2, quads.count / 2)
            result[corner] = Point2D(x: (xs[low] + xs[high]) / 2, y: (ys[low] + ys[high]) / 2)
        }
        return result
    }
}

extension Quad {
    fileprivate func mapped(by map: Homography) -> Quad {
        var quad = self
        for corner in 0..<4 { quad[corner] = map.map(self[corner]) }
        return quad
    }
}
