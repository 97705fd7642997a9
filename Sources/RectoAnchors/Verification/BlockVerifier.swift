package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Decides by all of an anchor's picture, block by block, whether a pose is right that few patches speak for.
///
/// Patches lie where an anchor has corners, and those of bars and boxes are confirmed by other bars and boxes, however
/// different the rest of the two drawings is. So a small picture of the anchor is compared with what the frame has in its place. A
/// true anchor is seen in most blocks, and what hides the others lies in one place. Of another drawing some blocks are seen
/// between others that are not. (The bounds were chosen on generated scenes and, for other drawings, on bar charts.)
package final class BlockVerifier {
    /// What the frame shows of an anchor's blocks.
    package struct Evidence: Hashable, Sendable {
        /// Blocks that are within the frame, and those of them that correlate with it.
        package let visible, seen: Int
        /// Pairs of visible blocks that lie beside or below each other, and those of which one is seen and one is not.
        package let pairs, mixedPairs: Int

        package init(visible: Int, seen: Int, pairs: Int, mixedPairs: Int) {
            (self.visible, self.seen, self.pairs, self.mixedPairs) = (visible, seen, pairs, mixedPairs)
        }

        fileprivate var share: Float { Float(seen) / Float(visible) }
    }

    /// Enough without the blocks.
    private static let sure = PatchBounds(patches: 28, share: 0.85, correlation: 0.8)
    /// So many fine patches too are enough. Of coarse ones, which see the same lines in all blurred text, they need
    /// ``shareForManyPatches`` of the visible blocks.
    private static let manyPatches = 48
    /// Of generated anchors the least share was 0.63; of another report of the same layout it was 0.48.
    private static let shareForManyPatches: Float = 0.56
    /// Correlation from which a block is seen.
    private static let minimumCorrelation: Float = 0.6
    /// Share of the visible blocks that are seen, at least.
    private static let minimumShare: Float = 0.5
    /// Share of the pairs of neighbours that may be mixed, and the share of those that chance would mix that is added to it.
    private static let mixedShare: Float = 0.03
    private static let chanceShare: Float = 0.1
    /// Visible blocks below which they allow any pose.
    private static let minimumBlocks = 8
    /// Patches below which nearly all of the anchor is not seen.
    private static let minimumPatchesForAll = 28
    /// So many more patches count as not found: few patches say less.
    private static let doubtfulPatches = 4
    /// Sum of the patches' share and the blocks' share from which nearly all is seen. Of 2,200 generated frames without the
    /// anchor 1.25 was the most, in another certificate of the same layout; charts of bars, which come nearer, do not have so
    /// many patches.
    private static let nearlyAll: Float = 1.35
    /// Visible blocks that this needs.
    private static let minimumBlocksForAll = 30
    /// Pixels of the unwarped frame for one of the anchor's small picture, along each axis.
    private static let finer = 2

    private enum State {
        case invisible, seen, other
    }

    private let unwarped = UnwarpedFrame()
    /// Of the blocks, row by row; invisible also where the anchor is flat.
    private let states = Plane<State>()

    package init() {}

    /// Whether blocks allow a pose that patches confirm; yes where too few blocks are visible to tell.
    /// - Parameters:
    ///   - patches: What distinct patches say of the pose.
    ///   - isFine: Whether these have the anchor's full scale, not half of it.
    ///   - blocks: What blocks say of it; not asked for where the patches are enough.
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

    /// Whether the frame shows nearly all of an anchor, by patches that are not enough alone and by blocks: the more of either, the
    /// less of the other.
    /// - Parameters: As of ``allows(_:isFine:blocks:)``.
    package static func isNearlyAllSeen(_ patches: PatchEvidence, blocks: @autoclosure () -> Evidence) -> Bool {
        let share = Float(patches.confirmed) / Float(patches.visible + doubtfulPatches)
        guard patches.confirmed >= minimumPatchesForAll, share + 1 >= nearlyAll else { return false }
        let blocks = blocks()
        return blocks.visible >= minimumBlocksForAll && share + blocks.share >= nearlyAll
    }

    /// Compares an anchor's blocks with what a frame has in their place.
    /// - Parameter pose: From the anchor's picture, of `size`, to the frame.
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

    /// Correlation of a block with what the frame has in its place; 0 if that is flat.
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
