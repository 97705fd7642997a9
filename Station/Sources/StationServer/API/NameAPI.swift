import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for changing the names that documents are filed under, documented in `web/openapi.json`. Each response says
/// how to undo the change.
struct NameAPI {
    let library: Library

    func add(to router: Routes) {
        for screen in NameScreen.allCases {
            let path = "api/\(screen.rawValue)/:name"
            router.patch("\(path)", to: .editDocuments, .data) { try await change(screen, $0, $1) }
            router.post("\(path)/merge", to: .editDocuments, .data) { try await merge(screen, $0, $1) }
            router.delete("\(path)", to: .editDocuments, .data) { _, context in
                JSONAnswer.make(APIUndo(EventRange(try library.remove(try context.name, of: screen.kind, at: .now))))
            }
        }
    }

    private struct Name: Encodable {
        let id: Int64
        let name: String
        /// The color of a tag.
        let color: String?
        /// The path for undoing the change; missing if nothing changed.
        let undo: String?

        init(_ record: Library.NameRecord, after event: Int64?) {
            (id, name, color) = (record.id, record.name, record.color)
            undo = event.map { APIUndo(EventRange($0)).undo }
        }
    }

    private func change(
        _ screen: NameScreen, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        struct Order: Decodable {
            let name: String?
            let color: String?
        }
        let before = try record(try context.name, screen)
        let order = try await JSONBody.decode(Order.self, request, context)
        let name = try order.name.map { try screen.entered($0) } ?? before.name
        let color = try screen.hasColors ? order.color.map { try screen.color($0).rawValue } ?? before.color : nil
        let event = try library.rename(before.id, of: screen.kind, to: name, color: color, at: .now)
        return JSONAnswer.make(Name(try record(before.id, screen), after: event))
    }

    private func merge(
        _ screen: NameScreen, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        struct Order: Decodable { let into: Int64 }
        let (id, into) = (try context.name, try await JSONBody.decode(Order.self, request, context).into)
        let event = try library.merge(id, into: into, of: screen.kind, at: .now)
        return JSONAnswer.make(Name(try record(into, screen), after: event))
    }

    private func record(_ id: Int64, _ screen: NameScreen) throws -> Library.NameRecord {
        guard let record = try library.names(of: screen.kind, isCounted: false).first(where: { $0.id == id }) else {
            throw StoreError.unknownName(id)
        }
        return record
    }
}

extension StationContext {
    fileprivate var name: Int64 {
        get throws {
            guard let id = parameters.get("name", as: Int64.self) else { throw HTTPError(.notFound) }
            return id
        }
    }
}
