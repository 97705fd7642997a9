import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore

/// Routes for the markers of a region, which the browser draws.
extension MapRoutes {
    /// The maximum number of shapes shown at once; zooming in reveals more.
    private static let maximumShapes = 2000
    /// The maximum longer side of a window and its surroundings in pixels. No screen is larger, and all the world's
    /// markers at a high zoom level would be too many.
    private static let maximumPixels = 20_000.0

    func points(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        guard let bounds = query["bounds"].flatMap({ MapBounds($0) }),
            let zoom = query["zoom"].flatMap({ Double($0) }), MapProjection.zooms ~= zoom,
            MapProjection.pixels(of: bounds, zoom: zoom) <= Self.maximumPixels
        else { throw HTTPError(.badRequest, message: localized("There is no such part of the map.")) }
        let settings = try settings()
        let current = try markers.current()
        let markers = current.clusters.markers(in: bounds, zoom: zoom, settings.layers)
        let shapes = current.shapes.lazy.filter { shape in
            settings.shows(shape.kind) && (shape.bounds?.intersects(bounds) ?? false)
        }.prefix(Self.maximumShapes)
        let plans = settings.shows(.plans) ? current.plans : []
        let part = MapPart(
            version: current.version, count: current.clusters.count, markers: markers, glyphs: current.glyphs,
            shapes: shapes.map(\.stored),
            plans: plans.filter { !settings.hiddenPlans.contains($0.id) && $0.plan.bounds.intersects(bounds) })
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: part.json)))
    }
}
