import RectoCore

/// The properties of text lines across a page, summed over all lines.
///
/// In strips of 64 columns, a line's core is the rows between baseline and x-height: those whose ink exceeds a share
/// of the maximum nearby. Around each core, the profiles of ink and of upper and lower edges are summed in units of
/// its height. They contain ascenders, descenders, dots and serifs. All steps are symmetric under a half turn.
struct TextLines {
    /// The number of samples along a profile: a third for the core, and a third each above and below.
    static let places = 18
    typealias Profile = InlineArray<18, Float>

    /// The number of cores, counted per strip: rows with more ink than the rows nearby.
    var coreCount: Float = 0
    /// The number of ink pixels, and of those in cores.
    var ink: Float = 0
    var coreInk: Float = 0
    /// The sums over cores of the logarithm of their height, and of its square.
    var logHeight: Float = 0
    var logHeightSquare: Float = 0
    /// The number of cores with one of similar height above them at line distance.
    var pairCount: Float = 0
    /// The sums of the squared change of the rows' ink over 2, 4 and 8 rows, and of the squared ink.
    var changes = SIMD4<Float>.zero
    var profile = Profile(repeating: 0)
    /// Ink pixels with none above them, and with none below.
    var upperEdges = Profile(repeating: 0)
    var lowerEdges = Profile(repeating: 0)
    /// Edges to the left and to the right that continue for 3 and for 6 rows.
    var leftStems = SIMD2<Float>.zero
    var rightStems = SIMD2<Float>.zero
    /// Ink close above and below cores: detached from them, as dots, accents and points, and attached to them, as
    /// ascenders. Pixels of both scales count the same, so that headings have little weight.
    var inkAbove = SIMD2<Float>.zero
    var inkBelow = SIMD2<Float>.zero
    /// How well the starts of lines are aligned, and how well the ends are.
    var startAlignment: Float = 0
    var endAlignment: Float = 0
}

/// Finds the text lines of a page.
final class TextLineFinder {
    /// The minimum ink of a core's rows relative to the maximum nearby.
    private static let coreShare: Float = 0.4
    /// The decay per row of the maximum nearby.
    private static let fading: Float = 0.97
    /// The minimum ink of a core's densest row.
    private static let minimumInk: Float = 4
    /// The distance between the cores of neighboring lines, in their heights, and how much these may differ.
    private static let linePitch: ClosedRange<Float> = 1.5...5
    private static let heightRatio: Float = 1.6
    /// The largest distance from a core of ink above and below it, in the core's heights.
    private static let inkReach: Float = 0.6

    /// For each word of a strip: its ink, and its upper and lower edges.
    private let counts = Plane<Float>()
    private let uppers = Plane<Float>()
    private let lowers = Plane<Float>()
    private let smooth = Plane<Float>()
    private let envelope = Plane<Float>()
    private let starts = Plane<Float>()
    private let ends = Plane<Float>()

    /// Adds the lines of a page whose cores have a height within `coreHeights`.
    ///
    /// - Parameter scale: The number of page pixels per pixel of `ink`; properties that do not depend on lines are
    ///   only counted at scale 1.
    func find(_ ink: InkStrips, coreHeights: ClosedRange<Int>, scale: Int, _ lines: inout TextLines) {
        let height = ink.height
        for plane in [counts, uppers, lowers] { plane.reshape(width: height, height: ink.stripCount) }
        smooth.reshape(width: height, height: 1)
        envelope.reshape(width: height, height: 1)
        for plane in [starts, ends] {
            plane.reshape(width: ink.stripCount * 16, height: 1)
            plane.fill(0)
        }
        for strip in 0..<ink.stripCount { count(ink[strip], strip, height) }
        for strip in 0..<ink.stripCount {
            let count = counts.base + strip * height
            if scale == 1 { addChanges(count, height, &lines) }
            findCores(ink, strip, coreHeights, scale, &lines)
        }
        guard scale == 1 else { return }
        lines.startAlignment = Self.alignment(starts)
        lines.endAlignment = Self.alignment(ends)
    }

    private func findCores(
        _ ink: InkStrips, _ strip: Int, _ coreHeights: ClosedRange<Int>, _ scale: Int, _ lines: inout TextLines
    ) {
        let height = ink.height
        let count = counts.base + strip * height
        let before = strip > 0 ? count - height : nil
        let after = strip + 1 < ink.stripCount ? count + height : nil
        let (smooth, envelope) = (smooth.base, envelope.base)
        for y in 0..<height {
            smooth[y] = 0.5 * count[y] + 0.25 * ((before.map { $0[y] } ?? 0) + (after.map { $0[y] } ?? 0))
        }
        var level: Float = 0
        for y in 0..<height {
            level = max(smooth[y], level * Self.fading)
            envelope[y] = level
        }
        level = 0
        for y in (0..<height).reversed() {
            level = max(smooth[y], level * Self.fading)
            envelope[y] = max(envelope[y], level)
        }
        var top: Int?
        var last: (center: Float, height: Float)?
        for y in 0...height {
            let isCore = y < height && smooth[y] > Self.coreShare * envelope[y] && smooth[y] >= 1
            if isCore {
                top = top ?? y
            } else if let first = top {
                top = nil
                let rows = y - first
                guard coreHeights ~= rows, addCore(ink, strip, first, rows, scale, &lines) else { continue }
                let core = (center: Float(first) + 0.5 * Float(rows), height: Float(rows))
                if let last {
                    let pitch = (core.center - last.center) / (0.5 * (core.height + last.height))
                    let ratio = max(core.height, last.height) / min(core.height, last.height)
                    if Self.linePitch ~= pitch, ratio < Self.heightRatio {
                        lines.pairCount += 1
                    }
                }
                last = core
            }
        }
    }

    private func count(_ words: UnsafePointer<UInt64>, _ strip: Int, _ height: Int) {
        let start = strip * height
        let (count, upper, lower) = (counts.base + start, uppers.base + start, lowers.base + start)
        for y in 0..<height { count[y] = ones(words[y]) }
        // SAFETY: y − 1 and y + 1 lie within the strip.
        for y in 1..<max(height, 1) { upper[y] = ones(words[y] & ~words[y - 1]) }
        for y in 0..<height - 1 { lower[y] = ones(words[y] & ~words[y + 1]) }
        (upper[0], lower[height - 1]) = (count[0], count[height - 1])
    }

    @inline(__always)
    private func ones(_ word: UInt64) -> Float { Float(Int32(truncatingIfNeeded: word.nonzeroBitCount)) }

    private func addChanges(_ count: UnsafePointer<Float>, _ height: Int, _ lines: inout TextLines) {
        for (lane, distance) in [2, 4, 8].enumerated() where height > distance {
            for y in 0..<height - distance {
                let change = count[y + distance] - count[y]
                lines.changes[lane] += change * change
            }
        }
        for y in 0..<height {
            lines.changes[3] += count[y] * count[y]
            lines.ink += count[y]
        }
    }

    /// - Returns: Whether it is a core.
    private func addCore(
        _ ink: InkStrips, _ strip: Int, _ top: Int, _ rows: Int, _ scale: Int, _ lines: inout TextLines
    ) -> Bool {
        let height = ink.height
        let count = counts.base + strip * height
        var (sum, maximum, all): (Float, Float, UInt64) = (0, 0, 0)
        let words = ink[strip]
        for y in top..<top + rows {
            sum += count[y]
            maximum = max(maximum, count[y])
            all |= words[y]
        }
        guard maximum >= Self.minimumInk else { return false }
        lines.coreCount += 1
        lines.coreInk += sum * Float(scale * scale)
        let size = logarithm(Float(rows * scale))
        lines.logHeight += size
        lines.logHeightSquare += size * size
        let (upper, lower) = (uppers.base + strip * height, lowers.base + strip * height)
        let step = Float(rows) / 6
        for place in 0..<TextLines.places {
            let position = Float(top) + (Float(place) - 5.5) * step - 0.5
            let row = Int(position.rounded(.down))
            let weight = position - Float(row)
            for (y, share) in [(row, 1 - weight), (row + 1, weight)] where 0..<height ~= y {
                lines.profile[place] += share * count[y]
                lines.upperEdges[place] += share * upper[y]
                lines.lowerEdges[place] += share * lower[y]
            }
        }
        addStems(words, top, rows, &lines)
        let reach = max(Int(Self.inkReach * Float(rows)), 2)
        lines.inkAbove += inkBeyond(words, (max(top - reach, 0)..<top).reversed(), from: words[top])
        lines.inkBelow += inkBeyond(words, top + rows..<min(top + rows + reach, height), from: words[top + rows - 1])
        addEnds(ink, strip, top, rows, all)
        return true
    }

    private func addStems(_ words: UnsafePointer<UInt64>, _ top: Int, _ rows: Int, _ lines: inout TextLines) {
        for (lane, length) in [3, 6].enumerated() {
            for first in stride(from: top, through: top + rows - length, by: 1) {
                var (left, right) = (UInt64.max, UInt64.max)
                for y in first..<first + length {
                    left &= words[y] & ~(words[y] >> 1)
                    right &= words[y] & ~(words[y] << 1)
                }
                lines.leftStems[lane] += Float(left.nonzeroBitCount)
                lines.rightStems[lane] += Float(right.nonzeroBitCount)
            }
        }
    }

    /// The ink in the rows beyond a core's outermost row: detached from it, and attached to it.
    private func inkBeyond(
        _ words: UnsafePointer<UInt64>, _ rows: some Sequence<Int>, from core: UInt64
    ) -> SIMD2<Float> {
        var (attached, sum) = (core, SIMD2<Float>.zero)
        for y in rows {
            attached = words[y] & (attached | attached << 1 | attached >> 1)
            sum += SIMD2(ones(words[y] & ~attached), ones(attached))
        }
        return sum
    }

    /// Records the start or end of a line, if the adjacent strip is empty.
    private func addEnds(_ ink: InkStrips, _ strip: Int, _ top: Int, _ rows: Int, _ all: UInt64) {
        func isEmpty(_ strip: Int) -> Bool {
            guard 0..<ink.stripCount ~= strip else { return true }
            let words = ink[strip]
            return (top..<top + rows).allSatisfy { words[$0] == 0 }
        }
        if isEmpty(strip - 1) { starts[16 * strip + all.leadingZeroBitCount / 4, 0] += 1 }
        if isEmpty(strip + 1) { ends[16 * strip + (63 - all.trailingZeroBitCount) / 4, 0] += 1 }
    }

    private static func alignment(_ places: Plane<Float>) -> Float {
        var (sum, squares): (Float, Float) = (0, 0)
        for x in 0..<places.width {
            let value = places[x, 0]
            sum += value
            squares += value * (value + (x > 0 ? places[x - 1, 0] : 0) + (x + 1 < places.width ? places[x + 1, 0] : 0))
        }
        return sum > 3 ? squares / (sum * sum) : 0
    }
}
