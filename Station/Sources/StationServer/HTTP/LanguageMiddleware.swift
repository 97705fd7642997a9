import HTTPTypes
import Hummingbird
import NIOHTTP1
import NIOHTTPTypesHTTP1
import StationRules

/// Answers each request in the language of its sender.
struct LanguageMiddleware: RouterMiddleware {
    typealias Context = StationContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let language = Language(of: request.headers)
        return try await Language.$current.withValue(language) { try await next(request, context) }
    }
}

extension Language {
    /// The cookie with the language chosen in the profile.
    static let cookie = "language"
    /// The cookie's lifetime in seconds: a year.
    static let cookieAge = 365 * 86_400

    init(of head: HTTPRequestHead) { self.init(of: HTTPFields(head.headers, splitCookie: false)) }

    /// The chosen language, otherwise the one requested by the browser.
    init(of headers: HTTPFields) {
        self = Self.chosen(headers) ?? Language(accepting: headers[.acceptLanguage] ?? "")
    }

    /// Returns the chosen language; `nil` to use the browser's.
    static func chosen(_ headers: HTTPFields) -> Language? {
        headers.cookies(cookie).lazy.compactMap { Language(rawValue: String($0)) }.first
    }
}
