internal import CVector

/// Levels of blocks, row by row without padding.
public struct BlockLevels {
    let minimum: UnsafeMutablePointer<UInt8>
    let maximum: UnsafeMutablePointer<UInt8>
    let mean: UnsafeMutablePointer<UInt8>
    /// Blocks in a row, and number of rows.
    let (across, down): (Int, Int)

    /// - Parameters:
    ///   - minimum: Room for `across × down` levels, as in the other arrays; 16 more bytes must be readable.
    public init(
        minimum: UnsafeMutablePointer<UInt8>, maximum: UnsafeMutablePointer<UInt8>, mean: UnsafeMutablePointer<UInt8>,
        across: Int, down: Int
    ) {
        (self.minimum, self.maximum, self.mean) = (minimum, maximum, mean)
        (self.across, self.down) = (across, down)
    }

    /// The levels from a given block on.
    func from(_ block: Int) -> BlockLevels {
        BlockLevels(minimum: minimum + block, maximum: maximum + block, mean: mean + block, across: across, down: down)
    }
}

/// Minimum, maximum and mean level of the 8 × 8 blocks of a gray picture.
///
/// Blocks beyond the border are filled with the border's pixels. The mean is (sum + 32) >> 6.
/// - Parameter blocks: ⌈`width` / 8⌉ × ⌈`height` / 8⌉.
public func blockLevels(_ source: PlaneView<UInt8>, into blocks: BlockLevels) {
    let (width, height) = (source.width, source.height)
    source.check()
    let (across, down) = ((width + 7) / 8, (height + 7) / 8)
    precondition(blocks.across == across && blocks.down == down, "blocks of another picture")
    guard width > 0 && height > 0 else { return }
    let whole = width / 32 * 4
    for j in 0..<down {
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 8) { rows in
            for i in 0..<8 { rows.initializeElement(at: i, to: source.row(min(8 * j + i, height - 1))) }
            let out = blocks.from(j * across)
            // SAFETY: 8 rows of 8 × whole bytes, and room for as many blocks.
            recto_block_levels(rows.baseAddress, whole, out.minimum, out.maximum, out.mean)
            if whole < across { lastBlocks(rows, of: width, from: whole, into: out) }
        }
    }
}

/// Up to four blocks at the end of a row, of which the last may extend beyond the border.
private func lastBlocks(
    _ rows: UnsafeMutableBufferPointer<UnsafePointer<UInt8>?>, of width: Int, from first: Int,
    into blocks: BlockLevels
) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8 * 32 + 3 * 4) { buffer in
        // SAFETY: 8 rows of 32 bytes and 3 of 4.
        let copy = buffer.baseAddress.unsafelyUnwrapped
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 8) { copies in
            for i in 0..<8 {
                let from = rows[i].unsafelyUnwrapped
                for x in 0..<32 { (copy + 32 * i + x).initialize(to: from[min(8 * first + x, width - 1)]) }
                copies.initializeElement(at: i, to: copy + 32 * i)
            }
            let out = copy + 256
            recto_block_levels(copies.baseAddress, 4, out, out + 4, out + 8)
            for i in 0..<blocks.across - first {
                blocks.minimum[first + i] = out[i]
                blocks.maximum[first + i] = out[4 + i]
                blocks.mean[first + i] = out[8 + i]
            }
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `blockLevels`.
    public static func blockLevels(_ source: PlaneView<UInt8>, into blocks: BlockLevels) {
        let (width, height) = (source.width, source.height)
        for j in 0..<blocks.down {
            for i in 0..<blocks.across {
                let levels = (0..<64).map { k in
                    source.row(min(8 * j + k / 8, height - 1))[min(8 * i + k % 8, width - 1)]
                }
                blocks.minimum[j * blocks.across + i] = levels.min() ?? 0
                blocks.maximum[j * blocks.across + i] = levels.max() ?? 0
                blocks.mean[j * blocks.across + i] = UInt8((levels.reduce(0) { $0 + Int($1) } + 32) >> 6)
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_block_levels_body(
    _ rows: UnsafePointer<UnsafePointer<UInt8>?>!, _ n: Int, _ minimum: UnsafeMutablePointer<UInt8>!,
    _ maximum: UnsafeMutablePointer<UInt8>!, _ mean: UnsafeMutablePointer<UInt8>!
) {
    var i = 0
    while i < n {
        // SAFETY: n is a multiple of 4 blocks.
        vec_block_levels(rows, 8 &* i, minimum + i, maximum + i, mean + i)
        i &+= 4
    }
}
