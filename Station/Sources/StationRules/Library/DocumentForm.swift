/// The form of a document: the same for one that is new and for one that is changed.
public enum DocumentForm {
    /// What the form has beside the fields of ``FilingEntry``.
    public enum Name {
        public static let received = "received"
        public static let hasDue = "hasDue"
        public static let isKept = "isKept"
        public static let keepFor = "keepFor"
        public static let note = "note"
        public static let attachments = "attachments"
        /// Marks attachments that go: "remove-12".
        public static let remove = "remove-"
    }

    public static let maximumYears = 100

    /// Where a new document would have neither pages nor attachments.
    public static var noFileText: String { localized("Add a picture, a PDF or another file.") }

    /// - Parameters:
    ///   - values: What the fields hold.
    ///   - names: What documents are filed under already.
    ///   - received: When a document came; that of a new one is asked for.
    ///   - isNew: Whether the form makes a document.
    public static func form(
        _ values: [FilingEntry.Field: String], names: ListNames, received: String, isNew: Bool
    ) -> EntryForm {
        func cell(_ field: FilingEntry.Field, _ kind: FormCell.Kind, isRequired: Bool = false, help: String? = nil)
            -> FormCell
        {
            FormCell(field.rawValue, field.label, kind, [values[field] ?? ""], isRequired: isRequired, help: help)
        }
        func picker(
            _ field: FilingEntry.Field, _ names: [ListNames.Name], maximum: Int, isMultiple: Bool = false,
            help: String? = nil
        )
            -> FormCell
        {
            let chosen =
                isMultiple
                ? (values[field] ?? "").split(separator: ",").map { String($0).asText } : [values[field] ?? ""]
            return FormCell(
                field.rawValue, field.label,
                .picker(options(names, with: chosen), isMultiple: isMultiple, maximumNew: maximum), chosen, help: help)
        }
        let states = ListFilter.ReviewState.allCases.map { FormCell.Option($0.rawValue, $0.label) }
        let sharing = DocumentSharing.allCases.map { FormCell.Option($0.rawValue, $0.label) }
        let places = names.places.compactMap { place in place.code.map { FormCell.Option($0, place.text) } }
        let due = cell(.due, .day)
        let kept = [
            cell(.retained, .day),
            FormCell(
                Name.keepFor, localized("Or Keep For"), .duration([.months, .years], maximum: maximumYears),
                help: localized("From the document date on, or from today.")),
        ]
        func toggle(_ name: String, _ label: String, _ field: FilingEntry.Field, _ cells: [FormCell]) -> FormCell {
            FormCell(name, label, .toggle(reveals: cells), (values[field] ?? "").isEmpty ? [] : [FormCell.on])
        }
        return EntryForm([
            .init(
                .key,
                [
                    cell(.title, .title(maximum: DocumentTitle.maximumCharacters), isRequired: true),
                    FormCell(
                        Name.received, localized("Received"), isNew ? .moment : .fixed, [received], isRequired: isNew),
                ]),
            .init(
                .property, heading: localized("Filing"),
                [
                    cell(.state, .choice(of: states)),
                    // Where somebody may choose it.
                    values[.sharing].map { _ in cell(.sharing, .segments(sharing)) },
                    picker(
                        .folder, names.folders, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumLevels,
                        help: localized("With a slash for a folder in a folder: Home / Bills")),
                    picker(.type, names.types, maximum: FilingEntry.maximumNameCharacters),
                    picker(.correspondent, names.correspondents, maximum: FilingEntry.maximumNameCharacters),
                    picker(
                        .tags, names.tags, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumTags,
                        isMultiple: true, help: localized("With commas between them")),
                    places.isEmpty
                        ? nil : cell(.place, .picker(places, isMultiple: false, maximumNew: nil)),
                ].compactMap(\.self)),
            .init(
                .property, heading: localized("Dates"),
                [
                    cell(.date, .day),
                    toggle(Name.hasDue, localized("Is to Be Paid or Answered"), .due, [due]),
                    toggle(Name.isKept, localized("Is Kept for a Time"), .retained, kept),
                    cell(.serial, .number(FilingEntry.serials)),
                ]),
            .init(
                .accessory,
                [
                    FormCell(Name.note, localized("New Note"), .note(maximum: NoteText.maximumCharacters)),
                    FormCell(
                        Name.attachments, isNew ? localized("Pages and Attachments") : localized("Attachments"),
                        .attachments, isRequired: isNew),
                ]),
        ])
    }

    /// Those that are chosen are there even if there are none of the name yet.
    static func options(_ names: [ListNames.Name], with chosen: [String]) -> [FormCell.Option] {
        let known = names.prefix(maximumOptions).map(\.text)
        let others = chosen.filter { !$0.isEmpty && !known.contains($0) }
        return (others + known).map { FormCell.Option($0, $0) }
    }

    /// More are found by entering them.
    private static let maximumOptions = 300

    /// How the document is to be filed.
    /// - Parameters:
    ///   - form: As it was sent.
    ///   - entered: The names of what was sent. Fields that are missing stay as they are.
    ///   - today: From when on it is kept if it has no date.
    public static func entry(
        _ form: EntryForm, entered: Set<String>, today: Day
    ) throws(FilingEntry.Failure) -> FilingEntry {
        var fields: [FilingEntry.Field: String] = [:]
        for field in FilingEntry.Field.allCases {
            let toggle = field == .due ? Name.hasDue : field == .retained ? Name.isKept : nil
            guard entered.contains(field.rawValue) || toggle.map(entered.contains) == true else { continue }
            let values = form.values(field.rawValue)
            fields[field] = field == .tags ? values.joined(separator: ",") : values.last ?? ""
        }
        if let duration = FormDuration(form.text(Name.keepFor)) {
            fields[.retained] = duration.after(Day(form.text(FilingEntry.Field.date.rawValue)) ?? today).description
        }
        return try FilingEntry(fields)
    }
}
