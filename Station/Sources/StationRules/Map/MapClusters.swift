/// The points of a map, and how they come together as one zooms out.
public struct MapClusters: Sendable {
    public struct Point: Hashable, Sendable {
        /// Of a place; that of a page is negative: what a person sees is one list.
        public let id: Int64
        public let type: MapType
        /// 0 outside of plans.
        public let plan: Int64
        public let place: GeoPoint

        public init(id: Int64, type: MapType, plan: Int64 = 0, place: GeoPoint) {
            (self.id, self.type, self.plan, self.place) = (id, type, plan, place)
        }
    }

    /// One marker: a single point, or several that are close together.
    public struct Marker: Hashable, Sendable {
        /// That of its only point; `nil` for a cluster.
        public let id: Int64?
        public let count: Int
        /// `nil` if its points have several: then its color is neutral.
        public let type: MapType?
        public let place: GeoPoint
    }

    /// What is shown of the points.
    public struct Layers: Hashable, Sendable {
        public var types: Set<MapType>
        /// Plans that are not shown, nor what stands on them.
        public var hiddenPlans: Set<Int64>

        public init(types: Set<MapType> = Set(MapType.allCases), hiddenPlans: Set<Int64> = []) {
            self.types = types
            self.hiddenPlans = hiddenPlans
        }
    }

    /// The number of a marker's type in answers for the browser if there are several.
    public static let mixed = MapType.allCases.count
    /// So many pixels apart markers do not cover each other.
    public static let distance = 44.0

    private struct Entry {
        let x: Double
        let y: Double
        let id: Int64
        let plan: Int64
        /// That of the type: texts would be compared letter by letter.
        let type: Int
        let place: GeoPoint
    }

    /// From west to east, so that a window is a range of them.
    private let entries: [Entry]

    public init(_ points: [Point]) {
        entries = points.map { point in
            let spot = MapProjection.spot(point.place)
            return Entry(
                x: spot.x, y: spot.y, id: point.id, plan: point.plan, type: point.type.number, place: point.place)
        }.sorted { ($0.x, $0.y, $0.id) < ($1.x, $1.y, $1.id) }
    }

    public var count: Int { entries.count }

    /// Around all points that are shown; `nil` without any.
    public func extents(_ layers: Layers = Layers()) -> MapBounds? {
        let shown = Shown(layers)
        return MapBounds(around: entries.lazy.filter { shown.has($0) }.map(\.place))
    }

    /// The markers of a part of the world at a zoom, from west to east.
    ///
    /// Points are gathered in the cells of a grid, and cells whose middles are too close to a fuller one join it: none is
    /// torn by a line of the grid.
    public func markers(in bounds: MapBounds, zoom: Double, _ layers: Layers = Layers()) -> [Marker] {
        let cells = cells(in: bounds, zoom: zoom, layers)
        return groups(of: cells, in: bounds).map(\.marker)
    }

    /// The points of the marker nearest to a place, at most so many pixels away.
    public func points(at place: GeoPoint, zoom: Double, within pixels: Double, _ layers: Layers = Layers()) -> [Int64]
    {
        let scale = MapProjection.scale(zoom)
        let spot = MapProjection.spot(place)
        // As far as the joined cells of a neighbour reach.
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

    /// Points in one square of the grid, or in several that have come together.
    private struct Cell {
        let key: CellKey
        /// The first of its points.
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

        /// The fullest first. Which of two as full comes first is as good as chance, and the same in every window: an order from west
        /// to east would depend on where the window begins.
        static func isBefore(_ first: Cell, _ second: Cell) -> Bool {
            first.count != second.count ? first.count > second.count : first.key.order < second.key.order
        }
    }

    private struct Cells {
        /// The length of a side.
        let side: Double
        var all: [Cell] = []
        var numbers: CellTable
        /// Which points are in which.
        var members: [(entry: Int, cell: Int)] = []
    }

    private struct Group {
        let marker: Marker
        let first: Int
        /// The numbers of those that have come together.
        let cells: [Int]
    }

    /// What is shown, as it is asked for each point.
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
        // Cells at the edge join those beyond it.
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

    /// The first point that is not further west.
    private func start(at x: Double) -> Int { partition { $0.x < x } }

    /// The first point that is further east.
    private func start(after x: Double) -> Int { partition { $0.x <= x } }

    /// How many points at the west a statement is true of.
    private func partition(_ isTrue: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Those whose markers lie in a part of the world.
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

/// A square of the grid.
private struct CellKey: Equatable {
    let column: Int32
    let row: Int32

    /// Different for each cell (SplitMix64).
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

/// The numbers of cells: a hash table with open addressing. All points are looked up in it for each answer, and it takes a fifth of the
/// time that a dictionary does.
private struct CellTable {
    private var keys: [CellKey]
    /// -1 where there is none.
    private var numbers: [Int32]

    /// - Parameter maximum: So many keys it may get.
    init(maximum: Int) {
        var size = 16
        while size < 2 * maximum { size *= 2 }
        keys = Array(repeating: CellKey(column: 0, row: 0), count: size)
        numbers = Array(repeating: -1, count: size)
    }

    /// The place of a key, or the free one where it belongs.
    private func slot(_ key: CellKey) -> Int {
        var slot = Int(truncatingIfNeeded: key.order) & (keys.count - 1)
        while numbers[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
        return slot
    }

    func number(of key: CellKey) -> Int? {
        let number = numbers[slot(key)]
        return number < 0 ? nil : Int(number)
    }

    /// - Parameter new: Its number from now on if it has none.
    mutating func number(of key: CellKey, orElse new: Int) -> Int {
        let slot = slot(key)
        if numbers[slot] < 0 { (keys[slot], numbers[slot]) = (key, Int32(new)) }
        return Int(numbers[slot])
    }
}
