public import RectoCore

/// A coarse picture of the print on a page, which shows whether a page has been seen before and whether anything moves
/// on it.
///
/// The page is straightened to 160 × 160 cells, and its local mean is subtracted, which removes light, shadow and the
/// color of the paper.
public struct PageSignature: Sendable {
    package static let side = 160
    /// Side of a part, in cells; two signatures are compared part by part.
    private static let part = 16
    /// The standard deviation of a part, in gray levels, up to which print counts as noise.
    private static let minimumStrength: Float = 4
    /// The largest shift that is tried, in cells: corners may be off by this much.
    private static let slack = 2
    /// The usual noise of a cell: its variance in gray levels, and the share of the print lost to the jitter of
    /// corners.
    private static let noiseVariance: Float = 9
    private static let trembling: Float = 0.1
    /// The number of parts at or above which one may look different, because of a finger or a reflection.
    private static let partsForOneToDiffer = 12

    /// Row by row, in gray levels.
    package let cells: SignatureCells

    package init(_ cells: SignatureCells) { self.cells = cells }

    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: `nil` if the quad is not convex and clockwise or barely in the frame.
    public init?(of quad: Quad, in frame: FrameView) {
        guard let signature = PageSignatureExtractor().signature(of: quad, in: frame) else { return nil }
        self = signature
    }

    /// Whether the page shows nothing that could distinguish it from another.
    public var isBlank: Bool {
        Self.parts.allSatisfy { part in
            Moments(self, self, part, Shift(across: 0, down: 0)).strength <= Self.minimumStrength
        }
    }

    /// The difference from another signature, in multiples of the usual effect of noise and jitter: that of the second
    /// most different part with print in either signature, or of the most different one if there are few such parts.
    /// 0 if both are blank, about 1 or less for the same page, 3 or more for others.
    ///
    /// Parts are compared one by one, because two letters of one company share their strongest lines and differ
    /// elsewhere.
    public func dissimilarity(to other: PageSignature) -> Double {
        let shift = shift(to: other)
        var (first, second, count): (Float, Float, Int) = (0, 0, 0)
        for part in Self.parts {
            guard let difference = difference(of: part, to: other, at: shift) else { continue }
            count += 1
            if difference > first { (first, second) = (difference, first) } else { second = max(second, difference) }
        }
        return Double(count >= Self.partsForOneToDiffer ? second : first)
    }

    /// The share of the parts with print in either signature that differ by at least `dissimilarity`: 1 for another
    /// page, less if something lies on the page or is reflected in it.
    func shareOfOtherParts(in other: PageSignature, dissimilarity: Double) -> Double {
        let shift = shift(to: other)
        var (others, count) = (0, 0)
        for part in Self.parts {
            guard let difference = difference(of: part, to: other, at: shift) else { continue }
            count += 1
            if Double(difference) >= dissimilarity { others += 1 }
        }
        return count > 0 ? Double(others) / Double(count) : 0
    }

    /// The dissimilarity to another signature in the one of four orientations in which they are most alike.
    /// - Parameter sufficient: Once the dissimilarity is below this in one orientation, the others are not compared.
    public func dissimilarityInAnyOrientation(to other: PageSignature, sufficient: Double = 0) -> Double {
        var (turned, minimum) = (other, dissimilarity(to: other))
        for _ in 1..<4 where minimum >= sufficient {
            turned = PageSignature(turned.cells.turned())
            minimum = min(minimum, dissimilarity(to: turned))
        }
        return minimum
    }

    /// The ``dissimilarity(to:)`` at or above which two signatures are usually of different pages.
    public static let usualDissimilarity = 2.0

    /// Whether another signature is of the same page, in any of the four orientations. All blank pages are the same.
    /// - Parameter dissimilarity: The dissimilarity at or above which two pages are different.
    public func isSamePage(
        as other: PageSignature, dissimilarity: Double = usualDissimilarity
    ) -> Bool {
        dissimilarityInAnyOrientation(to: other, sufficient: dissimilarity) < dissimilarity
    }

    /// The difference of a part at the best place around a shift, in multiples of the usual one; `nil` if the part is
    /// blank in both signatures.
    private func difference(of part: Part, to other: PageSignature, at shift: Shift) -> Float? {
        var minimum = Float.infinity
        for step in Self.steps {
            let moments = Moments(
                self, other, part, Shift(across: shift.across + step.across, down: shift.down + step.down))
            guard moments.strength > Self.minimumStrength else { return nil }
            let usual = Self.noiseVariance / (moments.strength * moments.strength) + Self.trembling
            minimum = min(minimum, (1 - moments.correlation) / usual)
            if minimum < Self.unsuspicious { break }
        }
        return minimum
    }

    /// The difference below which no better place is searched for.
    private static let unsuspicious: Float = 0.5
    /// Shifts of a part relative to the whole: the paper is bent and its corners are not exact.
    private static let steps = [
        Shift(across: 0, down: 0), Shift(across: -1, down: 0), Shift(across: 1, down: 0), Shift(across: 0, down: -1),
        Shift(across: 0, down: 1), Shift(across: -1, down: -1), Shift(across: 1, down: -1), Shift(across: -1, down: 1),
        Shift(across: 1, down: 1),
    ]

    private struct Part {
        var rows: Range<Int>
        var columns: Range<Int>
    }

    private struct Shift {
        var across: Int
        var down: Int
    }

    /// The shift of the other signature relative to this one, in cells.
    private func shift(to other: PageSignature) -> Shift {
        var best = (correlation: -Float.infinity, shift: Shift(across: 0, down: 0))
        let whole = Part(rows: 0..<Self.side, columns: 0..<Self.side)
        for down in -Self.slack...Self.slack {
            for across in -Self.slack...Self.slack {
                let shift = Shift(across: across, down: down)
                let correlation = Moments(self, other, whole, shift).correlation
                if correlation > best.correlation { best = (correlation, shift) }
            }
        }
        return best.shift
    }

    private static let parts: [Part] = (0..<side / part * (side / part)).map { index in
        let (top, left) = (index / (side / part) * part, index % (side / part) * part)
        return Part(rows: top..<top + part, columns: left..<left + part)
    }

    /// Sums of products of the cells of one signature and the shifted cells of another.
    private struct Moments {
        private var (aa, bb, ab): (Int64, Int64, Int64) = (0, 0, 0)
        private var count = 0

        init(_ a: PageSignature, _ b: PageSignature, _ part: Part, _ shift: Shift) {
            let side = PageSignature.side
            let rows = part.rows.clamped(to: max(0, -shift.down)..<min(side, side - shift.down))
            let columns = part.columns.clamped(to: max(0, -shift.across)..<min(side, side - shift.across))
            for row in rows {
                let here = row * side + columns.lowerBound
                let there = (row + shift.down) * side + columns.lowerBound + shift.across
                add(a.cells.base + here, b.cells.base + there, columns.count)
            }
            count = rows.count * columns.count
        }

        /// Adds the products of the cells of a row.
        @inline(__always)
        private mutating func add(_ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>, _ count: Int) {
            // 160 products of at most 2040² fit 32 bits.
            var (aa, bb, ab): (Int32, Int32, Int32) = (0, 0, 0)
            var index = 0
            // SAFETY: both rows have `count` cells.
            while index < count {
                let (x, y) = (Int32(truncatingIfNeeded: a[index]), Int32(truncatingIfNeeded: b[index]))
                aa &+= x &* x
                bb &+= y &* y
                ab &+= x &* y
                index &+= 1
            }
            self.aa &+= Int64(aa)
            self.bb &+= Int64(bb)
            self.ab &+= Int64(ab)
        }

        /// Root mean square of the stronger of the two, in gray levels.
        var strength: Float { (Float(max(aa, bb)) / Float(max(count, 1))).squareRoot() / SignatureCells.scale }
        var correlation: Float { Float(ab) / max((Float(aa) * Float(bb)).squareRoot(), 1e-6) }
    }
}

/// The cells of a signature, row by row, in eighths of a gray level; read-only as soon as anybody else holds them.
package final class SignatureCells: @unchecked Sendable {
    // SAFETY: extractors and averages write only to cells that nobody else holds; see ``PageSignatureExtractor`` and
    // ``SignatureAverage``.
    package private(set) var base: UnsafeMutablePointer<Int16>
    private static let side = PageSignature.side

    package init() {
        base = .allocate(capacity: Self.side * Self.side)
        base.initialize(repeating: 0, count: Self.side * Self.side)
    }

    deinit { base.deallocate() }

    /// Units per gray level.
    static let scale: Float = 8

    /// Writes `one` plus an n-th of the difference of `other` from it.
    func mix(_ one: SignatureCells, _ other: SignatureCells, share n: Int32) {
        let (one, other, base) = (one.base, other.base, base)
        let weight = (1 << 15) / n
        for index in 0..<Self.side * Self.side {
            // Both are within ±16,320.
            let difference = Int32(other[index]) - Int32(one[index])
            base[index] = Int16(truncatingIfNeeded: Int32(one[index]) &+ (difference &* weight &+ 1 << 14) >> 15)
        }
    }

    /// The cells after a quarter turn clockwise.
    func turned() -> SignatureCells {
        let turned = SignatureCells()
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                turned.base[column * Self.side + Self.side - 1 - row] = base[row * Self.side + column]
            }
        }
        return turned
    }
}
