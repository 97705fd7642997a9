import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import StationStore
import StationViews

extension LibraryRoutes {
    func document(_ request: Request, _ context: StationContext) async throws -> Response {
        let part = try context.parameters.require("document")
        for format in [ExportFormat.pdf, .tiff, .text] where part.hasSuffix(format.kind.ending) {
            let wanted = format == .pdf ? try ExportFormat(pdf: request) : format
            return try await export(String(part.dropLast(format.kind.ending.count)), wanted)
        }
        let id = try id(context)
        let events = request.uri.queryParameters["undo"].flatMap { EventRange($0) }
        return try await show(
            id, for: request, toast: try notice(request),
            undo: try events.map { try request.listQuery.address(at: "/documents/\(id)/undo/\($0)") })
    }

    /// - Parameter refused: The submitted form of the document.
    func show(
        _ id: Int64, for request: Request, toast: String? = nil, undo: String? = nil, refused: RefusedForm? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let document = try library.documentWithContent(id)
        let list = try request.listQuery
        let sheets = try library.pageList(of: id).items.enumerated().map { index, item in
            DocumentView.Page(
                identifier: item.id ?? 0, number: index + 1,
                path: PageView.path(of: id, index, in: list),
                picture: Self.address(.screen, of: item.page, at: index, id))
        }
        let report = texts.report
        let readings = report.state == .off ? [] : try library.readings(of: id)
        let isOwn = request.uri.path == "/documents/\(id)"
        let names = try library.listNames(isCounted: false, places: Set([document.place].compactMap(\.self)))
        let filed = FiledDocument(
            document, tags: try library.tags(of: [id])[id] ?? [], names: names, clock: clock)
        var view = DocumentView(
            id, at: isOwn ? request.ownAddress : "/documents/\(id)", from: try origin(of: id, list),
            title: document.title,
            time: clock.dayAndTime(document.captured, now: .now), exactTime: clock.exact(document.captured),
            states: filed.states(today: Day(.now, in: clock.calendar)), pages: sheets,
            reading: TextStatusView(readings, report.state, path: "/documents/\(id)"),
            exports: Self.exports(report), isPinned: try library.isPinned(id), isInInbox: document.state == .inbox,
            isEdited: try await drafts.hasChanges(to: id), found: try foundPages(list.text, in: id),
            parts: try parts(
                of: document, names, filed, scenes: try scenes(of: id, request)),
            form: try form(of: document, filed.values, names, refused, from: list, cover: sheets.first?.picture),
            trashed: document.trashed.map { LibraryMessages.inTrash(until: clock.day($0 + Library.trashMemory)) })
        let unsure = document.trashed == nil ? try library.cropsToCheck(of: id) : [:]
        if let first = unsure.keys.min() {
            view.check = DocumentView.Check(pages: unsure.count, path: PageView.path(of: id, first, in: list))
        }
        view.originals = try library.originals(of: id).map { original in
            DocumentView.Original(
                name: OriginalFile.name(of: original, title: document.title), bytes: original.size,
                path: "\(view.path)/originals/\(original.id)")
        }
        view.isFresh = document.trashed == nil && document.changed > .now - FrameRequest.patience / .seconds(1)
        return await pages.html(
            PageShell(
                title: document.title, place: .library, parts: ["library", "list-report", "create-edit", "search"],
                scripts: ["library/export.js", "library/reading.js", "library/sharper.js", "create-edit/form.js"],
                toast: toast, undo: undo,
                body: view.html),
            at: view.path, for: request, status: status)
    }

    private func origin(of id: Int64, _ list: ListQuery) throws -> DocumentView.Origin {
        let found = try library.neighbors(of: id, in: list, calendar: clock.calendar)
        func neighbor(_ document: DocumentRecord?) -> DocumentView.Origin.Neighbor? {
            document.map { .init($0.id, title: $0.title, in: list) }
        }
        return DocumentView.Origin(list, previous: neighbor(found.previous), next: neighbor(found.next))
    }

    func parts(
        of document: DocumentRecord, _ names: ListNames, _ filed: FiledDocument, scenes: [RelatedView.Item]
    ) throws -> DocumentView.Parts {
        let (now, path) = (Date.now, "/documents/\(document.id)")
        let notes = try library.notes(of: document.id).map { note in
            NotesView.Note(
                id: note.id, text: note.text, person: note.person, time: clock.dayAndTime(note.at, now: now),
                exactTime: clock.exact(note.at))
        }
        let attachments = try library.attachments(of: document.id).map {
            AttachmentsView.Attachment(id: $0.id, name: $0.name, bytes: $0.size)
        }
        let history = try library.history(of: document.id).map { record in
            HistoryView.Event(
                record.event, person: record.person, time: clock.dayAndTime(record.at, now: now),
                exactTime: clock.exact(record.at),
                undo: document.trashed == nil ? record.undo.map { "\(path)/undo/\($0)" } : nil)
        }
        return DocumentView.Parts(
            facts: filed.facts + [try rulesFact(of: document.id)].compactMap(\.self),
            suggestions: try suggestions(for: document, filed, names),
            documents: try relatives(of: document, names), scenes: scenes,
            split: splitForm(of: document), notes: NotesView(notes, path: path, isInTrash: document.trashed != nil),
            attachments: AttachmentsView(attachments, path: path), history: HistoryView(history, path: path))
    }

    /// Returns the rules that filed a document; `nil` without one.
    private func rulesFact(of document: Int64) throws -> DocumentView.Fact? {
        let rules = try library.rules(thatFiled: document)
        guard !rules.isEmpty else { return nil }
        // Others do not see the rules.
        guard Visitor.current.may(.editDocuments) else {
            return DocumentView.Fact(FilingRuleTexts.filedBy, text: rules.map(\.name).joined(separator: ", "))
        }
        return DocumentView.Fact(
            FilingRuleTexts.filedBy,
            rules.map { DocumentView.Fact.Value($0.name, list: "\(FilingRuleTexts.path)#rule-\($0.rule)") })
    }

    /// Returns the details found in the text of a document in the inbox; `nil` if there are none.
    private func suggestions(
        for document: DocumentRecord, _ filed: FiledDocument, _ names: ListNames
    ) throws -> SuggestionsView? {
        guard document.state == .inbox, document.trashed == nil else { return nil }
        let text = try (0..<min(document.pages, Proposals.maximumPages)).compactMap {
            try library.text(of: $0, in: document.id)?.text.text
        }.joined(separator: "\n")
        let proposals = Proposals(
            text: text, values: filed.values,
            hasOwnTitle: document.title != DocumentTitle(scannedAt: document.captured, clock: clock).text,
            names: names, today: Day(.now, in: clock.calendar))
        guard !proposals.all.isEmpty else { return nil }
        return SuggestionsView(proposals, path: "/documents/\(document.id)", version: document.version) { proposal in
            Day(proposal.value).flatMap { clock.day($0) } ?? proposal.value
        }
    }

    /// Returns the related documents; `nil` without any.
    private func relatives(of document: DocumentRecord, _ names: ListNames) throws -> RelatedDocumentsView? {
        let related = RelatedDocuments(
            correspondent: names.correspondents.first { $0.id == document.correspondent },
            folder: names.folders.first { $0.id == document.folder })
        guard let related else { return nil }
        let found = try library.documents(
            related.query, limit: RelatedDocuments.maximum + 1, calendar: clock.calendar
        ).documents
        let others = found.filter { $0.id != document.id }
        guard !others.isEmpty else { return nil }
        let thumbnails = try thumbnails(of: others)
        return RelatedDocumentsView(
            related,
            rows: others.map {
                RelatedDocumentsView.Row(
                    $0.id, title: $0.title, facts: clock.dayAndTime($0.captured, now: .now),
                    thumbnail: thumbnails[$0.id])
            }, total: try library.count(related.query, calendar: clock.calendar))
    }

    /// Returns the available export formats. Without OCR, those with text are omitted, unless something missing can
    /// be installed: then they explain that.
    static func exports(_ report: TextReading.Report) -> [DocumentView.Export] {
        ExportFormat.allCases.filter { report.state != .off || $0.textNeed != .required }.map { format in
            guard case .unavailable(let trouble) = report.state, format.textNeed == .required else {
                return DocumentView.Export(format)
            }
            return DocumentView.Export(format, trouble: trouble)
        }
    }

    /// Makes the pages that wait or could not be read be read now.
    func readNow(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try library.document(try id(context)).id
        try await texts.readNow(id)
        return PageAnswer.seeOther(ReturnPath(try await FormBody(request, context).optionalText("at")).text)
    }

    /// Shows the text of all pages.
    func text(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.documentWithPages(try id(context))
        let path = "/documents/\(document.id)"
        let report = texts.report
        let readings = report.state == .off ? [] : try library.readings(of: document.id)
        let pages = try (0..<document.pages).map { position in
            let text = try library.text(of: position, in: document.id)?.text.text
            return DocumentTextView.Page(
                number: position + 1, path: "\(path)/pages/\(position)",
                text: text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 })
        }
        let view = DocumentTextView(
            document.id, title: document.title, reading: TextStatusView(readings, report.state, path: path),
            pages: pages)
        return await self.pages.html(
            PageShell(
                title: document.title, place: .library, parts: ["library", "sibling-navigation"],
                scripts: ["library/page.js", "library/reading.js"], body: view.html),
            at: view.path, for: request)
    }

    // MARK: A page

    func page(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.document(try id(context))
        let position = try position(context)
        let page = try library.page(position, of: document.id)
        let readings = try library.readings(of: document.id)
        let text = try library.text(of: position, in: document.id)?.text
        let report = texts.report
        let list = try request.listQuery
        let view = PageView(
            title: document.title, document: document.id, position: position, count: document.pages,
            picture: Self.address(.full, of: page, at: position, document.id), text: text,
            reading: TextStatusView(
                page: readings[position], report.state, document: "/documents/\(document.id)",
                path: "/documents/\(document.id)/pages/\(position)"),
            sharper: page.fusion.map { fusion in
                SharperPage(frames: fusion.made.frames, lostShare: fusion.made.lostShare, source: .fused)
            },
            list: list,
            check: document.trashed == nil
                ? try library.cropsToCheck(of: document.id)[position].map { quad in
                    CropCheckView(
                        path: "/documents/\(document.id)/pages/\(position)", quad: quad,
                        size: try PixelSize(width: page.width, height: page.height),
                        quarterTurns: page.rotation.quarterTurns)
                } : nil,
            hits: try text.flatMap { try hits(of: list.text, on: position, $0.size, of: document, request) })
        return await pages.html(
            PageShell(
                title: "\(document.title), \(view.number)", place: .library, parts: ["library", "sibling-navigation"],
                scripts: ["library/page.js", "library/reading.js"], early: ["sibling-navigation/push.js"],
                toast: request.uri.queryParameters["done"] == "signed" ? SignatureMessages.signed : nil,
                body: view.html),
            at: view.path, for: request)
    }

    /// Crops a page to the outline that was not sure.
    func cropPage(_ request: Request, _ context: StationContext) async throws -> Response {
        let (document, position) = try (id(context), position(context))
        let event = try library.cropUnsure(position, of: document, at: .now)
        return PageAnswer.seeOther("/documents/\(document)" + (event.map { "?done=cropped&undo=\($0)" } ?? ""))
    }

    func keepWholePage(_ request: Request, _ context: StationContext) async throws -> Response {
        let (document, position) = try (id(context), position(context))
        try library.keepWhole(position, of: document, at: .now)
        return PageAnswer.seeOther("/documents/\(document)?done=whole")
    }

    private func position(_ context: StationContext) throws -> Int {
        guard let position = context.parameters.get("page", as: Int.self) else { throw HTTPError(.notFound) }
        return position
    }

    /// Returns the highlights of a search on a page; `nil` without a search.
    private func hits(
        of search: String, on position: Int, _ size: PixelSize, of document: DocumentRecord, _ request: Request
    ) throws -> PageHitsView? {
        let words = SearchWords(search)
        guard words.terms.contains(where: { !$0.isExcluded }) else { return nil }
        let hits = try library.hits(of: words, in: document.id)
        let navigation = HitNavigation(
            counts: (0..<document.pages).map { hits[$0]?.hits.count ?? 0 }, position: position,
            chosen: request.uri.queryParameters["hit"].flatMap { Int($0) })
        return PageHitsView(
            hits[position] ?? TextHits(words, in: PageText(size: size, blocks: [])), navigation, text: search,
            size: size, document: document.id)
    }

    /// Returns the lines of a document that match a search; `nil` without a search, or if the match is not in the
    /// text.
    private func foundPages(_ search: String, in document: Int64) throws -> FoundPagesView? {
        guard !search.isEmpty else { return nil }
        let passages = try library.passages(of: SearchWords(search), in: document, limit: Self.foundLines)
        return passages.isEmpty
            ? nil : FoundPagesView(passages.map { SearchView.Page($0, of: document, text: search) }, text: search)
    }

    /// Returns the scenes whose annotations link to a document.
    private func scenes(of id: Int64, _ request: Request) throws -> [RelatedView.Item] {
        let trail = RelatedTrail(request.uri.queryParameters["via"])
        return try library.scenes(leadingTo: id).map { scene in
            RelatedView.Item(
                .scene(scene.id), trail.opening(.scene(scene.id), from: .document(id)), path: "\(scene.path)/edit",
                title: scene.title, facts: ArMessages.annotationCount(scene.annotations),
                thumbnail: scene.address(of: .thumbnail), picture: scene.address(of: .screen))
        }
    }

    func undo(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        guard let events = context.parameters.get("event").flatMap({ EventRange($0) }) else {
            throw HTTPError(.notFound)
        }
        // An event of another document is not valid here. What was created for a change precedes it.
        let (kinds, ends) = (Library.undoneInHistory, [events.first, events.last])
        guard try library.events(of: id).contains(where: { ends.contains($0.id) && kinds.contains($0.kind) }) else {
            throw HTTPError(.notFound)
        }
        let changedSince = try library.undo(events, at: .now)
        // Moved pages are back in their original document.
        let place = try library.origin(ofMove: events.first) ?? id
        let done = ListQuery.Item("done", changedSince.isEmpty ? "undone" : "undoneInPart")
        return PageAnswer.seeOther(try request.listQuery.address(at: "/documents/\(place)", first: [done]))
    }

    /// Opens a draft with the document's pages, or the existing one.
    func editPages(_ request: Request, _ context: StationContext) async throws -> Response {
        let draft = try await drafts.draft(editing: try id(context))
        return PageAnswer.seeOther("/scan/\(draft.name)/pages")
    }

    /// Asks for the document to move selected pages to.
    func chooseTarget(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.documentWithPages(try id(context))
        let chosen = Set(request.uri.queryParameters.compactMap { Self.page(ofField: $0.key) })
        let pages = try library.pageList(of: document.id).items.compactMap(\.id).filter(chosen.contains)
        guard !pages.isEmpty else { return PageAnswer.seeOther("/documents/\(document.id)") }
        var query = ListQuery()
        query.search(try request.listQuery.text)
        let found = try library.documents(query, limit: Self.rows, calendar: clock.calendar).documents
        let others = found.filter { $0.id != document.id }
        let thumbnails = try thumbnails(of: others)
        let view = MoveView(
            from: document.id, pages: pages, search: query.text,
            note: pages.count == document.pages ? LibraryMessages.movesAll(of: document.title) : nil,
            rows: others.map { other in
                MoveView.Row(
                    id: other.id, title: other.title, time: clock.dayAndTime(other.captured, now: .now),
                    exactTime: clock.exact(other.captured), pages: other.pages, thumbnail: thumbnails[other.id])
            })
        return await self.pages.html(
            PageShell(title: view.title, place: .library, parts: ["library", "list-report"], body: view.html),
            at: "/documents/\(document.id)", for: request)
    }

    /// Returns the page that a form field refers to, such as "page-12".
    static func page(ofField name: some StringProtocol) -> Int64? {
        let prefix = "page-"
        return name.hasPrefix(prefix) ? Int64(name.dropFirst(prefix.count)) : nil
    }

    /// Moves the selected pages to a new document or another one.
    func movePages(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        let body = try await FormBody(request, context)
        let pages = Set(body.names.compactMap { Self.page(ofField: $0) })
        guard !pages.isEmpty else { throw HTTPError(.badRequest, message: localized("Choose at least one page.")) }
        let target = try body.optionalText("to").map { text throws in
            guard let target = Int64(text) else { throw HTTPError(.notFound) }
            return target
        }
        let moved = try library.movePages(pages, of: id, to: target, at: .now)
        let done = moved.isEmptied ? "movedAll" : "moved"
        return PageAnswer.seeOther(
            "/documents/\(moved.document)?done=\(done)&count=\(pages.count)&undo=\(moved.events)")
    }

    /// Moves a document to the trash, or deletes it permanently if it is already there.
    func delete(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        guard try library.document(id).trashed == nil else {
            try context.require(.deleteForGood)
            try library.delete(id)
            return PageAnswer.seeOther("/documents?done=deleted&trash=yes")
        }
        let events = try library.trash([id], at: .now)
        let done = [ListQuery.Item("done", "trashed")] + (events.map { [ListQuery.Item("undo", "\($0)")] } ?? [])
        return PageAnswer.seeOther(try request.listQuery.address(at: Place.library.path, first: done))
    }

    func restore(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try id(context)
        _ = try library.documentWithContent(id)
        _ = try library.restore([id], at: .now)
        return PageAnswer.seeOther("/documents/\(id)?done=restored")
    }
}
