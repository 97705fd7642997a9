internal import CVector

/// Sizes for the kernel `searchPatch`.
public enum PatchSearch {
    /// Side of a patch, in pixels.
    public static let side = 13
    public static let pixelCount = side * side
    /// Bytes between rows of a patch; those after the 13th are ignored.
    public static let patchStride = 16
    public static let patchByteCount = side * patchStride
    /// Largest number of places along either axis.
    public static let maximumPlaces = 25
    /// Elements between rows of scores.
    public static let scoreStride = 32
    public static let scoreCount = maximumPlaces * scoreStride
    /// Bytes that must be readable from the start of each row of the window; their values do not matter.
    public static let readableBytes = Int(RECTO_PATCH_STRIDE) + 1
    /// Words of scratch: pairs of the window's rows, sums of columns and of their squares, products, the patch's pairs.
    public static let scratchCount =
        (maximumPlaces + side - 1) * Int(RECTO_PATCH_STRIDE) + 2 * Int(RECTO_PATCH_STRIDE) + scoreStride
        + side * Int(RECTO_PATCH_PAIRS)

    /// Number of places for a patch in a window.
    static func places(in window: PlaneView<UInt8>) -> (columns: Int, rows: Int) {
        (window.width - side + 1, window.height - side + 1)
    }
}

/// Searches for a patch of 13 × 13 pixels in a window of a picture, by normalized correlation.
///
/// A score is 169 Σpf - Σp Σf over the root of 169 Σf² - (Σf)², where p are the patch's pixels and f those under it.
/// This is the correlation coefficient times the corresponding root for the patch, which is constant. Sums are
/// integers; the score is single precision without fused operations. It is 0 where the square of the second root is at
/// most `flat`.
/// - Parameters:
///   - patch: ``PatchSearch/patchByteCount`` bytes.
///   - window: The pixels under the patch at all places: 12 more along each side than the `1...25` places. In each row
///     ``PatchSearch/readableBytes`` are readable.
///   - flat: 169² times the variance, in levels, up to which pixels are too flat for a search.
///   - scores: Room for ``PatchSearch/scoreCount``; only the first entries of each row, one per place, are defined.
///   - scratch: Room for ``PatchSearch/scratchCount``.
/// - Returns: The place of the largest score, the first of equals.
public func searchPatch(
    _ patch: UnsafePointer<UInt8>, in window: PlaneView<UInt8>, flat: Float, scores: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Int32>
) -> (column: Int, row: Int) {
    let (columns, rows) = PatchSearch.places(in: window)
    precondition(
        1...PatchSearch.maximumPlaces ~= columns && 1...PatchSearch.maximumPlaces ~= rows, "places out of range")
    var best = 0
    recto_search_patch(patch, window.base, window.stride, columns, rows, flat, scores, scratch, &best)
    return (best % PatchSearch.scoreStride, best / PatchSearch.scoreStride)
}

extension Reference {
    /// The plain reference of the kernel `searchPatch`.
    public static func searchPatch(
        _ patch: UnsafePointer<UInt8>, in window: PlaneView<UInt8>, flat: Float, scores: UnsafeMutablePointer<Float>
    ) -> (column: Int, row: Int) {
        let (columns, rows) = PatchSearch.places(in: window)
        let side = PatchSearch.side
        let count = Int32(side * side)
        var best = (column: 0, row: 0)
        for row in 0..<rows {
            for column in 0..<columns {
                var (product, patchSum, sum, square): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
                for y in 0..<side {
                    for x in 0..<side {
                        let p = Int32(patch[y * PatchSearch.patchStride + x])
                        let f = Int32(window.row(row + y)[column + x])
                        product += p * f
                        patchSum += p
                        sum += f
                        square += f * f
                    }
                }
                let covariance = Float(count * product - sum * patchSum)
                let variance = Float(count * square - sum * sum)
                let score = variance > flat ? covariance / variance.squareRoot() : 0
                scores[row * PatchSearch.scoreStride + column] = score
                if score > scores[best.row * PatchSearch.scoreStride + best.column] { best = (column, row) }
            }
        }
        return best
    }
}

// MARK: - Bodies

@c @implementation
func recto_search_patch_body(
    _ patch: UnsafePointer<UInt8>!, _ window: UnsafePointer<UInt8>!, _ stride: Int, _ columns: Int, _ rows: Int,
    _ flat: Float, _ scores: UnsafeMutablePointer<Float>!, _ scratch: UnsafeMutablePointer<Int32>!,
    _ best: UnsafeMutablePointer<Int>!
) {
    typealias I = SIMD8<Int32>
    typealias F = SIMD8<Float>
    let (side, width) = (PatchSearch.side, Int(RECTO_PATCH_STRIDE))
    // SAFETY: the parts of the scratch, in the order and with the sizes that `scratchCount` adds up.
    let pairs = scratch.unsafelyUnwrapped
    let sums = pairs + (PatchSearch.maximumPlaces &+ side &- 1) &* width
    let squares = sums + width
    let products = squares + width
    let patchPairs = products + PatchSearch.scoreStride
    let patchSum = packPatch(patch, into: patchPairs)

    let groups = (columns &+ 7) &>> 3
    // The pairs and sums of a row that its groups of places use.
    let used = 8 &* groups &+ 16
    // SAFETY: rows + 12 rows of up to 48 pairs, from 49 readable bytes each.
    var y = 0
    while y < rows &+ side &- 1 {
        let from = row(window, y, stride)
        let to = pairs + y &* width
        var x = 0
        while x < used {
            vec_store_byte_pairs(from + x, to + x)
            x &+= 8
        }
        y &+= 1
    }

    sums.update(repeating: 0, count: 2 &* width)
    y = 0
    while y < side &- 1 {
        sumPixels(of: pairs + y &* width, 1, used, sums)
        y &+= 1
    }
    var bestScores = F(repeating: -.infinity)
    var bestPlaces = I(repeating: 0)
    let lanes = I(0, 1, 2, 3, 4, 5, 6, 7)
    let end = I(repeating: Int32(truncatingIfNeeded: columns))
    y = 0
    while y < rows {
        let first = pairs + y &* width
        sumPixels(of: first + (side &- 1) &* width, 1, used, sums)
        switch groups {
        case 1: vec_patch_products(first, patchPairs, 1, products)
        case 2: vec_patch_products(first, patchPairs, 2, products)
        case 3: vec_patch_products(first, patchPairs, 3, products)
        default: vec_patch_products(first, patchPairs, 4, products)
        }
        let line = scores + y &* PatchSearch.scoreStride
        var x = 0
        while x < columns {
            let product: I = vec_load_i32x8(products + x)
            let score: F = vec_patch_scores(
                product, vec_sum_across(sums + x), vec_sum_across(squares + x), patchSum, flat)
            vec_store_f32x8(line + x, score)
            let column: I = lanes &+ I(repeating: Int32(truncatingIfNeeded: x))
            let place: I = column &+ I(repeating: Int32(truncatingIfNeeded: y &* PatchSearch.scoreStride))
            // Lanes past the last column never win.
            let wins: I = vec_is_greater(score, bestScores) & (column &- end)
            bestScores = vec_where_negative(wins, score, bestScores)
            bestPlaces = vec_where_negative_i32(wins, place, bestPlaces)
            x &+= 8
        }
        sumPixels(of: first, -1, used, sums)
        y &+= 1
    }
    best.pointee = firstGreatest(bestScores, bestPlaces)
}

/// Arranges a patch's pixels as pairs.
/// - Returns: Their sum.
@inline(__always)
private func packPatch(_ patch: UnsafePointer<UInt8>, into pairs: UnsafeMutablePointer<Int32>) -> Int32 {
    var sum: Int32 = 0
    var y = 0
    while y < PatchSearch.side {
        let row = patch + y &* PatchSearch.patchStride
        var k = 0
        while k < Int(RECTO_PATCH_PAIRS) {
            let first = Int32(row[2 &* k])
            // A 14th pixel would be the second pixel of the last pair.
            let second: Int32 = 2 &* k &+ 1 < PatchSearch.side ? Int32(row[2 &* k &+ 1]) : 0
            pairs[y &* Int(RECTO_PATCH_PAIRS) &+ k] = first | second &<< 16
            sum &+= first &+ second
            k &+= 1
        }
        y &+= 1
    }
    return sum
}

/// Adds a row's pixels to the column sums and their squares to those after them, or subtracts both.
@inline(__always)
private func sumPixels(
    of pairs: UnsafePointer<Int32>, _ sign: Int32, _ count: Int, _ sums: UnsafeMutablePointer<Int32>
) {
    let squares = sums + Int(RECTO_PATCH_STRIDE)
    var x = 0
    while x < count {
        vec_sum_pixels(pairs + x, sign, sums + x, squares + x)
        x &+= 8
    }
}

/// The place of the largest score, the first of equals.
@inline(__always)
private func firstGreatest(_ scores: SIMD8<Float>, _ places: SIMD8<Int32>) -> Int {
    var best = 0
    var lane = 1
    while lane < 8 {
        if scores[lane] > scores[best] || scores[lane] == scores[best] && places[lane] < places[best] { best = lane }
        lane &+= 1
    }
    return Int(places[best])
}
