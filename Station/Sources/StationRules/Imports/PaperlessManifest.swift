public import FoundationEssentials

/// The documents in an export of paperless-ngx: `manifest.json`, and with `--split-manifest` one more file per
/// document.
///
/// A manifest is a list of records with a model, a key and fields. Records refer to each other by key. The names of a
/// document's files are next to its fields.
public struct PaperlessManifest: Sendable {
    public struct Document: Hashable, Sendable {
        public let key: Int
        public let title: String
        /// The date of the document.
        public let date: Day?
        public let added: Date?
        public let correspondent: String?
        public let type: String?
        public let tags: [Tag]
        /// The name of its storage path.
        public let folder: String?
        public let serial: Int?
        public let notes: [Note]
        /// Custom fields, such as "Amount: EUR12.50".
        public let fields: [String]
        /// Whether one of its tags is an inbox tag.
        public let isInInbox: Bool
        public let isInTrash: Bool
        public let owner: String?
        /// Its recognized text.
        public let content: String
        /// The path of the original file in the export.
        public let original: String
        public let originalName: String
        public let mediaType: String
        /// The paths of replacements if the original cannot be shown: the PDF/A and the picture of the first page.
        public let substitutes: [String]
    }

    public struct Tag: Hashable, Sendable {
        public let name: String
        public let color: TagColor
    }

    public struct Note: Hashable, Sendable {
        public let text: String
        public let at: Date?
        public let user: String?
    }

    /// The reason why a manifest cannot be used.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case notAManifest(String)
        /// A document without a file, as in exports with `--data-only`.
        case noFile(document: Int)
        case unsafePath(document: Int, String)

        public var description: String {
            switch self {
            case .notAManifest(let file): "\(file) is not a manifest of paperless-ngx"
            case .noFile(let document):
                "document \(document) of the manifest has no file: export it without --data-only"
            case .unsafePath(let document, let path):
                "document \(document) of the manifest has a file outside the export: “\(path)”"
            }
        }
    }

    /// The documents ordered by key.
    public let documents: [Document]

    /// - Parameters:
    ///   - files: The names and contents of all manifests of an export.
    ///   - zone: The time zone in which older exports, which store times, give the day of a document.
    public init(_ files: [(name: String, bytes: [UInt8])], zone: TimeZone) throws(Failure) {
        var records: [PaperlessRecord] = []
        for file in files {
            do { records += try JSONDecoder().decode([PaperlessRecord].self, from: Data(file.bytes)) } catch {
                throw .notAManifest(file.name)
            }
        }
        let known = PaperlessNames(records)
        let own = records.filter { $0.model == "documents.document" }.sorted { ($0.key ?? 0) < ($1.key ?? 0) }
        var documents: [Document] = []
        for record in own { documents.append(try known.document(record, zone: zone)) }
        self.documents = documents
    }
}

// MARK: Records

/// A record of a manifest. Fields that are not needed may have any type.
private struct PaperlessRecord: Decodable {
    let model: String
    let key: Int?
    let fields: [String: PaperlessValue]
    let file: String?
    let archive: String?
    let thumbnail: String?

    private enum CodingKeys: String, CodingKey {
        case model
        case key = "pk"
        case fields
        case file = "__exported_file_name__"
        case archive = "__exported_archive_name__"
        case thumbnail = "__exported_thumbnail_name__"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        model = try container.decode(String.self, forKey: .model)
        // Some tables have text keys.
        key = try? container.decode(Int.self, forKey: .key)
        fields = try container.decode([String: PaperlessValue].self, forKey: .fields)
        file = try container.decodeIfPresent(String.self, forKey: .file)
        archive = try container.decodeIfPresent(String.self, forKey: .archive)
        thumbnail = try container.decodeIfPresent(String.self, forKey: .thumbnail)
    }

    func text(_ name: String) -> String? { fields[name]?.text }
    func number(_ name: String) -> Int? { fields[name]?.number }
}

private enum PaperlessValue: Decodable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case list([PaperlessValue])
    case object([String: PaperlessValue])
    case nothing

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .nothing
        } else if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([PaperlessValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: PaperlessValue].self))
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
    var list: [PaperlessValue] { if case .list(let list) = self { list } else { [] } }
    var isTrue: Bool { if case .truth(true) = self { true } else { false } }

    /// The value for display; `nil` if it is empty.
    var written: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .truth(let isTrue): isTrue ? "yes" : "no"
        case .list(let list): list.isEmpty ? nil : list.compactMap(\.written).joined(separator: ", ")
        case .object, .nothing: nil
        }
    }
}

/// The records that documents refer to.
private struct PaperlessNames {
    private var names: [String: [Int: String]] = [:]
    private var tags: [Int: PaperlessManifest.Tag] = [:]
    private var inboxTags: Set<Int> = []
    private var customFields: [Int: PaperlessRecord] = [:]
    private var notes: [Int: [PaperlessManifest.Note]] = [:]
    private var values: [Int: [PaperlessRecord]] = [:]

    init(_ records: [PaperlessRecord]) {
        for record in records {
            guard let key = record.key else { continue }
            switch record.model {
            case "documents.tag":
                tags[key] = PaperlessManifest.Tag(
                    // Forms separate tags by commas.
                    name: (record.text("name") ?? "").replacing(",", with: ";").asLine,
                    color: TagColor(nearestTo: record.text("color") ?? record.text("colour") ?? ""))
                if record.fields["is_inbox_tag"]?.isTrue == true { inboxTags.insert(key) }
            case "documents.customfield": customFields[key] = record
            case "documents.customfieldinstance":
                if let document = record.number("document") { values[document, default: []].append(record) }
            case "auth.user": names[record.model, default: [:]][key] = record.text("username")?.asLine
            default: if let name = record.text("name") { names[record.model, default: [:]][key] = name.asLine }
            }
        }
        // Notes refer to users, who may follow later.
        for record in records where record.model == "documents.note" {
            guard let document = record.number("document"), let text = record.text("note"), !text.isEmpty else {
                continue
            }
            notes[document, default: []].append(
                PaperlessManifest.Note(
                    text: text, at: record.text("created").flatMap { PaperlessMoment($0)?.date },
                    user: name("auth.user", record.number("user"))))
        }
    }

    func document(
        _ record: PaperlessRecord, zone: TimeZone
    ) throws(PaperlessManifest.Failure) -> PaperlessManifest.Document {
        let key = record.key ?? 0
        guard let file = record.file else { throw .noFile(document: key) }
        let files = [file] + [record.archive, record.thumbnail].compactMap(\.self)
        for file in files where !Self.isInside(file) { throw .unsafePath(document: key, file) }
        let own = record.fields["tags"]?.list.compactMap(\.number) ?? []
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let originalName = (record.text("original_filename") ?? "").asLine.replacing("/", with: "-")
        let title = (record.text("title") ?? "").asLine
        return PaperlessManifest.Document(
            key: key, title: title.isEmpty ? name.asLine : title,
            date: record.text("created").flatMap { PaperlessMoment($0)?.day(in: zone) },
            added: record.text("added").flatMap { PaperlessMoment($0)?.date },
            correspondent: self.name("documents.correspondent", record.number("correspondent")),
            type: self.name("documents.documenttype", record.number("document_type")),
            tags: own.compactMap { tags[$0] }.filter { !$0.name.isEmpty },
            // Forms separate folders by slashes.
            folder: self.name("documents.storagepath", record.number("storage_path"))?.replacing("/", with: "-"),
            serial: record.number("archive_serial_number").flatMap { FilingEntry.serials ~= $0 ? $0 : nil },
            notes: notes[key] ?? [], fields: fields(of: key),
            isInInbox: own.contains { inboxTags.contains($0) }, isInTrash: record.text("deleted_at") != nil,
            owner: self.name("auth.user", record.number("owner")), content: record.text("content") ?? "",
            original: file, originalName: originalName.isEmpty ? name : originalName,
            mediaType: record.text("mime_type") ?? "application/octet-stream", substitutes: Array(files.dropFirst()))
    }

    private func name(_ model: String, _ key: Int?) -> String? {
        key.flatMap { names[model]?[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the custom fields with their names and values.
    private func fields(of document: Int) -> [String] {
        (values[document] ?? []).compactMap { value in
            guard let key = value.number("field"), let field = customFields[key] else { return nil }
            let entered = value.fields.filter { $0.key.hasPrefix("value_") }.sorted { $0.key < $1.key }
            let written = entered.compactMap { name, value in
                name == "value_select" ? Self.option(value, of: field) : value.written
            }
            return written.isEmpty ? nil : "\(field.text("name") ?? ""): \(written.joined(separator: ", "))"
        }
    }

    /// Returns the label of the selected option, by its identifier or, in older exports, by its index.
    private static func option(_ value: PaperlessValue, of field: PaperlessRecord) -> String? {
        guard case .object(let extra) = field.fields["extra_data"] else { return value.written }
        let options = extra["select_options"]?.list ?? []
        for (index, option) in options.enumerated() {
            if case .object(let parts) = option, let id = parts["id"]?.text, id == value.text {
                return parts["label"]?.text
            }
            if let label = option.text, index == value.number { return label }
        }
        return value.written
    }

    /// Whether a path stays inside its base folder.
    private static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.contains("\0")
            && !path.split(separator: "/").contains { $0 == ".." }
    }
}

/// A time or day as Django writes it: "2024-03-05", or "2024-03-05T10:11:12.123456+01:00" with or without the
/// fraction.
struct PaperlessMoment: Hashable {
    /// The time in UTC; for a day, its start.
    let date: Date
    /// The day, if the value has no time.
    private let plainDay: Day?

    init?(_ text: String) {
        guard let day = Day(text.prefix(10)) else { return nil }
        var components = DateComponents(year: day.year, month: day.month, day: day.day)
        var rest = text.dropFirst(10)
        guard !rest.isEmpty else {
            guard let date = Self.utc.date(from: components) else { return nil }
            (self.date, plainDay) = (date, day)
            return
        }
        guard let separator = rest.popFirst(), separator == "T" || separator == " " else { return nil }
        let clock = rest.prefix(8).split(separator: ":").map { Int($0) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2] else { return nil }
        (components.hour, components.minute, components.second) = (hour, minute, second)
        rest = rest.dropFirst(8)
        var fraction = 0.0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            fraction = Double("0.\(digits)") ?? 0
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let date = Self.utc.date(from: components), let offset = Self.offset(rest) else { return nil }
        (self.date, plainDay) = (date + fraction - Double(offset), nil)
    }

    func day(in zone: TimeZone) -> Day? {
        if let plainDay { return plainDay }
        var calendar = Self.utc
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    /// Returns the offset in seconds. Without one, UTC is assumed.
    private static func offset(_ text: Substring) -> Int? {
        if text.isEmpty || text == "Z" { return 0 }
        let parts = text.dropFirst().split(separator: ":").map { Int($0) }
        guard let sign = text.first, sign == "+" || sign == "-", parts.count == 2, let hours = parts[0],
            let minutes = parts[1]
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
