import RectoCore

/// Finds fingers that hold a page down at its borders, by their color, outline and shading.
///
/// Doubtful regions stay as they are: a missed finger costs nothing, while a wrong fill changes the page.
struct FingerFinder {
    /// Long side of the picture that is searched, in pixels. Lengths below are shares of it.
    static let workingSide = 600
    /// Smaller pictures show too little of a finger.
    private static let minimumSide = 300

    /// How far a finger may reach inwards.
    private static let depths = 0.02...0.25
    /// A finger's breadth.
    private static let breadths = 0.02...0.18
    /// Smallest reach inwards, in breadths: tabs lie flat along the border.
    private static let minimumSlimness = 0.35
    /// Smallest share of its convex hull that a finger fills.
    private static let minimumSolidity = 0.88
    /// Largest share of its box that a finger fills, since it tapers.
    private static let maximumFilling = 0.93
    /// Largest mean difference of a pixel from the mean of its neighbors where there is no print.
    private static let maximumTexture = 1.6
    /// Largest share of a finger's pixels in thin dark lines, such as the edge of a nail. Tabs with letters have more.
    private static let maximumInk = 0.08
    /// Smallest standard deviation of luma of a round object, as a share of the mean. A thumb in a video has 0.09 or
    /// more.
    private static let minimumRelief = 0.05
    /// Amounts by which a region grows, in turn, until it is surrounded by paper without shadow.
    private static let growths = [0.012, 0.018, 0.026]
    /// Width of the paper required around the painted area.
    private static let surroundings = 0.012
    /// Width over which the edge of the painted area fades.
    private static let softness = 0.006

    private let map: SkinMap
    private var isTaken: [Bool]

    private init(_ map: SkinMap) {
        self.map = map
        isTaken = [Bool](repeating: false, count: map.isSkin.count)
    }

    /// - Parameter page: A page, straight, as large as ``workingSide`` says or smaller.
    static func find(in page: RGBView) -> [FingerRegion] {
        guard page.size.longSide >= minimumSide, let map = SkinMap(page) else { return [] }
        var finder = FingerFinder(map)
        return finder.regions()
    }

    private var longSide: Double { Double(map.size.longSide) }

    /// Skin-colored regions that begin at the border and have the size of fingers.
    private mutating func regions() -> [FingerRegion] {
        let (width, height) = (map.size.width, map.size.height)
        var regions: [FingerRegion] = []
        func look(_ x: Int, _ y: Int, _ finder: inout FingerFinder) {
            guard let outline = finder.takeOutline(at: y * width + x), let region = finder.judged(outline) else {
                return
            }
            regions.append(region)
        }
        for x in 0..<width {
            look(x, 0, &self)
            look(x, height - 1, &self)
        }
        for y in 0..<height {
            look(0, y, &self)
            look(width - 1, y, &self)
        }
        return regions
    }

    /// A connected set of pixels and its bounding box.
    private struct Outline {
        var pixels: [Int] = []
        var columns, rows: ClosedRange<Int>
    }

    private mutating func takeOutline(at start: Int) -> Outline? {
        guard map.isSkin[start], !isTaken[start] else { return nil }
        let (width, height) = (map.size.width, map.size.height)
        isTaken[start] = true
        var outline = Outline(
            pixels: [start], columns: start % width...start % width, rows: start / width...start / width)
        var next = 0
        while next < outline.pixels.count {
            let pixel = outline.pixels[next]
            let (x, y) = (pixel % width, pixel / width)
            outline.columns = min(outline.columns.lowerBound, x)...max(outline.columns.upperBound, x)
            outline.rows = min(outline.rows.lowerBound, y)...max(outline.rows.upperBound, y)
            for (isInside, neighbour) in [
                (x > 0, pixel - 1), (x < width - 1, pixel + 1), (y > 0, pixel - width), (y < height - 1, pixel + width),
            ] where isInside && map.isSkin[neighbour] && !isTaken[neighbour] {
                isTaken[neighbour] = true
                outline.pixels.append(neighbour)
            }
            next += 1
        }
        return outline
    }

    /// - Returns: `nil` if the outline does not have the size of a finger or touches several sides of the page.
    private func judged(_ outline: Outline) -> FingerRegion? {
        let (width, height) = (map.size.width, map.size.height)
        let (columns, rows) = (outline.columns, outline.rows)
        let atSides = [columns.lowerBound == 0, columns.upperBound == width - 1]
        let atEnds = [rows.lowerBound == 0, rows.upperBound == height - 1]
        guard (atSides + atEnds).filter({ $0 }).count == 1 else { return nil }
        let reachesAcross = atSides.contains(true)
        let (depth, breadth) = reachesAcross ? (columns.count, rows.count) : (rows.count, columns.count)
        guard Self.depths ~= Double(depth) / longSide, Self.breadths ~= Double(breadth) / longSide else { return nil }

        let margin = Int(((Self.growths.last ?? 0) + Self.surroundings) * longSide) + 4
        let patch = FingerPatch(
            map, columns: max(columns.lowerBound - margin, 0)...min(columns.upperBound + margin, width - 1),
            rows: max(rows.lowerBound - margin, 0)...min(rows.upperBound + margin, height - 1), outline.pixels)
        var region = FingerRegion(page: map.size, columns: columns, rows: rows)
        let area = Double(patch.area)
        if Double(depth) < Self.minimumSlimness * Double(breadth)
            || area > Self.maximumFilling * Double(depth * breadth)
            || area < Self.minimumSolidity * patch.hullArea
        {
            region.reason = .outline
        } else if patch.texture > Self.maximumTexture || patch.ink > Self.maximumInk {
            region.reason = .print
        } else if patch.relief < Self.minimumRelief {
            region.reason = .shading
        } else {
            paint(&region, patch)
        }
        return region
    }

    /// Grows a region until its outline lies on paper.
    private func paint(_ region: inout FingerRegion, _ patch: FingerPatch) {
        region.reason = .surroundings
        for growth in Self.growths {
            let reach = Float(growth * longSide)
            let end = reach + Float(Self.surroundings * longSide)
            if patch.hasPrint(upTo: end) {
                region.reason = .print
                return
            }
            guard patch.isPaper(from: reach, upTo: end) else { continue }
            let soft = max(Float(Self.softness * longSide), 1)
            region.reason = nil
            region.left = patch.columns.lowerBound
            region.top = patch.rows.lowerBound
            region.width = patch.columns.count
            region.shares = patch.distances.map { UInt8(min(max((reach - $0) / soft, 0), 1) * 255) }
            return
        }
    }
}

/// A region that looks like a finger at a border of a page, in pixels of the picture that was searched.
struct FingerRegion {
    /// Size of the picture that was searched.
    let page: PixelSize
    let columns, rows: ClosedRange<Int>
    /// Why the region is left; `nil` if it is painted over.
    var reason: PageFinger.Reason?
    /// The part of the picture to paint over: a share of paper for each pixel, row by row; 255 is all paper.
    var left = 0
    var top = 0
    var width = 0
    var shares: [UInt8] = []
}
