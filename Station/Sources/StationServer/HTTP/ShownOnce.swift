import Hummingbird
import StationIdentity
import StationRules
import StationStore
import Synchronization

/// Created secrets that a person sees once, on the page that the response redirects to. The station does not store
/// them in readable form, and reloading that page does not create new ones.
final class ShownOnce: Sendable {
    enum Content: Sendable {
        case invitation(Role, number: Int64, link: String)
        /// Recovery codes of the person with this identifier.
        case codes([String], of: Int64)
        /// A token in a URL.
        case token(SecretToken)
    }

    private struct Entry {
        let key: SessionIdentifier
        let person: Int64
        let content: Content
    }

    /// The maximum number of waiting secrets. Browsers follow the redirect at once, so the oldest is dropped.
    private static let maximum = 32

    private let entries = Mutex<[Entry]>([])

    /// The parameter's name in the URL.
    private static let name = "made"

    /// Stores content for the visitor's next page.
    /// - Returns: The URL of the page.
    func address(of content: Content, at path: String) -> String {
        let entry = Entry(key: SessionIdentifier(), person: Library.actingPerson, content: content)
        entries.withLock { $0 = $0.suffix(Self.maximum - 1) + [entry] }
        return "\(path)?\(Self.name)=\(entry.key.text)"
    }

    /// Returns the content to show now and never again; `nil` if there is none.
    func take(_ request: Request) -> Content? {
        guard request.method == .get, let key = Self.key(request) else { return nil }
        return entries.withLock { entries in
            entries.firstIndex { $0.key == key && $0.person == Library.actingPerson }.map {
                entries.remove(at: $0).content
            }
        }
    }

    /// Returns the note on a page that has already shown its content.
    static func note(_ request: Request) -> String? {
        isFor(request) ? localized("This was shown only once. If it is lost, make another one.") : nil
    }

    /// Whether a page shows content once, so that no other page may replace it.
    static func isFor(_ request: Request) -> Bool { key(request) != nil }

    private static func key(_ request: Request) -> SessionIdentifier? {
        request.uri.queryParameters[Substring(name)].flatMap { SessionIdentifier(String($0)) }
    }
}
