import StationIdentity

/// The entries of the overview.
extension RouteTable {
    static let home: [RouteRule] = [
        RouteRule(.get, "/home", to: .readDocuments, .page),
        RouteRule(.post, "/home/arrangement", to: .readDocuments, .page),
        RouteRule(.get, "/home/charts/{chart}", to: .readDocuments, .page),
        RouteRule(.get, "/home/timeline", to: .readDocuments, .page),
        RouteRule(.get, "/home/captures", to: .readDocuments, .page),
        RouteRule(.get, "/home/captures/{chart}", to: .readDocuments, .page),
        RouteRule(.get, "/documents/{document}/timeline", to: .readDocuments, .page),
        RouteRule(.get, "/home/calendar", to: .readDocuments, .page),
        RouteRule(.post, "/home/calendar", to: .editDocuments, .page),
        RouteRule(.get, "/home/reminders", to: .readDocuments, .data),
        RouteRule(.get, "/home/retention", to: .readDocuments, .page),
        RouteRule(.post, "/home/retention", to: .deleteDocuments, .page),
        // Calendar programs have a token in the address, which is good for nothing else.
        RouteRule(openTo: .get, "/calendar.ics", .data),
    ]
}
