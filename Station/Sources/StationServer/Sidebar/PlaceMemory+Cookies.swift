import Hummingbird
import StationRules

/// A browser keeps where it was in cookies that end with it: one for each place, and one for the place that was shown last.
extension PlaceMemory {
    private static let lastCookie = "place"

    private static func cookie(_ place: Place) -> String { "place-\(place.rawValue)" }

    init(_ request: Request) {
        var paths: [Place: String] = [:]
        for place in Place.allCases { paths[place] = request.cookies[Self.cookie(place)]?.value }
        self.init(paths, last: (request.cookies[Self.lastCookie]?.value).flatMap { Place(rawValue: $0) })
    }

    /// Writes what is no longer as the browser has it.
    func write(to response: inout Response, of request: Request) {
        let known = PlaceMemory(request)
        for place in Place.allCases where self[place] != known[place] {
            response.setCookie(Self.kept(Self.cookie(place), self[place]))
        }
        if last != known.last { response.setCookie(Self.kept(Self.lastCookie, last?.rawValue)) }
    }

    /// - Parameter value: Nothing to forget it.
    private static func kept(_ name: String, _ value: String?) -> Cookie {
        guard let value else {
            return Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict)
        }
        return Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict)
    }
}
