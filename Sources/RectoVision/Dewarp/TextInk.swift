import RectoCore
import RectoKernels

/// Ink of letter size, as shares of the area of coarse pixels, with a blank margin.
final class TextInk {
    /// Width of the margin on each side, in pixels: the reach of the filters.
    static let margin = 44

    let plane = Plane<Float>()
    /// Pixels of the picture per pixel of ink.
    private(set) var scale = 1.0
    /// Height of a small letter, in pixels of ink.
    private(set) var letterHeight = 0.0

    /// Width without the margin.
    var width: Int { plane.width - 2 * Self.margin }
    var height: Int { plane.height - 2 * Self.margin }
    /// The first pixel inside the margin.
    var base: UnsafeMutablePointer<Float> { plane.base + Self.margin * (plane.width + 1) }
    var stride: Int { plane.width }

    func reshape(width: Int, height: Int, scale: Double, letterHeight: Double) {
        plane.reshape(width: width + 2 * Self.margin, height: height + 2 * Self.margin)
        plane.fill(0)
        (self.scale, self.letterHeight) = (scale, letterHeight)
    }

    /// Smallest horizontal component of a side's unit normal: below it the side is level. Shorter sides have no normal.
    private static let minimumNormal = 1e-9
    /// Side of the squares of ``places()``, in pixels, and the ink pixels that each needs.
    private static let square = 16
    private static let minimumInk: Float = 2

    /// Removes ink beyond a page's outline, which may belong to a neighboring page.
    func clear(outside outline: PageOutline, in part: UprightPart) {
        // Each side as a half plane that contains all its points: the page is their intersection.
        let planes = (0..<4).map { side -> (normal: Point2D, limit: Double) in
            let (start, end) = (outline.quad[side], outline.quad[(side + 1) & 3])
            let (a, b) = (part.uprightPoint(start) * (1 / scale), part.uprightPoint(end) * (1 / scale))
            let along = b - a
            let normal = Point2D(x: along.y, y: -along.x) * (1 / max(along.length, Self.minimumNormal))
            let limit = outline.points(side: side).map { (part.uprightPoint($0) * (1 / scale)).dot(normal) }.max()
            return (normal, (limit ?? 0) + 0.5)
        }
        for y in 0..<height {
            let row = base + y * stride
            let middle = Double(y) + 0.5
            var (first, last) = (0.0, Double(width))
            for plane in planes {
                // normal.x · x ≤ room
                let room = plane.limit - plane.normal.y * middle
                if plane.normal.x > Self.minimumNormal {
                    last = min(last, room / plane.normal.x)
                } else if plane.normal.x < -Self.minimumNormal {
                    first = max(first, room / plane.normal.x)
                } else if room < 0 {
                    last = 0
                }
            }
            let start = Int(min(max(first, 0), Double(width)))
            let end = max(Int(min(max(last, 0), Double(width))), start)
            for x in 0..<start { row[x] = 0 }
            for x in end..<width { row[x] = 0 }
        }
    }

    /// Centers of squares with ink, in pixels of the picture.
    func places() -> [Point2D] {
        let side = Self.square
        var places: [Point2D] = []
        for top in Swift.stride(from: 0, to: height, by: side) {
            for left in Swift.stride(from: 0, to: width, by: side) {
                var sum: Float = 0
                for y in top..<min(top + side, height) {
                    for x in left..<min(left + side, width) { sum += base[y * stride + x] }
                }
                let half = Double(side) / 2
                guard sum > Self.minimumInk else { continue }
                places.append(Point2D(x: Double(left) + half, y: Double(top) + half) * scale)
            }
        }
        return places
    }

    /// The sum of a column's ink at rows given in letters from a place, interpolated between pixels; 0 beyond the
    /// margin.
    func amount(column: Int, _ rows: [Double], around y: Double, _ letter: Double) -> Float {
        let column = column + Self.margin
        guard 0..<plane.width ~= column else { return 0 }
        var sum: Float = 0
        for row in rows {
            let place = y + row * letter + Double(Self.margin)
            guard place >= 0, place < Double(plane.height - 1) else { continue }
            let top = Int(place)
            let p = plane.base + top * plane.width + column
            sum += p[0] + (p[stride] - p[0]) * Float(place - Double(top))
        }
        return sum
    }

    /// Ink interpolated between pixels, whose centers are at whole numbers; 0 beyond the margin.
    func sample(_ x: Double, _ y: Double) -> Float {
        let m = Double(Self.margin)
        guard x + m >= 0, y + m >= 0, x + m < Double(plane.width - 1), y + m < Double(plane.height - 1) else {
            return 0
        }
        let (column, row) = (Int(x + m), Int(y + m))
        let (u, v) = (Float(x + m - Double(column)), Float(y + m - Double(row)))
        let p = plane.base + row * plane.width + column
        let (above, below) = (p[0] + (p[1] - p[0]) * u, p[stride] + (p[stride + 1] - p[stride]) * u)
        return above + (below - above) * v
    }
}

/// Finds letters' ink on a page and the size of letters.
final class TextInkFinder {
    /// Resolution of the search. Lengths in pixels of the searched picture unless stated.
    struct Resolution {
        /// Long side of the searched picture.
        let longSide: Int
        /// Height of a letter, in pixels of ink.
        let letterHeight: Double
        /// Half of the window for thresholding.
        let thresholdRadius: Int
        /// Smallest parts for measuring letter height: the smallest legible print, but no dots.
        let minimumHeight, minimumWidth: Int
        let minimumArea: Int32
        /// Wider parts, such as touching letters, count as this wide.
        let countedWidth: Int
        /// Area of a filled part that may still be a letter.
        let sparedArea: Double

        static let full = Resolution(
            longSide: 1700, letterHeight: 5, thresholdRadius: 20, minimumHeight: 4, minimumWidth: 2, minimumArea: 8,
            countedWidth: 30, sparedArea: 40)
        /// Less than half the resolution: enough to see whether lines bend.
        static let coarse = Resolution(
            longSide: 760, letterHeight: 2.25, thresholdRadius: 9, minimumHeight: 3, minimumWidth: 1, minimumArea: 3,
            countedWidth: 15, sparedArea: 10)
    }

    /// Shortest side of a searched picture with a page of text, in pixels.
    private static let minimumSide = 64

    /// Parts used to measure the height of letters.
    private enum Measured {
        /// Headlines are lower than the picture's height divided by this, and rules wider than its width divided by the
        /// next.
        static let maximumHeightDivisor = 18
        static let maximumWidthDivisor = 10
        /// Fewest parts of a text.
        static let minimumParts = 40
        /// Height of small letters over the median height, which letters with ascenders raise.
        static let smallShare = 0.85
    }

    /// Parts that are drawn: letters, and words of touching letters. Lengths in letter heights.
    private enum Drawn {
        static let heights = (over: 0.3, under: 4.5)
        static let maximumWidth = 30.0
        /// In squared letter heights.
        static let minimumArea = 0.12
        /// Share of its bounding box at or above which a part is a filled area.
        static let maximumFilling = 0.8
        /// A part wider than the first and lower than the second is a rule.
        static let rule = (width: 6.0, height: 0.45)
    }

    private let resolution: Resolution
    /// The searched picture, upright.
    let small = Plane<UInt8>()
    private let unturned = Plane<UInt8>()
    private let bits = Plane<UInt8>()
    private let scratch = Plane<UInt32>()
    /// Its ink, as connected parts.
    private(set) var pieces = InkParts()
    /// Height of a small letter in it, and pixels of the picture per pixel of it.
    private(set) var letter = 0.0
    private(set) var pixel = 1.0

    init(_ resolution: Resolution) { self.resolution = resolution }

    /// - Parameters:
    ///   - picture: The part of a picture that contains a page.
    ///   - part: How it is to be turned.
    /// - Returns: Whether the picture has letters.
    func find(_ picture: GrayView, in part: UprightPart, into ink: TextInk) -> Bool {
        guard findParts(picture, in: part) else { return false }
        draw(letter, pixel, into: ink)
        return true
    }

    /// Finds ``pieces``, ``letter`` and ``pixel``.
    /// - Parameters:
    ///   - picture: The part of a picture that contains a page.
    ///   - part: How it is to be turned.
    ///   - invertsLightType: Whether a page that is mostly dark is inverted, ``small`` too.
    /// - Returns: Whether the picture has letters.
    func findParts(_ picture: GrayView, in part: UprightPart, invertsLightType: Bool = false) -> Bool {
        let ratio = min(1, Double(resolution.longSide) / Double(picture.size.longSide))
        let width = Int(Double(picture.width) * ratio)
        let height = Int(Double(picture.height) * ratio)
        guard width >= Self.minimumSide, height >= Self.minimumSide,
            picture.size.longSide <= resolution.longSide * AreaPlan.maximumRatio
        else { return false }
        reduce(picture, part, width, height)
        if invertsLightType, ByteHistogram(small.view).isOfLightType { invert() }
        threshold()
        pieces.find(in: bits, width: small.width)
        guard let letter = letterHeight() else { return false }
        (self.letter, pixel) = (letter, Double(picture.width) / Double(width))
        return true
    }

    private func invert() {
        for i in 0..<small.width * small.height { small.base[i] = 255 - small.base[i] }
    }

    /// Sauvola's rule with k = 0.2 and R = 128.
    private func threshold() {
        let radius = resolution.thresholdRadius
        bits.reshape(width: (small.width + 7) / 8, height: small.height)
        let bytes = momentScratchByteCount(width: small.width, radius: radius)
        scratch.reshape(width: (bytes + 3) / 4, height: 1)
        // SAFETY: planes of equal size, scratch of the required size.
        momentThreshold(
            small.view, radius: radius, by: MomentThreshold(meanWeight: 0.8, spreadMeanWeight: 0.2 / 128),
            into: bits.mutableView, scratch: scratch.base)
    }

    /// Sets ``small`` to the upright picture; width and height are those before the turn.
    private func reduce(_ picture: GrayView, _ part: UprightPart, _ width: Int, _ height: Int) {
        let plan = AreaPlan(
            sourceWidth: picture.width, sourceHeight: picture.height, targetWidth: width, targetHeight: height)
        let reduced = part.turns == 0 ? small : unturned
        reduced.reshape(width: width, height: height)
        scratch.reshape(width: (plan.scratchByteCount() + 3) / 4, height: 1)
        // SAFETY: a plane of the plan's size, scratch of the required size.
        areaDownscale(picture.plane, channels: 1, plan: plan, into: reduced.mutableView, scratch: scratch.base)
        guard part.turns != 0 else { return }
        let isTransposed = part.turns % 2 == 1
        small.reshape(width: isTransposed ? height : width, height: isTransposed ? width : height)
        part.turn(unturned.view, into: small.mutableView)
    }

    /// Height of small letters, in pixels of the reduced picture: the median over columns of ink, corrected for
    /// ascenders.
    private func letterHeight() -> Double? {
        var counts = [Int](repeating: 0, count: small.height / Measured.maximumHeightDivisor + 1)
        var (letters, total) = (0, 0)
        for (index, part) in pieces.parts.enumerated()
        where part.parent == index && resolution.minimumHeight..<counts.count ~= part.height
            && resolution.minimumWidth..<small.width / Measured.maximumWidthDivisor ~= part.width
            && part.area > resolution.minimumArea
        {
            counts[part.height] += min(part.width, resolution.countedWidth)
            total += min(part.width, resolution.countedWidth)
            letters += 1
        }
        guard letters >= Measured.minimumParts else { return nil }
        var sum = 0
        let median = counts.indices.first { height in
            sum += counts[height]
            return 2 * sum >= total
        }
        return median.map { Measured.smallShare * Double($0) }
    }

    /// Draws parts of letter size, without rules and pictures.
    private func draw(_ letter: Double, _ reduction: Double, into ink: TextInk) {
        let ratio = min(1, resolution.letterHeight / letter)
        ink.reshape(
            width: Int(Double(small.width) * ratio) + 1, height: Int(Double(small.height) * ratio) + 1,
            scale: reduction / ratio, letterHeight: letter * ratio)
        let pieces = pieces
        let isLetter = pieces.parts.map { part -> Bool in
            let (width, height) = (Double(part.width), Double(part.height))
            guard height > Drawn.heights.over * letter, height < Drawn.heights.under * letter else { return false }
            guard width < Drawn.maximumWidth * letter, isPrint(part) else { return false }
            return !(width > Drawn.rule.width * letter && height < Drawn.rule.height * letter)
        }
        for run in pieces.runs where isLetter[Int(pieces.root(run.part))] {
            let (top, bottom) = (Double(run.y) * ratio, Double(run.y + 1) * ratio)
            let row = Int(top)
            let isSplit = bottom > Double(row + 1)
            add(run, ratio, isSplit ? Double(row + 1) - top : ratio, to: ink.base + row * ink.stride)
            if isSplit { add(run, ratio, bottom - Double(row + 1), to: ink.base + (row + 1) * ink.stride) }
        }
    }

    /// Whether a part is neither a speck nor a filled area.
    func isPrint(_ part: InkParts.Part) -> Bool {
        let area = Double(part.area)
        return area > Drawn.minimumArea * letter * letter
            && area < Drawn.maximumFilling * Double(part.width) * Double(part.height) + resolution.sparedArea
    }

    private func add(_ run: InkParts.Run, _ ratio: Double, _ weight: Double, to row: UnsafeMutablePointer<Float>) {
        let (start, end) = (Double(run.start) * ratio, Double(run.end) * ratio)
        var x = Int(start)
        while Double(x) < end {
            row[x] += Float((min(end, Double(x + 1)) - max(start, Double(x))) * weight)
            x += 1
        }
    }
}
