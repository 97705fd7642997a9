import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationCharts
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the labels of places: sheets, scanning, and the pages that labels open.
struct PlaceRoutes {
    let library: Library
    let drafts: Drafts
    let clocks: StationClocks
    let pages: StationPages
    let cameras: [String]
    let reach: StationReach

    private static let documents = 50
    /// The maximum number of labels on a sheet.
    private static let maximumLabels = 500

    func add(to router: Routes) {
        router.get("map/labels", to: .readDocuments, .page, use: choose)
        router.get("map/labels/sheet", to: .readDocuments, .file, use: sheet)
        // With names drawn by the browser.
        router.post("map/labels/sheet", to: .readDocuments, .file, body: .picture, use: drawnSheet)
        router.get("map/scan", to: .readDocuments, .cameraPage, use: scan)
        router.post("map/scan", to: .readDocuments, .page, use: scanned)
        router.get("place/:label", to: .readDocuments, .page, use: show)
        router.post("place/:label/file", to: .editDocuments, .page, use: file)
    }

    // MARK: Sheets

    /// Returns the origin for labels: one that other devices can reach, if any.
    private func origin(_ request: Request, _ context: StationContext) -> String {
        let used = "\(context.isEncrypted ? "https" : "http")://\(request.head.authority ?? "")"
        return reach.addresses.forOthers(using: used) ?? used
    }

    private func choose(_ request: Request, _ context: StationContext) async throws -> Response {
        try await answer(Wanted(request), request, context, failure: nil)
    }

    /// The chosen options of a sheet.
    private struct Wanted {
        let paper: LabelPaper?
        let used: Int
        let places: [Int64]
        /// Names drawn by the browser, by place: those with letters that the sheet's fonts lack.
        var drawn: [Int64: PDFPicture] = [:]

        init(paper: String?, used: String?, places: [String]) {
            self.paper = LabelPaper.named(paper ?? "")
            self.used = used.flatMap { Int($0) } ?? 0
            self.places = Array(places.compactMap { Int64($0) }.prefix(PlaceRoutes.maximumLabels))
        }

        init(_ request: Request) {
            let query = request.uri.queryParameters
            self.init(
                paper: query["paper"].map(String.init), used: query["used"].map(String.init),
                places: request.listItems.filter { $0.name == "place" }.map { "\($0.value)" })
        }

        init(_ form: FormFields) {
            self.init(paper: form.text("paper"), used: form.text("used"), places: form.values["place"] ?? [])
            for file in form.files where file.field.hasPrefix("name-") {
                guard let place = Int64(file.field.dropFirst("name-".count)) else { continue }
                drawn[place] = PDFPicture(jpeg: file.bytes)
            }
        }
    }

    /// - Parameter failure: The reason why the PDF cannot be created.
    private func answer(
        _ wanted: Wanted, _ request: Request, _ context: StationContext, failure: String?
    ) async throws -> Response {
        let chosen = try library.mapObjects(wanted.places).filter { $0.object.kind == .place }
        let ids = Set(chosen.map(\.id))
        let text = request.listItems.first { $0.name == "q" }?.value.asLine ?? ""
        let named = try library.mapObjects([.place], named: text, limit: Self.maximumLabels)
        // The initially selected places are always included.
        let others = named.filter { !ids.contains($0.id) }.prefix(Self.maximumLabels - chosen.count)
        let places = chosen + others
        let count = try library.mapObjectCounts(named: text)[.place, default: 0]
        // Without a search text, all selected places are counted.
        let counted = text.isEmpty ? chosen.count : named.count { ids.contains($0.id) }
        let rest = count - others.count - counted
        let origin = origin(request, context)
        let view = MapLabelsView(
            places.compactMap { stored in Self.label(of: stored).map { (stored.id, stored.object.name, $0) } },
            // Without a selection, all places are selected if all of them are listed.
            chosen: ids.isEmpty && failure == nil && text.isEmpty && rest <= 0 ? nil : ids, paper: wanted.paper,
            used: wanted.used, text: text, rest: rest, address: origin,
            isLocal: StationAddresses.isLoopback(StationAddresses.host(of: origin)), failure: failure)
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["map"], scripts: ["map/labels.js"], body: view.html),
            at: "/map/labels",
            for: request, status: failure == nil ? .ok : .badRequest)
    }

    private func sheet(_ request: Request, _ context: StationContext) async throws -> Response {
        try await sheet(Wanted(request), request, context)
    }

    private func drawnSheet(_ request: Request, _ context: StationContext) async throws -> Response {
        try await sheet(Wanted(try await FormFields(request, context)), request, context)
    }

    private func sheet(
        _ wanted: Wanted, _ request: Request, _ context: StationContext
    ) async throws -> Response {
        guard let paper = wanted.paper else {
            throw HTTPError(.badRequest, message: localized("There is no such paper."))
        }
        let places = try library.mapObjects(wanted.places).filter { $0.object.kind == .place }
        guard !places.isEmpty else { return try await answer(wanted, request, context, failure: MapTexts.noLabels) }
        guard 0..<paper.count ~= wanted.used else {
            return try await answer(wanted, request, context, failure: MapTexts.labelsOfSheet(paper.count))
        }
        let origin = origin(request, context)
        let labels = try places.compactMap { stored in
            try Self.label(of: stored).map { code in
                let name = stored.object.name
                let isWritten = LabelSheetPDF.prints(name)
                var label = try CodeSymbol(code.text(origin: origin)).label(
                    name: isWritten ? name : code.readable, kind: (stored.object.type ?? .box).label,
                    code: code.readable)
                label.picture = isWritten ? nil : wanted.drawn[stored.id]
                return label
            }
        }
        let pdf = LabelSheetPDF(labels, on: paper, used: wanted.used, title: MapTexts.labels)
        return FileAnswer.make(pdf.bytes, .pdf, title: MapTexts.labels)
    }

    private static func label(of stored: StoredMapObject) -> PlaceLabel? {
        stored.code.flatMap { PlaceLabel(code: $0) }
    }

    // MARK: Scanning

    /// An item that a person can file at a place now.
    private enum Filed {
        case document(Int64)
        case draft(DraftName)

        /// - Parameter values: Returns a value of a form or URL.
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
        // A draft has no screen that shows its place.
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

    /// Returns the list of all documents at a place.
    private static func list(of place: Int64) -> String {
        var query = ListQuery()
        query.filter.places = [place]
        return query.address(at: Place.library.path)
    }

    private func show(_ request: Request, _ context: StationContext) async throws -> Response {
        if let label = PlaceLabel(code: try context.parameters.require("label")),
            try library.mapObject(labelled: label) == nil, let gone = try library.removedPlace(labelled: label)
        {
            return await show(gone, request, context)
        }
        let (label, place) = try place(context)
        let count = try library.documentCounts(inPlaces: [place.id])[place.id] ?? 0
        let view = PlaceView(
            id: place.id, place.object, label: label, offers: try await offers(of: place.id, request, context),
            filedDraft: try await draft(goingTo: place.id, context),
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
                // The library remembers the last viewed document.
                title: view.title, place: nil, parts: ["map"], toast: toast, undo: undo, body: view.html),
            at: PlaceLabel.path + label.code, for: request)
    }

    /// Shows the page of a removed place, because labels outlive their places.
    private func show(_ gone: RemovedPlace, _ request: Request, _ context: StationContext) async -> Response {
        let documents = gone.documents.compactMap { try? library.document($0) }.filter { $0.trashed == nil }
        let view = GonePlaceView(
            gone.name, undo: "/map/undo/\(gone.change)", mayEdit: context.visitor.may(.editDocuments),
            heading: MapTexts.formerDocuments(documents.count),
            rows: MapRowsView(MapRoutes.rows(documents, clocks.current), empty: nil))
        return await pages.html(
            PageShell(title: view.title, place: nil, parts: ["map"], body: view.html), at: MapRoutes.path,
            for: request, status: .notFound)
    }

    /// Returns the unsaved scans.
    private func unsavedDraft() async -> DraftSummary? {
        await drafts.unsaved().first { $0.edit == nil && $0.pages > 0 }
    }

    private func draft(goingTo place: Int64, _ context: StationContext) async throws -> String? {
        guard context.visitor.may(.editDocuments), let name = await unsavedDraft()?.draft.name.text else { return nil }
        return try library.place(ofDraft: name)?.id == place ? name : nil
    }

    /// Returns the items that can be filed: the unsaved scans and the last viewed document, unless they are already
    /// there.
    private func offers(
        of place: Int64, _ request: Request, _ context: StationContext
    ) async throws -> [PlaceView.Offer] {
        guard context.visitor.may(.editDocuments) else { return [] }
        var offers: [PlaceView.Offer] = []
        if let summary = await unsavedDraft(), try library.place(ofDraft: summary.draft.name.text)?.id != place {
            offers.append(.init("draft", summary.draft.name.text, label: MapTexts.fileDraft(summary.pages)))
        }
        let path = PlaceMemory(request)[.library] ?? ""
        if let id = path.split(separator: "/").dropFirst().first.flatMap({ Int64($0) }),
            let document = try? library.document(id), document.trashed == nil, document.place != place
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
        if form.optionalText("remove") != nil, case .draft(let name) = filed {
            try library.setPlace(nil, ofDraft: name.text)
            return PageAnswer.seeOther("\(PlaceLabel.path)\(label.code)?done=undone")
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
