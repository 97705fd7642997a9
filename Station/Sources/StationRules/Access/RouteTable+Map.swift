import StationIdentity

/// The entries of the map.
extension RouteTable {
    static let map: [RouteRule] = [
        RouteRule(.get, "/map", to: .readDocuments, .placePage),
        RouteRule(.get, "/map/points", to: .readDocuments, .data),
        RouteRule(.post, "/map/settings", to: .readDocuments, .page),
        RouteRule(.post, "/map/objects", to: .editDocuments, .placePage, body: .picture),
        RouteRule(.post, "/map/objects/{object}", to: .editDocuments, .placePage, body: .picture),
        RouteRule(.post, "/map/objects/{object}/delete", to: .editDocuments, .page),
        RouteRule(.post, "/map/undo/{change}", to: .editDocuments, .page),
        RouteRule(.get, "/map/export", to: .exportDocument, .file),
        RouteRule(.post, "/map/import", to: .editDocuments, .page, body: .picture),
        RouteRule(.get, "/map/plans", to: .readDocuments, .page),
        RouteRule(.post, "/map/plans", to: .editDocuments, .page, body: .picture),
        RouteRule(.get, "/map/plans/{plan}/picture", to: .readDocuments, .picture()),
        RouteRule(.post, "/map/plans/{plan}", to: .editDocuments, .page),
        RouteRule(.post, "/map/plans/{plan}/delete", to: .editDocuments, .page),
        RouteRule(.get, "/map/labels", to: .readDocuments, .page),
        RouteRule(.get, "/map/labels/sheet", to: .readDocuments, .file),
        // With names that the browser has drawn.
        RouteRule(.post, "/map/labels/sheet", to: .readDocuments, .file, body: .picture),
        RouteRule(.get, "/map/scan", to: .readDocuments, .cameraPage),
        RouteRule(.post, "/map/scan", to: .readDocuments, .page),
        RouteRule(.get, "/live/label", to: .readDocuments, .channel),
        RouteRule(.get, "/live/label" + source, to: .readDocuments, .channel),
        // What the labels of places hold.
        RouteRule(.get, "/place/{label}", to: .readDocuments, .page),
        RouteRule(.post, "/place/{label}/file", to: .editDocuments, .page),
    ]
}
