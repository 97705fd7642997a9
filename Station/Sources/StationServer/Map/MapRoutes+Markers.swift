import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore

/// The markers of a part of the map, for the browser to draw.
extension MapRoutes {
    /// Of what is shown at once; more is on the screen as one zooms in.
    private static let maximumShapes = 2000
    /// Of the longer side of a window with what is around it: no screen has more, and markers of all the world from near are many.
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
