internal import RectoCore
internal import RectoVision

/// Decides by an anchor's distinct patches, and by blocks of the whole of it, whether a settled pose is right.
///
/// The patches are looked for once more, several times as far around as they may lie from where the pose puts them: by chance
/// few are found in the right place. Where the picture is blurred or noisy, or the anchor smooth, patches of half the scale
/// decide, that show more of the anchor; more of them must agree, as text and tables are alike from afar.
final class PoseVerifier {
    /// Any of these is enough: the fewer patches there are, the more of them must agree, and the better.
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
    /// Patches of all that a pose must find for the fine ones to be looked for, also as a share of the visible ones.
    private static let minimumFinePatches = 14
    private static let minimumFineShare = 0.3
    /// Pixels within which a patch is looked for.
    private static let reach = 6
    /// From the anchor at half its scale to that at its own.
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

    /// What distinct patches say of a settled pose.
    /// - Parameters:
    ///   - settled: What all of the anchor's patches say; its pose is that from the anchor at working scale, of `size`, to the
    ///     frame.
    /// - Returns: `nil` if neither the patches nor they and the blocks together confirm the pose.
    func verdict(
        _ settled: PatchEvidence, _ anchor: AnchorTemplates, size: PixelSize, in frame: GrayPyramid
    ) -> PatchEvidence? {
        let pose = settled.homography
        // Compared once, if at all, whatever patches they are asked for with.
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
