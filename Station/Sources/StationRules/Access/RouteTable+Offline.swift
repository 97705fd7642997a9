import StationIdentity

extension RouteTable {
    /// The installed app, the screens that need no station, and what browsers send when it is back.
    static let offline: [RouteRule] = [
        RouteRule(openTo: .get, "/manifest.webmanifest", .asset(seconds: 0)),
        RouteRule(openTo: .get, "/sw.js", .worker),
        // They hold nothing of the library.
        RouteRule(openTo: .get, OfflineShell.list, .page),
        RouteRule(openTo: .get, OfflineShell.scanner, .cameraPage),
        // Whom the browser is known to belong to now.
        RouteRule(openTo: .get, "/offline/state", .data),
        RouteRule(.get, "/offline/documents", to: .readDocuments, .data),
        RouteRule(.get, "/offline/documents/{document}", to: .readDocuments, .data),
        RouteRule(.patch, "/offline/documents/{document}", to: .editDocuments, .data),
        RouteRule(.patch, "/offline/documents/{document}/pages/{page}", to: .editDocuments, .data),
        RouteRule(.delete, "/offline/documents/{document}", to: .deleteDocuments, .data),
        RouteRule(.post, "/offline/scans/{session}/pages/{key}", to: .scan, .data, body: .picture),
        RouteRule(.post, "/offline/scans/{session}", to: .scan, .data),
    ]
}
