import HTTPTypes
package import Hummingbird
import StationIdentity
package import StationRules

/// The context of a request.
package struct StationContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    /// The other end of the connection, or the client reported by a proxy on this machine. See ``VisitorMiddleware``.
    package var client: ClientAddress
    package var visitor = Visitor.stranger
    /// Whether the browser used TLS, to the station or to a proxy on this machine.
    package var isEncrypted = false
    /// The reason why the visitor was not determined.
    package var refusal: AccessRefusal?

    package init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        client = ClientAddress(source.channel.remoteAddress)
    }

    /// The maximum size of a form, in bytes. Routes for pictures have their own limit.
    package var maxUploadSize: Int { RouteRule.Body.form.maximumBytes }
}

extension StationContext {
    /// Checks a permission for an optional part of a route.
    func require(_ permission: Permission) throws {
        switch visitor.verdict(on: permission) {
        case .allowed: break
        case .askAgain: throw HTTPError(.forbidden, message: PeopleMessages.askAgain(Entrance.confirmation))
        case .signIn, .refused: throw HTTPError(.forbidden, message: PeopleMessages.notAllowed)
        }
    }
}

/// The fields of a submitted form.
struct FormBody {
    private let fields: [String: String]

    /// - Throws: ``HTTPError`` if the body is not a form or is too long.
    init(_ request: Request, _ context: StationContext) async throws {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        do {
            fields = try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
        } catch { throw HTTPError(.badRequest, message: localized("The form cannot be read.")) }
    }

    /// - Throws: ``HTTPError`` if the field is missing.
    func text(_ name: String) throws -> String {
        guard let text = fields[name] else {
            throw HTTPError(.badRequest, message: localized("The form field “\(name)” is missing."))
        }
        return text
    }

    var names: [String] { Array(fields.keys) }

    /// `nil` if the field is missing or empty.
    func optionalText(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension HTTPFields {
    /// Returns the values of a cookie; browsers may send several with the same name.
    func cookies(_ name: String) -> [Substring] {
        self[values: .cookie].flatMap { line in
            line.split(separator: ";").compactMap { part in
                let part = part.drop { $0 == " " }
                return part.hasPrefix("\(name)=") ? part.dropFirst(name.count + 1) : nil
            }
        }
    }
}

extension Request {
    /// Returns the station's origin with the host name of the request.
    func origin(_ context: StationContext) -> String {
        "\(context.isEncrypted ? "https" : "http")://\(head.authority ?? "localhost")"
    }
}

extension HTTPField.Name {
    /// Returns a header that Hummingbird does not define.
    /// - Parameter text: The header's name: letters and hyphens.
    static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a header's name") }
        return name
    }
}
