public import RectoCore

/// Flattens bent pages: pages of open books, folded letters, curled sheets.
///
/// Lines of text are traced. Then a bent sheet before a camera is fitted on which they are straight, level, evenly
/// spaced and begin below each other, and on which letters of one shape are equally wide. A field of small
/// displacements takes up what the sheet cannot follow. A page that is already flat, or would not become much flatter,
/// is refused and stays as it is.
///
/// Memory is reused from picture to picture.
public final class PageFlattener {
    /// Why a page stays as it is.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// A side of the picture exceeds 32767 pixels, or the whole picture 2²⁹.
        case tooLarge
        /// The page's outline is invalid, or farther away than ten long sides of the picture.
        case noPage
        /// The picture shows few letters, or none.
        case noText
        /// Fewer than eight lines of text were traced, or than five where flattening is forced.
        case fewLines
        /// The lines are already straight or bend independently, and the page's sides show no fold.
        case flat
        /// The lines would still be bent.
        case unsure
        /// The page would be stretched excessively.
        case distorted
    }

    public enum Outcome: Sendable {
        indirect case flattened(FlatPage)
        case refused(Refusal)
    }

    /// Measurements of a run; lengths in letter heights.
    package struct Trace: Sendable {
        package var letterHeight = 0.0
        /// Points along each line of text, in pixels of the picture.
        package var lines: [[Point2D]] = []
        /// Deviation of lines from level: in the picture, seen by the best flat sheet, and on the page.
        package var pictureLevel = 0.0
        package var poseLevel = 0.0
        package var level = 0.0
        /// How much neighboring lines bend alike, and its share of their whole bend.
        package var commonBend = 0.0
        package var shareOfCommonBend = 0.0
        /// Deviation of the paper's left and right sides from straight, seen by the best flat sheet, and on the page; 0
        /// unless both sides were seen.
        package var poseBend = 0.0
        package var bend = 0.0

        /// Median length of the lines; 0 without lines.
        package var lineLength: Double {
            let lengths = lines.map { $0[0].distance(to: $0[$0.count - 1]) / letterHeight }.sorted()
            var left = lengths.reduce(0, +) / 2
            let median = lengths.first { length in
                left -= length
                return left <= 0
            }
            return median ?? 0
        }
    }

    package private(set) var trace = Trace()

    private static let minimumLines = 5
    /// Widest margins around the text if the page's outline is unknown, as shares of its size.
    private static let margins = [0.25, 0.08]
    /// Slopes that lines are searched at, in degrees: in the picture, and on the page once it is nearly flat.
    private static let angles = -45...45
    private static let anglesOnPage = -20...20
    /// Focal length of an unknown camera, in long sides of the picture. Phones have 0.7 to 0.8, but below 1.1 the
    /// sheets of some real pages go astray.
    private static let usualFocalLength = 1.1
    /// Standard deviation of the focal length around that one, and around a known one, as shares. Bent lines say more
    /// about it than the prior does.
    private static let focalSpread = 0.5
    private static let knownFocalSpread = 0.02
    /// Shares of stray points on each side: of lines in the picture, of lines on the page, and of its ink.
    private static let strayInPicture = 0.01
    private static let strayOnPage = 0.003
    private static let strayInk = 0.002
    /// Lines are traced again with the second sheet, unless fewer tenths of them than this are found.
    private static let foundTenths = 6
    /// Rounds of robust reweighting: on intermediate sheets, and on the last.
    private static let rounds = 2
    private static let lastRounds = 4
    /// Smallest reach of the field, and of the page, beyond the lines, in letter heights.
    private static let fieldMargin = 5.0
    private static let textMargin = 1.0
    /// Largest side of a page's ink in pixels; beyond it the page is stretched excessively.
    private static let maximumInkSide = 4096.0
    /// How far beyond the picture a line traced on the page may lie, in pixels.
    private static let outside = 9.0
    /// Node distance of the mesh that drapes the ink, and of the one on which areas are measured, in pixels.
    private static let drapeStep = 8
    private static let areaStep = 40
    /// Largest relative deviation of a page's proportions from those of a paper size, and the number of sizes tried.
    private static let paperDistance = 0.06
    private static let triedPapers = 2
    /// Percent of the areas at each end that may exceed the bounds.
    private static let strayAreas = 2
    /// Longest side of a picture that pages can be sampled from, in pixels.
    private static let maximumSide = 32_767
    private static let maximumArea = 1 << 29

    private let ink = TextInk()
    private let flatInk = TextInk()
    private let finder = TextInkFinder(.full)
    private let tracer = LineTracer()
    private let glance = PageGlance()

    public init() {}

    /// - Parameters:
    ///   - picture: A picture with a page, of any size.
    ///   - outline: The page's outline, whose top-left corner is that of its text; `nil` if the picture is the page.
    ///     Pixels beyond it are ignored. Text may be tilted by up to about 45 degrees.
    ///   - followsSides: Whether the sides of the paper are searched near the outline; otherwise the outline is taken
    ///     as is.
    ///   - focalLength: The camera's focal length, in pixels of the picture; `nil` if unknown.
    ///   - papers: Width over height of possible paper sizes.
    ///   - isForced: Whether nearly flat pages, and pages that remain bent, are flattened too, so that
    ///     ``Refusal/flat`` and ``Refusal/unsure`` do not occur.
    public func flatten(
        _ picture: GrayView, outline: PageOutline? = nil, followsSides: Bool = false, focalLength: Double? = nil,
        papers: [Double] = [], isForced: Bool = false
    ) -> Outcome {
        trace = Trace()
        guard picture.size.longSide <= Self.maximumSide, picture.size.area <= Self.maximumArea else {
            return .refused(.tooLarge)
        }
        if let outline, !outline.isNear(picture.size) || !outline.quad.isConvexClockwise { return .refused(.noPage) }
        if !isForced, let glance = glance.flat(picture, outline, followsSides: followsSides) {
            trace = glance
            return .refused(.flat)
        }
        let outline = followsSides ? outline.map { SideTracer().outline($0, in: picture) } : outline
        let part = UprightPart(of: outline, in: picture.size)
        guard finder.find(picture.part(left: part.left, top: part.top, size: part.size), in: part, into: ink) else {
            return .refused(.noText)
        }
        if let outline { ink.clear(outside: outline, in: part) }
        let sides = PageSide.all(of: outline, in: part)
        let lines = lines(on: ink, part)
        guard lines.count >= (isForced ? Self.minimumLines : CommonBend.minimumLines) else {
            return .refused(.fewLines)
        }
        let text = Box(lines.flatMap { $0 }, outside: Self.strayInPicture)
        let center = Point2D(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        let sheet = Sheet(
            focalLength: focalLength ?? Self.usualFocalLength * Double(picture.size.longSide),
            focalSpread: focalLength == nil ? Self.focalSpread : Self.knownFocalSpread,
            center: part.uprightPoint(center),
            anchor: (text.low + text.high) * 0.5, span: max(text.high.x - text.low.x, text.high.y - text.low.y))
        let work = Work(
            part: part, outline: outline, isForced: isForced, papers: papers, sides: sides, pose: sheet.shape)
        return flatten(lines, onto: sheet, work)
    }

    /// Points along lines of text, in pixels of the part.
    private func lines(on ink: TextInk, _ part: UprightPart) -> [[Point2D]] {
        let lines = tracer.trace(ink, angles: Self.angles).map { line in
            line.map { ($0 + Point2D(x: 0.5, y: 0.5)) * ink.scale }
        }
        trace.lines = lines.map { $0.map { part.picturePoint($0) } }
        trace.letterHeight = ink.letterHeight * ink.scale
        return lines
    }

    /// What stays the same for all sheets.
    private struct Work {
        let part: UprightPart
        let outline: PageOutline?
        let isForced: Bool
        /// Width over height of possible paper sizes.
        let papers: [Double]
        /// The sides that were seen, in pixels of the part.
        let sides: [PageSide]
        /// The best flat sheet.
        var pose: Sheet.Shape
    }

    private func flatten(_ lines: [[Point2D]], onto sheet: Sheet, _ work: Work) -> Outcome {
        guard work.isForced || mayBeBent(lines, work.sides) else { return .refused(.flat) }
        let letter = trace.letterHeight / sheet.focalLength
        trace.pictureLevel = Self.level(lines.map { $0.map { $0 * (1 / sheet.focalLength) } }, letter)
        var fit = SheetFit(sheet, lines, work.sides, letterHeight: trace.letterHeight)
        let pose = fit.fitPose(from: sheet.unknowns)
        let flat = sheet.shape(pose)
        var work = work
        work.pose = flat
        trace.poseLevel = Self.level(lines.map { $0.map { flat.page($0) } }, letter)
        trace.poseBend = PageSide.bend(of: work.sides, letter) { flat.page($0) } ?? 0
        if trace.poseLevel <= Gate.minimumGain {
            if trace.poseBend > Gate.minimumBend {
                let folded = attempt(sheet, fit.fitFold(from: pose), lines, work, isBent: true, isFolded: true)
                if case .flattened = folded { return folded }
            }
            guard work.isForced else { return .refused(.flat) }
        }
        let first = attempt(sheet, fit.fitBend(from: pose), lines, work, isBent: true)
        switch first {
        case .flattened, .refused(.flat): return first
        case .refused: break
        }
        // If a bent sheet went astray, a flat one with the field may do.
        let second = attempt(sheet, pose, lines, work, isBent: false)
        if case .flattened = second { return second }
        return first
    }

    private func mayBeBent(_ lines: [[Point2D]], _ sides: [PageSide]) -> Bool {
        let bend = SharedBend(lines, letter: trace.letterHeight)
        (trace.commonBend, trace.shareOfCommonBend) = (bend.size, bend.share)
        return Gate.commonBend.mayBeBent(bend, sides, letter: trace.letterHeight)
    }

    /// Refines a first sheet: finds the field, traces again on the flattened ink, where lines are longer, and fits
    /// again.
    private func attempt(
        _ sheet: Sheet, _ unknowns: [Double], _ lines: [[Point2D]], _ work: Work, isBent: Bool, isFolded: Bool = false
    ) -> Outcome {
        var (sheet, lines) = (sheet, lines)
        sheet.unknowns = unknowns
        var (map, box) = field(sheet, lines, work.sides, nil, rounds: Self.rounds)
        let papers = papers(near: map, work)
        var proportions: Double?
        // For a folded letter the sides are sufficient.
        let letter = trace.letterHeight / sheet.focalLength
        let lengths =
            isFolded
            ? [] : LetterWidths(finder, map.shape, low: box.low, high: box.high, letterHeight: letter).lengths()
        let again = retrace(map, box)
        let isTraced = again.count >= max(Self.minimumLines, lines.count * Self.foundTenths / 10)
        if isTraced { lines = again }
        if isTraced || !papers.isEmpty {
            var fit = SheetFit(sheet, lines, work.sides, letterHeight: trace.letterHeight)
            fit.lengths = lengths
            let free = fit.refine(unknowns, isBent: isBent)
            sheet.unknowns = free
            var least = Double.infinity
            for paper in papers {
                guard let snapped = fit.refine(free, isBent: isBent, proportions: paper), snapped.cost < least else {
                    continue
                }
                (sheet.unknowns, least, proportions) = (snapped.unknowns, snapped.cost, paper)
            }
        }
        (map, box) = field(sheet, lines, work.sides, proportions, lengths, rounds: Self.lastRounds)
        trace.level = Self.level(lines.map { $0.map { map.page($0) } }, letter)
        trace.bend = PageSide.bend(of: work.sides, letter) { map.page($0) } ?? 0
        guard keepsShape(lines, map, work.pose) else { return .refused(.distorted) }
        guard isFolded else { return assess(map, box, work) }
        guard trace.level < Gate.minimumGain, trace.bend < Gate.shareOfBend * trace.poseBend else {
            return .refused(.flat)
        }
        return finish(map, box, work, confidence: 1 - trace.bend / trace.poseBend)
    }

    /// Whether the text has about the same width-to-height ratio as on the best flat sheet. If not, the sheet went
    /// astray, however level the lines are.
    private func keepsShape(_ lines: [[Point2D]], _ map: SheetMap, _ pose: Sheet.Shape) -> Bool {
        func ratio(_ place: (Point2D) -> Point2D) -> Double {
            let box = Box(lines.flatMap { $0.map(place) }, outside: Self.strayInPicture)
            return (box.high.x - box.low.x) / (box.high.y - box.low.y)
        }
        return Gate.shapes ~= ratio { map.page($0) } / ratio { pose.page($0) }
    }

    /// Width over height of the possible paper sizes, the nearest first.
    private func papers(near map: SheetMap, _ work: Work) -> [Double] {
        guard work.sides.count == 4 else { return [] }
        let places = work.sides.map { side in median(side.points.map { side.offset(map.page($0)) }) }
        let seen = (places[1] - places[3]) / (places[2] - places[0])
        func distance(_ paper: Double) -> Double { abs(paper / seen - 1) }
        let near = work.papers.filter { distance($0) < Self.paperDistance }.sorted { distance($0) < distance($1) }
        return Array(near.prefix(Self.triedPapers))
    }

    private func field(
        _ sheet: Sheet, _ lines: [[Point2D]], _ sides: [PageSide], _ proportions: Double?,
        _ lengths: [KnownLength] = [], rounds: Int
    ) -> (SheetMap, Box) {
        let shape = sheet.shape
        let letter = trace.letterHeight / sheet.focalLength
        let places = lines.map { $0.map { shape.page($0) } }
        var box = Box(places.flatMap { $0 }, outside: Self.strayOnPage)
        let margin = Point2D(x: Self.fieldMargin * letter, y: Self.fieldMargin * letter)
        box = Box(low: box.low - margin, high: box.high + margin)
        let known = lengths.map {
            KnownLength(
                start: shape.page($0.start), end: shape.page($0.end), length: $0.length, tolerance: $0.tolerance)
        }
        let straight = sides.map { side in
            PageSide(isLevel: side.isLevel, points: side.points.map { shape.page($0) })
        }
        let field = ResidualField(
            places, straight, proportions: proportions, low: box.low, high: box.high, letter: letter, lengths: known,
            rounds: rounds)
        return (SheetMap(sheet: sheet, shape: shape, field: field), box)
    }

    /// Lines of the picture, traced on its ink after draping it on the page.
    private func retrace(_ map: SheetMap, _ box: Box) -> [[Point2D]] {
        let pixel = ink.scale / map.sheet.focalLength
        let extent = (box.high - box.low) * (1 / pixel)
        guard extent.isFinite, extent.x < Self.maximumInkSide, extent.y < Self.maximumInkSide else { return [] }
        flatInk.reshape(
            width: Int(extent.x) + 1, height: Int(extent.y) + 1, scale: ink.scale, letterHeight: ink.letterHeight)
        drape(map, box, pixel)
        let half = Point2D(x: 0.5, y: 0.5)
        let size = Point2D(x: Double(ink.width), y: Double(ink.height)) * ink.scale
        return tracer.trace(flatInk, angles: Self.anglesOnPage).map { line in
            line.map { map.picture(($0 + half) * pixel + box.low) }
        }.filter { line in
            line.allSatisfy {
                $0.isFinite && -Self.outside...size.x + Self.outside ~= $0.x
                    && -Self.outside...size.y + Self.outside ~= $0.y
            }
        }
    }

    /// Drapes the ink on the page, interpolated between nodes of a mesh.
    private func drape(_ map: SheetMap, _ box: Box, _ pixel: Double) {
        let step = Self.drapeStep
        let (across, down) = (flatInk.width / step + 2, flatInk.height / step + 2)
        let places = (0..<across * down).map { index in
            let place = Point2D(x: Double(index % across * step) + 0.5, y: Double(index / across * step) + 0.5)
            return place * pixel + box.low
        }
        let nodes = map.pictures(places).map { $0 * (1 / ink.scale) - Point2D(x: 0.5, y: 0.5) }
        for y in 0..<flatInk.height {
            let row = flatInk.base + y * flatInk.stride
            let v = Double(y % step) / Double(step)
            for cell in 0..<across - 1 {
                let k = y / step * across + cell
                let left = nodes[k] * (1 - v) + nodes[k + across] * v
                let right = nodes[k + 1] * (1 - v) + nodes[k + across + 1] * v
                let change = (right - left) * (1 / Double(step))
                for x in cell * step..<max(min((cell + 1) * step, flatInk.width), cell * step) {
                    let point = left + change * Double(x - cell * step)
                    row[x] = ink.sample(point.x, point.y)
                }
            }
        }
    }

    // MARK: - Assessment

    /// Thresholds chosen on pages on which no figure is reported, in letter heights and as shares.
    private enum Gate {
        static let minimumGain = 0.05
        static let maximumLevel = 0.15
        static let shareOfPicture = 0.75
        static let shareOfPose = 0.25
        static let commonBend = CommonBend(size: 0.025, share: 0.5, convergence: 0.5, sides: 0.1)
        /// A page with level lines is folded if its sides are bent by at least this much, and afterwards by at most
        /// this share of it.
        static let minimumBend = 0.2
        static let shareOfBend = 0.4
        /// Bounds of the picture area of a page pixel relative to the median, for all but a few pixels.
        static let areas = 0.2...4.0
        /// Bounds of the text's width over its height, relative to the best flat sheet.
        static let shapes = 0.6...1.7
    }

    private func assess(_ map: SheetMap, _ text: Box, _ work: Work) -> Outcome {
        if !work.isForced {
            guard trace.poseLevel - trace.level > Gate.minimumGain else { return .refused(.flat) }
            let bar = min(
                Gate.maximumLevel, Gate.shareOfPicture * trace.pictureLevel, Gate.shareOfPose * trace.poseLevel)
            guard trace.level < bar else { return .refused(.unsure) }
        }
        let confidence = trace.poseLevel > 0 ? min(max(1 - trace.level / trace.poseLevel, 0), 1) : 0
        return finish(map, text, work, confidence: confidence)
    }

    private func finish(_ map: SheetMap, _ text: Box, _ work: Work, confidence: Double) -> Outcome {
        // The field reaches farther than the page needs: beyond it may be the desk.
        let letter = trace.letterHeight / map.sheet.focalLength
        let beyond = Point2D(x: letter, y: letter) * (Self.fieldMargin - Self.textMargin)
        let lines = Box(low: text.low + beyond, high: text.high - beyond)
        let margins = Self.margins.map { text.grown(map, work.part.uprightSize, by: $0) }
        // Far from the text the map may be unreliable: then less of the page around the text is kept.
        let whole = work.outline.map { outline in
            // There is no print beyond the outline, but perhaps the texture of a cloth.
            let print = ink.places().filter { outline.contains(work.part.picturePoint($0)) }
            let ink = Box(print.map { map.page($0) } + [lines.low, lines.high], outside: Self.strayInk)
            return ink.stretched(to: outline, work.part, map)
        }
        for wide in (whole.map { [$0] } ?? []) + margins {
            let box = wide.shown(map, work.part, around: lines)
            if let page = FlatPage(map, work.part, low: box.low, high: box.high, confidence: confidence), isTame(page) {
                return .flattened(page)
            }
        }
        return .refused(.distorted)
    }

    /// Whether no part is folded over, crushed or torn out.
    private func isTame(_ page: FlatPage) -> Bool {
        let mesh = page.mesh(step: Self.areaStep)
        var areas: [Double] = []
        for row in 0..<mesh.down - 1 {
            for column in 0..<mesh.across - 1 {
                let k = row * mesh.across + column
                areas.append((mesh.nodes[k + 1] - mesh.nodes[k]).cross(mesh.nodes[k + mesh.across] - mesh.nodes[k]))
            }
        }
        areas.sort()
        guard let last = areas.indices.last else { return false }
        let median = abs(areas[last / 2])
        return areas[last * Self.strayAreas / 100] > Gate.areas.lowerBound * median
            && areas[last * (100 - Self.strayAreas) / 100] < Gate.areas.upperBound * median
    }

    /// Root mean square deviation of lines' points from level, weighted by length, in letter heights.
    private static func level(_ lines: [[Point2D]], _ letter: Double) -> Double {
        var (sum, total) = (0.0, 0.0)
        for line in lines {
            let length = line[line.count - 1].x - line[0].x
            sum += length * standardDeviation(line.map { $0.y })
            total += length
        }
        return total > 0 ? sum / total / letter : .infinity
    }
}

/// An upright rectangle on the page.
private struct Box {
    /// Step by which a side is moved, as a share of the box, and the largest number of steps.
    private static let shownStep = 0.005
    private static let shownSteps = 40
    /// Tested points of a side, and the share of them that may lie beyond the picture.
    private static let shownPoints = 24
    private static let shareBeyond = 0.2

    var low: Point2D
    var high: Point2D

    init(low: Point2D, high: Point2D) { (self.low, self.high) = (low, high) }

    /// The box around points, except for a share of them on each side.
    init(_ points: [Point2D], outside share: Double) {
        func bounds(_ values: [Double]) -> (Double, Double) {
            let sorted = values.sorted()
            let skipped = Int(Double(sorted.count - 1) * share)
            return (sorted[skipped], sorted[sorted.count - 1 - skipped])
        }
        let (x, y) = (bounds(points.map { $0.x }), bounds(points.map { $0.y }))
        self.init(low: Point2D(x: x.0, y: y.0), high: Point2D(x: x.1, y: y.1))
    }

    /// The box with margins, as far as the picture shows them and at most this share of the text.
    func grown(_ map: SheetMap, _ size: PixelSize, by share: Double) -> Box {
        let (width, height) = (Double(size.width), Double(size.height))
        let outline = (0...16).flatMap { step -> [Point2D] in
            let (x, y) = (width * Double(step) / 16, height * Double(step) / 16)
            return [
                Point2D(x: x, y: 0), Point2D(x: x, y: height), Point2D(x: 0, y: y), Point2D(x: width, y: y),
            ].map { map.page($0) }
        }
        let seen = Box(outline, outside: 0)
        let most = (high - low) * share
        return Box(
            low: Point2D(
                x: max(min(low.x, seen.low.x), low.x - most.x), y: max(min(low.y, seen.low.y), low.y - most.y)),
            high: Point2D(
                x: min(max(high.x, seen.high.x), high.x + most.x), y: min(max(high.y, seen.high.y), high.y + most.y)))
    }

    /// The box, reduced at each side that lies mostly beyond the picture, but not into the text: nothing is known of a
    /// page beyond the picture.
    func shown(_ map: SheetMap, _ part: UprightPart, around text: Box) -> Box {
        var box = self
        let step = (high - low) * Self.shownStep
        let (width, height) = (Double(part.picture.width), Double(part.picture.height))
        func isBeyond(_ from: Point2D, _ to: Point2D) -> Bool {
            let points = (0...Self.shownPoints).map { from + (to - from) * (Double($0) / Double(Self.shownPoints)) }
            let beyond = points.count { place in
                let point = part.picturePoint(map.picture(place))
                return !(-1...width + 1 ~= point.x && -1...height + 1 ~= point.y)
            }
            return Double(beyond) > Self.shareBeyond * Double(points.count)
        }
        for _ in 0..<Self.shownSteps {
            let (topRight, bottomLeft) = (Point2D(x: box.high.x, y: box.low.y), Point2D(x: box.low.x, y: box.high.y))
            let (top, bottom) = (isBeyond(box.low, topRight), isBeyond(bottomLeft, box.high))
            let (left, right) = (isBeyond(box.low, bottomLeft), isBeyond(topRight, box.high))
            let before = box
            if top, box.low.y + step.y < text.low.y { box.low.y += step.y }
            if bottom, box.high.y - step.y > text.high.y { box.high.y -= step.y }
            if left, box.low.x + step.x < text.low.x { box.low.x += step.x }
            if right, box.high.x - step.x > text.high.x { box.high.x -= step.x }
            if box.low == before.low && box.high == before.high { break }
        }
        return box
    }

    /// The box extended to the page's sides, but not into ink. Where a side was not seen, nothing beyond it is shown.
    func stretched(to outline: PageOutline, _ part: UprightPart, _ map: SheetMap) -> Box {
        func place(_ side: Int) -> Double {
            let places = outline.points(side: side).map { point in
                let place = map.page(part.uprightPoint(point))
                return side % 2 == 0 ? place.y : place.x
            }
            guard outline.sides[side].isEmpty else { return median(places) }
            return (side == 0 || side == 3 ? places.max() : places.min()) ?? .nan
        }
        return Box(
            low: Point2D(x: min(place(3), low.x), y: min(place(0), low.y)),
            high: Point2D(x: max(place(1), high.x), y: max(place(2), high.y)))
    }
}
