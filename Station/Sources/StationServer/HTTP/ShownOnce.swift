import Hummingbird
import StationIdentity
import StationRules
import StationStore
import Synchronization

/// What a form has made and a person sees once: on the page that the answer leads to. The station keeps nothing that it could be read
/// from again, and a reload of that page makes nothing anew.
final class ShownOnce: Sendable {
    enum Content: Sendable {
        case invitation(Role, number: Int64, link: String)
        /// Of the person of this number.
        case codes([String], of: Int64)
        /// In an address.
        case token(SecretToken)
    }

    private struct Entry {
        let key: SessionIdentifier
        let person: Int64
        let content: Content
    }

    /// Who goes on to the page does so at once. More than that forget the oldest.
    private static let maximum = 32

    private let entries = Mutex<[Entry]>([])

    /// The name of the key in an address's query.
    private static let name = "made"

    /// Keeps something for the next page of whoever asks.
    /// - Returns: The address of the page.
    func address(of content: Content, at path: String) -> String {
        let entry = Entry(key: SessionIdentifier(), person: Library.actingPerson, content: content)
        entries.withLock { $0 = $0.suffix(Self.maximum - 1) + [entry] }
        return "\(path)?\(Self.name)=\(entry.key.text)"
    }

    /// What a page is to show now, and never again; `nil` if nothing.
    func take(_ request: Request) -> Content? {
        guard request.method == .get, let key = Self.key(request) else { return nil }
        return entries.withLock { entries in
            entries.firstIndex { $0.key == key && $0.person == Library.actingPerson }.map {
                entries.remove(at: $0).content
            }
        }
    }

    /// What a page says that has shown it before.
    static func note(_ request: Request) -> String? {
        isFor(request) ? localized("This was shown only once. If it is lost, make another one.") : nil
    }

    /// Whether a page is to show something once: nothing else takes its place.
    static func isFor(_ request: Request) -> Bool { key(request) != nil }

    private static func key(_ request: Request) -> SessionIdentifier? {
        request.uri.queryParameters[Substring(name)].flatMap { SessionIdentifier(String($0)) }
    }
}
