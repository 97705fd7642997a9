import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// The routes that edit a scene and its annotations.
struct AnnotationRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages

    /// The number of newest documents that can be linked to an annotation.
    private static let maximumDocuments = 200

    /// - Parameter scene: The route group of a scene.
    private var clock: StationClock { clocks.current }

    func add(to scene: Routes) {
        scene.get("edit", to: .editDocuments, .page, use: edit)
        scene.post("rename", to: .editDocuments, .page, use: rename)
        scene.post("delete", to: .editDocuments, .page, use: delete)
        scene.post("annotations", to: .editDocuments, .page, use: add)
        scene.get("annotations/new", to: .editDocuments, .page, use: begin)
        scene.get("annotations/:annotation", to: .editDocuments, .page, use: open)
        scene.post("annotations/:annotation", to: .editDocuments, .page, use: change)
        scene.post("annotations/:annotation/delete", to: .editDocuments, .page, use: remove)
    }

    // MARK: The scene

    private func edit(_ request: Request, _ context: StationContext) async throws -> Response {
        try await show(request, try context.scene, toast: ArMessages.Done(request)?.text)
    }

    /// - Parameters:
    ///   - selected: The annotation whose form is open.
    ///   - form: The form of an annotation.
    private func show(
        _ request: Request, _ id: Int64, selected: Int64? = nil, form: AnnotationView? = nil,
        titleError: SceneView.TitleError? = nil,
        toast: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let scene = try library.scene(id)
        let rows = try library.annotations(of: id).enumerated().map { index, annotation in
            SceneView.Row(
                path: "\(scene.path)/annotations/\(annotation.id)", number: index + 1, Annotation(annotation.content),
                isSelected: annotation.id == selected)
        }
        let view = SceneView(
            path: scene.path, title: scene.title, picture: scene.address(of: .screen),
            width: scene.physicalWidth.map { AnchorWidth(meters: $0) }, score: scene.score, rows: rows,
            documents: try documents(of: id, request), titleError: titleError, form: form)
        return await pages.html(
            PageShell(
                title: scene.title, place: .scenes, parts: ["library", "ar-scanner", "ar-annotations"],
                scripts: ["ar-annotations/anchor.js", "ar-annotations/place.js"], toast: toast, body: view.html),
            at: "\(scene.path)/edit", for: request, status: status)
    }

    /// The documents that the annotations of a scene link to, each once.
    private func documents(of id: Int64, _ request: Request) throws -> [RelatedView.Item] {
        let trail = RelatedTrail(request.uri.queryParameters["via"])
        var known: Set<Int64> = []
        let linked = try library.annotations(of: id).compactMap(\.content.document).filter { known.insert($0).inserted }
        return try linked.map { linked in
            let document = try library.document(linked)
            func picture(_ size: PagePicture) throws -> String {
                guard document.pages > 0 else { return "" }
                return LibraryRoutes.address(size, of: try library.page(0, of: linked), at: 0, linked)
            }
            return RelatedView.Item(
                .document(linked), trail.opening(.document(linked), from: .scene(id)), path: "/documents/\(linked)",
                title: document.title,
                facts:
                    "\(clock.dayAndTime(document.captured, now: .now)) · \(LibraryMessages.pageCount(document.pages))",
                thumbnail: try picture(.thumbnail), picture: try picture(.screen))
        }
    }

    private func rename(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try context.scene
        let entered = try await FormBody(request, context).text("title")
        do {
            let line = try EnteredLine(entered, field: .title, characters: 1...SceneDraft.maximumTitleCharacters)
            try library.renameScene(id, to: line.text)
            return Self.done(.renamed, id)
        } catch let error as EnteredLine.Failure {
            return try await show(
                request, id, titleError: SceneView.TitleError(entered: entered, text: "\(error)"),
                status: .unprocessableContent)
        }
    }

    private func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.deleteScene(try context.scene)
        return PageAnswer.seeOther("/ar?done=\(ArMessages.Done.deleted.rawValue)")
    }

    // MARK: Annotations

    private func begin(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        func share(_ name: Substring) -> Double { query[name].flatMap { Double($0) } ?? .nan }
        let draft = AnnotationDraft(place: AnnotationPlace(x: share("x"), y: share("y")))
        return try await show(request, try context.scene, form: try form(context, nil, draft))
    }

    private func open(_ request: Request, _ context: StationContext) async throws -> Response {
        let annotation = try library.annotation(try annotationID(context), of: try context.scene)
        return try await show(
            request, try context.scene, selected: annotation.id,
            form: try form(context, annotation.id, AnnotationDraft(annotation.content)))
    }

    private func add(_ request: Request, _ context: StationContext) async throws -> Response {
        let scene = try context.scene
        let draft = AnnotationDraft(try await FormBody(request, context))
        guard try library.annotations(of: scene).count < AnnotationDraft.maximumAnnotations else {
            throw HTTPError(
                .conflict, message: localized("A scene has at most \(AnnotationDraft.maximumAnnotations) annotations."))
        }
        switch draft.checked() {
        case .failure(let problems):
            return try await show(
                request, scene, form: try form(context, nil, draft, problems), status: .unprocessableContent)
        case .success(let annotation):
            _ = try library.add(AnnotationRecord(annotation, document: draft.document), to: scene)
            return Self.done(.annotationAdded, scene)
        }
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let (scene, id) = (try context.scene, try annotationID(context))
        let draft = AnnotationDraft(try await FormBody(request, context))
        switch draft.checked() {
        case .failure(let problems):
            return try await show(
                request, scene, selected: id, form: try form(context, id, draft, problems),
                status: .unprocessableContent)
        case .success(let annotation):
            try library.change(id, of: scene, to: AnnotationRecord(annotation, document: draft.document))
            return Self.done(.annotationSaved, scene)
        }
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let scene = try context.scene
        try library.deleteAnnotation(try annotationID(context), of: scene)
        return Self.done(.annotationDeleted, scene)
    }

    private func form(
        _ context: StationContext, _ stored: Int64?, _ draft: AnnotationDraft,
        _ problems: AnnotationDraft.Problems = AnnotationDraft.Problems()
    ) throws -> AnnotationView {
        var documents = try library.documents(
            ListQuery(), limit: Self.maximumDocuments, calendar: clock.calendar
        ).documents
        if let linked = draft.document, !documents.contains(where: { $0.id == linked }),
            let document = try? library.document(linked)
        {
            documents.insert(document, at: 0)
        }
        let scene = try library.scene(try context.scene)
        let path = scene.path
        return AnnotationView(
            scene: path, sceneTitle: scene.title, picture: scene.address(of: .screen),
            stored: stored.map { "\(path)/annotations/\($0)" }, draft: draft,
            documents: documents.map { AnnotationView.Document(id: $0.id, title: $0.title) }, problems: problems)
    }

    private func annotationID(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("annotation", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    private static func done(_ done: ArMessages.Done, _ scene: Int64) -> Response {
        PageAnswer.seeOther("/ar/\(scene)/edit?done=\(done.rawValue)")
    }
}

extension AnnotationDraft {
    fileprivate init(_ record: AnnotationRecord) {
        self.init(
            title: record.title, subtitle: record.subtitle, icon: AnnotationIcon(record),
            place: AnnotationPlace(x: record.x, y: record.y), document: record.document)
    }

    /// Creates an annotation from a form. Invalid coordinates become the middle.
    fileprivate init(_ form: FormBody) {
        func share(_ name: String) -> Double { form.optionalText(name).flatMap { Double($0) }.map { $0 / 100 } ?? .nan }
        self.init(
            title: form.optionalText("title") ?? "", subtitle: form.optionalText("subtitle") ?? "",
            icon: form.optionalText("icon").flatMap { AnnotationIcon(rawValue: $0) } ?? .document,
            place: AnnotationPlace(x: share("across"), y: share("down")),
            document: form.optionalText("document").flatMap { Int64($0) })
    }
}

extension Library {
    /// The scanner for the anchor of a scene.
    func scanner(of scene: Int64) throws -> LiveArScanner {
        try LiveArScanner(
            features: try original(try self.scene(scene).features),
            annotations: try annotations(of: scene).map { Annotation($0.content) })
    }
}

extension Annotation {
    init(_ record: AnnotationRecord) {
        self.init(
            place: AnnotationPlace(x: record.x, y: record.y), title: record.title, subtitle: record.subtitle,
            icon: AnnotationIcon(record))
    }
}

extension AnnotationIcon {
    /// An unknown icon becomes the default.
    init(_ record: AnnotationRecord) { self = AnnotationIcon(rawValue: record.icon) ?? .document }
}

extension AnnotationRecord {
    init(_ annotation: Annotation, document: Int64?) {
        self.init(
            x: annotation.place.x, y: annotation.place.y, title: annotation.title, subtitle: annotation.subtitle,
            icon: annotation.icon.rawValue, document: document)
    }
}
