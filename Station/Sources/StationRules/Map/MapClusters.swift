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
        /// `nil` if its points have several: then its colour is neutral.
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
        let type: MapType
        let place: GeoPoint
    }

    /// From west to east, so that a window is a range of them.
    private let entries: [Entry]

    public init(_ points: [Point]) {
        entries = points.map { point in
            let spot = MapProjection.spot(point.place)
            return Entry(
                x: spot.x, y: spot.y, id: point.id, plan: point.plan, type: point.type, place: point.place)
        }.sorted { ($0.x, $0.y, $0.id) < ($1.x, $1.y, $1.id) }
    }

    public var count: Int { entries.count }

    /// Around all points that are shown; `nil` without any.
    public func extents(_ layers: Layers = Layers()) -> MapBounds? {
        MapBounds(around: entries.lazy.filter { shows($0, layers) }.map(\.place))
    }

    /// The markers of a part of the world at a zoom, from west to east.
    ///
    /// Points are gathered in the cells of a grid, and cells whose middles are too close to a fuller one join it: none is
    /// torn by a line of the grid.
    public func markers(in bounds: MapBounds, zoom: Double, _ layers: Layers = Layers()) -> [Marker] {
        groups(in: bounds, zoom: zoom, layers).map(\.marker)
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
        let near = groups(in: bounds, zoom: zoom, layers).map { group in
            let other = MapProjection.spot(group.marker.place)
            let (x, y) = ((other.x - spot.x) * scale, (other.y - spot.y) * scale)
            return (group: group, distance: (x * x + y * y).squareRoot())
        }
        guard let nearest = near.min(by: { $0.distance < $1.distance }), nearest.distance <= pixels else { return [] }
        return nearest.group.members.map { entries[$0].id }.sorted()
    }

    // MARK: Cells

    private struct Cell {
        var x = 0.0
        var y = 0.0
        var members: [Int] = []
        var type: MapType?
        var isMixed = false

        mutating func add(_ entry: Entry, _ index: Int) {
            x += entry.x
            y += entry.y
            if members.isEmpty { type = entry.type } else if type != entry.type { isMixed = true }
            members.append(index)
        }

        mutating func add(_ other: Cell) {
            x += other.x
            y += other.y
            isMixed = isMixed || other.isMixed || type != other.type
            members += other.members
        }
    }

    private struct Group {
        let marker: Marker
        let members: [Int]
    }

    private struct Key: Hashable {
        let column: Int32
        let row: Int32

        /// Different for each cell (SplitMix64).
        var order: UInt64 {
            var bits = UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
            bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
            bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
            return bits ^ bits >> 31
        }
    }

    private func shows(_ entry: Entry, _ layers: Layers) -> Bool {
        layers.types.contains(entry.type) && (entry.plan == 0 || !layers.hiddenPlans.contains(entry.plan))
    }

    private func groups(in bounds: MapBounds, zoom: Double, _ layers: Layers) -> [Group] {
        let side = Self.distance / MapProjection.scale(zoom)
        let (northwest, southeast) = (
            MapProjection.spot(GeoPoint(bounds.west, bounds.north)),
            MapProjection.spot(GeoPoint(bounds.east, bounds.south))
        )
        // Cells at the edge join those beyond it.
        let (left, right) = (northwest.x - 3 * side, southeast.x + 3 * side)
        let (top, bottom) = (northwest.y - 3 * side, southeast.y + 3 * side)
        var cells: [Key: Cell] = [:]
        for index in start(at: left)..<entries.count {
            let entry = entries[index]
            if entry.x > right { break }
            guard top...bottom ~= entry.y, shows(entry, layers) else { continue }
            let key = Key(column: Int32(entry.x / side), row: Int32(entry.y / side))
            cells[key, default: Cell()].add(entry, index)
        }
        return joined(cells, within: side).filter { bounds.contains($0.marker.place) }
    }

    /// The first point that is not further west.
    private func start(at x: Double) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].x < x { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func joined(_ cells: [Key: Cell], within side: Double) -> [Group] {
        // The fullest first. Which of two as full comes first is as good as chance, and the same in every window: an order from west
        // to east would depend on where the window begins.
        let order = cells.keys.sorted { first, second in
            let (a, b) = (cells[first]?.members.count ?? 0, cells[second]?.members.count ?? 0)
            return a != b ? a > b : first.order < second.order
        }
        var taken: Set<Key> = []
        var groups: [Group] = []
        groups.reserveCapacity(order.count)
        for key in order where !taken.contains(key) {
            guard var cell = cells[key] else { continue }
            let count = Double(cell.members.count)
            let (x, y) = (cell.x / count, cell.y / count)
            taken.insert(key)
            for column in key.column - 1...key.column + 1 {
                for row in key.row - 1...key.row + 1 {
                    let other = Key(column: column, row: row)
                    guard other != key, !taken.contains(other), let neighbour = cells[other] else { continue }
                    let many = Double(neighbour.members.count)
                    let (dx, dy) = (neighbour.x / many - x, neighbour.y / many - y)
                    guard dx * dx + dy * dy < side * side else { continue }
                    taken.insert(other)
                    cell.add(neighbour)
                }
            }
            groups.append(group(cell))
        }
        return groups.sorted { ($0.marker.place.longitude, $0.members[0]) < ($1.marker.place.longitude, $1.members[0]) }
    }

    private func group(_ cell: Cell) -> Group {
        let count = cell.members.count
        let only = entries[cell.members[0]]
        let middle =
            count == 1
            ? only.place : MapProjection.place(.init(x: cell.x / Double(count), y: cell.y / Double(count)))
        return Group(
            marker: Marker(
                id: count == 1 ? only.id : nil, count: count, type: cell.isMixed ? nil : cell.type, place: middle),
            members: cell.members)
    }
}
