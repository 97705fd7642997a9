/// The form of a rule.
public enum FilingRuleForm {
    public enum Name {
        public static let name = "name"
        static let words = "words"
        static let title = "inTitle"
        static let correspondent = "fromCorrespondent"
        static let type = "ofType"
        static let folder = "inFolder"
        static let source = "source"
        static let firstSerial = "firstSerial"
        static let lastSerial = "lastSerial"
        static let setFolder = "folder"
        static let setType = "type"
        static let setCorrespondent = "correspondent"
        static let tags = "tags"
        static let setTitle = "newTitle"
        static let keepFor = "keepFor"
        static let replaces = "replaces"
    }

    private static let wordCharacters = 200
    private static let pathCharacters = FilingEntry.maximumNameCharacters * FilingEntry.maximumLevels

    /// - Parameter names: The existing names of folders, tags and so on.
    public static func form(_ rule: FilingRule?, names: ListNames) -> EntryForm {
        EntryForm([
            .init(
                .key,
                [
                    FormCell(
                        Name.name, localized("Name"), .text(maximum: FilingEntry.maximumNameCharacters),
                        [rule?.name ?? ""], missing: FormCell.nameText)
                ]),
            .init(.property, heading: localized("If all of this is true"), conditions(rule?.conditions, names)),
            .init(.property, heading: localized("Then"), actions(rule?.actions, names)),
        ])
    }

    private static func path(_ folder: [String]?) -> String { (folder ?? []).joined(separator: " / ") }

    private static func conditions(_ rule: FilingRule.Conditions?, _ names: ListNames) -> [FormCell] {
        func picker(_ name: String, _ label: String, _ names: [ListNames.Name], _ value: String?) -> FormCell {
            let chosen = [value ?? ""]
            return FormCell(
                name, label,
                .picker(
                    DocumentForm.options(names, with: chosen), isMultiple: false,
                    maximumNew: name == Name.folder ? pathCharacters : FilingEntry.maximumNameCharacters), chosen)
        }
        let sources = ListFilter.Source.allCases.map { FormCell.Option($0.rawValue, $0.arrival) }
        return [
            FormCell(
                Name.words, FilingRuleTexts.words, .text(maximum: wordCharacters), [rule?.words ?? ""],
                help: localized("All words must occur. Use quotes for a phrase, and a minus to exclude a word.")),
            FormCell(Name.title, FilingRuleTexts.titleWords, .text(maximum: wordCharacters), [rule?.title ?? ""]),
            picker(
                Name.correspondent, FilingEntry.Field.correspondent.label, names.correspondents, rule?.correspondent),
            picker(Name.type, FilingEntry.Field.type.label, names.types, rule?.type),
            picker(Name.folder, FilingEntry.Field.folder.label, names.folders, path(rule?.folder)),
            FormCell(
                Name.source, FilingRuleTexts.source,
                .chips([FormCell.Option("", localized("Any"))] + sources, isMultiple: false),
                [rule?.source?.rawValue ?? ""]),
            FormCell(
                Name.firstSerial, localized("Archive number from"), .number(FilingEntry.serials),
                [rule?.firstSerial.map { "\($0)" } ?? ""]),
            FormCell(
                Name.lastSerial, localized("Archive number to"), .number(FilingEntry.serials),
                [rule?.lastSerial.map { "\($0)" } ?? ""]),
        ]
    }

    private static func actions(_ rule: FilingRule.Actions?, _ names: ListNames) -> [FormCell] {
        func picker(
            _ name: String, _ label: String, _ names: [ListNames.Name], _ chosen: [String],
            maximum: Int = FilingEntry.maximumNameCharacters, isMultiple: Bool = false, help: String? = nil
        ) -> FormCell {
            FormCell(
                name, label,
                .picker(DocumentForm.options(names, with: chosen), isMultiple: isMultiple, maximumNew: maximum), chosen,
                help: help)
        }
        return [
            picker(
                Name.setFolder, FilingRuleTexts.setFolder, names.folders, [path(rule?.folder)],
                maximum: pathCharacters, help: localized("Use / for subfolders: Home / Bills")),
            picker(Name.setType, FilingRuleTexts.setType, names.types, [rule?.type ?? ""]),
            picker(
                Name.setCorrespondent, FilingRuleTexts.setCorrespondent, names.correspondents,
                [rule?.correspondent ?? ""]),
            picker(
                Name.tags, localized("Add Tags"), names.tags, rule?.tags ?? [],
                maximum: FilingEntry.maximumNameCharacters * FilingEntry.maximumTags, isMultiple: true,
                help: localized("Separate tags with commas")),
            FormCell(
                Name.setTitle, FilingRuleTexts.setTitle, .text(maximum: DocumentTitle.maximumCharacters),
                [rule?.title ?? ""],
                help: localized("Filled in: {date}, {year}, {month}, {correspondent} and {type}.")),
            FormCell(
                Name.keepFor, FilingRuleTexts.keepFor,
                .duration([.months, .years], maximum: DocumentForm.maximumYears), [rule?.keepFor ?? ""],
                help: localized("From the document date on, or from the day it was added.")),
            FormCell(
                Name.replaces, FilingRuleTexts.replaces, .toggle(reveals: []),
                rule?.replaces == true ? [FormCell.on] : [],
                help: localized(
                    "Otherwise the rule fills in empty fields only, and keeps titles that a person entered.")),
        ]
    }

    /// Reads the rule in a submitted form, and notes at the cells what is wrong with it.
    /// - Returns: `nil` if something is wrong.
    public static func rule(in form: inout EntryForm) -> FilingRule? {
        func text(_ name: String) -> String? {
            let text = form.text(name).asLine
            return text.isEmpty ? nil : text
        }
        func names(_ name: String, _ separator: Character) -> [String] {
            form.values(name).flatMap { $0.split(separator: separator) }.map { String($0).asLine }.filter {
                !$0.isEmpty
            }
        }
        func path(_ name: String) -> [String]? {
            let found = names(name, "/")
            return found.isEmpty ? nil : found
        }
        var rule = FilingRule(name: text(Name.name) ?? "")
        rule.conditions.words = text(Name.words)
        rule.conditions.title = text(Name.title)
        rule.conditions.correspondent = text(Name.correspondent)
        rule.conditions.type = text(Name.type)
        rule.conditions.folder = path(Name.folder)
        rule.conditions.source = text(Name.source).flatMap { ListFilter.Source(rawValue: $0) }
        rule.conditions.firstSerial = text(Name.firstSerial).flatMap { Int($0) }
        rule.conditions.lastSerial = text(Name.lastSerial).flatMap { Int($0) }
        rule.actions.folder = path(Name.setFolder)
        rule.actions.type = text(Name.setType)
        rule.actions.correspondent = text(Name.setCorrespondent)
        let tags = names(Name.tags, ",")
        rule.actions.tags = tags.enumerated().filter { tags.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        rule.actions.title = text(Name.setTitle)
        rule.actions.keepFor = text(Name.keepFor)
        rule.actions.replaces = form.values(Name.replaces) == [FormCell.on]
        form.note(rule.faults)
        return form.faults.isEmpty ? rule : nil
    }
}

extension FilingRule {
    /// The errors that no single cell detects, by cell.
    fileprivate var faults: [String: String] {
        typealias Name = FilingRuleForm.Name
        var faults: [String: String] = [:]
        for (name, words) in [(Name.words, conditions.words), (Name.title, conditions.title)] {
            guard let words, SearchWords(words).terms.allSatisfy(\.isExcluded) else { continue }
            faults[name] = localized("Enter at least one word that must occur.")
        }
        // The cell itself refuses a number outside of this range.
        if let first = conditions.firstSerial, let last = conditions.lastSerial, first > last,
            FilingEntry.serials.contains(first)
        {
            faults[Name.lastSerial] = FormCell.rangeText(first...FilingEntry.serials.upperBound)
        }
        if conditions == Conditions() { faults[Name.words] = localized("Enter at least one condition.") }
        var without = Actions()
        without.replaces = actions.replaces
        if actions == without { faults[Name.setFolder] = localized("Enter at least one of these.") }
        do {
            _ = try FilingEntry([
                .folder: (actions.folder ?? []).joined(separator: "/"), .tags: actions.tags.joined(separator: ","),
                .type: actions.type ?? "", .correspondent: actions.correspondent ?? "",
            ])
        } catch {
            let names: [FilingEntry.Field: String] = [
                .folder: Name.setFolder, .tags: Name.tags, .type: Name.setType, .correspondent: Name.setCorrespondent,
            ]
            for (field, reason) in error.reasons { if let name = names[field] { faults[name] = reason } }
        }
        return faults
    }
}
