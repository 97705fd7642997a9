import FoundationEssentials
import HTTPTypes
import Hummingbird
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore
import StationViews

extension ScannerRoutes {
    func adjust(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        guard let page = await draft.page(number) else { return try await withoutPage(number, of: draft, request) }
        let path = "/scan/\(draft.name)/pages/\(number)"
        let view = AdjustView(
            path: path, picture: "\(path)/original?v=\(page.picture)", version: page.picture,
            editor: CornerEditor(size: page.originalSize, quad: page.quad),
            hasFold: await draft.spread(of: number) != nil)
        return screens.task(
            PageShell(
                title: localized("Adjust"), place: .scan, frame: .task, parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/quad.js"], body: view.html))
    }

    func setCorners(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let quad = Quad(text: try form.text("corners")) else { throw SessionError.corners }
        let picture = form.optionalText("picture").flatMap { Int($0) }
        let (draft, page) = try await (draft(context), page(context))
        guard await draft.page(page) != nil else {
            return try await withoutPage(page, of: draft, request, corners: quad)
        }
        return try await change(request, context) { draft, number in
            try await adjust(number, of: draft, to: quad, in: picture)
        }
    }

    /// - Parameter picture: The number of the picture in which the corners were chosen. It may have been replaced by
    ///   a sharper one.
    func adjust(_ number: Int, of draft: Draft, to quad: Quad, in picture: Int? = nil) async throws {
        let page = try await draft.existingPage(number)
        var quad = quad
        if let picture { quad = try await draft.corners(quad, of: number, in: picture) }
        guard CornerEditor.isAcceptable(quad, in: page.originalSize) else { throw SessionError.corners }
        try await draft.adjust(number, to: quad)
    }

    /// A corner or a side that is being dragged.
    private struct Drag: Decodable {
        let corners: [Double]
        let corner: Int?
        let side: Int?
        let x: Double
        let y: Double
    }

    struct Dragged: ResponseEncodable {
        let corners: [Double]
    }

    func moveCorner(_ request: Request, _ context: StationContext) async throws -> Dragged {
        let (draft, number) = try await (draft(context), page(context))
        let page = try await draft.adjustedPage(number)
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        guard let drag = try? JSONDecoder().decode(Drag.self, from: Data(body.readableBytesView)) else {
            throw HTTPError(.badRequest, message: localized("The corners cannot be read."))
        }
        var editor = CornerEditor(size: page.originalSize, quad: Quad(numbers: drag.corners))
        let point = Point2D(x: drag.x, y: drag.y)
        if let corner = drag.corner { editor.move(corner, to: point) }
        if let side = drag.side { editor.moveSide(side, to: point) }
        return Dragged(corners: editor.quad.corners.flatMap { [$0.x, $0.y] })
    }

    // MARK: Books

    /// Whether a page shares a fold with another one, or may be an open book captured as a whole that can be split.
    static func canFold(_ number: Int, of draft: Draft) async -> Bool {
        if await draft.spread(of: number) != nil { return true }
        guard let page = await draft.page(number) else { return false }
        return BookSpread.isLikely(of: page.outline)
    }

    /// Shows the fold between two pages of a book for moving, or the fold at which to split a page.
    func fold(_ request: Request, _ context: StationContext) async throws -> Response {
        let (draft, number) = try await (draft(context), page(context))
        guard let page = await draft.page(number) else { return try await withoutPage(number, of: draft, request) }
        let pages = "/scan/\(draft.name)/pages"
        let both = await draft.spread(of: number)
        guard await Self.canFold(number, of: draft),
            let spread = both?.spread ?? BookSpread(outline: page.outline)
        else { return PageAnswer.seeOther("\(pages)/\(number)?done=unfolded") }
        let view = FoldView(
            path: "\(pages)/\(number)", picture: "\(pages)/\(number)/original?v=\(page.picture)",
            size: page.originalSize, spread: spread,
            pages: both.map { left, right, _ in
                FoldView.Pages(pages: pages, left: left, right: right, facing: left == number ? right : left)
            })
        return screens.task(
            PageShell(
                title: localized("Fold"), place: .scan, frame: .task, parts: ["live-view", "document-scanner"],
                scripts: ["document-scanner/fold.js"], body: view.html))
    }

    /// Moves a fold, or splits a page. The other page at a fold may have been deleted.
    func setFold(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let parameters = request.uri.queryParameters
        func share(_ name: String) throws -> Double {
            guard let share = Double(try parameters[name[...]].map { String($0) } ?? form.text(name)) else {
                throw HTTPError(.badRequest, message: localized("The position must be a number."))
            }
            return share
        }
        let (top, bottom) = try (share("top"), share("bottom"))
        let facing = (form.optionalText("facing") ?? parameters["facing"].map { String($0) }).flatMap { Int($0) }
        return try await change(request, context) { draft, page in
            guard let (left, right, spread) = await draft.spread(of: page) else {
                guard facing == nil else { return "done=unfolded" }
                try await draft.split(page, top: top, bottom: bottom, order: draft.choices.order)
                return "done=split"
            }
            try await draft.fold(page, top: top, bottom: bottom)
            return "done=folded&top=\(spread.top)&bottom=\(spread.bottom)&facing=\(left == page ? right : left)"
        }
    }

    /// Joins two pages at their fold or, given the other page's number and position, undoes that.
    func unfold(_ request: Request, _ context: StationContext) async throws -> Response {
        let parameters = request.uri.queryParameters
        let (facing, place) = (parameters["facing"].flatMap { Int($0) }, parameters["place"].flatMap { Int($0) })
        return try await change(request, context) { draft, page in
            do {
                if let facing, let place {
                    try await draft.refold(page, with: facing, at: place)
                    return nil
                }
                let other = try await draft.unfold(page)
                return "done=united&facing=\(other.facing)&place=\(other.place)"
            } catch DraftError.noSpread { return "done=unfolded" }
        }
    }
}

extension Quad {
    /// Creates corners from eight numbers, alternating x and y; `nil` for another count.
    init?(numbers: [Double]) {
        guard numbers.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point2D(x: numbers[$0], y: numbers[$0 + 1]) }
        guard let quad = try? Quad(corners: points) else { return nil }
        self = quad
    }

    /// Parses eight numbers separated by commas.
    init?(text: some StringProtocol) {
        self.init(numbers: text.split(separator: ",").compactMap { Double($0) })
    }

    /// The corners in the same format.
    var text: String { corners.map { "\($0.x),\($0.y)" }.joined(separator: ",") }
}
