import HTTPTypes
import Hummingbird
import Recto
import RectoCore
import StationIdentity
import StationRules

/// Receives the full-size frames that the station requested from browsers.
struct FrameRoutes {
    let drafts: Drafts
    let sharpener: PageSharpener

    func add(to router: Routes) {
        router.post("scan/:session/pages/:page/frames", to: .scan, .data, body: .frames, use: take)
    }

    private struct Taken: Encodable {
        /// The number of frames used: zero if a camera repeats the same frame.
        let frames: Int
    }

    /// Receives frames. The draft may have been saved in the meantime. Unrequested frames are not read.
    private func take(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let name = DraftName(try context.parameters.require("session")),
            let page = context.parameters.get("page", as: Int.self)
        else { throw HTTPError(.notFound) }
        _ = try await drafts.draft(name)
        guard let key = request.uri.queryParameters["key"].map({ String($0) }),
            let expected = sharpener.expected(key, of: name, page: page)
        else { throw HTTPError(.notFound, message: localized("The station has not asked for these pictures.")) }
        let fields = try await FormFields(request, context, upTo: RouteRule.Body.frames.maximumBytes)
        let sent = try SentFrames(fields, size: expected.size, quad: expected.quad)
        guard Set(sent.pictures.map(\.jpegBytes)).count > 1 else { return JSONAnswer.make(Taken(frames: 0), .accepted) }
        let burst = try await CPUWorkQueue.shared.run {
            do { return try expected.burst(with: sent.pictures) } catch is ParameterError {
                throw HTTPError(
                    .unprocessableContent,
                    message: localized("The pictures must be JPEG files as large as the one that was captured."))
            }
        }
        guard try sharpener.add(burst, expected: key) else {
            throw HTTPError(
                .serviceUnavailable, headers: [.retryAfter: "2"],
                message: localized("Other pages are being made sharper. Try again in a moment."))
        }
        return JSONAnswer.make(Taken(frames: burst.count), .accepted)
    }
}
