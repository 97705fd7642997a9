package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Decides by an anchor's whole picture, block by block, whether a pose that few patches support is right.
///
/// Patches lie at an anchor's corners, and patches on bars and boxes match other bars and boxes, however different the
/// rest of the two drawings is. So a small picture of the anchor is compared with the frame at its place. A true anchor
/// matches in most blocks, and the others lie together where it is covered. In another drawing, matching blocks are
/// mixed with others. (The bounds were chosen on generated scenes and, for other drawings, on bar charts.)
package final class BlockVerifier {
    /// The match between a frame and an anchor's blocks.
    package struct Evidence: Hashable, Sendable {
        /// Number of blocks within the frame, and number of those that correlate with it.
        package let visible, seen: Int
        /// Number of adjacent pairs of visible blocks, and number of those in which only one block is seen.
        package let pairs, mixedPairs: Int

        package init(visible: Int, seen: Int, pairs: Int, mixedPairs: Int) {
            (self.visible, self.seen, self.pairs, self.mixedPairs) = (visible, seen, pairs, mixedPairs)
        }

        fileprivate var share: Float { Float(seen) / Float(visible) }
    }

    /// Patch bounds that need no blocks.
    private static let sure = PatchBounds(patches: 28, share: 0.85, correlation: 0.8)
    /// Number of fine patches that also suffices. For coarse ones, which match the same lines in all blurred text, the
    /// blocks must reach ``shareForManyPatches`` of the visible ones.
    private static let manyPatches = 48
    /// Smallest share of the visible blocks that must be seen if many coarse patches are. Generated anchors had at
    /// least 0.63, another report of the same layout 0.48.
    private static let shareForManyPatches: Float = 0.56
    /// Smallest correlation at which a block is seen.
    private static let minimumCorrelation: Float = 0.6
    /// Smallest share of the visible blocks that must be seen.
    private static let minimumShare: Float = 0.5
    /// Share of the pairs of neighbors that may be mixed.
    private static let mixedShare: Float = 0.03
    /// Share of the mixed pairs expected by chance that are allowed in addition.
    private static let chanceShare: Float = 0.1
    /// Number of visible blocks below which the blocks allow any pose.
    private static let minimumBlocks = 8
    /// Minimum number of patches for nearly all of the anchor to count as seen.
    private static let minimumPatchesForAll = 28
    /// Number of patches additionally counted as not found, because few patches are weak evidence.
    private static let doubtfulPatches = 4
    /// Sum of the patches' share and the blocks' share at which nearly all is seen. Among 2,200 generated frames
    /// without the anchor, the maximum was 1.25, for another certificate of the same layout. Bar charts come nearer,
    /// but do not have that many patches.
    private static let nearlyAll: Float = 1.35
    /// Minimum number of visible blocks for nearly all of the anchor to count as seen.
    private static let minimumBlocksForAll = 30
    /// Pixels of the unwarped frame per pixel of the anchor's small picture, along each axis.
    private static let finer = 2

    private enum State {
        case invisible, seen, other
    }

    private let unwarped = UnwarpedFrame()
    /// States of the blocks, row by row. Flat blocks of the anchor are also invisible.
    private let states = Plane<State>()

    package init() {}

    /// Whether blocks allow a pose that patches confirm; true if too few blocks are visible to decide.
    /// - Parameters:
    ///   - patches: The evidence of distinct patches for the pose.
    ///   - isFine: Whether the patches have the anchor's full scale, not half of it.
    ///   - blocks: The evidence of blocks, not evaluated if the patches are enough.
    package static func allows(
        _ patches: PatchEvidence, isFine: Bool, blocks: @autoclosure () -> Evidence
    ) -> Bool {
        let areMany = patches.confirmed >= manyPatches
        if sure.allow(patches) || isFine && areMany { return true }
        let blocks = blocks()
        guard blocks.visible >= minimumBlocks else { return true }
        let share = blocks.share
        if areMany { return share >= shareForManyPatches }
        let byChance: Float = 2 * share * (1 - share)
        return share >= minimumShare
            && Float(blocks.mixedPairs) <= (mixedShare + chanceShare * byChance) * Float(blocks.pairs)
    }

    /// Whether the frame shows nearly all of an anchor, judged by patches that are not enough alone together with
    /// blocks. More of one makes up for less of the other.
    /// - Parameters: The same as for ``allows(_:isFine:blocks:)``.
    package static func isNearlyAllSeen(_ patches: PatchEvidence, blocks: @autoclosure () -> Evidence) -> Bool {
        let share = Float(patches.confirmed) / Float(patches.visible + doubtfulPatches)
        guard patches.confirmed >= minimumPatchesForAll, share + 1 >= nearlyAll else { return false }
        let blocks = blocks()
        return blocks.visible >= minimumBlocksForAll && share + blocks.share >= nearlyAll
    }

    /// Compares an anchor's blocks with a frame at their places.
    /// - Parameter pose: The map from the anchor's picture, of `size`, to the frame.
    package func compare(
        _ anchor: AnchorBlocks, _ pose: Homography, size: PixelSize, in frame: GrayPyramid
    ) -> Evidence {
        let view = unwarp(pose, anchor.size, size, frame)
        let (seen, visible) = findStates(anchor, view)
        let (mixed, pairs) = countPairs(anchor)
        return Evidence(visible: visible, seen: seen, pairs: pairs, mixedPairs: mixed)
    }

    private func unwarp(
        _ pose: Homography, _ small: PixelSize, _ size: PixelSize, _ frame: GrayPyramid
    ) -> FrameWindow {
        guard let finer = try? PixelSize(width: Self.finer * small.width, height: Self.finer * small.height) else {
            preconditionFailure("the small picture has a few thousand pixels")
        }
        return unwarped.load(pose.composed(after: .scaling(from: finer, to: size)), finer, from: frame)
    }

    private func findStates(_ anchor: AnchorBlocks, _ view: FrameWindow) -> (seen: Int, visible: Int) {
        states.reshape(width: anchor.columns, height: anchor.rows)
        states.fill(.invisible)
        var (seen, visible) = (0, 0)
        for block in anchor.blocks
        where view.shows(x: Self.finer * block.x, y: Self.finer * block.y, side: Self.finer * AnchorBlocks.side) {
            let isSeen = correlation(of: block, anchor) >= Self.minimumCorrelation
            visible += 1
            seen += isSeen ? 1 : 0
            states[block.x / AnchorBlocks.step, block.y / AnchorBlocks.step] = isSeen ? .seen : .other
        }
        return (seen, visible)
    }

    private func countPairs(_ anchor: AnchorBlocks) -> (mixed: Int, pairs: Int) {
        var (mixed, pairs) = (0, 0)
        func add(_ a: State, _ b: State) {
            guard a != .invisible, b != .invisible else { return }
            pairs += 1
            mixed += a == b ? 0 : 1
        }
        for y in 0..<anchor.rows {
            for x in 0..<anchor.columns {
                if x + 1 < anchor.columns { add(states[x, y], states[x + 1, y]) }
                if y + 1 < anchor.rows { add(states[x, y], states[x, y + 1]) }
            }
        }
        return (mixed, pairs)
    }

    /// Correlation of a block with the frame at its place; 0 if the frame is flat there.
    private func correlation(of block: AnchorBlocks.Block, _ anchor: AnchorBlocks) -> Float {
        var (sum, square, product) = (0, 0, 0)
        let pixels = unwarped.pixels
        for row in block.y..<block.y + AnchorBlocks.side {
            // SAFETY: the unwarped frame has all of the block's pixels, each of them twice along either axis.
            let upper = pixels.base + Self.finer * (row * pixels.width + block.x)
            let lower = upper + pixels.width
            for i in 0..<AnchorBlocks.side {
                let level = Int(upper[2 * i]) + Int(upper[2 * i + 1]) + Int(lower[2 * i]) + Int(lower[2 * i + 1])
                sum += level
                square += level * level
                product += level * Int(anchor.pixels[row * anchor.size.width + block.x + i])
            }
        }
        let variance = AnchorBlocks.pixelCount * square - sum * sum
        guard variance > 0 else { return 0 }
        let covariance = AnchorBlocks.pixelCount * product - sum * block.sum
        return Float(covariance) * block.share / Float(variance).squareRoot()
    }
}
