internal import CVector

/// Source positions of 64 neighboring target pixels.
///
/// For each eight pixels: the first one's position and the steps between them, in 1/4096 pixels; the same relative to
/// their window, and the window's offset. For each pixel: the offset of the pixel above left, and the weights across
/// and down. For gray pixels also the pair of bytes there and the pair below.
struct WarpBlock {
    static let byteCount = 7 * 32 + 64 * (4 + 4 * 2 + 3) + 4

    let x: UnsafeMutablePointer<Int32>
    let offsets: UnsafeMutablePointer<Int32>
    let across: UnsafeMutablePointer<UInt16>
    /// A block of the target, and the bytes written beyond it.
    let pixels: UnsafeMutablePointer<UInt8>

    var y: UnsafeMutablePointer<Int32> { x + 8 }
    var stepX: UnsafeMutablePointer<Int32> { x + 16 }
    var stepY: UnsafeMutablePointer<Int32> { x + 24 }
    var windowX: UnsafeMutablePointer<Int32> { x + 32 }
    var windowY: UnsafeMutablePointer<Int32> { x + 40 }
    var windows: UnsafeMutablePointer<Int32> { x + 48 }
    var down: UnsafeMutablePointer<UInt16> { across + 64 }
    var above: UnsafeMutablePointer<UInt16> { across + 128 }
    var below: UnsafeMutablePointer<UInt16> { across + 192 }

    // SAFETY: the scratch has `byteCount` bytes, and is aligned.
    @inline(__always)
    init(_ scratch: UnsafeMutableRawPointer) {
        x = scratch.assumingMemoryBound(to: Int32.self)
        offsets = (scratch + 224).assumingMemoryBound(to: Int32.self)
        across = (scratch + 480).assumingMemoryBound(to: UInt16.self)
        pixels = (scratch + 992).assumingMemoryBound(to: UInt8.self)
    }

    /// The fast path that a block's position allows.
    enum Reach {
        /// Each eight pixels lie in 15 columns and two rows, inside a window of 16 columns and three rows.
        case windows
        /// All neighbors are inside and, for three channels, one more pixel to the right.
        case inside
        case anywhere
    }

    /// Stores the knots of a block and the values derived from them.
    /// - Parameters:
    ///   - first: The positions of every eighth pixel of the block.
    ///   - next: The positions eight pixels further on.
    @inline(__always)
    func place(
        _ first: WarpPositions.Pair, _ next: WarpPositions.Pair, _ source: recto_plane, _ channels: Int
    ) -> Reach {
        typealias I = SIMD8<Int32>
        @inline(__always)
        func all(_ value: Int) -> I { I(repeating: Int32(truncatingIfNeeded: value)) }
        let stepX: I = vec_shift_right_i32(next.x &- first.x, 3)
        let stepY: I = vec_shift_right_i32(next.y &- first.y, 3)
        vec_store_i32x8(x, first.x)
        vec_store_i32x8(y, first.y)
        vec_store_i32x8(self.stepX, stepX)
        vec_store_i32x8(self.stepY, stepY)
        let lastX: I = first.x &+ stepX &* all(7)
        let lastY: I = first.y &+ stepY &* all(7)
        // Positions are monotonic, so the ends of each eight are the outermost. Knots beyond the row's end may have any
        // value, but from a first position inside, below 2^27, seven steps of at most 2^28 do not overflow.
        let left: I = vec_shift_right_i32(vec_min_i32(first.x, lastX), 12)
        let right: I = vec_shift_right_i32(vec_max_i32(first.x, lastX), 12)
        let top: I = vec_shift_right_i32(vec_min_i32(first.y, lastY), 12)
        let bottom: I = vec_shift_right_i32(vec_max_i32(first.y, lastY), 12)
        let beyond = channels == 1 ? 2 : 3
        let inside: I = left | top | (all(source.width &- beyond) &- right) | (all(source.height &- 2) &- bottom)
        guard vec_none_negative(inside) else { return .anywhere }
        guard channels == 1 else { return .inside }
        let room: I = (all(source.width &- 16) &- left) | (all(source.height &- 3) &- top)
        let fitting: I = (left &+ all(14) &- right) | (top &+ all(1) &- bottom)
        guard vec_none_negative(room | fitting) else { return .inside }
        vec_store_i32x8(windowX, first.x &- left &* all(4096))
        vec_store_i32x8(windowY, first.y &- top &* all(4096))
        vec_store_i32x8(windows, top &* all(source.stride) &+ left)
        return .windows
    }

    /// The positions of eight pixels, in 1/128 pixels.
    @inline(__always)
    private func positions(_ i: Int) -> WarpPositions.Pair {
        typealias I = SIMD8<Int32>
        let lanes = I(0, 1, 2, 3, 4, 5, 6, 7)
        let px: I = I(repeating: x[i]) &+ lanes &* I(repeating: stepX[i])
        let py: I = I(repeating: y[i]) &+ lanes &* I(repeating: stepY[i])
        return (vec_shift_right_i32(px, 5), vec_shift_right_i32(py, 5))
    }

    /// The position of one pixel, in 1/128 pixels.
    @inline(__always)
    func position(_ i: Int) -> (x: Int, y: Int) {
        let (k, lane) = (i &>> 3, Int32(truncatingIfNeeded: i & 7))
        return (Int((x[k] &+ lane &* stepX[k]) &>> 5), Int((y[k] &+ lane &* stepY[k]) &>> 5))
    }

    /// Computes the pixels of a block that lies inside.
    @inline(__always)
    func store(_ stride: Int, _ channels: Int) {
        var i = 0
        while i < 64 {
            store(i, positions(i &>> 3), positions(i &>> 3 &+ 1), stride, channels)
            i &+= 16
        }
    }

    /// Computes the first `count` pixels of a block in a tame row, rounded up to 16.
    /// - Parameter start: Index of the first one in the row.
    /// - Returns: Whether they are inside.
    @inline(__always)
    func store(
        _ row: WarpPositions, _ start: Int, _ count: Int, _ source: recto_plane, _ channels: Int
    ) -> Bool {
        typealias I = SIMD8<Int32>
        let right = I(repeating: Int32(truncatingIfNeeded: source.width &- (channels == 1 ? 2 : 3)))
        let bottom = I(repeating: Int32(truncatingIfNeeded: source.height &- 2))
        var inside = I(repeating: 0)
        var i = 0
        while i < count {
            let a = row.exact(start &+ i)
            let b = row.exact(start &+ i &+ 8)
            inside |= a.x | a.y | b.x | b.y
            inside |= (right &- vec_shift_right_i32(a.x, 7)) | (bottom &- vec_shift_right_i32(a.y, 7))
            inside |= (right &- vec_shift_right_i32(b.x, 7)) | (bottom &- vec_shift_right_i32(b.y, 7))
            store(i, a, b, source.stride, channels)
            i &+= 16
        }
        return vec_none_negative(inside)
    }

    @inline(__always)
    private func store(
        _ i: Int, _ a: WarpPositions.Pair, _ b: WarpPositions.Pair, _ stride: Int, _ channels: Int
    ) {
        typealias I = SIMD8<Int32>
        let rows = I(repeating: Int32(truncatingIfNeeded: stride))
        @inline(__always)
        func offset(_ p: WarpPositions.Pair) -> I {
            let column = vec_shift_right_i32(p.x, 7)
            let columns: I = channels == 1 ? column : column &+ column &+ column
            return vec_shift_right_i32(p.y, 7) &* rows &+ columns
        }
        vec_store_i32x8(offsets + i, offset(a))
        vec_store_i32x8(offsets + (i &+ 8), offset(b))
        vec_store_u16x16(across + i, vec_pair_weights(vec_join_halves(a.x, b.x)))
        vec_store_u16x16(down + i, (vec_join_halves(a.y, b.y) & 127) &<< 8)
    }
}
