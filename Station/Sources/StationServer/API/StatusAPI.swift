import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import StationIdentity
import StationRules
import StationStore

/// Routes for the station's health, its metrics and its API description.
struct StatusAPI {
    let library: Library
    let metrics: StationMetrics
    /// The folder of `openapi.json`.
    let web: String

    func add(to router: Routes) {
        router.get("health", to: .scan, .data, use: health)
        router.get("metrics", to: .readDocuments, .data, use: counted)
        router.get("api/openapi.json", to: .scan, .data, use: description)
    }

    private struct Health: Encodable {
        let status = "ok"
        let version = RectoVersion.current
        /// `nil` for visitors who may not read documents.
        let documents: Int?
    }

    private func health(_ request: Request, _ context: StationContext) throws -> Response {
        do {
            let count = try library.documentCount()
            return JSONAnswer.make(Health(documents: context.visitor.may(.readDocuments) ? count : nil))
        } catch {
            throw HTTPError(.serviceUnavailable, message: "\(error)")
        }
    }

    private func counted(_ request: Request, _ context: StationContext) throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try metrics.text(library))))
    }

    private func description(_ request: Request, _ context: StationContext) throws -> Response {
        guard let data = FileManager.default.contents(atPath: "\(web)/openapi.json") else { throw HTTPError(.notFound) }
        return JSONAnswer.make(text: String(decoding: data, as: UTF8.self))
    }
}
