/// The form of a new or existing document.
public enum DocumentForm {
    /// The names of fields that are not in ``FilingEntry``.
    public enum Name {
        public static let received = "received"
        public static let hasDue = "hasDue"
        public static let isKept = "isKept"
        public static let keepFor = "keepFor"
        public static let note = "note"
        public static let attachments = "attachments"
        /// The prefix for attachments to remove: "remove-12".
        public static let remove = "remove-"
    }

    public static let maximumYears = 100

    /// Shown if a new document would have neither pages nor attachments.
    public static var noFileText: String { localized("Add a picture, a PDF or another file.") }

    /// - Parameters:
    ///   - values: The values of the fields.
    ///   - names: The existing names of folders, tags and so on.
    ///   - received: The time of receipt; asked for in the form of a new document.
    ///   - isNew: Whether the form creates a document.
    public static func form(
        _ values: [FilingEntry.Field: String], names: ListNames, received: String, isNew: Bool
    ) -> EntryForm {
        func cell(_ field: FilingEntry.Field, _ kind: FormCell.Kind, missing: String? = nil, help: String? = nil)
            -> FormCell
        {
            FormCell(field.rawValue, field.label, kind, [values[field] ?? ""], missing: missing, help: help)
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
                    cell(
                        .title, .title(maximum: DocumentTitle.maximumCharacters), missing: localized("Enter a title.")),
                    FormCell(
                        Name.received, localized("Received"), isNew ? .moment : .fixed, [received],
                        missing: isNew ? FormCell.momentText : nil),
                ]),
            .init(
                .property, heading: localized("Filing"),
                [
                    cell(.state, .choice(of: states)),
                    // Shown if the person may choose.
                    values[.sharing].map { _ in cell(.sharing, .segments(sharing)) },
                    picker(
                        .folder, names.folders, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumLevels,
                        help: localized("Use / for subfolders: Home / Bills")),
                    picker(.type, names.types, maximum: FilingEntry.maximumNameCharacters),
                    picker(.correspondent, names.correspondents, maximum: FilingEntry.maximumNameCharacters),
                    picker(
                        .tags, names.tags, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumTags,
                        isMultiple: true, help: localized("Separate tags with commas")),
                    places.isEmpty
                        ? nil : cell(.place, .picker(places, isMultiple: false, maximumNew: nil)),
                ].compactMap(\.self)),
            .init(
                .property, heading: localized("Dates"),
                [
                    cell(.date, .day),
                    toggle(Name.hasDue, localized("Due date"), .due, [due]),
                    toggle(Name.isKept, localized("Keep until"), .retained, kept),
                    cell(.serial, .number(FilingEntry.serials)),
                ]),
            .init(
                .accessory,
                [
                    FormCell(Name.note, localized("New Note"), .note(maximum: NoteText.maximumCharacters)),
                    FormCell(
                        Name.attachments, isNew ? localized("Pages and Attachments") : localized("Attachments"),
                        .attachments, missing: isNew ? noFileText : nil),
                ]),
        ])
    }

    /// Returns the options including the chosen names, even if they do not exist yet.
    static func options(_ names: [ListNames.Name], with chosen: [String]) -> [FormCell.Option] {
        let known = names.prefix(maximumOptions).map(\.text)
        let others = chosen.filter { !$0.isEmpty && !known.contains($0) }
        return (others + known).map { FormCell.Option($0, $0) }
    }

    /// The maximum number of options. Others are found by typing.
    private static let maximumOptions = 300

    /// Returns the metadata entered in the form.
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - entered: The submitted field names. Missing fields stay unchanged.
    ///   - today: The start of the retention period for documents without a date.
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
