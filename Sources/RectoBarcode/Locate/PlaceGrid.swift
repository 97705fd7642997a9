import RectoCore
import RectoKernels

/// Elements in the cells of a picture that their boxes touch, so that those at a place are found in a time that does not
/// depend on how many there are. Memory is reused.
final class PlaceGrid<Element> {
    private struct Entry {
        var element: Element
        /// The next entry in the same cell, or −1.
        var next: Int32
    }

    /// The side of a cell in pixels.
    private static var cell: Int { 32 }

    private var entries: [Entry] = []
    /// The first entry of each cell, or −1. Places beyond the border belong to the nearest cell.
    private let cells = Plane<Int32>()

    func clear(_ size: PixelSize) {
        entries.removeAll(keepingCapacity: true)
        cells.reshape(width: size.width / Self.cell + 1, height: size.height / Self.cell + 1)
        cells.fill(-1)
    }

    func add(_ element: Element, at place: SIMD2<Float>) { add(element, from: place, to: place) }

    /// - Parameters:
    ///   - from: The top left corner of the element's box.
    ///   - to: Its bottom right corner.
    func add(_ element: Element, from: SIMD2<Float>, to: SIMD2<Float>) {
        for row in rows(from.y, to.y) {
            for column in columns(from.x, to.x) {
                entries.append(Entry(element: element, next: cells[column, row]))
                cells[column, row] = Int32(entries.count - 1)
            }
        }
    }

    /// Removes an element that was added at a place.
    func remove(at place: SIMD2<Float>, where isMatch: (Element) -> Bool) {
        let (column, row) = (columns(place.x, place.x).lowerBound, rows(place.y, place.y).lowerBound)
        var previous: Int?
        var i = Int(cells[column, row])
        while i >= 0 {
            let next = entries[i].next
            if isMatch(entries[i].element) {
                if let previous { entries[previous].next = next } else { cells[column, row] = next }
                return
            }
            previous = i
            i = Int(next)
        }
    }

    /// Returns whether an element fulfills a condition, among those whose cells a square touches.
    func contains(around place: SIMD2<Float>, reach: Float = 0, where isMatch: (Element) -> Bool) -> Bool {
        for row in rows(place.y - reach, place.y + reach) {
            for column in columns(place.x - reach, place.x + reach) {
                var i = Int(cells[column, row])
                while i >= 0 {
                    if isMatch(entries[i].element) { return true }
                    i = Int(entries[i].next)
                }
            }
        }
        return false
    }

    /// Visits the elements whose cells a square touches.
    func visit(around place: SIMD2<Float>, reach: Float, _ body: (Element) -> Void) {
        _ = contains(around: place, reach: reach) {
            body($0)
            return false
        }
    }

    private func columns(_ from: Float, _ to: Float) -> ClosedRange<Int> { Self.range(from, to, cells.width) }
    private func rows(_ from: Float, _ to: Float) -> ClosedRange<Int> { Self.range(from, to, cells.height) }

    /// Returns the cells of an interval, out of `count`.
    private static func range(_ from: Float, _ to: Float, _ count: Int) -> ClosedRange<Int> {
        let last = Float(count - 1)
        // NaN fails the comparison and gets the first cell.
        func index(_ place: Float) -> Int { place > 0 ? Int(min(place / Float(cell), last)) : 0 }
        let first = index(from)
        return first...max(first, index(to))
    }
}

/// The places of the codes read so far.
final class ReadPlaces {
    private let grid = PlaceGrid<SymbolQuad>()

    func clear(_ size: PixelSize) { grid.clear(size) }

    func append(_ quad: SymbolQuad) {
        let (even, odd) = (quad.evenHalf, quad.oddHalf)
        grid.add(quad, from: SIMD2(even.min(), odd.min()), to: SIMD2(even.max(), odd.max()))
    }

    func contains(_ point: SIMD2<Float>) -> Bool { grid.contains(around: point) { $0.contains(point) } }
}
