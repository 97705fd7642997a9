package import RectoCore
internal import RectoKernels
internal import RectoVision

/// Decides by all of an anchor's picture, block by block, whether a pose is right that few patches speak for.
///
/// Patches lie where an anchor has corners, and those of bars and boxes are confirmed by other bars and boxes, however
/// different the rest of the two drawings is. So a small picture of the anchor is held against what the frame has in its place. A
/// true anchor is seen in most blocks, and what hides the others lies in one place; of another drawing blocks are seen and not
/// seen in turn. (The bounds were chosen on generated scenes and, for the latter, on bar charts.)
package final class BlockVerifier {
    /// Enough without the blocks.
    private static let sure = PatchBounds(patches: 28, share: 0.85, correlation: 0.8)
    /// So many fine patches too are enough. Of coarse ones, which see the same lines in all blurred text, they need this share of
    /// the visible blocks (0.63 and more of generated anchors, 0.48 of another report of the same layout).
    private static let (many, shareForMany): (Int, Float) = (48, 0.56)
    /// Correlation from which a block is seen.
    private static let correlation: Float = 0.6
    /// Share of the visible blocks that are seen, at least.
    private static let minimumShare: Float = 0.5
    /// Of the pairs of neighbours at most this share are one block that is seen and one that is not, and this share more of those
    /// that chance would mix.
    private static let (mixedShare, chanceShare): (Float, Float) = (0.03, 0.1)
    /// Visible blocks below which they say nothing.
    private static let fewest = 8
    /// Patches, and the sum of their share, with so many more that were not found, and of the blocks' share from which nearly all is
    /// seen. Of 2,200 generated frames without the anchor 1.25 was the most, in another certificate of the same layout; charts of
    /// bars, which come nearer, do not have so many patches.
    private static let (fewestPatches, doubt, nearlyAll): (Int, Int, Float) = (28, 4, 1.35)
    /// Visible blocks that this needs.
    private static let fewestForAll = 30
    /// Pixels of the unwarped frame for one of the anchor's small picture, along each axis.
    private static let finer = 2

    private enum State {
        case invisible, seen, other
    }

    private let unwarped = Plane<UInt8>()
    /// Of the blocks, row by row; invisible also where the anchor shows nothing.
    private let states = Plane<State>()

    package init() {}

    /// Whether the frame shows an anchor where a pose puts it; yes where too few blocks are visible to tell.
    /// - Parameters:
    ///   - verdict: What patches say.
    ///   - isFine: Whether these have the anchor's full scale, not half of it.
    ///   - pose: From the anchor's picture, of `size`, to the frame.
    package func allows(
        _ verdict: PatchEvidence, isFine: Bool, _ pose: Homography, of anchor: AnchorBlocks, size: PixelSize,
        in frame: GrayPyramid
    ) -> Bool {
        let areMany = verdict.confirmed >= Self.many
        if Self.sure.allow(verdict) || isFine && areMany { return true }
        let (seen, visible) = search(for: anchor, unwarp(pose, anchor.size, size, frame))
        guard visible >= Self.fewest else { return true }
        let share = Float(seen) / Float(visible)
        if areMany { return share >= Self.shareForMany }
        let (mixed, pairs) = neighbours(anchor)
        let byChance: Float = 2 * share * (1 - share)
        return share >= Self.minimumShare
            && Float(mixed) <= (Self.mixedShare + Self.chanceShare * byChance) * Float(pairs)
    }

    /// Whether the frame shows nearly all of an anchor, by patches that are not enough alone and by blocks: the more of either, the
    /// less of the other.
    /// - Parameters:
    ///   - evidence: Of distinct patches.
    ///   - pose: As of ``allows(_:isFine:_:of:size:in:)``.
    package func isNearlyAllSeen(
        _ evidence: PatchEvidence, _ pose: Homography, of anchor: AnchorBlocks, size: PixelSize, in frame: GrayPyramid
    ) -> Bool {
        let patches = Float(evidence.confirmed) / Float(evidence.visible + Self.doubt)
        guard evidence.confirmed >= Self.fewestPatches, patches + 1 >= Self.nearlyAll else { return false }
        let (seen, visible) = search(for: anchor, unwarp(pose, anchor.size, size, frame))
        return visible >= Self.fewestForAll && patches + Float(seen) / Float(visible) >= Self.nearlyAll
    }

    private func unwarp(_ pose: Homography, _ small: PixelSize, _ size: PixelSize, _ frame: GrayPyramid) -> FrameWindow
    {
        let (width, height) = (Self.finer * small.width, Self.finer * small.height)
        let toAnchor = Homography(
            Double(size.width) / Double(width), 0, 0, 0, Double(size.height) / Double(height), 0, 0, 0, 1)
        let (level, map) = frame.level(for: pose.composed(after: toAnchor), width: width, height: height)
        unwarped.reshape(width: width, height: height)
        // SAFETY: the level is a view of its size, the plane has the target's pixels.
        warpGray(
            level.base, stride: level.stride, width: level.width, height: level.height,
            map: (map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h, map.i), into: unwarped.base,
            targetStride: width, targetWidth: width, targetHeight: height)
        return FrameWindow(map: map, size: level.size)
    }

    /// Finds the blocks' states.
    private func search(for anchor: AnchorBlocks, _ view: FrameWindow) -> (seen: Int, visible: Int) {
        states.reshape(width: anchor.columns, height: anchor.rows)
        states.fill(.invisible)
        var (seen, visible) = (0, 0)
        for block in anchor.blocks
        where view.shows(x: Self.finer * block.x, y: Self.finer * block.y, side: Self.finer * AnchorBlocks.side) {
            let isSeen = correlation(of: block, anchor) >= Self.correlation
            visible += 1
            seen += isSeen ? 1 : 0
            states[block.x / AnchorBlocks.step, block.y / AnchorBlocks.step] = isSeen ? .seen : .other
        }
        return (seen, visible)
    }

    /// Pairs of visible blocks that lie beside or below each other, and those of which one is seen and one is not.
    private func neighbours(_ anchor: AnchorBlocks) -> (mixed: Int, pairs: Int) {
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
        for row in block.y..<block.y + AnchorBlocks.side {
            // SAFETY: the unwarped frame has all of the block's pixels, each of them twice along either axis.
            let upper = unwarped.base + Self.finer * (row * unwarped.width + block.x)
            let lower = upper + unwarped.width
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
