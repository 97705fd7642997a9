internal import CVector

/// Scratch elements that ``blockThresholds(_:contrast:into:scratch:)`` and
/// ``thresholdAgainstBlocks(_:levels:into:scratch:)`` need for a number of blocks per row.
public func blockScratchCount(across: Int) -> Int { 2 * (8 * across + 64) }

/// Thresholds of blocks: the rounded mean level of those of the surrounding 5 × 5 blocks that are not flat, or half the
/// block's minimum if all are flat.
///
/// - Parameters:
///   - contrast: Smallest difference of the extremes of a block that is not flat, `1...255`.
///   - levels: `down` rows of `across` thresholds, with one more on either side that repeats its neighbor; room for 8
///     more bytes.
///   - scratch: ``blockScratchCount(across:)`` elements.
public func blockThresholds(
    _ blocks: BlockLevels, contrast: Int, into levels: UnsafeMutablePointer<UInt8>,
    scratch: UnsafeMutablePointer<UInt16>
) {
    let (across, down) = (blocks.across, blocks.down)
    precondition(1...255 ~= contrast && across >= 0 && down >= 0, "out of range")
    guard across > 0 else { return }
    let (sums, counts) = (scratch, scratch + across + 64)
    scratch.initialize(repeating: 0, count: 2 * (across + 64))
    // SAFETY: two sums of no blocks on either side; blocks beyond a row's last are removed again.
    func change(_ row: Int, _ sign: Int) {
        guard 0..<down ~= row else { return }
        let first = blocks.from(row * across)
        recto_block_sums(first.minimum, first.maximum, first.mean, across, contrast, sign, sums + 2, counts + 2)
        (sums + 2 + across).update(repeating: 0, count: 18)
        (counts + 2 + across).update(repeating: 0, count: 18)
    }
    for y in 0..<2 { change(y, 1) }
    for y in 0..<down {
        change(y + 2, 1)
        change(y - 3, -1)
        let row = levels + y * (across + 2)
        recto_block_thresholds(sums, counts, blocks.minimum + y * across, across, row + 1)
        row[0] = row[1]
        row[across + 1] = row[across]
    }
}

/// The ink of a gray picture by thresholds of 8 × 8 blocks, packed to one bit per pixel.
///
/// Thresholds are interpolated bilinearly between the centers of blocks, exactly, in 1/256 levels. A bit is 1 (ink)
/// where the value is at most the threshold.
/// - Parameters:
///   - levels: ⌈`height` / 8⌉ rows of ⌈`width` / 8⌉ thresholds, with one more on either side.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the lowest bit; the bits after the last pixel are 0.
///   - scratch: ``blockScratchCount(across:)`` elements.
public func thresholdAgainstBlocks(
    _ source: PlaneView<UInt8>, levels: UnsafePointer<UInt8>, into bits: MutablePlaneView<UInt8>,
    scratch: UnsafeMutablePointer<UInt16>
) {
    let (width, height) = (source.width, source.height)
    source.check()
    bits.check(width: (width + 7) / 8, height: height)
    guard width > 0 && height > 0 else { return }
    let (across, down) = ((width + 7) / 8, (height + 7) / 8)
    var (upper, lower) = (scratch, scratch + 8 * across + 64)
    scratch.initialize(repeating: 0, count: blockScratchCount(across: across))
    recto_block_expand(levels, across, lower)
    for j in 0...down {
        swap(&upper, &lower)
        recto_block_expand(levels + min(j, down - 1) * (across + 2), across, lower)
        let top = max(8 * j - 4, 0)
        let count = min(8 * j + 4, height) - top
        guard count > 0 else { continue }
        // SAFETY: `count` rows of the picture and of bits; expanded levels begin 4 pixels before the first.
        recto_block_compare(
            source.row(top), source.stride, width, count, upper + 4, lower + 4, 2 * (top - 8 * j + 4) + 1,
            bits.row(top), bits.stride)
    }
}

extension Reference {
    /// The plain reference of the kernel `blockThresholds`.
    public static func blockThresholds(
        _ blocks: BlockLevels, contrast: Int, into levels: UnsafeMutablePointer<UInt8>
    ) {
        let (across, down) = (blocks.across, blocks.down)
        for y in 0..<down {
            for x in 0..<across {
                var (sum, count) = (0, 0)
                for v in max(0, y - 2)...min(down - 1, y + 2) {
                    for u in max(0, x - 2)...min(across - 1, x + 2) {
                        let i = v * across + u
                        guard Int(blocks.maximum[i]) - Int(blocks.minimum[i]) >= contrast else { continue }
                        sum += Int(blocks.mean[i])
                        count += 1
                    }
                }
                let level = count > 0 ? (2 * sum + count) / (2 * count) : Int(blocks.minimum[y * across + x]) / 2
                levels[y * (across + 2) + x + 1] = UInt8(level)
            }
            levels[y * (across + 2)] = levels[y * (across + 2) + 1]
            levels[y * (across + 2) + across + 1] = levels[y * (across + 2) + across]
        }
    }

    /// The plain reference of the kernel `thresholdAgainstBlocks`.
    public static func thresholdAgainstBlocks(
        _ source: PlaneView<UInt8>, levels: UnsafePointer<UInt8>, into bits: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        let (across, down) = ((width + 7) / 8, (height + 7) / 8)
        func isInk(_ x: Int, _ y: Int) -> Bool {
            let (i, j) = ((x + 4) / 8, (y + 4) / 8)
            let (wx, wy) = (2 * (x + 4 - 8 * i) + 1, 2 * (y + 4 - 8 * j) + 1)
            func between(_ row: Int) -> Int {
                let line = levels + min(max(row, 0), down - 1) * (across + 2)
                return Int(line[i]) * (16 - wx) + Int(line[i + 1]) * wx
            }
            return 256 * Int(source.row(y)[x]) <= between(j - 1) * (16 - wy) + between(j) * wy
        }
        for y in 0..<height {
            for i in 0..<across {
                var byte: UInt8 = 0
                for bit in 0..<min(8, width - 8 * i) where isInk(8 * i + bit, y) { byte |= 1 << UInt8(bit) }
                bits.row(y)[i] = byte
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_block_sums_body(
    _ minimum: UnsafePointer<UInt8>!, _ maximum: UnsafePointer<UInt8>!, _ mean: UnsafePointer<UInt8>!, _ n: Int,
    _ contrast: Int, _ sign: Int, _ sums: UnsafeMutablePointer<UInt16>!, _ counts: UnsafeMutablePointer<UInt16>!
) {
    var i = 0
    while i < n {
        // SAFETY: 15 more blocks can be read, and as many sums written.
        vec_block_sums(minimum + i, maximum + i, mean + i, contrast, sign, sums + i, counts + i)
        i &+= 16
    }
}

@c @implementation
func recto_block_thresholds_body(
    _ sums: UnsafePointer<UInt16>!, _ counts: UnsafePointer<UInt16>!, _ minimum: UnsafePointer<UInt8>!, _ n: Int,
    _ t: UnsafeMutablePointer<UInt8>!
) {
    var i = 0
    while i < n {
        // SAFETY: 7 more blocks can be read, and as many thresholds written.
        vec_block_thresholds(sums + i, counts + i, minimum + i, t + i)
        i &+= 8
    }
}

@c @implementation
func recto_block_expand_body(_ levels: UnsafePointer<UInt8>!, _ n: Int, _ t: UnsafeMutablePointer<UInt16>!) {
    var i = 0
    while i <= n {
        // SAFETY: n + 2 levels, and room for 8 (n + 2) elements.
        vec_block_expand(levels[i], levels[i &+ 1], levels[min(i &+ 2, n &+ 1)], t + 8 &* i)
        i &+= 2
    }
}

@c @implementation
func recto_block_compare_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ n: Int, _ rows: Int, _ upper: UnsafePointer<UInt16>!,
    _ lower: UnsafePointer<UInt16>!, _ weight: Int, _ bits: UnsafeMutablePointer<UInt8>!, _ bitsStride: Int
) {
    var x = 0
    while x &+ 32 <= n {
        vec_block_compare(source + x, stride, rows, upper + x, lower + x, weight, bits + x / 8, bitsStride)
        x &+= 32
    }
    guard x < n else { return }
    withStackBuffer { tail in
        // SAFETY: at most 8 rows of 32 bytes; the expanded levels have room for 32 beyond the last.
        var i = 0
        while i < rows {
            copy(row(source, i, stride) + x, to: tail + 32 &* i, count: n &- x)
            i &+= 1
        }
        withStackBuffer { words in
            vec_block_compare(tail, 32, rows, upper + x, lower + x, weight, words, 4)
            var i = 0
            while i < rows {
                let word = UnsafeMutableRawPointer(words + 4 &* i)
                let mask: UInt32 = (1 &<< UInt32(truncatingIfNeeded: n &- x)) &- 1
                word.storeBytes(of: word.loadUnaligned(as: UInt32.self) & mask, as: UInt32.self)
                copy(words + 4 &* i, to: row(bits, i, bitsStride) + x / 8, count: (n &- x &+ 7) / 8)
                i &+= 1
            }
        }
    }
}
