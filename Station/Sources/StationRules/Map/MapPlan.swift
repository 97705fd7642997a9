import Foundation

/// A floor plan: a picture with a scale and a geographic position.
public struct MapPlan: Hashable, Codable, Sendable {
    public static let nameCharacters = 1...60
    /// The valid widths in meters, from a cupboard to a site with all its buildings.
    public static let widths = 1.0...10_000.0

    public var name: String
    /// The width of the picture in pixels.
    public let width: Int
    public let height: Int
    /// The width on the ground in meters.
    public var meters: Double
    public var center: GeoPoint
    /// The rotation in degrees, clockwise from north.
    public var rotation: Double

    public init(name: String, width: Int, height: Int, meters: Double, center: GeoPoint, rotation: Double = 0) {
        (self.name, self.width, self.height) = (name, width, height)
        (self.meters, self.center, self.rotation) = (meters, center, rotation)
    }

    /// The error; `nil` if it is valid.
    public var fault: MapPlanEntry.Fault? {
        guard Self.nameCharacters ~= name.count else {
            return .init(
                field: .name, text: localized("Enter a name of at most \(Self.nameCharacters.upperBound) characters."))
        }
        guard meters.isFinite, Self.widths ~= meters else {
            return .init(
                field: .meters, text: localized("Enter the width of the plan in meters, from 1 to 10,000."))
        }
        guard rotation.isFinite, -360...360 ~= rotation else {
            return .init(field: .rotation, text: localized("Enter a rotation from -360 to 360."))
        }
        return nil
    }

    /// Returns the position of a point given as a share of the picture's width and height from the top left.
    public func place(x: Double, y: Double) -> GeoPoint {
        let tall = meters * Double(height) / Double(max(width, 1))
        let (right, down) = ((x - 0.5) * meters, (y - 0.5) * tall)
        let turn = rotation * .pi / 180
        let east = right * cos(turn) - down * sin(turn)
        let south = right * sin(turn) + down * cos(turn)
        let scale = MapProjection.pixelsPerMeter(at: center.latitude, zoom: 0) / MapProjection.tile
        let middle = MapProjection.spot(center)
        return MapProjection.place(.init(x: middle.x + east * scale, y: middle.y + south * scale))
    }

    /// The corners, clockwise from the top left.
    public var corners: [GeoPoint] {
        [place(x: 0, y: 0), place(x: 1, y: 0), place(x: 1, y: 1), place(x: 0, y: 1)]
    }

    public var bounds: MapBounds { MapBounds(around: corners) ?? .world }
}
