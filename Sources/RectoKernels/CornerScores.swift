internal import CVector

/// A pixel of a picture with sides of at most 65,535.
public struct PixelPlace: BitwiseCopyable, Hashable, Sendable {
    /// Row and column, 16 bits each.
    var word: UInt32

    public init(x: Int, y: Int) {
        word = UInt32(truncatingIfNeeded: y) << 16 | UInt32(truncatingIfNeeded: x) & 0xFFFF
    }

    @inline(__always) public var x: Int { Int(word & 0xFFFF) }
    @inline(__always) public var y: Int { Int(word >> 16) }
}

/// Passes places as the words that kernels take.
@inline(__always)
func words(_ places: UnsafePointer<PixelPlace>) -> UnsafePointer<UInt32> {
    // SAFETY: a place is one word.
    UnsafeRawPointer(places).assumingMemoryBound(to: UInt32.self)
}

/// Width of a picture's border without corners: the radius of the ring around a pixel.
public let cornerRingRadius = 3

/// The FAST-9 score of each pixel: the largest difference by which nine consecutive pixels, of the sixteen in a ring of
/// radius 3, are all brighter or all darker; 0 if that is not above the threshold, and in the border.
///
/// Source: Rosten & Drummond, "Machine learning for high-speed corner detection", ECCV 2006; the score is the largest
/// threshold at which the pixel is still a corner, plus 1.
/// - Parameter scores: `width` × `height`.
public func cornerScores(
    _ source: PlaneView<UInt8>, threshold: UInt8, into scores: MutablePlaneView<UInt8>
) {
    let (width, height) = (source.width, source.height)
    source.check()
    scores.check(width: width, height: height)
    let border = cornerRingRadius
    let n = width - 2 * border
    guard n >= 32 else {
        return Reference.cornerScores(source, threshold: threshold, into: scores)
    }
    for y in 0..<height {
        let target = scores.row(y)
        guard border..<height - border ~= y else {
            target.update(repeating: 0, count: width)
            continue
        }
        target.update(repeating: 0, count: border)
        // SAFETY: the rings of these n pixels lie within the picture.
        recto_corner_scores(source.row(y) + border, source.stride, n, Int(threshold), target + border)
        (target + border + n).update(repeating: 0, count: border)
    }
}

/// The places of scores above 0 that exceed all their neighbors, row by row, inside a border.
///
/// - Parameters:
///   - border: At least 1.
///   - places: Room for ``scorePeakCapacity(width:height:)`` places.
/// - Returns: The number of places.
public func scorePeaks(
    _ scores: PlaneView<UInt8>, border: Int, into places: UnsafeMutablePointer<PixelPlace>
) -> Int {
    let (width, height) = (scores.width, scores.height)
    scores.check()
    precondition(border >= 1, "peaks at the border")
    precondition(width <= 65_535 && height <= 65_535, "sides too long")
    guard width > 2 * border, height > 2 * border else { return 0 }
    guard width - 2 * border >= 32 else {
        return Reference.scorePeaks(scores, border: border, into: places)
    }
    // SAFETY: a place is one word.
    let list = UnsafeMutableRawPointer(places).assumingMemoryBound(to: UInt32.self)
    var count = 0
    for y in border..<height - border {
        recto_score_peaks(scores.row(y), scores.stride, y, border, width - border, list, &count)
    }
    return count
}

/// Largest number of peaks in a picture: no two are neighbors.
public func scorePeakCapacity(width: Int, height: Int) -> Int { ((width + 1) / 2) * ((height + 1) / 2) }

extension Reference {
    /// The plain reference of the kernel `cornerScores`.
    public static func cornerScores(
        _ source: PlaneView<UInt8>, threshold: UInt8, into scores: MutablePlaneView<UInt8>
    ) {
        let (width, height) = (source.width, source.height)
        let ring: [(x: Int, y: Int)] = [
            (0, -3), (1, -3), (2, -2), (3, -1), (3, 0), (3, 1), (2, 2), (1, 3),
            (0, 3), (-1, 3), (-2, 2), (-3, 1), (-3, 0), (-3, -1), (-2, -2), (-1, -3),
        ]
        let border = cornerRingRadius
        for y in 0..<height {
            for x in 0..<width {
                var best = 0
                if x >= border, x < width - border, y >= border, y < height - border {
                    let differences = ring.map { step in
                        Int(source.row(y + step.y)[x + step.x]) - Int(source.row(y)[x])
                    }
                    for first in 0..<16 {
                        let arc = (first..<first + 9).map { differences[$0 % 16] }
                        best = max(best, arc.min() ?? 0, -(arc.max() ?? 0))
                    }
                }
                scores.row(y)[x] = best > Int(threshold) ? UInt8(best) : 0
            }
        }
    }

    /// The plain reference of the kernel `scorePeaks`.
    public static func scorePeaks(
        _ scores: PlaneView<UInt8>, border: Int, into places: UnsafeMutablePointer<PixelPlace>
    ) -> Int {
        let (width, height) = (scores.width, scores.height)
        var count = 0
        for y in border..<max(border, height - border) {
            for x in border..<max(border, width - border) {
                let here = scores.row(y)[x]
                var isPeak = here > 0
                for v in y - 1...y + 1 {
                    for u in x - 1...x + 1 where (u, v) != (x, y) { isPeak = isPeak && scores.row(v)[u] < here }
                }
                if isPeak {
                    places[count] = PixelPlace(x: x, y: y)
                    count += 1
                }
            }
        }
        return count
    }
}

// MARK: - Bodies

@c @implementation
func recto_corner_scores_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ n: Int, _ threshold: Int, _ target: UnsafeMutablePointer<UInt8>!
) {
    let bound = UInt8(truncatingIfNeeded: threshold)
    var x = 0
    while x < n {
        // SAFETY: n is at least 32; the last vector ends with the last pixel.
        let left = min(x, n &- 32)
        vec_store32(target + left, vec_corner_scores(source + left, stride, bound))
        x &+= 32
    }
}

@c @implementation
func recto_score_peaks_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ row: Int, _ first: Int, _ end: Int,
    _ list: UnsafeMutablePointer<UInt32>!, _ count: UnsafeMutablePointer<Int>!
) {
    let line = UInt32(truncatingIfNeeded: row) &<< 16
    var n = count.pointee
    var x = first
    while x < end {
        // SAFETY: at least 32 columns; the last vector ends with the last one.
        let left = min(x, end &- 32)
        // Columns that two vectors share count in the first only.
        var bits = vec_score_peaks(source + left, stride) &>> UInt32(truncatingIfNeeded: x &- left)
        while bits != 0 {
            let i = x &+ bits.trailingZeroBitCount
            list[n] = line | UInt32(truncatingIfNeeded: i)
            n &+= 1
            bits &= bits &- 1
        }
        x &+= 32
    }
    count.pointee = n
}
