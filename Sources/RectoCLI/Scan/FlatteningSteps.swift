import RectoCodecs
import RectoCore
import RectoVision

/// Draws over a photo how its page was flattened.
struct FlatteningSteps {
    static let steps: [OverlayFolder.Step] = [.textLines, .sheet, .field]

    private let trace: PageFlattener.Trace
    private let outcome: PageFlattener.Outcome
    private let original: Picture.Pixels
    /// The number of grid lines along the page's long side.
    private static let longSide = 41

    init(_ trace: PageFlattener.Trace, _ outcome: PageFlattener.Outcome, of original: Picture.Pixels) {
        (self.trace, self.outcome, self.original) = (trace, outcome, original)
    }

    /// Returns the picture of a step; `nil` if the page was rejected earlier.
    func image(of step: OverlayFolder.Step) -> Raster? {
        var canvas = original.rgb
        let halfWidth = max(0.8, Double(canvas.size.longSide) / 2500)
        switch (step, outcome) {
        case (.textLines, _):
            for line in trace.lines { canvas.draw(line, halfWidth: 1.5 * halfWidth, .firstCorner) }
        case (.sheet, .flattened(let page)):
            canvas.draw(page.grid(longSide: Self.longSide) { $0.sheetPoint(of: $1) }, halfWidth: halfWidth, .side)
        case (.field, .flattened(let page)):
            // The difference between the sheet's grid and the page's grid shows what the sheet model could not
            // follow.
            canvas.draw(page.grid(longSide: Self.longSide) { $0.sheetPoint(of: $1) }, halfWidth: halfWidth, .side)
            canvas.draw(page.grid(longSide: Self.longSide), halfWidth: halfWidth, .firstCorner)
        default: return nil
        }
        return .rgb(canvas)
    }
}

extension RGBImage {
    fileprivate mutating func draw(_ points: [Point2D], halfWidth: Double, _ ink: Ink) {
        for (start, end) in zip(points, points.dropFirst()) { drawStroke(start, end, halfWidth: halfWidth, ink) }
    }

    fileprivate mutating func draw(_ grid: [[Point2D]], halfWidth: Double, _ ink: Ink) {
        for row in grid { draw(row, halfWidth: halfWidth, ink) }
        for column in grid[0].indices { draw(grid.map { $0[column] }, halfWidth: halfWidth, ink) }
    }
}
