package import RectoCore
import RectoKernels
import RectoVision

/// Searches for an anchor's patches in a frame near the places given by a pose, and corrects the pose by their
/// positions.
///
/// Each round unwarps the frame to the anchor, at a fraction of its size in the frame; searches for the patches by
/// normalized correlation; and corrects the pose by a robust fit to the positions found. The anchor itself is always
/// compared, so errors do not accumulate over frames.
///
/// Scratch memory is reused from call to call. Only one caller may use a refiner at a time.
package final class PatchRefiner {
    package struct Round: Hashable, Sendable {
        /// Largest distance of a patch from its place by the pose, in pixels of the round's scale; `1...12`.
        package var reach: Int
        /// Scale relative to the anchor's size in the frame.
        package var scale: Double

        package init(reach: Int, scale: Double) {
            self.reach = reach
            self.scale = scale
        }
    }

    package struct Parameters: Hashable, Sendable {
        package var rounds: [Round]
        /// Number of the anchor's patches to search for.
        package var patches: Int
        /// Maximum long side of the unwarped frame, in pixels, in any round.
        package var longestSide: Int

        /// Patches of the first round that are searched for before the others; `nil` for all at once.
        package var probe: Probe?

        /// A first search for a few patches, after which most poses are either settled or rejected.
        package struct Probe: Hashable, Sendable {
            package var patches: Int
            /// Number of agreeing patches below which a pose is rejected.
            package var minimum: Int
            /// Share of agreeing patches among those found at which a pose is settled.
            package var enough: Double
        }

        package init(rounds: [Round], patches: Int, longestSide: Int, probe: Probe? = nil) {
            self.rounds = rounds
            self.patches = patches
            self.longestSide = longestSide
            self.probe = probe
        }

        /// For a pose with an error of up to about 22 pixels.
        package static let detection = Parameters(
            rounds: [Round(reach: 11, scale: 0.5), Round(reach: 3, scale: 1)],
            patches: AnchorPicture.patchCount, longestSide: 640,
            probe: Probe(patches: 56, minimum: 7, enough: 0.5))
        /// For the pose of the previous frame.
        package static let tracking = Parameters(
            rounds: [Round(reach: 8, scale: 0.25), Round(reach: 4, scale: 0.5), Round(reach: 3, scale: 1)],
            patches: AnchorPicture.patchCount / 2, longestSide: 360)
    }

    /// The progress of the search for a template's patches.
    private struct Searched {
        /// Number of patches found.
        var found = 0
        /// The patch to continue with.
        var next = 0
    }

    /// Smallest correlation at which a patch is found.
    private static let minimumCorrelation: Float = 0.6
    /// Correlation above which a patch has weight in the fit. The weight grows with the correlation.
    private static let correlationOfNoWeight: Float = 0.5
    /// Patches are not searched for in pixels with a standard deviation of up to 1 level.
    private static let flat = Float(PatchSearch.pixelCount * PatchSearch.pixelCount)
    /// Patches that a correction needs.
    private static let minimumFound = 8
    /// Distance in pixels of the last round within which a patch confirms the pose.
    private static let agreement = 2.0

    package let parameters: Parameters
    private let unwarped = UnwarpedFrame()
    private let pairs = Plane<PointPair>()
    private let scores = Plane<Float>()
    private let scratch = Plane<Int32>()
    private var consensus = PatchConsensus()

    package init(_ parameters: Parameters = .detection) {
        precondition(
            parameters.rounds.allSatisfy { 1...PatchSearch.maximumPlaces / 2 ~= $0.reach }, "reach out of range")
        self.parameters = parameters
        pairs.reshape(width: AnchorPicture.patchCount, height: 1)
        scores.reshape(width: PatchSearch.scoreCount, height: 1)
        scratch.reshape(width: PatchSearch.scratchCount, height: 1)
    }

    /// - Parameters:
    ///   - start: An approximate map from the anchor's picture to the frame.
    ///   - anchor: At most ``AnchorPicture/patchCount`` patches.
    /// - Returns: The pose, corrected as far as possible. Nothing is confirmed if a round found too few patches.
    package func refine(_ start: Homography, of anchor: PatchTemplates, in frame: GrayPyramid) -> PatchEvidence {
        var evidence = PatchEvidence(homography: start)
        for (number, round) in parameters.rounds.enumerated() {
            guard evidence.homography.isView(of: anchor.picture.size) else { return evidence }
            let template = anchor.template(scale: scale(of: round, evidence.homography, anchor.picture.size))
            let toAnchor = Homography.scaling(from: template.size, to: anchor.picture.size)
            // Windows of patches are read beyond the end of a row.
            let view = unwarped.load(
                evidence.homography.composed(after: toAnchor), template.size, padding: PatchSearch.readableBytes,
                from: frame)
            let probe = number == 0 ? parameters.probe : nil
            guard let (correction, found) = correction(template, view, reach: round.reach, probe) else {
                return evidence
            }
            let seen = UnsafeMutableBufferPointer(start: pairs.base, count: found)
            let fromAnchor = Homography.scaling(from: anchor.picture.size, to: template.size)
            evidence.homography =
                evidence.homography.composed(after: toAnchor).composed(after: correction).composed(after: fromAnchor)
                .normalised
            guard number == parameters.rounds.count - 1, evidence.homography.isView(of: anchor.picture.size) else {
                continue
            }
            evidence.confirmed = HomographyFit(UnsafeBufferPointer(seen)).support(correction, radius: Self.agreement)
            verify(template, view, correction, &evidence)
        }
        return evidence
    }

    /// Searches for the patches, and fits the map from their places in the template to those where they were found.
    /// - Returns: The map, and the number of patches found; `nil` if too few agree.
    private func correction(
        _ template: PatchTemplate, _ view: FrameWindow, reach: Int, _ probe: Parameters.Probe?
    ) -> (map: Homography, found: Int)? {
        var searched = Searched()
        if let probe {
            search(template, view, reach: reach, maximum: probe.patches, &searched)
            let seen = UnsafeMutableBufferPointer(start: pairs.base, count: searched.found)
            if searched.next < template.patches.count, searched.found >= Self.minimumFound {
                guard let map = consensus.correction(seen) else { return nil }
                let support = HomographyFit(UnsafeBufferPointer(seen)).support(map, radius: Self.agreement)
                if support < probe.minimum { return nil }
                if Double(support) >= probe.enough * Double(searched.found) { return (map, searched.found) }
            }
        }
        search(template, view, reach: reach, maximum: .max, &searched)
        guard searched.found >= Self.minimumFound else { return nil }
        let seen = UnsafeMutableBufferPointer(start: pairs.base, count: searched.found)
        return consensus.correction(seen).map { ($0, searched.found) }
    }

    /// The comparison scale of a round, relative to the anchor's picture.
    private func scale(of round: Round, _ homography: Homography, _ size: PixelSize) -> Double {
        let seen = (homography.corners(of: size).area / Double(size.area)).squareRoot()
        return min(1, seen, Double(parameters.longestSide) / Double(size.longSide)) * round.scale
    }

    /// Searches for a template's patches in the unwarped frame and records their positions.
    /// - Parameters:
    ///   - maximum: The maximum number of visible patches to search for.
    ///   - searched: The progress, updated.
    private func search(
        _ template: PatchTemplate, _ view: FrameWindow, reach: Int, maximum: Int,
        _ searched: inout Searched
    ) {
        let (side, plane) = (PatchSearch.side, unwarped.pixels)
        var (found, visible, next) = (searched.found, 0, searched.next)
        template.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            while next < template.patches.count, visible < maximum, template.patches[next].number < parameters.patches {
                let (i, patch) = (next, template.patches[next])
                next += 1
                guard view.shows(x: patch.x, y: patch.y, side: side) else { continue }
                visible += 1
                let (left, top) = (max(0, patch.x - reach), max(0, patch.y - reach))
                let columns = min(template.size.width - side, patch.x + reach) - left + 1
                let rows = min(template.size.height - side, patch.y + reach) - top + 1
                // SAFETY: the window's rows are the plane's, whose stride leaves room after them; the patch is the
                // template's.
                let best = searchPatch(
                    pixels + i * PatchSearch.patchByteCount,
                    in: PlaneView(
                        plane.base + top * plane.width + left, stride: plane.width,
                        width: columns + PatchSearch.side - 1, height: rows + PatchSearch.side - 1), flat: Self.flat,
                    scores: scores.base, scratch: scratch.base)
                let peak = ScorePeak(scores.base, columns: columns, rows: rows, at: best)
                let correlation = peak.height * patch.share
                guard correlation >= Self.minimumCorrelation else { continue }
                let half = Double(side) / 2
                pairs.base[found] = PointPair(
                    x: Double(patch.x) + half, y: Double(patch.y) + half, u: Double(left) + peak.x + half,
                    v: Double(top) + peak.y + half, weight: Double(correlation - Self.correlationOfNoWeight))
                found += 1
            }
        }
        searched = Searched(found: found, next: next)
    }

    /// Compares the visible patches with the frame exactly at their places by the corrected pose.
    private func verify(
        _ template: PatchTemplate, _ view: FrameWindow, _ correction: Homography, _ evidence: inout PatchEvidence
    ) {
        let (side, plane) = (PatchSearch.side, unwarped.pixels)
        let half = Double(side) / 2
        var sum = 0.0
        template.pixels.withUnsafeBufferPointer { pixels in
            guard let pixels = pixels.baseAddress else { return }
            for (i, patch) in template.patches.enumerated() {
                guard patch.number < parameters.patches else { break }
                guard view.shows(x: patch.x, y: patch.y, side: side) else { continue }
                let center = Point2D(x: Double(patch.x) + half, y: Double(patch.y) + half)
                let place = correction.map(center) - Point2D(x: half, y: half)
                let left = Self.pixel(place.x, maximum: template.size.width - side)
                let top = Self.pixel(place.y, maximum: template.size.height - side)
                // SAFETY: the same as for the search.
                _ = searchPatch(
                    pixels + i * PatchSearch.patchByteCount,
                    in: PlaneView(
                        plane.base + top * plane.width + left, stride: plane.width, width: PatchSearch.side,
                        height: PatchSearch.side), flat: Self.flat, scores: scores.base, scratch: scratch.base)
                let correlation = Double(scores.base[0] * patch.share)
                evidence.visible += 1
                sum += max(0, correlation)
            }
        }
        evidence.correlation = evidence.visible > 0 ? sum / Double(evidence.visible) : 0
    }

    /// The nearest pixel at which a patch may begin; the first one for NaN.
    private static func pixel(_ place: Double, maximum: Int) -> Int {
        place > 0 ? Int(min(place, Double(maximum)).rounded()) : 0
    }
}

/// The peak of scores, interpolated by parabolas along both axes.
struct ScorePeak {
    private(set) var x: Double
    private(set) var y: Double
    let height: Float

    /// - Parameters:
    ///   - scores: Rows of ``PatchSearch/scoreStride``, of `columns` each.
    ///   - best: The place of the greatest score.
    init(_ scores: UnsafePointer<Float>, columns: Int, rows: Int, at best: (column: Int, row: Int)) {
        // SAFETY: neighbors are read only within the scores.
        let here = scores + best.row * PatchSearch.scoreStride + best.column
        height = here[0]
        x = Double(best.column)
        y = Double(best.row)
        if 0 < best.column, best.column < columns - 1 { x += Self.bend(here[-1], here[0], here[1]) }
        if 0 < best.row, best.row < rows - 1 {
            y += Self.bend(here[-PatchSearch.scoreStride], here[0], here[PatchSearch.scoreStride])
        }
    }

    /// Offset of the peak of the parabola through three neighbors from the middle one, at most half a place.
    private static func bend(_ left: Float, _ middle: Float, _ right: Float) -> Double {
        let curvature = left - 2 * middle + right
        return curvature < 0 ? Double(0.5 * (left - right) / curvature) : 0
    }
}
