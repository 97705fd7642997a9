import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationCharts
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Labels of places: their sheets, the scan of one, and what they lead to.
struct PlaceRoutes {
    let library: Library
    let drafts: Drafts
    let clocks: StationClocks
    let pages: StationPages
    let cameras: [String]
    let reach: StationReach

    private static let documents = 50
    /// Of a sheet.
    private static let maximumLabels = 500

    func add(to router: some RouterMethods<StationContext>) {
        router.get("map/labels", use: choose)
        router.get("map/labels/sheet", use: sheet)
        router.get("map/scan", use: scan)
        router.post("map/scan", use: scanned)
        router.get("place/:label", use: show)
        router.post("place/:label/file", use: file)
    }

    // MARK: Sheets

    /// The address that the labels hold: one that other devices reach, if there is one.
    private func origin(_ request: Request, _ context: StationContext) -> String {
        let used = "\(context.isEncrypted ? "https" : "http")://\(request.head.authority ?? "")"
        return reach.addresses.forOthers(using: used) ?? used
    }

    private func choose(_ request: Request, _ context: StationContext) async throws -> Response {
        let chosen = try library.mapObjects(Array(Self.chosen(request).prefix(Self.maximumLabels)))
            .filter { $0.object.kind == .place }
        let ids = Set(chosen.map(\.id))
        let others = try library.mapObjects([.place], limit: Self.maximumLabels).filter { !ids.contains($0.id) }
        // Those that somebody comes from are there however many there are.
        let places = chosen + others.prefix(Self.maximumLabels - chosen.count)
        let all = try library.mapObjectCounts()[.place, default: 0]
        let view = MapLabelsView(
            places.compactMap { stored in Self.label(of: stored).map { (stored.id, stored.object.name, $0) } },
            chosen: ids, rest: all - places.count, address: origin(request, context))
        return await pages.html(
            PageShell(title: view.title, place: .library, parts: ["map"], body: view.html), at: "/map/labels",
            for: request)
    }

    private func sheet(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        guard let paper = LabelPaper.named(String(query["paper"] ?? "")) else {
            throw HTTPError(.badRequest, message: localized("There is no such paper."))
        }
        let used = query["used"].flatMap { Int($0) } ?? 0
        let places = try library.mapObjects(Array(Self.chosen(request).prefix(Self.maximumLabels)))
            .filter { $0.object.kind == .place }
        guard !places.isEmpty, 0..<paper.count ~= used else {
            throw HTTPError(.badRequest, message: localized("Choose at least one place."))
        }
        let origin = origin(request, context)
        let labels = try places.compactMap { stored in
            try Self.label(of: stored).map { label in
                try CodeSymbol(label.text(origin: origin)).label(
                    name: stored.object.name, kind: (stored.object.type ?? .box).label, code: label.readable)
            }
        }
        let pdf = LabelSheetPDF(labels, on: paper, used: used, title: MapTexts.labels)
        return FileAnswer.make(pdf.bytes, .pdf, title: MapTexts.labels)
    }

    private static func chosen(_ request: Request) -> [Int64] {
        request.listItems.filter { $0.name == "place" }.compactMap { Int64($0.value) }
    }

    private static func label(of stored: StoredMapObject) -> PlaceLabel? {
        stored.code.flatMap { PlaceLabel(code: $0) }
    }

    // MARK: Scanning

    /// Something that a person may file at a place now.
    private enum Filed {
        case document(Int64)
        case draft(DraftName)

        /// - Parameter values: Of a form or an address.
        init?(_ values: (String) -> String?) {
            let screen = "\(Place.library.path)/"
            let document =
                values("document")
                ?? values("at").flatMap { $0.hasPrefix(screen) ? String($0.dropFirst(screen.count)) : nil }
            if let document = document.flatMap({ Int64($0) }) {
                self = .document(document)
            } else if let draft = values("draft").flatMap({ DraftName($0[...]) }) {
                self = .draft(draft)
            } else {
                return nil
            }
        }

        var field: (name: String, value: String) {
            switch self {
            case .document(let id): ("document", "\(id)")
            case .draft(let name): ("draft", name.text)
            }
        }

        var path: String {
            switch self {
            case .document(let id): "/documents/\(id)"
            case .draft(let name): "/scan/\(name.text)"
            }
        }
    }

    private func scan(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        let filed = Filed { name in query[Substring(name)].map(String.init) }
        let view = CodeScannerView(
            display: CodeScannerDisplay(CodeScannerMachine()),
            cameras: CameraChoice(cameras: cameras, chosen: query["source"].flatMap { Int($0) }),
            purpose: .label(back: filed?.path ?? MapRoutes.path, filed.map { [$0.field] } ?? []))
        return pages.task(
            PageShell(
                title: localized("Scan a Label"), place: nil, frame: .task,
                parts: ["live-view", "camera-request", "qr-code-scanner"],
                scripts: ["qr-code-scanner/code-scanner.js"], body: view.html))
    }

    private func scanned(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let text = try form.text("code")
        guard let label = PlaceLabel(code: text) ?? PlaceLabel(text: text),
            let place = try library.mapObject(labelled: label)
        else { throw HTTPError(.notFound, message: CodeFinding.noLabel.photoText) }
        guard let filed = Filed(form.optionalText) else { return PageAnswer.seeOther(PlaceLabel.path + label.code) }
        guard context.visitor.may(.editDocuments) else { throw HTTPError(.forbidden) }
        // A draft has no screen that says so.
        let isDocument = if case .document = filed { true } else { false }
        return try file(filed, in: place, leadsTo: isDocument ? filed.path : PlaceLabel.path + label.code)
    }

    // MARK: Places

    private func place(_ context: StationContext) throws -> (PlaceLabel, StoredMapObject) {
        guard let label = PlaceLabel(code: try context.parameters.require("label")),
            let place = try library.mapObject(labelled: label)
        else { throw HTTPError(.notFound, message: CodeFinding.noLabel.photoText) }
        return (label, place)
    }

    /// The list of all documents in a place.
    private static func list(of place: Int64) -> String {
        var query = ListQuery()
        query.filter.places = [place]
        return query.address(at: Place.library.path)
    }

    private func show(_ request: Request, _ context: StationContext) async throws -> Response {
        let (label, place) = try place(context)
        let count = try library.documentCounts(inPlaces: [place.id])[place.id] ?? 0
        let view = PlaceView(
            id: place.id, place.object, label: label, offers: try await offers(request, context),
            heading: MapTexts.documents(count),
            rows: MapRowsView(
                MapRoutes.rows(try library.documents(inPlace: place.id, limit: Self.documents), clocks.current),
                empty: MapTexts.noDocuments), list: count > 0 ? Self.list(of: place.id) : nil)
        let query = request.uri.queryParameters
        let toast: String? =
            switch query["done"] {
            case "filed": MapTexts.filed(in: place.object.name)
            case "draft": MapTexts.draftGoes(to: place.object.name)
            case "undone": LibraryMessages.undone
            default: nil
            }
        let undo = query["undo"].flatMap { EventRange(String($0)) }.map { "/documents/undo/\($0)" }
        return await pages.html(
            PageShell(
                // The library remembers the document that was looked at last.
                title: view.title, place: nil, parts: ["map"], toast: toast, undo: undo, body: view.html),
            at: PlaceLabel.path + label.code, for: request)
    }

    /// The scans that are not saved yet, and the document that was looked at last.
    private func offers(_ request: Request, _ context: StationContext) async throws -> [PlaceView.Offer] {
        guard context.visitor.may(.editDocuments) else { return [] }
        var offers: [PlaceView.Offer] = []
        for summary in await drafts.unsaved() where summary.edit == nil && summary.pages > 0 {
            offers.append(.init("draft", summary.draft.name.text, label: MapTexts.fileDraft(summary.pages)))
            break
        }
        let path = PlaceMemory(request)[.library] ?? ""
        if let id = path.split(separator: "/").dropFirst().first.flatMap({ Int64($0) }),
            let document = try? library.document(id), document.trashed == nil
        {
            offers.append(.init("document", "\(id)", label: MapTexts.fileDocument(document.title)))
        }
        return offers
    }

    private func file(_ request: Request, _ context: StationContext) async throws -> Response {
        let (label, place) = try place(context)
        let form = try await FormBody(request, context)
        guard let filed = Filed(form.optionalText) else {
            throw HTTPError(.badRequest, message: localized("The form cannot be read."))
        }
        return try file(filed, in: place, leadsTo: PlaceLabel.path + label.code)
    }

    private func file(_ filed: Filed, in place: StoredMapObject, leadsTo path: String) throws -> Response {
        switch filed {
        case .document(let id):
            let events = try library.file([id], intoPlace: place.id, at: .now)
            return PageAnswer.seeOther("\(path)?done=filed" + (events.map { "&undo=\($0)" } ?? ""))
        case .draft(let name):
            try library.setPlace(place.id, ofDraft: name.text)
            return PageAnswer.seeOther("\(path)?done=draft")
        }
    }
}
