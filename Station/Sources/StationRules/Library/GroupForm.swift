/// The cells of the form that edits many documents. Each is empty at first, which keeps the documents' values.
public enum GroupForm {
    /// - Parameters:
    ///   - names: The existing names of folders, tags and so on.
    ///   - isShared: Whether other people may see documents.
    public static func cells(names: ListNames, isShared: Bool) -> [FormCell] {
        func picker(
            _ field: GroupFiling.Field, _ names: [ListNames.Name], maximum: Int? = FilingEntry.maximumNameCharacters,
            isMultiple: Bool = false, help: String? = nil
        ) -> FormCell {
            FormCell(
                field.rawValue, field.label,
                .picker(DocumentForm.options(names, with: []), isMultiple: isMultiple, maximumNew: maximum), help: help)
        }
        func segments(_ field: GroupFiling.Field, _ options: [FormCell.Option], help: String? = nil) -> FormCell {
            FormCell(
                field.rawValue, field.label, .segments([FormCell.Option("", ListTexts.unchanged)] + options), [""],
                help: help)
        }
        let states = ListFilter.ReviewState.allCases.map { FormCell.Option($0.rawValue, $0.label) }
        let sharing = DocumentSharing.allCases.map { FormCell.Option($0.rawValue, $0.label) }
        var cells = [segments(.state, states)]
        if isShared {
            cells.append(segments(.sharing, sharing, help: localized("What others have added stays shared.")))
        }
        cells += [
            picker(
                .folder, names.folders, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumLevels,
                help: localized("Use / for subfolders: Home / Bills")),
            picker(.type, names.types),
            picker(.correspondent, names.correspondents),
            picker(
                .addedTags, names.tags, maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumTags,
                isMultiple: true, help: localized("Separate tags with commas")),
            picker(.removedTags, names.tags, maximum: nil, isMultiple: true),
        ]
        for field in [GroupFiling.Field.date, .due, .retained] {
            cells.append(FormCell(field.rawValue, field.label, .day))
        }
        let clearable = GroupFiling.Field.clearable.map { FormCell.Option($0.rawValue, $0.label) }
        let cleared = GroupFiling.Field.cleared
        cells.append(FormCell(cleared.rawValue, cleared.label, .chips(clearable, isMultiple: true)))
        return cells
    }

    /// - Parameter values: The submitted values.
    public static func entered(_ values: [String: [String]]) -> [GroupFiling.Field: String] {
        var entered: [GroupFiling.Field: String] = [:]
        for field in GroupFiling.Field.allCases {
            // A list of values always includes an empty one.
            let filled = (values[field.rawValue] ?? []).filter { !$0.isEmpty }
            guard let last = filled.last else { continue }
            entered[field] =
                [.addedTags, .removedTags, .cleared].contains(field) ? filled.joined(separator: ",") : last
        }
        return entered
    }
}

extension GroupFiling.Field {
    public var label: String {
        switch self {
        case .addedTags: localized("Add Tags")
        case .removedTags: localized("Remove Tags")
        case .cleared: localized("Clear fields")
        case .folder, .type, .correspondent, .date, .due, .retained, .state, .sharing: single?.label ?? rawValue
        }
    }
}
