internal import RectoCore
internal import RectoVision

/// Decides by an anchor's distinct patches whether a settled pose is right.
///
/// The patches are looked for once more, several times as far around as they may lie from where the pose puts them: by chance
/// few are found in the right place. Where the picture is blurred or noisy, or the anchor smooth, patches of half the scale
/// decide, that show more of the anchor; more of them must agree, as text and tables are alike from afar.
final class PoseJudge {
    /// Any of these is enough: the fewer patches there are, the more of them must agree, and the better.
    private static let fineBounds =
        [PatchBounds(patches: 28, share: 0.5, likeness: 0.45), PatchBounds(patches: 28, share: 0.4, likeness: 0.6)]
        + fewBounds
    private static let coarseBounds = [PatchBounds(patches: 32, share: 0.55, likeness: 0.55)] + fewBounds
    private static let fewBounds = [
        PatchBounds(patches: 20, share: 0.8, likeness: 0.65), PatchBounds(patches: 12, share: 0.8, likeness: 0.75),
    ]
    private static let reach = 6

    private let fineRefiner = PoseJudge.refiner(scale: 1)
    private let coarseRefiner = PoseJudge.refiner(scale: 1 / Double(AnchorRecord.coarseStep))

    private static func refiner(scale: Double) -> PatchRefiner {
        PatchRefiner(
            PatchRefiner.Parameters(
                rounds: [PatchRefiner.Round(reach: reach, scale: scale)], patches: AnchorPicture.patchCount,
                longestSide: AnchorRecord.workingSide))
    }

    /// What an anchor's distinct patches say of a pose.
    /// - Parameter pose: From the anchor at working scale to the picture.
    func fine(_ pose: Homography, of anchor: PatchSheets, in picture: GrayPyramid) -> PatchEvidence {
        fineRefiner.refine(pose, of: anchor, in: picture)
    }

    /// What its coarse patches say.
    func coarse(_ pose: Homography, of anchor: PatchSheets, in picture: GrayPyramid) -> PatchEvidence {
        let step = Double(AnchorRecord.coarseStep)
        return coarseRefiner.refine(
            pose.composed(after: Homography(step, 0, 0, 0, step, 0, 0, 0, 1)), of: anchor, in: picture)
    }

    /// Whether that is enough.
    static func isEnough(fine evidence: PatchEvidence) -> Bool { fineBounds.contains { $0.allow(evidence) } }
    static func isEnough(coarse evidence: PatchEvidence) -> Bool { coarseBounds.contains { $0.allow(evidence) } }
}
