import FoundationEssentials
import HTTPTypes
import Hummingbird
import Recto
import RectoCodecs
import StationRules
import StationStore
import StationViews

/// A submitted form that is shown again because of errors.
struct RefusedForm {
    let form: EntryForm
    /// The version of the document that the person saw.
    let version: Int?
    /// The reason why it was refused as a whole.
    let refusal: String?
}

/// The form of a new or existing document.
extension LibraryRoutes {
    static let newPath = "\(Place.library.path)/new"

    /// - Parameters:
    ///   - values: The values of the fields.
    ///   - list: The list from which the document was opened.
    ///   - cover: The picture of the first page.
    func form(
        of document: DocumentRecord, _ values: [FilingEntry.Field: String], _ names: ListNames,
        _ refused: RefusedForm?, from list: ListQuery, cover: String?
    ) throws -> EntryFormView {
        let path = "\(Place.library.path)/\(document.id)"
        let received = clock.dayAndTime(document.captured, now: .now)
        return EntryFormView(
            refused?.form ?? DocumentForm.form(values, names: names, received: received, isNew: false), id: "edit",
            for: .edit, title: localized("Edit Document"), action: list.address(at: "\(path)/edit"),
            // A person who was warned of other changes may overwrite them.
            version: refused.flatMap { $0.refusal == nil ? $0.version : nil } ?? document.version,
            files: try library.attachments(of: document.id).map { attachment in
                EntryFormView.File(
                    id: attachment.id, name: attachment.name, bytes: attachment.size,
                    path: "\(path)/attachments/\(attachment.id)", mediaType: attachment.mediaType)
            },
            cover: EntryFormView.Cover(
                picture: cover, title: document.title,
                facts: "\(received) · \(LibraryMessages.pageCount(document.pages))"),
            refusal: refused?.refusal, leads: path)
    }

    // MARK: A document that is there

    func edit(_ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        let document = try library.documentWithContent(try context.document)
        let names = try library.listNames(places: Set([document.place].compactMap(\.self)))
        let filed = FiledDocument(
            document, tags: try library.tags(of: [document.id])[document.id] ?? [], names: names, clock: clock)
        var form = DocumentForm.form(
            filed.values, names: names, received: clock.dayAndTime(document.captured, now: .now), isNew: false
        ).filled(with: fields.values)
        let version = fields.text("version").flatMap { Int($0) }
        func refused(_ status: HTTPResponse.Status, _ refusal: String? = nil) async throws -> Response {
            let refused = RefusedForm(form: form, version: version, refusal: refusal)
            return try await show(document.id, for: request, refused: refused, status: status)
        }
        guard form.faults.isEmpty else { return try await refused(.unprocessableContent) }
        do {
            let events = try library.change(
                document.id, try entry(form, fields, Self.attachments(of: fields)), version: version, at: .now)
            let path = "\(Place.library.path)/\(document.id)"
            let done = events.map { [ListQuery.Item("done", "edited"), ListQuery.Item("undo", "\($0)")] } ?? []
            return PageAnswer.seeOther(try request.listQuery.address(at: path, first: done))
        } catch let error as FilingEntry.Failure {
            form.note(Dictionary(uniqueKeysWithValues: error.reasons.map { ($0.key.rawValue, $0.value) }))
            return try await refused(.unprocessableContent)
        } catch StoreError.nameInUse(let number) {
            form.note([FilingEntry.Field.serial.rawValue: Self.numberInUse(number)])
            return try await refused(.conflict)
        } catch StoreError.changedMeanwhile {
            let isTrashed = try library.document(document.id).trashed != nil
            return try await refused(
                .conflict, isTrashed ? LibraryMessages.trashedMeanwhile : LibraryMessages.changedMeanwhile)
        }
    }

    private static func numberInUse(_ number: String) -> String {
        localized("Another document has the number \(number).")
    }

    private func entry(
        _ form: EntryForm, _ fields: FormFields, _ added: [NewAttachment]
    ) throws -> DocumentEntry {
        let filing = try DocumentForm.entry(
            form, entered: Set(fields.values.keys), today: Day(.now, in: clock.calendar))
        let note = form.text(DocumentForm.Name.note)
        let removed = fields.values.keys.filter { $0.hasPrefix(DocumentForm.Name.remove) }
        return DocumentEntry(
            filing, note: note.isEmpty ? nil : try NoteText(note), added: added,
            removed: Set(removed.compactMap { Int64($0.dropFirst(DocumentForm.Name.remove.count)) }))
    }

    private static func attachments(of fields: FormFields) -> [NewAttachment] {
        fields.files.filter { $0.field == DocumentForm.Name.attachments }.map { NewAttachment($0) }
    }

    // MARK: Several documents of one

    /// - Returns: `nil` for a document with one page or in the trash.
    func splitForm(of document: DocumentRecord) -> EntryFormView? {
        guard document.pages > 1, document.trashed == nil else { return nil }
        return EntryFormView(
            SplitForm.form(pages: document.pages), id: "split", for: .edit, title: localized("Split Document"),
            action: "\(Place.library.path)/\(document.id)/split", save: localized("Split"))
    }

    func split(_ request: Request, _ context: StationContext) async throws -> Response {
        let document = try library.documentWithPages(try context.document)
        let fields = try await FormFields(request, context)
        let form = SplitForm.form(pages: document.pages).filled(with: fields.values)
        guard form.faults.isEmpty, let maximum = Int(form.text(SplitForm.maximum)) else {
            throw HTTPError(.unprocessableContent, message: form.faults.values.joined(separator: " "))
        }
        let (documents, events) = try library.split(document.id, maximum: maximum, at: .now)
        return PageAnswer.seeOther(
            "\(Place.library.path)/\(documents[0])?done=split&count=\(documents.count + 1)&undo=\(events)")
    }

    // MARK: A new document

    /// Shows the form over the list, with the list's filters as initial values.
    func newDocument(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = try request.listQuery
        let names = try library.listNames(places: query.filter.places)
        return try await list(ListQuery(), form: view(of: emptyForm(query.filter, names)), request)
    }

    private func emptyForm(_ filter: ListFilter, _ names: ListNames) -> EntryForm {
        func chosen(_ field: ListFilter.Field) -> ListNames.Name? {
            let id = (filter.text(of: field) ?? "").split(separator: ",").first.flatMap { Int64($0) }
            return names.names(of: field)?.first { $0.id == id }
        }
        func name(_ field: ListFilter.Field) -> String { chosen(field)?.text ?? "" }
        let now = FormMoment(.now, in: clock)
        let sharing = Visitor.current.person.map { usualSharing(of: $0.person) }
        return DocumentForm.form(
            [
                .folder: name(.folder), .type: name(.type), .correspondent: name(.correspondent), .tags: name(.tag),
                .place: chosen(.place)?.code ?? "",
                .date: now.day.description, .state: ListFilter.ReviewState.reviewed.rawValue,
                .sharing: sharing?.rawValue,
            ].compactMapValues(\.self), names: names, received: now.description, isNew: true)
    }

    /// Returns who sees what a person adds by default.
    private func usualSharing(of person: Int64) -> DocumentSharing {
        (try? library.personalSettings(of: person))?.sharing ?? .everyone
    }

    private func view(of form: EntryForm) -> EntryFormView {
        EntryFormView(
            form, id: "new", for: .create, title: localized("New Document"), action: Self.newPath,
            leads: Place.library.path, isOpen: true, presentation: FormPresentation(actions: 1))
    }

    /// Creates a document from files: pictures and PDFs become its pages, and others are attached.
    func create(_ request: Request, _ context: StationContext) async throws -> Response {
        let fields = try await FormFields(request, context)
        var form = emptyForm(ListFilter(), try library.listNames()).filled(with: fields.values)
        func refused(_ status: HTTPResponse.Status) async throws -> Response {
            try await list(ListQuery(), form: view(of: form), status: status, request)
        }
        let files = fields.files.filter { $0.field == DocumentForm.Name.attachments }
        if files.isEmpty { form.note([DocumentForm.Name.attachments: DocumentForm.noFileText]) }
        guard form.faults.isEmpty else { return try await refused(.unprocessableContent) }
        let (pages, originals, attachments) = await content(of: files)
        do {
            let received = FormMoment(form.text(DocumentForm.Name.received))?.date(in: clock) ?? .now
            let new = NewDocument(
                title: try DocumentTitle(form.text(FilingEntry.Field.title.rawValue)).text, captured: received,
                pages: pages, originals: originals)
            let id = try library.add(new, try entry(form, fields, attachments), at: .now)
            // Pictures and PDFs become pages, unless they cannot be read.
            let unread = attachments.count {
                AttachmentType($0.mediaType) == .image || $0.mediaType == ExportFormat.pdf.kind.mediaType
            }
            return PageAnswer.seeOther(
                "\(Place.library.path)/\(id)?done=" + (unread > 0 ? "createdUnread&count=\(unread)" : "created"))
        } catch let error as FilingEntry.Failure {
            form.note(Dictionary(uniqueKeysWithValues: error.reasons.map { ($0.key.rawValue, $0.value) }))
            return try await refused(.unprocessableContent)
        } catch StoreError.nameInUse(let number) {
            form.note([FilingEntry.Field.serial.rawValue: Self.numberInUse(number)])
            return try await refused(.conflict)
        }
    }

    private func content(
        of files: [FormFields.File]
    ) async -> ([NewDocument.Page], [NewDocument.Original], [NewAttachment]) {
        var (pages, originals, attachments) = ([NewDocument.Page](), [NewDocument.Original](), [NewAttachment]())
        for file in files {
            guard let pictures = try? await ImportedPicture.reading(file.bytes), !pictures.isEmpty else {
                attachments.append(NewAttachment(file))
                continue
            }
            let first = pages.count
            pages += pictures.map { $0.page(flattening: self.pages.people.settings.pageFlattening) }
            originals.append(
                NewDocument.Original(NewOriginal(file.bytes, name: file.name), pages: first..<pages.count))
        }
        return (pages, originals, attachments)
    }
}

extension NewAttachment {
    fileprivate init(_ file: FormFields.File) {
        self.init(name: AttachmentName(file.name), mediaType: MediaType(file.mediaType).text, bytes: file.bytes)
    }
}

extension FormMoment {
    /// Creates the date and time on a clock.
    init(_ date: Date, in clock: StationClock) {
        let parts = clock.calendar.dateComponents([.hour, .minute], from: date)
        guard let time = FormTime(hour: parts.hour ?? 0, minute: parts.minute ?? 0) else {
            preconditionFailure("the calendar is Gregorian")
        }
        self.init(day: Day(date, in: clock.calendar), time: time)
    }

    /// `nil` for an hour skipped by the time zone.
    func date(in clock: StationClock) -> Date? {
        clock.calendar.date(
            from: DateComponents(
                year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute))
    }
}
