import StationRules
import StationStore
import StationViews

/// A document's metadata as texts, for its screen and its form.
struct FiledDocument {
    /// The values of the form's fields.
    let values: [FilingEntry.Field: String]
    private let owner: Int64?
    private let state: ListFilter.ReviewState
    private let due: Day?
    private let clock: StationClock
    /// The metadata, linked to all documents with the same values.
    let facts: [DocumentView.Fact]

    init(
        _ document: DocumentRecord, tags: Set<Int64>, names: ListNames, clock: StationClock
    ) {
        func name(_ id: Int64?, _ field: ListFilter.Field) -> String {
            id.flatMap { id in names.names(of: field)?.first { $0.id == id }?.text } ?? ""
        }
        (state, due, owner, self.clock) = (document.state, document.due, document.owner, clock)
        let place = names.places.first { $0.id == document.place }
        let own = names.tags.filter { tags.contains($0.id) }
        var values: [FilingEntry.Field: String] = [
            .title: document.title, .folder: name(document.folder, .folder), .type: name(document.type, .type),
            .correspondent: name(document.correspondent, .correspondent),
            .tags: own.map(\.text).joined(separator: ", "), .date: document.date?.description ?? "",
            .due: document.due?.description ?? "", .retained: document.retained?.description ?? "",
            .serial: document.serial.map(String.init) ?? "", .place: place?.code ?? "",
            .state: document.state.rawValue,
        ]
        let reader = Visitor.current.person?.person
        if DocumentSharing.isChosen(by: reader, person: document.person, owner: owner) {
            values[.sharing] = DocumentSharing(owner: owner).rawValue
        }
        self.values = values
        func value(_ field: ListFilter.Field, _ value: String, _ text: String) -> DocumentView.Fact.Value {
            var query = ListQuery()
            query.filter.set(field, to: value)
            return DocumentView.Fact.Value(text, list: query.address(at: Place.library.path))
        }
        func fact(_ field: ListFilter.Field, _ id: Int64?) -> DocumentView.Fact? {
            id.map { DocumentView.Fact(field.label, [value(field, "\($0)", name($0, field))]) }
        }
        func day(_ field: FilingEntry.Field, _ day: Day?) -> DocumentView.Fact? {
            day.flatMap { clock.day($0) }.map { DocumentView.Fact(field.label, text: $0) }
        }
        let tags = own.map { value(.tag, "\($0.id)", $0.text) }
        facts = [
            DocumentView.Fact(
                ListFilter.Field.state.label, [value(.state, document.state.rawValue, document.state.label)]),
            fact(.folder, document.folder), fact(.type, document.type), fact(.correspondent, document.correspondent),
            tags.isEmpty ? nil : DocumentView.Fact(ListFilter.Field.tag.label, tags),
            place.map { place in
                DocumentView.Fact(
                    FilingEntry.Field.place.label,
                    [.init(place.text, list: place.code.map { PlaceLabel.path + $0 } ?? MapRoutes.path)])
            },
            day(.date, document.date), day(.due, document.due), day(.retained, document.retained),
            owner.map { DocumentView.Fact(FilingEntry.Field.sharing.label, text: DocumentSharing(owner: $0).label) },
            document.serial.map { DocumentView.Fact(FilingEntry.Field.serial.label, text: "\($0)") },
        ].compactMap(\.self)
    }

    /// Returns the states for its header: whether it has been reviewed, and when it is due.
    func states(today: Day) -> [ObjectHeaderView.Status] {
        var states = [ObjectHeaderView.Status(state.label, .neutral)]
        if let owner { states.append(ObjectHeaderView.Status(DocumentSharing(owner: owner).label, .neutral)) }
        guard let due, let text = clock.day(due) else { return states }
        let days = today.days(to: due)
        if days < 0 { return states + [ObjectHeaderView.Status(localized("Overdue since \(text)"), .negative)] }
        return states + [ObjectHeaderView.Status(LibraryMessages.due(text), days <= Self.soon ? .critical : .neutral)]
    }

    /// The days before a due date from which it is highlighted.
    private static let soon = 7
}
