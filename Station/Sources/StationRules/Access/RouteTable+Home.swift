/// The entries of the overview.
extension RouteTable {
    static let home: [RouteRule] = [
        RouteRule(.get, "/home", .page),
        RouteRule(.post, "/home/arrangement", .page),
        RouteRule(.get, "/home/charts/{chart}", .page),
        RouteRule(.get, "/home/timeline", .page),
        RouteRule(.get, "/home/captures", .page),
        RouteRule(.get, "/home/captures/{chart}", .page),
        RouteRule(.get, "/documents/{document}/timeline", .page),
        RouteRule(.get, "/home/calendar", .page),
        RouteRule(.post, "/home/calendar", .page),
        RouteRule(.get, "/home/reminders", .data),
        RouteRule(.get, "/home/retention", .page),
        RouteRule(.post, "/home/retention", .page),
        // Calendar programs have a token in the address, which is good for nothing else.
        RouteRule(.get, "/calendar.ics", for: .anyone, .data),
    ]
}
