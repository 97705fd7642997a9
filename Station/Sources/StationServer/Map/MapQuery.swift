import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// The parameters in the URL of a map screen.
struct MapQuery {
    enum Kind: String, CaseIterable {
        case places
        case shapes
        case rounds
        case captures

        var label: String {
            switch self {
            case .places: MapTexts.places
            case .shapes: MapTexts.shapes
            case .rounds: MapTexts.rounds
            case .captures: MapTexts.captures
            }
        }
    }

    struct Tap {
        let place: GeoPoint
        let zoom: Double
    }

    var text = ""
    var kind: Kind?
    var near: GeoPoint?
    var offset = 0
    var round: Int64?
    private(set) var tap: Tap?
    private(set) var object: Int64?
    private(set) var capture: Int64?
    private(set) var plan: Int64?
    private(set) var new: MapObjectKind?
    private(set) var edited: Int64?
    private(set) var from: GeoPoint?
    private(set) var asksDirections = false

    init() {}

    /// Parses the URL. Invalid values count as missing.
    init(_ request: Request) {
        for item in request.listItems {
            switch item.name {
            case "q": text = String(item.value.asLine.prefix(MapObject.nameCharacters.upperBound))
            case "kind": kind = Kind(rawValue: item.value)
            case "near": near = GeoPoint(item.value)
            case "offset": offset = min(max(Int(item.value) ?? 0, 0), 1_000_000)
            case "round": round = Int64(item.value)
            case "object": object = Int64(item.value)
            case "capture": capture = Int64(item.value)
            case "plan": plan = Int64(item.value)
            case "new": new = MapObjectKind(rawValue: item.value)
            case "edit": edited = Int64(item.value)
            case "from": from = GeoPoint(item.value)
            case "directions": asksDirections = true
            case "tap":
                let parts = item.value.split(separator: ",")
                if parts.count == 3, let zoom = Double(parts[2]), MapProjection.zooms ~= zoom,
                    let place = GeoPoint(parts[..<2].joined(separator: ","))
                {
                    tap = Tap(place: place, zoom: zoom)
                }
            default: break
            }
        }
    }

    /// Whether it is the unfiltered list.
    var isWhole: Bool { text.isEmpty && kind == nil && near == nil }

    /// The part of the URL that identifies the list.
    var filters: String { String(address([:]).dropFirst(MapRoutes.path.count)) }

    /// The query without a round.
    var without: MapQuery { with { $0.round = nil } }

    func with(_ change: (inout MapQuery) -> Void) -> MapQuery {
        var other = self
        change(&other)
        return other
    }

    /// Returns the URL of another list.
    func address(_ change: (inout MapQuery) -> Void) -> String {
        var other = self
        let before = offset
        change(&other)
        if other.offset == before { other.offset = 0 }
        return other.address([:])
    }

    /// Returns the URL of the same list with a selection.
    func address(_ chosen: [String: String]) -> String {
        var items: [(String, String)] = []
        if !text.isEmpty { items.append(("q", text)) }
        if let kind { items.append(("kind", kind.rawValue)) }
        if let near { items.append(("near", near.text)) }
        if offset > 0 { items.append(("offset", "\(offset)")) }
        if let round, !chosen.isEmpty { items.append(("round", "\(round)")) }
        items += chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return MapRoutes.path
            + (items.isEmpty ? "" : "?" + items.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&"))
    }
}
