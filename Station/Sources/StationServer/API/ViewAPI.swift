import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for saved views and for searching everything, documented in `web/openapi.json`.
struct ViewAPI {
    let library: Library
    let clocks: StationClocks

    private static let rows = 10
    private static let linesOfRow = 3

    func add(to router: Routes) {
        router.get("api/views", to: .readDocuments, .data, use: views)
        router.post("api/views", to: .readDocuments, .data, use: addView)
        router.patch("api/views/:view", to: .readDocuments, .data, use: changeView)
        router.delete("api/views/:view", to: .readDocuments, .data, use: removeView)
        router.get("api/search", to: .readDocuments, .data, use: search)
    }

    // MARK: Views

    private struct View: Encodable {
        let id: Int64
        let name: String
        let query: String
        let isUsual: Bool
        /// The path of its list.
        let documents: String

        init(_ view: KeptView) {
            (id, name, query, isUsual) = (view.id, view.name, view.query.addressText, view.isUsual)
            documents = view.query.address(at: "/api/documents")
        }
    }

    private struct Order: Decodable {
        let name: String?
        let query: String?
        let isUsual: Bool?

        func checkedName() throws -> String? {
            try name.map { name throws in
                let form = ViewForm.form().filled(with: [ViewForm.name: [name]])
                if let fault = form.faults.values.first { throw HTTPError(.unprocessableContent, message: fault) }
                return form.text(ViewForm.name)
            }
        }

        func listQuery() throws -> ListQuery? {
            do { return try query.map { text throws(ListQuery.Failure) in try ListQuery(addressText: text) } } catch {
                throw HTTPError(error)
            }
        }
    }

    private func views(_ request: Request, _ context: StationContext) throws -> Response {
        struct List: Encodable { let views: [View] }
        return JSONAnswer.make(List(views: try library.views().map { View($0) }))
    }

    private func addView(_ request: Request, _ context: StationContext) async throws -> Response {
        let order = try await JSONBody.decode(Order.self, request, context)
        guard let name = try order.checkedName() else {
            throw HTTPError(.badRequest, message: "“name” must be the name of the view.")
        }
        let id = try library.addView(
            name, try order.listQuery() ?? ListQuery(), isUsual: order.isUsual ?? false, at: .now
        ).view
        return JSONAnswer.created(text: try text(of: id), location: "/api/views/\(id)")
    }

    private func changeView(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.view
        let order = try await JSONBody.decode(Order.self, request, context)
        _ = try library.changeView(
            id, name: try order.checkedName(), query: try order.listQuery(), isUsual: order.isUsual, at: .now)
        return JSONAnswer.make(text: try text(of: id))
    }

    private func removeView(_ request: Request, _ context: StationContext) throws -> Response {
        let event = try library.removeView(try context.view, at: .now)
        return JSONAnswer.make(APIUndo(EventRange(event)))
    }

    private func text(of id: Int64) throws -> String {
        guard let view = try library.views().first(where: { $0.id == id }) else { throw StoreError.unknownView(id) }
        return JSONAnswer.text(View(view))
    }

    // MARK: The search of everything

    private struct Found: Encodable {
        struct Document: Encodable {
            let document: APIDocument
            /// The matching lines of its text.
            let lines: [Line]
        }

        struct Line: Encodable {
            /// The page number from 1.
            let page: Int
            /// The number of the first match in the line, counted from 1 through the document.
            let hit: Int
            let text: String
        }

        struct Name: Encodable {
            /// The kind by its name in queries: folder, type, tag or correspondent.
            let kind: String
            let name: String
            /// The path of the list of everything filed under it.
            let documents: String
        }

        struct Scene: Encodable {
            let id: Int64
            let title: String
        }

        /// The number of all matching documents.
        let count: Int
        let documents: [Document]
        let names: [Name]
        let scenes: [Scene]
    }

    private func search(_ request: Request, _ context: StationContext) throws -> Response {
        var query = try request.listQuery
        query.filter.isTrash = false
        let calendar = clocks.current.calendar
        let found = try library.documents(query, limit: Self.rows, calendar: calendar).rows
        let tags = try library.tags(of: found.map(\.document.id))
        let words = SearchWords(query.text)
        let documents = try found.map { row in
            let id = row.document.id
            let lines = row.excerpt == nil ? [] : try library.passages(of: words, in: id, limit: Self.linesOfRow)
            return Found.Document(
                document: APIDocument(row.document, tags: tags[id] ?? []),
                lines: lines.map { line in
                    Found.Line(
                        page: line.position + 1, hit: line.hit, text: line.words.map(\.text).joined(separator: " "))
                })
        }
        let names = FittingName.all(query, try library.listNames(isCounted: false))
        return JSONAnswer.make(
            Found(
                count: try library.count(query, calendar: calendar), documents: documents,
                names: names.map { name in
                    Found.Name(
                        kind: name.field.rawValue, name: name.text.parts.map(\.text).joined(),
                        documents: name.alone.address(at: "/api/documents"))
                }, scenes: try library.scenes(titled: words).map { Found.Scene(id: $0.id, title: $0.title) }))
    }
}
