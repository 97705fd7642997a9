import HTTPTypes
package import Hummingbird

/// What belongs to a request.
package struct StationContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// Bytes of a form; pictures say their own limit.
    package var maxUploadSize: Int { 64 << 10 }
}

/// What a browser's form sent.
struct FormBody {
    private let fields: [String: String]

    /// - Throws: ``HTTPError`` if the body is no form or too long.
    init(_ request: Request, _ context: StationContext) async throws {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        do {
            fields = try URLEncodedFormDecoder().decode([String: String].self, from: String(buffer: body))
        } catch { throw HTTPError(.badRequest, message: "The form cannot be read.") }
    }

    /// - Throws: ``HTTPError`` if the field is missing.
    func text(_ name: String) throws -> String {
        guard let text = fields[name] else {
            throw HTTPError(.badRequest, message: "The form field “\(name)” is missing.")
        }
        return text
    }

    /// Nothing if the field is missing or empty.
    func optionalText(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension HTTPField.Name {
    /// A header that the library has no name for.
    /// - Parameter text: A header's name: letters and hyphens.
    static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a header's name") }
        return name
    }
}
