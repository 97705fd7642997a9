public import RectoCore

/// The map between a picture of a bent page and the flattened page.
public struct FlatPage: Sendable {
    /// Size of the flat page. Its pixels are about as large as the picture's in the middle of the text.
    public var size: PixelSize { turns.turnedSize }
    /// Share of the lines' bend that was removed, 0...1.
    public let confidence: Double
    /// Size of the picture.
    public var picture: PixelSize { part.picture }
    private let part: UprightPart
    private let map: SheetMap
    /// Top-left corner of the flat page.
    private let low: Point2D
    private var turns: QuarterTurns

    init?(_ map: SheetMap, _ part: UprightPart, low: Point2D, high: Point2D, confidence: Double) {
        let extent = (high - low) * map.sheet.focalLength
        guard extent.isFinite, extent.x >= 1, extent.y >= 1, extent.x < 32_768, extent.y < 32_768,
            let size = try? PixelSize(width: Int(extent.x), height: Int(extent.y))
        else { return nil }
        (self.part, self.map, self.low, self.confidence) = (part, map, low, confidence)
        turns = QuarterTurns(count: 0, size: size)
    }

    /// The page turned clockwise.
    package func turned(quarterTurns: Int) -> FlatPage {
        var page = self
        page.turns = QuarterTurns(count: (turns.count + quarterTurns) & 3, size: turns.size)
        return page
    }

    /// The point of the picture that a point of the flat page shows, both in pixels.
    public func picturePoint(of point: Point2D) -> Point2D {
        part.picturePoint(map.picture(turns.turnedBack(point) * (1 / map.sheet.focalLength) + low))
    }

    /// The picture points of many page points, faster than one at a time.
    func picturePoints(of points: [Point2D]) -> [Point2D] {
        let places = points.map { turns.turnedBack($0) * (1 / map.sheet.focalLength) + low }
        return map.pictures(places).map { part.picturePoint($0) }
    }

    /// The picture point according to the sheet of paper alone, without the residual field.
    package func sheetPoint(of point: Point2D) -> Point2D {
        part.picturePoint(map.shape.picture(turns.turnedBack(point) * (1 / map.sheet.focalLength) + low))
    }

    /// The point of the flat page that shows a point of the picture, both in pixels.
    public func pagePoint(of point: Point2D) -> Point2D {
        turns.turned((map.page(part.uprightPoint(point)) - low) * map.sheet.focalLength)
    }

    /// Points of the picture at the nodes of a mesh over the flat page, row by row.
    /// - Parameter step: Pixels of the flat page between nodes; the last nodes may lie beyond its border.
    public func mesh(step: Int) -> (nodes: [Point2D], across: Int, down: Int) {
        let (across, down) = ((size.width + step - 1) / step + 1, (size.height + step - 1) / step + 1)
        let nodes = (0..<across * down).map { Point2D(x: Double($0 % across * step), y: Double($0 / across * step)) }
        return (picturePoints(of: nodes), across, down)
    }
}

/// A sheet and the residual field for what it cannot follow.
struct SheetMap: Sendable {
    let sheet: Sheet
    let shape: Sheet.Shape
    let field: ResidualField

    /// Iterations for inverting the field.
    private static let steps = 6

    /// The place on the page that a pixel shows.
    func page(_ point: Point2D) -> Point2D {
        let place = shape.page(point)
        return place + field(place)
    }

    /// The pixel that shows a place on the page.
    func picture(_ place: Point2D) -> Point2D {
        var source = place
        for _ in 0..<Self.steps { source = place - field(source) }
        return shape.picture(source)
    }

    /// The pixels that show places on the page, bit-identical to ``picture(_:)`` for each place.
    ///
    /// The iterations for one place depend on each other, those for different places do not.
    func pictures(_ places: [Point2D]) -> [Point2D] {
        var sources = places
        for _ in 0..<Self.steps {
            for index in sources.indices { sources[index] = places[index] - field(sources[index]) }
        }
        return sources.map { shape.picture($0) }
    }
}
