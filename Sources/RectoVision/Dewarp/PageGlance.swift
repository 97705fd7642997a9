package import RectoCore

/// Lower limits for a page that is not flat: of the bend that neighboring lines share, or of the bend of its sides.
/// Lengths in letter heights.
///
/// Lines of handwriting bend and turn independently.
struct CommonBend {
    /// Fewest lines: cards and signs have some short lines of letters with arbitrary bend.
    static let minimumLines = 8

    /// How much neighbors bend alike, and its share of their whole bend.
    let size, share: Double
    /// How much lines converge if no side was seen; ``share`` also bounds its share of the differences between slopes.
    let convergence: Double
    /// Root mean square deviation of the paper's left and right sides from straight.
    let sides: Double

    /// Whether neighboring lines bend alike, or the paper's left and right sides are bent: otherwise no sheet needs to
    /// be fitted. If no side was seen, converging lines count too, because the page may be tilted.
    func mayBeBent(_ bend: SharedBend, _ sides: [PageSide], letter: Double) -> Bool {
        if bend.size > size && bend.share > share { return true }
        let isTilted = bend.convergence > convergence && bend.shareOfConvergence > share
        if sides.isEmpty && isTilted { return true }
        return (PageSide.bend(of: sides, letter) { $0 } ?? 0) > self.sides
    }
}

/// Recognizes flat pages in a tenth of the time of a full analysis: on a picture at less than half the resolution,
/// along lines about as steep as the page.
///
/// Memory is reused from picture to picture.
package final class PageGlance {
    /// Largest angle between lines and the page's direction, in degrees, and the share of line-like ink that may be
    /// steeper.
    private static let reach = 15
    private static let maximumShareOfSteepest: Float = 0.05
    /// Margin around the outline, as a share of the part: as far as sides are followed.
    private static let margin = 0.05
    /// Slightly below the limits of the full analysis, so that no bent page is missed.
    private static let commonBend = CommonBend(size: 0.024, share: 0.4, convergence: 0.4, sides: 0.1)

    private let finder = TextInkFinder(.coarse)
    private let ink = TextInk()
    private let tracer = LineTracer()

    package init() {}

    /// - Returns: What shows that the page is flat; `nil` if it needs the full analysis.
    package func flat(
        _ picture: GrayView, _ outline: PageOutline?, followsSides: Bool
    ) -> PageFlattener.Trace? {
        let part = UprightPart(of: outline, in: picture.size, margin: Self.margin)
        guard finder.find(picture.part(left: part.left, top: part.top, size: part.size), in: part, into: ink) else {
            return nil
        }
        var outline = outline
        if followsSides { outline = outline.map { follow($0, part) } }
        if let outline { ink.clear(outside: outline, in: part) }
        let sides = PageSide.all(of: outline, in: part)
        let lines = tracer.trace(ink, angles: angles(of: outline, part)).map { line in
            line.map { ($0 + Point2D(x: 0.5, y: 0.5)) * ink.scale }
        }
        guard lines.count >= CommonBend.minimumLines, tracer.shareOfSteepest < Self.maximumShareOfSteepest else {
            return nil
        }
        let letter = ink.letterHeight * ink.scale
        let bend = SharedBend(lines, letter: letter)
        guard !Self.commonBend.mayBeBent(bend, sides, letter: letter) else { return nil }
        var trace = PageFlattener.Trace()
        trace.letterHeight = letter
        trace.lines = lines.map { $0.map { part.picturePoint($0) } }
        (trace.commonBend, trace.shareOfCommonBend) = (bend.size, bend.share)
        return trace
    }

    /// The outline with the paper's sides as seen in the searched picture.
    private func follow(_ outline: PageOutline, _ part: UprightPart) -> PageOutline {
        let small = finder.small
        let scale = Double(part.uprightSize.width) / Double(small.width)
        guard let size = try? PixelSize(width: small.width, height: small.height),
            let view = try? GrayView(
                base: small.base, byteCount: small.width * small.height, size: size, stride: small.width),
            let quad = try? Quad(corners: outline.quad.corners.map { part.uprightPoint($0) * (1 / scale) })
        else { return outline }
        let seen = SideTracer(.coarse).outline(PageOutline(quad), in: view)
        var outline = outline
        outline.sides = seen.sides.enumerated().map { side, points in
            points.isEmpty ? outline.sides[side] : points.map { part.picturePoint($0 * scale) }
        }
        return outline
    }

    /// Angles of lines to search, in degrees, around the direction of the page's top and bottom.
    private func angles(of outline: PageOutline?, _ part: UprightPart) -> ClosedRange<Int> {
        var tilt = 0
        if let outline {
            let corners = outline.quad.corners.map { part.uprightPoint($0) }
            let rightward = corners[1] - corners[0] + corners[2] - corners[3]
            func isNearer(_ a: Int, _ b: Int) -> Bool {
                rightward.dot(Self.heading(a)) < rightward.dot(Self.heading(b))
            }
            tilt = stride(from: -45, through: 45, by: 5).max(by: isNearer) ?? 0
        }
        return max(tilt - Self.reach, -45)...min(tilt + Self.reach, 45)
    }

    private static func heading(_ degrees: Int) -> Point2D {
        let angle = Double(degrees) * .pi / 180
        return Point2D(x: cos(angle), y: sin(angle))
    }
}
