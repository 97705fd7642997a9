internal import CVector

/// Least, greatest and mean level of the blocks of 8 × 8 pixels of a gray picture.
///
/// Blocks beyond the border are filled with the border's pixels. The mean is (sum + 32) >> 6.
/// - Parameters:
///   - minimum: ⌈`width` / 8⌉ × ⌈`height` / 8⌉ without padding, as are the others.
public func blockLevels(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    minimum: UnsafeMutablePointer<UInt8>, maximum: UnsafeMutablePointer<UInt8>, mean: UnsafeMutablePointer<UInt8>
) {
    checkRows(width, height: height, stride: stride)
    guard width > 0 && height > 0 else { return }
    let (across, down) = ((width + 7) / 8, (height + 7) / 8)
    let whole = width / 32 * 4
    for j in 0..<down {
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 8) { rows in
            for i in 0..<8 { rows.initializeElement(at: i, to: row(source, min(8 * j + i, height - 1), stride)) }
            let out = j * across
            // SAFETY: 8 rows of 8 × whole bytes, and room for as many blocks.
            recto_block_levels(rows.baseAddress, whole, minimum + out, maximum + out, mean + out)
            if whole < across {
                lastBlocks(rows, from: whole, to: across, width, minimum + out, maximum + out, mean + out)
            }
        }
    }
}

/// Up to four blocks at the end of a row, the last one perhaps beyond the border.
private func lastBlocks(
    _ rows: UnsafeMutableBufferPointer<UnsafePointer<UInt8>?>, from first: Int, to end: Int, _ width: Int,
    _ minimum: UnsafeMutablePointer<UInt8>, _ maximum: UnsafeMutablePointer<UInt8>, _ mean: UnsafeMutablePointer<UInt8>
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
            for i in 0..<end - first {
                minimum[first + i] = out[i]
                maximum[first + i] = out[4 + i]
                mean[first + i] = out[8 + i]
            }
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `blockLevels`.
    public static func blockLevels(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        minimum: UnsafeMutablePointer<UInt8>, maximum: UnsafeMutablePointer<UInt8>, mean: UnsafeMutablePointer<UInt8>
    ) {
        let (across, down) = ((width + 7) / 8, (height + 7) / 8)
        for j in 0..<down {
            for i in 0..<across {
                let levels = (0..<64).map { k in
                    source[min(8 * j + k / 8, height - 1) * stride + min(8 * i + k % 8, width - 1)]
                }
                minimum[j * across + i] = levels.min() ?? 0
                maximum[j * across + i] = levels.max() ?? 0
                mean[j * across + i] = UInt8((levels.reduce(0) { $0 + Int($1) } + 32) >> 6)
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
