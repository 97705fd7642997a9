/// The points of a map, clustered by zoom level.
public struct MapClusters: Sendable {
    public struct Point: Hashable, Sendable {
        /// The identifier of a place; negative for a page, because both share one list.
        public let id: Int64
        public let type: MapType
        /// The identifier of the plan, or 0 for points that are not on a plan.
        public let plan: Int64
        public let place: GeoPoint

        public init(id: Int64, type: MapType, plan: Int64 = 0, place: GeoPoint) {
            (self.id, self.type, self.plan, self.place) = (id, type, plan, place)
        }
    }

    /// A marker for a single point, or for several that are close together.
    public struct Marker: Hashable, Sendable {
        /// The identifier of its only point; `nil` for a cluster.
        public let id: Int64?
        public let count: Int
        /// `nil` for points of several types, which have a neutral color.
        public let type: MapType?
        public let place: GeoPoint
    }

    /// The visible layers.
    public struct Layers: Hashable, Sendable {
        public var types: Set<MapType>
        /// The hidden plans with everything on them.
        public var hiddenPlans: Set<Int64>

        public init(types: Set<MapType> = Set(MapType.allCases), hiddenPlans: Set<Int64> = []) {
            self.types = types
            self.hiddenPlans = hiddenPlans
        }
    }

    /// The number that represents several types in responses to the browser.
    public static let mixed = MapType.allCases.count
    /// The distance in pixels at which markers do not overlap.
    public static let distance = 44.0

    private struct Entry {
        let x: Double
        let y: Double
        let id: Int64
        let plan: Int64
        /// The number of the type, because comparing texts would be slow.
        let type: Int
        let place: GeoPoint
    }

    /// The points from west to east, so that a viewport is a range of them.
    private let entries: [Entry]

    public init(_ points: [Point]) {
        entries = points.map { point in
            let spot = MapProjection.spot(point.place)
            return Entry(
                x: spot.x, y: spot.y, id: point.id, plan: point.plan, type: point.type.number, place: point.place)
        }.sorted { ($0.x, $0.y, $0.id) < ($1.x, $1.y, $1.id) }
    }

    public var count: Int { entries.count }

    /// Returns the bounds of all visible points; `nil` without any.
    public func extents(_ layers: Layers = Layers()) -> MapBounds? {
        let shown = Shown(layers)
        return MapBounds(around: entries.lazy.filter { shown.has($0) }.map(\.place))
    }

    /// Returns the markers in a region at a zoom level, from west to east.
    ///
    /// Points are collected in grid cells. A cell whose center is too close to that of a fuller one joins it, so that
    /// grid lines do not split a group.
    public func markers(in bounds: MapBounds, zoom: Double, _ layers: Layers = Layers()) -> [Marker] {
        let cells = cells(in: bounds, zoom: zoom, layers)
        return groups(of: cells, in: bounds).map(\.marker)
    }

    /// Returns the points of the marker nearest to a position, within a distance in pixels.
    public func points(at place: GeoPoint, zoom: Double, within pixels: Double, _ layers: Layers = Layers()) -> [Int64]
    {
        let scale = MapProjection.scale(zoom)
        let spot = MapProjection.spot(place)
        // The farthest extent of a neighbor's joined cells.
        let around = 4 * Self.distance / scale
        let first = MapProjection.place(.init(x: max(spot.x - around, 0), y: min(spot.y + around, 1)))
        let last = MapProjection.place(.init(x: min(spot.x + around, 1), y: max(spot.y - around, 0)))
        let bounds = MapBounds(
            west: first.longitude, south: first.latitude, east: last.longitude, north: last.latitude)
        let cells = cells(in: bounds, zoom: zoom, layers)
        let near = groups(of: cells, in: bounds).map { group in
            let other = MapProjection.spot(group.marker.place)
            let (x, y) = ((other.x - spot.x) * scale, (other.y - spot.y) * scale)
            return (group: group, distance: (x * x + y * y).squareRoot())
        }
        guard let nearest = near.min(by: { $0.distance < $1.distance }), nearest.distance <= pixels else { return [] }
        return cells.members.filter { nearest.group.cells.contains($0.cell) }.map { entries[$0.entry].id }.sorted()
    }

    // MARK: Cells

    /// The points in one grid cell, or in several joined ones.
    private struct Cell {
        let key: CellKey
        /// The index of the first point.
        let first: Int
        var x = 0.0
        var y = 0.0
        var count = 0
        let type: Int
        var isMixed = false

        mutating func add(_ entry: Entry) {
            x += entry.x
            y += entry.y
            count += 1
            isMixed = isMixed || type != entry.type
        }

        mutating func add(_ other: Cell) {
            x += other.x
            y += other.y
            count += other.count
            isMixed = isMixed || other.isMixed || type != other.type
        }

        /// Whether a cell comes before another: the fuller one. Ties are broken by a hash, which is the same in every
        /// viewport: an order from west to east would depend on where the viewport begins.
        static func isBefore(_ first: Cell, _ second: Cell) -> Bool {
            first.count != second.count ? first.count > second.count : first.key.order < second.key.order
        }
    }

    private struct Cells {
        /// The side of a cell.
        let side: Double
        var all: [Cell] = []
        var numbers: CellTable
        /// The points with their cells.
        var members: [(entry: Int, cell: Int)] = []
    }

    private struct Group {
        let marker: Marker
        let first: Int
        /// The indexes of the joined cells.
        let cells: [Int]
    }

    /// The visible layers in a form that is fast to test per point.
    private struct Shown {
        let types: UInt64
        let hiddenPlans: Set<Int64>

        init(_ layers: Layers) {
            types = layers.types.reduce(0) { $0 | 1 << UInt64($1.number) }
            hiddenPlans = layers.hiddenPlans
        }

        func has(_ entry: Entry) -> Bool {
            types & 1 << UInt64(entry.type) != 0 && (entry.plan == 0 || !hiddenPlans.contains(entry.plan))
        }
    }

    private func cells(in bounds: MapBounds, zoom: Double, _ layers: Layers) -> Cells {
        let side = Self.distance / MapProjection.scale(zoom)
        let (northwest, southeast) = (
            MapProjection.spot(GeoPoint(bounds.west, bounds.north)),
            MapProjection.spot(GeoPoint(bounds.east, bounds.south))
        )
        // Cells at the edge may join those beyond it.
        let range = start(at: northwest.x - 3 * side)..<start(after: southeast.x + 3 * side)
        let (top, bottom) = (northwest.y - 3 * side, southeast.y + 3 * side)
        let shown = Shown(layers)
        var cells = Cells(side: side, numbers: CellTable(maximum: range.count))
        for index in range {
            let entry = entries[index]
            guard top...bottom ~= entry.y, shown.has(entry) else { continue }
            let key = CellKey(column: Int32(entry.x / side), row: Int32(entry.y / side))
            let number = cells.numbers.number(of: key, orElse: cells.all.count)
            if number == cells.all.count { cells.all.append(Cell(key: key, first: index, type: entry.type)) }
            cells.all[number].add(entry)
            cells.members.append((index, number))
        }
        return cells
    }

    /// Returns the first point not west of `x`.
    private func start(at x: Double) -> Int { partition { $0.x < x } }

    /// Returns the first point east of `x`.
    private func start(after x: Double) -> Int { partition { $0.x <= x } }

    /// Returns the number of points, from the west, that satisfy a predicate.
    private func partition(_ isTrue: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the groups whose markers lie in a region.
    private func groups(of cells: Cells, in bounds: MapBounds) -> [Group] {
        let order = cells.all.indices.sorted { Cell.isBefore(cells.all[$0], cells.all[$1]) }
        var isTaken = [Bool](repeating: false, count: cells.all.count)
        var groups: [Group] = []
        for number in order where !isTaken[number] {
            isTaken[number] = true
            var cell = cells.all[number]
            let (x, y) = (cell.x / Double(cell.count), cell.y / Double(cell.count))
            var joined = [number]
            for key in cell.key.neighbours {
                guard let other = cells.numbers.number(of: key), !isTaken[other] else { continue }
                let neighbour = cells.all[other]
                let many = Double(neighbour.count)
                let (dx, dy) = (neighbour.x / many - x, neighbour.y / many - y)
                guard dx * dx + dy * dy < cells.side * cells.side else { continue }
                isTaken[other] = true
                cell.add(neighbour)
                joined.append(other)
            }
            let marker = marker(of: cell)
            guard bounds.contains(marker.place) else { continue }
            groups.append(Group(marker: marker, first: cell.first, cells: joined))
        }
        return groups.sorted { ($0.marker.place.longitude, $0.first) < ($1.marker.place.longitude, $1.first) }
    }

    private func marker(of cell: Cell) -> Marker {
        let type = cell.isMixed ? nil : MapType.allCases[cell.type]
        if cell.count == 1 {
            let only = entries[cell.first]
            return Marker(id: only.id, count: 1, type: type, place: only.place)
        }
        let count = Double(cell.count)
        let middle = MapProjection.place(.init(x: cell.x / count, y: cell.y / count))
        return Marker(id: nil, count: cell.count, type: type, place: middle)
    }
}

/// The coordinates of a grid cell.
private struct CellKey: Equatable {
    let column: Int32
    let row: Int32

    /// A hash for ordering, unique to each cell (SplitMix64).
    var order: UInt64 {
        var bits = UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return bits ^ bits >> 31
    }

    var neighbours: [CellKey] {
        (column - 1...column + 1).flatMap { column in
            (row - 1...row + 1).map { CellKey(column: column, row: $0) }
        }.filter { $0 != self }
    }
}

/// Maps cells to indexes, as a hash table with open addressing. Every response looks up all points, and this takes a
/// fifth of the time of a dictionary.
private struct CellTable {
    private var keys: [CellKey]
    /// The indexes; -1 marks a free slot.
    private var numbers: [Int32]

    /// - Parameter maximum: The maximum number of keys.
    init(maximum: Int) {
        var size = 16
        while size < 2 * maximum { size *= 2 }
        keys = Array(repeating: CellKey(column: 0, row: 0), count: size)
        numbers = Array(repeating: -1, count: size)
    }

    /// Returns the slot of a key, or the free slot for it.
    private func slot(_ key: CellKey) -> Int {
        var slot = Int(truncatingIfNeeded: key.order) & (keys.count - 1)
        while numbers[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
        return slot
    }

    func number(of key: CellKey) -> Int? {
        let number = numbers[slot(key)]
        return number < 0 ? nil : Int(number)
    }

    /// - Parameter new: The index to assign if the key has none.
    mutating func number(of key: CellKey, orElse new: Int) -> Int {
        let slot = slot(key)
        if numbers[slot] < 0 { (keys[slot], numbers[slot]) = (key, Int32(new)) }
        return Int(numbers[slot])
    }
}
