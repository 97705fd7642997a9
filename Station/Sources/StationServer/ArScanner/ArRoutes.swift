import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import RectoAnchors
import RectoCodecs
import StationIdentity
import StationRules
import StationStore
import StationViews

/// The routes of scenes: their list, the creation of anchors, and the camera view.
struct ArRoutes {
    let library: Library
    let pictures: PictureCache
    let clocks: StationClocks
    let cameras: [String]
    let pages: StationPages
    private let candidates = AnchorCandidates()

    /// The number of pages offered as anchors, from the newest documents.
    private static let maximumChoices = 24

    init(library: Library, pictures: PictureCache, clocks: StationClocks, cameras: [String], pages: StationPages) {
        self.library = library
        self.pictures = pictures
        self.clocks = clocks
        self.cameras = cameras
        self.pages = pages
    }

    private var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        router.get("ar", to: .readDocuments, .page, use: list)
        router.post("ar", to: .editDocuments, .page, use: create)
        router.get("ar/new", to: .editDocuments, .page, use: choose)
        router.post("ar/new/picture", to: .editDocuments, .page, body: .picture, use: upload)
        router.post("ar/new/page", to: .editDocuments, .page, use: takePage)
        router.get("ar/new/pictures/:picture", to: .editDocuments, .picture(isNamedByPath: true), use: candidatePicture)
        let scene = router.group("ar/:scene")
        scene.get("", to: .readDocuments, .cameraPage, use: scan)
        for picture in PagePicture.allCases {
            scene.get("picture/\(picture.rawValue)", to: .readDocuments, .picture()) { request, context in
                try await self.picture(picture, request, context)
            }
        }
        AnnotationRoutes(library: library, clocks: clocks, pages: pages).add(to: scene)
    }

    // MARK: The list

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await page(request, form: nil, toast: ArMessages.Done(request)?.text)
    }

    /// Returns the page of the list, with an open form if there is one.
    private func page(
        _ request: Request, form: NewAnchorView?, toast: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let scenes = try library.scenes().map { scene in
            ScenesView.Scene(
                path: scene.path, picture: scene.address(of: .screen), title: scene.title,
                annotations: scene.annotations, verdict: AnchorVerdict(score: scene.score, reasons: []),
                content: library.hasOriginal(scene.picture) ? .whole : .bodyMissing(ArMessages.noPicture))
        }
        return await pages.html(
            PageShell(
                title: Place.scenes.label, place: .scenes, parts: ["ar-scanner", "cards"],
                scripts: ["ar-scanner/anchor-picture.js"], toast: toast,
                body: ScenesView(scenes: scenes, form: form).html),
            at: Place.scenes.path, for: request, status: status)
    }

    // MARK: A new anchor

    /// The first step of the form, or the second one if a picture is chosen.
    private func choose(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let name = request.uri.queryParameters["picture"] else {
            let refusal = request.uri.queryParameters["refused"].flatMap { ArMessages.Refusal(rawValue: String($0)) }
            return try await page(request, form: NewAnchorView(pages: try choices(), refusal: refusal))
        }
        guard let candidate = await candidate(String(name)) else { return Self.refused(.gone) }
        return try await page(request, form: NewAnchorView(chosen: candidate.chosen, draft: SceneDraft()))
    }

    private func choices() throws -> [NewAnchorView.Page] {
        var choices: [NewAnchorView.Page] = []
        for document in try library.documents(ListQuery(), limit: Self.maximumChoices, calendar: clock.calendar)
            .documents
        {
            let pages = try library.pages(of: document.id).prefix(Self.maximumChoices - choices.count)
            for (index, page) in pages.enumerated() {
                let path = LibraryRoutes.address(.thumbnail, of: page, at: index, document.id)
                choices.append(
                    NewAnchorView.Page(
                        document: document.id, page: index, picture: path,
                        label: localized("\(document.title), page \(index + 1)")))
            }
        }
        return choices
    }

    private func upload(_ request: Request, _ context: StationContext) async throws -> Response {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: RouteRule.Body.picture.maximumBytes)
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            return Self.refused(.tooLarge)
        }
        return try await keep(Array(body.readableBytesView))
    }

    /// Uses the rendered page of a document.
    private func takePage(_ request: Request, _ context: StationContext) async throws -> Response {
        let place = try await FormBody(request, context).text("page").split(separator: "/").map { Int64($0) }
        guard place.count == 2, let document = place[0], let position = place[1], let index = Int(exactly: position)
        else { throw HTTPError(.badRequest, message: localized("There is no such page.")) }
        let page = try library.page(index, of: document)
        let library = library
        let file = try await pictures.file(.full, of: page.key) { try library.content(of: page) }
        return try await keep(file.bytes)
    }

    private func keep(_ bytes: [UInt8]) async throws -> Response {
        do {
            let candidate = try await candidates.keep(bytes)
            return PageAnswer.seeOther("/ar/new?picture=\(candidate.name)")
        } catch is PictureError { return Self.refused(.unreadable) }
    }

    private func candidatePicture(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let candidate = await candidate(try context.parameters.require("picture")) else {
            throw HTTPError(.notFound)
        }
        return PictureAnswer.make(original: candidate.picture.bytes, for: request, tag: candidate.name.text)
    }

    private func create(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let candidate = await candidate(try form.text("picture")) else { return Self.refused(.gone) }
        let draft = SceneDraft(title: form.optionalText("title") ?? "", width: form.optionalText("width") ?? "")
        guard AnchorVerdict(candidate.quality).isAccepted else {
            return try await page(
                request, form: NewAnchorView(chosen: candidate.chosen, draft: draft), status: .unprocessableContent)
        }
        switch draft.checked() {
        case .failure(let problems):
            return try await page(
                request, form: NewAnchorView(chosen: candidate.chosen, draft: draft, problems: problems),
                status: .unprocessableContent)
        case .success(let checked):
            let picture = candidate.picture
            let (size, features) = try await CPUWorkQueue.shared.run {
                (try picture.size(), try picture.features(checked.width))
            }
            let id = try library.add(
                NewScene(
                    title: checked.title, created: .now, picture: picture.bytes, size: size, features: features,
                    physicalWidth: checked.width?.meters, score: candidate.quality.score))
            return PageAnswer.seeOther("/ar/\(id)/edit?done=\(ArMessages.Done.created.rawValue)")
        }
    }

    private func candidate(_ name: String) async -> AnchorCandidates.Candidate? {
        guard let name = BlobName(name) else { return nil }
        return await candidates[name]
    }

    private static func refused(_ refusal: ArMessages.Refusal) -> Response {
        PageAnswer.seeOther("/ar/new?refused=\(refusal.rawValue)")
    }

    // MARK: The camera view

    private func scan(_ request: Request, _ context: StationContext) async throws -> Response {
        let scene = try library.scene(try context.scene)
        let stored = try library.annotations(of: scene.id)
        let annotations = stored.map { Annotation($0.content) }
        let items = try zip(stored, annotations).enumerated().map { index, pair in
            ArScannerView.Item(
                index: index, of: stored.count, pair.1,
                document: try pair.0.content.document.flatMap { try document($0, of: scene.id) })
        }
        let view = ArScannerView(
            scene: scene.id, title: scene.title, picture: scene.address(of: .screen),
            thumbnail: scene.address(of: .thumbnail), width: scene.physicalWidth.map { AnchorWidth(meters: $0) },
            aspect: Double(scene.width) / Double(scene.height),
            machine: ArScannerMachine(annotations, scan: try .init()), items: items,
            cameras: CameraChoice(cameras: cameras, chosen: ChosenCamera.index(for: request)))
        var response = self.pages.task(
            PageShell(
                title: scene.title, place: .scenes, frame: .task,
                parts: ["live-view", "camera-request", "ar-scanner", "ar-annotations"],
                scripts: ["ar-scanner/ar-scanner.js"], body: view.html))
        ChosenCamera.keep(request, in: &response)
        return response
    }

    /// Returns the document; `nil` if it has no pages.
    private func document(_ id: Int64, of scene: Int64) throws -> ArScannerView.Document? {
        let document = try library.document(id)
        guard document.pages > 0 else { return nil }
        let page = try library.page(0, of: id)
        return ArScannerView.Document(
            path: "/documents/\(id)?via=\(RelatedTrail.Object.scene(scene).text)", title: document.title,
            facts: "\(clock.dayAndTime(document.captured, now: .now)) · \(LibraryMessages.pageCount(document.pages))",
            thumbnail: LibraryRoutes.address(.thumbnail, of: page, at: 0, id),
            picture: LibraryRoutes.address(.screen, of: page, at: 0, id))
    }

    private func picture(
        _ picture: PagePicture, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        let scene = try library.scene(try context.scene)
        let library = library
        let file = try await pictures.file(
            picture, of: scene.picture.text, full: { PictureFile(original: try library.original(scene.picture)) })
        return PictureAnswer.make(file, for: request, tag: "\(scene.picture)-\(picture.rawValue)")
    }
}

extension AnchorCandidates.Candidate {
    fileprivate var chosen: NewAnchorView.Chosen {
        NewAnchorView.Chosen(name: name.text, path: "/ar/new/pictures/\(name)", verdict: AnchorVerdict(quality))
    }
}

extension SceneRecord {
    var path: String { "/ar/\(id)" }
    func address(of picture: PagePicture) -> String {
        "\(path)/picture/\(picture.rawValue)?v=\(self.picture.text.prefix(16))"
    }
}

extension StationContext {
    /// The scene that the path names.
    var scene: Int64 {
        get throws {
            guard let scene = parameters.get("scene", as: Int64.self) else { throw HTTPError(.notFound) }
            return scene
        }
    }
}

extension ArMessages.Done {
    /// The action before this page, for its toast.
    init?(_ request: Request) {
        guard let name = request.uri.queryParameters["done"] else { return nil }
        self.init(rawValue: String(name))
    }
}
