import HTTPTypes
import StationStore

/// Who may use a station that listens to other machines: whoever has its token, and devices that were activated.
struct StationAccess: Sendable {
    /// Holds what the token was changed for.
    static let cookie = "station"

    let token: AccessToken
    let library: Library

    /// Whether a request brings the token, or a cookie of one of the two kinds.
    func admits(_ headers: HTTPFields) -> Bool {
        if let bearer = headers[.authorization], bearer.hasPrefix("Bearer ") {
            return token.isToken(bearer.dropFirst(7))
        }
        return Self.cookies(Self.cookie, headers).contains { token.isCookie($0) }
            || Self.cookies(DeviceRoutes.cookie, headers).contains { isDevice($0) }
    }

    private func isDevice(_ text: Substring) -> Bool {
        guard let token = SecretToken(text) else { return false }
        return (try? library.device(token)) != nil
    }

    private static func cookies(_ name: String, _ headers: HTTPFields) -> [Substring] {
        headers[values: .cookie].flatMap { line in
            line.split(separator: ";").compactMap { part in
                let part = part.drop { $0 == " " }
                return part.hasPrefix("\(name)=") ? part.dropFirst(name.count + 1) : nil
            }
        }
    }
}
