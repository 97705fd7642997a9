import RectoCore

/// A region and its surroundings.
struct FingerPatch {
    let columns, rows: ClosedRange<Int>
    private let width: Int
    private let height: Int
    /// Luma of the patch, row by row.
    private let luma: [UInt8]
    private let closed: [UInt8]
    private let isPaper: [Bool]
    /// Distance from the region for pixels outside, and from its outline for pixels inside, in pixels.
    let distances: [Float]
    private let depths: [Float]
    private let paper: Int

    /// How much darker than its surroundings print is, as a share and in levels, so that noise does not count.
    private static let minimumInk = (share: 0.1, levels: 10.0)
    /// Largest half width of print, in pixels.
    private static let innerInk = (share: 0.15, levels: 6.0)
    private static let inkRadius = 3
    /// Distance from the outline, in pixels, beyond which a region shows its material.
    private static let edge: Float = 2.5
    /// Distance from a finger, in pixels, within which dark pixels are its edge and shadow.
    private static let contact: Float = 3
    /// The farthest reach of its shadow, in pixels.
    private static let shadow: Float = 8
    /// Differences of levels to ignore.
    private static let noise = 4
    /// Lowest level of paper, as a share of the page's.
    private static let minimumPaper = 0.45
    /// How far a pixel of paper may differ from its level, as a share of the level.
    private static let tolerance = 0.12
    /// Largest share of pixels that may differ more or are not paper.
    private static let maximumUneven = 0.06

    init(_ map: SkinMap, columns: ClosedRange<Int>, rows: ClosedRange<Int>, _ pixels: [Int]) {
        (self.columns, self.rows, width, height, paper) = (columns, rows, columns.count, rows.count, map.paper)
        luma = rows.flatMap { y in
            map.luma[y * map.size.width + columns.lowerBound...y * map.size.width + columns.upperBound]
        }
        isPaper = rows.flatMap { y in
            map.isPaper[y * map.size.width + columns.lowerBound...y * map.size.width + columns.upperBound]
        }
        closed = Self.closed(luma, width, height)
        var isRegion = [Bool](repeating: false, count: width * height)
        for pixel in pixels {
            let (x, y) = (pixel % map.size.width, pixel / map.size.width)
            isRegion[(y - rows.lowerBound) * width + x - columns.lowerBound] = true
        }
        Self.fillHoles(&isRegion, width, height)
        distances = Self.distances(from: isRegion, width, height)
        depths = Self.distances(from: isRegion.map { !$0 }, width, height)
    }

    /// Fills enclosed holes, such as shining nails.
    private static func fillHoles(_ isRegion: inout [Bool], _ width: Int, _ height: Int) {
        var isOutside = [Bool](repeating: false, count: width * height)
        var open: [Int] = []
        func visit(_ pixel: Int) {
            guard !isRegion[pixel], !isOutside[pixel] else { return }
            isOutside[pixel] = true
            open.append(pixel)
        }
        for x in 0..<width { [x, (height - 1) * width + x].forEach(visit) }
        for y in 0..<height { [y * width, y * width + width - 1].forEach(visit) }
        while let pixel = open.popLast() {
            if pixel % width > 0 { visit(pixel - 1) }
            if pixel % width < width - 1 { visit(pixel + 1) }
            if pixel >= width { visit(pixel - width) }
            if pixel < (height - 1) * width { visit(pixel + width) }
        }
        for pixel in isRegion.indices { isRegion[pixel] = !isOutside[pixel] }
    }

    /// Distance of each pixel from the nearest marked one, by straight and diagonal steps.
    private static func distances(from isMarked: [Bool], _ width: Int, _ height: Int) -> [Float] {
        let (straight, aslant) = (Float(1), Float(1.4))
        var distances = isMarked.map { $0 ? 0 : Float(width + height) }
        func relax(_ x: Int, _ y: Int, _ side: Int) {
            var nearest = distances[y * width + x]
            func consider(_ x: Int, _ y: Int, _ step: Float) {
                guard 0..<width ~= x, 0..<height ~= y else { return }
                nearest = min(nearest, distances[y * width + x] + step)
            }
            consider(x + side, y, straight)
            for (dx, step) in [(-1, aslant), (0, straight), (1, aslant)] { consider(x + dx, y + side, step) }
            distances[y * width + x] = nearest
        }
        for y in 0..<height {
            for x in 0..<width { relax(x, y, -1) }
        }
        for y in (0..<height).reversed() {
            for x in (0..<width).reversed() { relax(x, y, 1) }
        }
        return distances
    }

    // MARK: - Within

    var area: Int { distances.count { $0 == 0 } }

    /// The area of the region's convex hull.
    var hullArea: Double {
        // The corners of each row's first and last pixel, from the top down.
        var (left, right): ([Point2D], [Point2D]) = ([], [])
        for y in 0..<height {
            let row = distances[y * width..<(y + 1) * width]
            guard let first = row.firstIndex(of: 0), let last = row.lastIndex(of: 0) else { continue }
            for edge in [y, y + 1] {
                Self.add(Point2D(x: Double(first - y * width), y: Double(edge)), to: &left, turning: 1)
                Self.add(Point2D(x: Double(last - y * width + 1), y: Double(edge)), to: &right, turning: -1)
            }
        }
        let hull = right + left.reversed()
        return zip(hull, hull.dropFirst() + hull.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) } / 2
    }

    private static func add(_ point: Point2D, to chain: inout [Point2D], turning side: Double) {
        while chain.count > 1, let last = chain.last,
            side * (last - chain[chain.count - 2]).cross(point - last) >= 0
        { chain.removeLast() }
        chain.append(point)
    }

    /// Pixels inside, without the outline.
    private var core: [Int] { luma.indices.filter { depths[$0] > Self.edge } }

    /// Mean difference of pixels from the mean of their neighbors.
    var texture: Double {
        let inner = core.filter {
            1..<width - 1 ~= $0 % width && 1..<height - 1 ~= $0 / width
        }
        let sum = inner.reduce(0) { sum, pixel in
            let sides = Int(luma[pixel - 1]) + Int(luma[pixel + 1])
            let ends = Int(luma[pixel - width]) + Int(luma[pixel + width])
            return sum + abs(sides + ends - 4 * Int(luma[pixel]))
        }
        return inner.isEmpty ? .infinity : Double(sum) / Double(4 * inner.count)
    }

    /// The standard deviation of luma as a share of the mean.
    var relief: Double {
        let levels = core.map { Double(luma[$0]) }
        let mean = levels.reduce(0, +) / Double(max(levels.count, 1))
        let squares = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(max(levels.count, 1))).squareRoot() / max(mean, 1)
    }

    /// Share of pixels that are thin and dark.
    var ink: Double {
        let count = core.count { pixel in
            let level = Double(closed[pixel])
            return level - Double(luma[pixel]) > max(Self.innerInk.share * level, Self.innerInk.levels)
        }
        return Double(count) / Double(max(core.count, 1))
    }

    // MARK: - Around

    /// Whether something thin and dark lies within a distance of the region, other than the finger's shadow, which
    /// fades steadily outwards.
    func hasPrint(upTo end: Float) -> Bool {
        var isShadow = [Bool](repeating: false, count: luma.count)
        let around = luma.indices.filter { distances[$0] > 0 && distances[$0] <= end }
        for pixel in around.sorted(by: { (distances[$0], $0) < (distances[$1], $1) }) {
            isShadow[pixel] =
                distances[pixel] <= Self.contact
                || distances[pixel] <= Self.shadow
                    && neighbours(of: pixel).contains {
                        isShadow[$0] && distances[$0] < distances[pixel]
                            && Int(luma[$0]) <= Int(luma[pixel]) + Self.noise
                    }
            if isInk(pixel) && !isShadow[pixel] { return true }
        }
        return false
    }

    private func isInk(_ pixel: Int) -> Bool {
        let level = Double(closed[pixel])
        return level - Double(luma[pixel]) > max(Self.minimumInk.share * level, Self.minimumInk.levels)
    }

    private func neighbours(of pixel: Int) -> [Int] {
        let (column, row) = (pixel % width, pixel / width)
        return (max(row - 1, 0)...min(row + 1, height - 1)).flatMap { y in
            (max(column - 1, 0)...min(column + 1, width - 1)).map { y * width + $0 }
        }
    }

    /// Whether the ring between these distances from the region is evenly lit paper.
    func isPaper(from start: Float, upTo end: Float) -> Bool {
        let ring = luma.indices.filter { distances[$0] > start && distances[$0] <= end }
        guard !ring.isEmpty else { return false }
        let level = Double(ring.map { luma[$0] }.sorted()[ring.count * 3 / 4])
        guard level >= Self.minimumPaper * Double(paper) else { return false }
        let uneven = ring.count { !isPaper[$0] || abs(Double(luma[$0]) - level) > Self.tolerance * level }
        return Double(uneven) <= Self.maximumUneven * Double(ring.count)
    }

    /// The luma without thin dark parts: the minimum over squares of their maxima (a morphological closing).
    private static func closed(_ luma: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        var levels = luma
        func spread(_ start: Int, _ step: Int, _ count: Int, _ choose: (UInt8, UInt8) -> UInt8) {
            let line = (0..<count).map { levels[start + $0 * step] }
            for index in 0..<count {
                let near = line[max(index - inkRadius, 0)...min(index + inkRadius, count - 1)]
                levels[start + index * step] = near.reduce(line[index], choose)
            }
        }
        for choose in [{ max($0, $1) }, { min($0, $1) }] as [(UInt8, UInt8) -> UInt8] {
            for y in 0..<height { spread(y * width, 1, width, choose) }
            for x in 0..<width { spread(x, width, height, choose) }
        }
        return levels
    }
}
