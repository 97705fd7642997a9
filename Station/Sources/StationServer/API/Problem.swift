import HTTPTypes
import Hummingbird
import StationRules

/// What went wrong, for programs.
///
/// Source: RFC 9457, "Problem Details for HTTP APIs".
struct Problem: Encodable {
    static let mediaType = "application/problem+json"

    let type = "about:blank"
    let title: String
    let status: Int
    /// In words.
    let detail: String
    /// Whose it is: the station's, or that of what was sent.
    let level: ErrorLevel

    /// - Parameter reason: Nothing where the status says it all.
    init(_ status: HTTPResponse.Status, _ reason: String?) {
        title = status.reasonPhrase
        self.status = status.code
        level = ErrorLevel(status: status.code)
        detail = reason ?? (status == .notFound ? "There is no such place." : "\(status.reasonPhrase).")
    }

    var response: Response {
        JSONAnswer.make(self, HTTPResponse.Status(code: status), mediaType: Self.mediaType)
    }
}
