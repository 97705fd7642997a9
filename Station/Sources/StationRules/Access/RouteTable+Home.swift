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
        RouteRule(.post, "/home/reminders/address", to: .readDocuments, .page),
        RouteRule(.post, "/home/reminders/server", to: .changeStation, .page),
        RouteRule(.post, "/home/reminders/test", to: .changeStation, .page),
        RouteRule(.get, "/home/retention", to: .readDocuments, .page),
        RouteRule(.post, "/home/retention", to: .deleteDocuments, .page),
        RouteRule(.get, "/home/widgets", to: .readDocuments, .page),
        RouteRule(.post, "/home/widgets", to: .readDocuments, .page),
        RouteRule(.post, "/home/widgets/target", to: .editDocuments, .page),
        RouteRule(.post, "/home/widgets/address", to: .editDocuments, .page),
        RouteRule(.post, "/home/widgets/websites", to: .changeStation, .page),
        RouteRule(.post, "/widgets/inbox/file", to: .editDocuments, .page),
        // Tablets and frames have a token in the address, which is good for looking at widgets alone.
        RouteRule(openTo: .get, "/widgets/{widget}", .widget),
        // Calendar programs have a token in the address, which is good for nothing else.
        RouteRule(openTo: .get, "/calendar.ics", .data),
    ]
}
