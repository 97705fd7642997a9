import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the list of folders, their tree and their changes.
struct FolderRoutes {
    let library: Library
    let pages: StationPages

    func add(to router: Routes) {
        router.get("documents/folders", to: .readDocuments, .page, use: list)
        router.post("documents/folders", to: .editDocuments, .page, use: add)
        router.get("documents/folders/picker", to: .readDocuments, .page, use: pick)
        router.get("documents/folders/:folder", to: .readDocuments, .page, use: show)
        router.post("documents/folders/:folder", to: .editDocuments, .page, use: change)
        router.post("documents/folders/:folder/delete", to: .editDocuments, .page, use: remove)
    }

    // MARK: Screens

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await list(request)
    }

    /// - Parameter refused: The submitted form of a new folder.
    private func list(
        _ request: Request, refused: Form? = nil, because fault: String = "", _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let tree = try library.folderTree()
        let shown = FolderList(
            tree, text: request.listItems.first { $0.name == "q" }?.value ?? "",
            isEmptyOnly: request.uri.queryParameters["empty"] == "yes")
        let view = FoldersView(
            shown, picker: FolderPicker(tree, level: refused?.level(in: tree), purpose: .folder),
            refused: refused?.refused(fault))
        return await answer(view.title, view.html, at: FolderList.path, request, status)
    }

    private func show(_ request: Request, _ context: StationContext) async throws -> Response {
        try await show(try context.folder, request)
    }

    /// - Parameters:
    ///   - refused: The submitted form of the folder.
    ///   - refusal: The reason why it cannot be deleted.
    private func show(
        _ id: Int64, _ request: Request, refused: Form? = nil, because fault: String = "", refusal: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let tree = try library.folderTree()
        let folder = try Self.folder(id, tree)
        let view = HierarchyView(
            FolderHierarchy(tree, selected: folder.folder.id), folder: folder,
            picker: FolderPicker(
                tree, level: refused.map { $0.level(in: tree) } ?? folder.folder.parent, purpose: .folder,
                without: folder.folder.id),
            inside: FolderPicker(tree, level: folder.folder.id, purpose: .folder), refused: refused?.refused(fault),
            refusal: refusal)
        return await answer(view.title, view.html, at: "\(FolderList.path)/\(folder.folder.id)", request, status)
    }

    /// Shows a level of the tree to choose from. The dialog that requests it inserts it into its content.
    private func pick(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        func folder(_ name: Substring) throws -> Int64? {
            try query[name].map { text throws in
                guard let id = Int64(text) else { throw Self.failure(name, text) }
                return id
            }
        }
        guard let purpose = FolderPicker.Purpose(rawValue: String(query["for"] ?? "")) else {
            throw Self.failure("for", query["for"] ?? "")
        }
        let id = query["id"] ?? ""
        guard !id.isEmpty, id.count <= 40, id.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (97...122) ~= $0 }) else {
            throw Self.failure("id", id)
        }
        let tree = try library.folderTree()
        let level = try folder("level").map { try Self.folder($0, tree).folder.id }
        let without = try folder("without")
        let picker = FolderPickerView(
            FolderPicker(tree, level: level, purpose: purpose, without: without), id: String(id), without: without)
        return await answer(FolderTexts.folders, picker.html, at: FolderList.path, request)
    }

    private func answer(
        _ title: String, _ body: String, at path: String, _ request: Request, _ status: HTTPResponse.Status = .ok
    ) async -> Response {
        let query = request.uri.queryParameters
        let toast: String? =
            switch query["done"] {
            case "added": FolderTexts.added
            case "changed": FolderTexts.changed
            case "removed": FolderTexts.removed
            case "undone": LibraryMessages.undone
            default: nil
            }
        return await pages.html(
            PageShell(
                title: title, place: .library, parts: ["library", "list-report", "hierarchy"],
                scripts: ["hierarchy/tree.js"], toast: toast,
                undo: request.undoPath(at: path), body: body),
            at: path, for: request, status: status)
    }

    // MARK: Changes

    private func add(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await Form(request, context)
        do {
            let id = try library.addFolder(try FolderName(form.name).text, in: form.parent)
            return PageAnswer.seeOther("\(FolderList.path)/\(id)?done=added")
        } catch {
            let (status, fault) = try Self.fault(error)
            return try await list(request, refused: form, because: fault, status)
        }
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.folder
        let form = try await Form(request, context)
        do {
            let event = try library.changeFolder(
                id, name: try FolderName(form.name).text, parent: form.parent, at: .now)
            return PageAnswer.seeOther(
                "\(FolderList.path)/\(id)" + (event.map { "?done=changed&undo=\($0)" } ?? ""))
        } catch {
            let (status, fault) = try Self.fault(error)
            return try await show(id, request, refused: form, because: fault, status)
        }
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.folder
        do {
            let event = try library.removeFolder(id, at: .now)
            return PageAnswer.seeOther("\(FolderList.path)?done=removed&undo=\(event)")
        } catch StoreError.nameInUse(let name) {
            return try await show(id, request, refusal: FolderTexts.namesCollide(name), .conflict)
        }
    }

    /// Returns the error of a form for its field.
    private static func fault(_ error: any Error) throws -> (HTTPResponse.Status, String) {
        switch error {
        case is EnteredLine.Failure, is FolderName.Slash: (.unprocessableContent, "\(error)")
        case StoreError.nameInUse, StoreError.folderInItself: (.conflict, "\(error).")
        default: throw error
        }
    }

    /// The entries of the form.
    private struct Form {
        let name: String
        let parent: Int64?

        init(_ request: Request, _ context: StationContext) async throws {
            let body = try await FormBody(request, context)
            name = body.optionalText("name") ?? ""
            let entered = body.optionalText("parent") ?? ""
            guard !entered.isEmpty else {
                parent = nil
                return
            }
            guard let id = Int64(entered) else { throw FolderRoutes.failure("parent", entered[...]) }
            parent = id
        }

        func refused(_ fault: String) -> FolderFormView.Refused { FolderFormView.Refused(name: name, fault: fault) }

        /// Returns the chosen folder, if it exists.
        func level(in tree: FolderTree) -> Int64? {
            parent.flatMap { id in tree.nodes.first { $0.folder.id == id }?.folder.id }
        }
    }

    private static func folder(_ id: Int64, _ tree: FolderTree) throws -> FolderTree.Node {
        guard let node = tree.nodes.first(where: { $0.folder.id == id }) else { throw StoreError.unknownFolder(id) }
        return node
    }

    private static func failure(_ name: Substring, _ value: Substring) -> HTTPError {
        HTTPError(ListQuery.Failure(name: String(name), value: String(value)))
    }
}
