/// Texts about rules that file documents.
public enum FilingRuleTexts {
    public static let path = "\(Place.library.path)/rules"

    public static var title: String { localized("Rules") }
    public static var new: String { localized("New Rule") }
    public static var filedBy: String { localized("Filed by Rule") }
    static var words: String { localized("Words in the text") }
    static var titleWords: String { localized("Words in the title") }
    static var source: String { localized("How it was added") }
    static var setFolder: String { localized("File in Folder") }
    static var setType: String { localized("Set Document Type") }
    static var setCorrespondent: String { localized("Set Correspondent") }
    static var setTitle: String { localized("Set Title") }
    static var keepFor: String { localized("Keep For") }
    static var replaces: String { localized("Replace what documents have") }

    public static var none: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No rules yet"),
            description: localized("Rules file new documents as soon as their text has been read."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// - Parameter done: The action's name in URLs; `nil` is returned for any other text.
    public static func toast(_ done: String?, count: Int) -> String? {
        switch done {
        case "saved": localized("Rule saved")
        case "moved": localized("Rule moved")
        case "on": localized("Rule turned on")
        case "off": localized("Rule turned off")
        case "deleted": localized("Rule deleted")
        case "ran": ran(count)
        case "undone": LibraryMessages.undone
        case "undoneInPart": localized("Undone, except for what was changed since")
        default: nil
        }
    }

    /// Returns the text after rules ran.
    static func ran(_ documents: Int) -> String {
        documents == 0
            ? localized("No document changed") : localized("\(LibraryMessages.documentCount(documents)) filed")
    }

    /// Returns what a rule has done.
    /// - Parameter time: When it filed the last one; `nil` without one.
    public static func filed(_ documents: Int, last time: String?) -> String {
        guard documents > 0, let time else { return localized("Nothing filed yet") }
        return "\(ran(documents)) · \(time)"
    }

    /// Returns what a trial found.
    public static func found(matching: Int, changing: Int) -> String {
        guard matching > 0 else { return localized("No document matches") }
        let found = matching == 1 ? localized("1 document matches") : localized("\(matching) documents match")
        return "\(found); \(changing == 1 ? localized("1 would change") : localized("\(changing) would change"))"
    }

    public static func run(_ documents: Int) -> String {
        localized("File \(LibraryMessages.documentCount(documents))")
    }

    public static func saveAndRun(_ documents: Int) -> String {
        localized("Save and File \(LibraryMessages.documentCount(documents))")
    }

    public static func more(_ documents: Int) -> String {
        documents == 1 ? localized("and 1 more document") : localized("and \(documents) more documents")
    }

    /// Shown if a rule differs from the one that was tried.
    public static var triedBefore: String {
        localized("The rule was changed since it was tried. Look at what it does, then save it.")
    }

    /// Shown if somebody else changed the rule.
    public static var changedMeanwhile: String {
        localized("Somebody else has changed this rule. Look at what yours does, then save it.")
    }

    /// Shown while another trial or run takes place.
    public static var busy: String {
        localized("Rules are being tried or run already. Try again in a moment.")
    }

    public static func up(_ rule: String) -> String { localized("Move “\(rule)” up") }
    public static func down(_ rule: String) -> String { localized("Move “\(rule)” down") }
    public static func turn(_ rule: String, isOn: Bool) -> String {
        isOn ? localized("Turn Off: \(rule)") : localized("Turn On: \(rule)")
    }
}

extension FilingRule {
    /// The conditions as labels and values.
    public var conditionTexts: [String] {
        let serials: String? =
            switch (conditions.firstSerial, conditions.lastSerial) {
            case (nil, nil): nil
            case (let first?, let last?): first == last ? "\(first)" : "\(first)–\(last)"
            case (let first?, nil): localized("from \(first)")
            case (nil, let last?): localized("to \(last)")
            }
        return Self.texts([
            (FilingRuleTexts.words, conditions.words), (FilingRuleTexts.titleWords, conditions.title),
            (FilingEntry.Field.correspondent.label, conditions.correspondent),
            (FilingEntry.Field.type.label, conditions.type),
            (FilingEntry.Field.folder.label, conditions.folder?.joined(separator: " / ")),
            (FilingRuleTexts.source, conditions.source?.arrival), (FilingEntry.Field.serial.label, serials),
        ])
    }

    /// The actions as labels and values.
    public var actionTexts: [String] {
        let kept = actions.keepFor.flatMap { FormDuration($0) }.map { "\($0.count) \($0.unit.label)" }
        return Self.texts([
            (FilingEntry.Field.folder.label, actions.folder?.joined(separator: " / ")),
            (FilingEntry.Field.type.label, actions.type),
            (FilingEntry.Field.correspondent.label, actions.correspondent),
            (FilingEntry.Field.tags.label, actions.tags.isEmpty ? nil : actions.tags.joined(separator: ", ")),
            (FilingEntry.Field.title.label, actions.title), (FilingRuleTexts.keepFor, kept),
        ]) + (actions.replaces ? [FilingRuleTexts.replaces] : [])
    }

    private static func texts(_ values: [(label: String, value: String?)]) -> [String] {
        values.compactMap { label, value in value.map { "\(label): \($0)" } }
    }
}
