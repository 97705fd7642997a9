package import RectoCore

/// What neighbouring lines of a page that is not flat have in common at least, or how its sides are bent. Lengths in letter
/// heights.
///
/// Handwriting's lines bend and turn each its own way.
struct CommonBend {
    /// Letters of cards and signs make some short lines, which bend as one likes.
    static let minimumLines = 8

    /// How much neighbours bend alike, and its share of all their bend.
    let size, share: Double
    /// How much they converge where no side was seen; its share of all that their slopes differ by is ``share`` too.
    let convergence: Double
    /// How far the paper's left and right sides are from straight, in the root mean square.
    let sides: Double

    /// Whether neighbouring lines bend alike, or the paper's left and right sides are bent: without either no sheet needs to be
    /// looked for. Where no side was seen the page may be tilted too: then lines converge.
    func mayBeBent(_ bend: SharedBend, _ sides: [PageSide], letter: Double) -> Bool {
        if bend.size > size && bend.share > share { return true }
        let isTilted = bend.convergence > convergence && bend.shareOfConvergence > share
        if sides.isEmpty && isTilted { return true }
        return (PageSide.bend(of: sides, letter) { $0 } ?? 0) > self.sides
    }
}

/// Sees at a glance that a page is flat, in a tenth of the time that it takes to look at it closely: on a picture of less
/// than half the resolution, along lines about as steep as the page.
///
/// Memory is kept from picture to picture.
package final class PageGlance {
    /// How far lines may be from the page's direction, in degrees, and how much of them may be steeper still.
    private static let reach = 15
    private static let maximumShareOfSteepest: Float = 0.05
    /// The margin around the outline, as a share of the part: as far as sides are followed.
    private static let margin = 0.05
    /// Limits of what is seen in full are a little higher: a glance shall not miss a bent page.
    private static let commonBend = CommonBend(size: 0.024, share: 0.4, convergence: 0.4, sides: 0.1)

    private let finder = TextInkFinder(.coarse)
    private let ink = TextInk()
    private let tracer = LineTracer()

    package init() {}

    /// - Returns: What shows that the page is flat; `nil` if it has to be looked at closely.
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

    /// The outline with the sides of the paper as the searched picture shows them.
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

    /// In degrees, as far around the direction of the page's top and bottom as lines are looked for.
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
