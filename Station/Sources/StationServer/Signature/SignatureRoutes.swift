import FoundationEssentials
import Hummingbird
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for signatures on the pages of saved documents.
struct SignatureRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    let now: @Sendable () -> Date

    func add(to router: Routes) {
        router.get("documents/:document/pages/:page/sign", to: .signPages, .page) { request, context in
            try await show(try place(context), request)
        }
        router.post("documents/:document/pages/:page/sign", to: .signPages, .page, use: sign)
    }

    private struct Place {
        let document: DocumentRecord
        let position: Int
        let page: PageRecord
        var path: String { "/documents/\(document.id)/pages/\(position)" }
    }

    private func place(_ context: StationContext) throws -> Place {
        guard let id = context.parameters.get("document", as: Int64.self),
            let position = context.parameters.get("page", as: Int.self)
        else { throw HTTPError(.notFound) }
        return Place(
            document: try library.document(id), position: position, page: try library.page(position, of: id))
    }

    private func show(
        _ place: Place, _ request: Request, failure: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let view = SignView(
            path: place.path, picture: "\(place.path)/full?v=\(place.page.key.prefix(16))",
            number: localized("\(place.position + 1) of \(place.document.pages)"), version: place.page.key,
            failure: failure)
        return await pages.html(
            PageShell(
                title: localized("Sign this page"), place: .library, parts: ["library", "people", "signature"],
                scripts: ["signature/signature.js"], body: view.html),
            at: place.path, for: request, status: status)
    }

    /// - Returns: `false` if the page has changed since.
    private func store(_ file: [UInt8], _ size: PixelSize, at place: Place, _ date: Date) throws -> Bool {
        do {
            try library.sign(
                place.position, of: place.document.id, seeing: place.page, as: file, size: size,
                keeping: SignatureMessages.original(page: place.position + 1), at: date)
            return true
        } catch {
            guard case .changedMeanwhile = error else { throw error }
            return false
        }
    }

    private func sign(_ request: Request, _ context: StationContext) async throws -> Response {
        let (place, form) = (try place(context), try await FormBody(request, context))
        let signature: Signature
        do { signature = try Signature(try form.text("strokes")) } catch let error as Signature.Failure {
            return try await show(place, request, failure: "\(error)", status: .unprocessableContent)
        }
        guard try form.text("version") == place.page.key else {
            return try await show(place, request, failure: SignatureMessages.changed, status: .conflict)
        }
        let date = now()
        let name = context.visitor.person?.name ?? localized("This browser")
        func asks(for part: String) -> Bool { (try? form.text(part)) == "yes" }
        let mark = SignatureMark(
            signature,
            line: asks(for: "line") ? SignatureMessages.line(name: name, time: clocks.current.lasting(date)) : nil,
            watermark: asks(for: "watermark")
                ? SignatureMessages.watermark(title: place.document.title, page: place.position + 1) : nil)
        let content = try library.content(of: place.page)
        let signed = try await CPUWorkQueue.shared.run { try mark.burned(into: content) }
        guard try store(signed.file, signed.size, at: place, date) else {
            return try await show(place, request, failure: SignatureMessages.changed, status: .conflict)
        }
        return PageAnswer.seeOther("\(place.path)?done=signed")
    }
}

/// A signature with the line and the watermark that the person wants with it, and the way it is drawn on a page.
struct SignatureMark: Sendable {
    private let signature: Signature
    private let line: String?
    private let watermark: String?

    init(_ signature: Signature, line: String?, watermark: String?) {
        (self.signature, self.line, self.watermark) = (signature, line, watermark)
    }

    /// Returns the page as a picture that includes the signature.
    func burned(into page: Page) throws -> (file: [UInt8], size: PixelSize) {
        let rendered = try page.render()
        let image = rendered.image.rgb
        let signed = try inscription(on: image.size).drawn(on: image)
        var writer = JPEGWriter.standard
        writer.resolution = Resolution(dotsPerInch: rendered.dotsPerInch)
        return (try writer.encode(.rgb(signed)), image.size)
    }

    private func inscription(on size: PixelSize) -> PageInscription {
        let (width, height) = (Double(size.width), Double(size.height))
        func pixels(_ point: Signature.Point) -> Point2D {
            Point2D(
                x: Double(point.x) / Double(Signature.scale) * width,
                y: Double(point.y) / Double(Signature.scale) * height)
        }
        let box = signature.box
        let (low, high) = (
            pixels(Signature.Point(x: box.left, y: box.top)), pixels(Signature.Point(x: box.right, y: box.bottom))
        )
        // A legible size in print: about 7 pt on an A4 page.
        let type = max(10, width / 85)
        var inscription = PageInscription()
        inscription.strokes = signature.strokes.map { $0.map(pixels) }
        inscription.strokeWidth = max(2, width / 500)
        inscription.lines = [
            line.map {
                PageInscription.Line(
                    $0, at: Point2D(x: low.x, y: min(high.y + 1.5 * type, height - 0.5 * type)), size: type)
            },
            watermark.map {
                PageInscription.Line(
                    $0, at: Point2D(x: low.x, y: min(high.y, height - type)), size: 1.4 * type, angle: -0.18,
                    opacity: 0.28)
            },
        ].compactMap(\.self)
        return inscription
    }
}
