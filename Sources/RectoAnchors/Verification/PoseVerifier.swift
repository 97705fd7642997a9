internal import RectoCore
internal import RectoVision

/// Decides by an anchor's distinct patches, and by blocks of its whole picture, whether a settled pose is right.
///
/// The patches are searched for once more, in an area several times as large as their tolerance, so few match in the
/// right place by chance. If the picture is blurred or noisy, or the anchor smooth, patches of half the scale decide,
/// which show more of the anchor. More of them must agree, because text and tables look similar from afar.
final class PoseVerifier {
    /// Any of these is enough. With fewer patches, a larger share of them must agree, and more closely.
    private static let fineBounds =
        [
            PatchBounds(patches: 28, share: 0.5, correlation: 0.45),
            PatchBounds(patches: 28, share: 0.4, correlation: 0.6),
        ]
        + fewBounds
    private static let coarseBounds = [PatchBounds(patches: 32, share: 0.55, correlation: 0.55)] + fewBounds
    private static let fewBounds = [
        PatchBounds(patches: 20, share: 0.8, correlation: 0.65),
        PatchBounds(patches: 12, share: 0.8, correlation: 0.75),
    ]
    /// Minimum number of all patches that a pose must find before fine ones are searched for, and minimum share of the
    /// visible ones.
    private static let minimumFinePatches = 14
    private static let minimumFineShare = 0.3
    /// Distance in pixels within which a patch is searched for.
    private static let reach = 6
    /// The map from the anchor at half its scale to the anchor at full scale.
    private static let fromCoarse = Homography(
        Double(AnchorRecord.coarseStep), 0, 0, 0, Double(AnchorRecord.coarseStep), 0, 0, 0, 1)

    private let fineRefiner = PoseVerifier.refiner(scale: 1)
    private let coarseRefiner = PoseVerifier.refiner(scale: 1 / Double(AnchorRecord.coarseStep))
    private let blockVerifier = BlockVerifier()

    private static func refiner(scale: Double) -> PatchRefiner {
        PatchRefiner(
            PatchRefiner.Parameters(
                rounds: [PatchRefiner.Round(reach: reach, scale: scale)], patches: AnchorPicture.patchCount,
                longestSide: AnchorRecord.workingSide))
    }

    /// The evidence of distinct patches for a settled pose.
    /// - Parameters:
    ///   - settled: The evidence of all of the anchor's patches. Its pose maps the anchor at working scale, of `size`,
    ///     to the frame.
    /// - Returns: `nil` if neither the patches alone nor patches and blocks together confirm the pose.
    func verdict(
        _ settled: PatchEvidence, _ anchor: AnchorTemplates, size: PixelSize, in frame: GrayPyramid
    ) -> PatchEvidence? {
        let pose = settled.homography
        // Compared at most once, for all kinds of patches.
        var known: BlockVerifier.Evidence?
        func blocks() -> BlockVerifier.Evidence {
            if let known { return known }
            let evidence = blockVerifier.compare(anchor.blocks, pose, size: size, in: frame)
            known = evidence
            return evidence
        }
        let isFine = settled.confirmed >= Self.minimumFinePatches && settled.share >= Self.minimumFineShare
        let fine = isFine ? fineRefiner.refine(pose, of: anchor.distinct, in: frame) : nil
        let isFineEnough = fine.map { Self.isEnough($0, Self.fineBounds) } ?? false
        if let fine, isFineEnough, BlockVerifier.allows(fine, isFine: true, blocks: blocks()) { return fine }
        let coarse = coarseRefiner.refine(pose.composed(after: Self.fromCoarse), of: anchor.coarse, in: frame)
        if !isFineEnough, Self.isEnough(coarse, Self.coarseBounds),
            BlockVerifier.allows(coarse, isFine: false, blocks: blocks())
        {
            return coarse
        }
        if BlockVerifier.isNearlyAllSeen(coarse, blocks: blocks()) { return coarse }
        if let fine, BlockVerifier.isNearlyAllSeen(fine, blocks: blocks()) { return fine }
        return nil
    }

    private static func isEnough(_ evidence: PatchEvidence, _ bounds: [PatchBounds]) -> Bool {
        bounds.contains { $0.allow(evidence) }
    }
}
