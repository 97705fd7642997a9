import FoundationEssentials
import Glibc
import RectoCore
import StationRules

/// An exported library in its folder. Its content is untrusted and therefore fully validated first.
public struct ExportReader {
    let head: ExportedLibrary
    /// The number of documents.
    public private(set) var count = 0
    private let folder: String
    let originals: BlobFolder

    /// The maximum size of a part: a document with a thousand pages of text has about 50 MB.
    private static let maximumPartBytes = 1 << 30

    /// Reads a whole export, and checks that it can be imported.
    /// - Throws: ``ExportError`` for the first problem.
    public init(folder: String) throws(ExportError) {
        self.folder = folder
        originals = BlobFolder(path: "\(folder)/\(ExportFile.originals)")
        guard let bytes = Self.file("\(folder)/\(ExportFile.head)") else { throw .notAnExport(folder) }
        struct Kind: Decodable {
            let format: String
            let version: Int
        }
        let kind = try Self.decode(Kind.self, bytes, of: ExportFile.head)
        guard kind.format == ExportedLibrary.format else { throw .notAnExport(folder) }
        guard kind.version == ExportedLibrary.version else { throw .unknownVersion(kind.version) }
        head = try Self.decode(ExportedLibrary.self, bytes, of: ExportFile.head)
        count = try check()
    }

    private func check() throws(ExportError) -> Int {
        var check = ExportCheck()
        try Self.named(ExportFile.head) { () throws(ExportCheck.Failure) in try check.add(head) }
        try eachPart(head.events, named: ExportFile.events, of: ExportedEvent.self) {
            (event) throws(ExportCheck.Failure) in try check.add(event)
        }
        for scene in head.scenes {
            try checkFile(scene.anchor.picture, "scene \(scene.anchor.id)", of: ExportFile.head)
            try checkFile(scene.anchor.features, "scene \(scene.anchor.id)", of: ExportFile.head)
        }
        for plan in head.map?.plans ?? [] { try checkFile(plan.picture, "plan \(plan.id)", of: ExportFile.head) }
        for number in head.documents.indices {
            let name = ExportFile.documents(number)
            for document in try documents(number) {
                try Self.named(name) { () throws(ExportCheck.Failure) in try check.add(document) }
                for file in document.files { try checkFile(file, "document \(document.id)", of: name) }
            }
        }
        try Self.named(ExportFile.head) { () throws(ExportCheck.Failure) in try check.finish(head) }
        return check.documents.count
    }

    /// Returns the documents of a part.
    func documents(_ number: Int) throws(ExportError) -> [ExportedDocument] {
        try part(head.documents[number], named: ExportFile.documents(number), of: ExportedDocument.self)
    }

    func events(_ number: Int) throws(ExportError) -> [ExportedEvent] {
        try part(head.events[number], named: ExportFile.events(number), of: ExportedEvent.self)
    }

    // MARK: Files

    private func eachPart<Entry: Decodable>(
        _ parts: [ExportedLibrary.Part], named name: (Int) -> String, of type: Entry.Type,
        _ body: (Entry) throws(ExportCheck.Failure) -> Void
    ) throws(ExportError) {
        for (number, part) in parts.enumerated() {
            for entry in try self.part(part, named: name(number), of: type) {
                try Self.named(name(number)) { () throws(ExportCheck.Failure) in try body(entry) }
            }
        }
    }

    private func part<Entry: Decodable>(
        _ part: ExportedLibrary.Part, named name: String, of type: Entry.Type
    ) throws(ExportError) -> [Entry] {
        guard let bytes = Self.file("\(folder)/\(name)") else { throw .damaged(file: name, reason: "it is missing") }
        guard BlobName(of: bytes) == part.sha256 else {
            throw .damaged(file: name, reason: "its content is not what was exported")
        }
        let entries = try Self.decode([Entry].self, bytes, of: name)
        guard entries.count == part.count else {
            throw .damaged(file: name, reason: "it has \(entries.count) entries, required: \(part.count)")
        }
        return entries
    }

    private func checkFile(_ file: BlobName, _ owner: String, of part: String) throws(ExportError) {
        let name = "\(ExportFile.originals)/\(file.text.prefix(2))/\(file.text.dropFirst(2))"
        guard Self.isFile(originals.file(file)) else {
            throw .damaged(file: name, reason: "it is missing; \(owner) of \(part) needs it")
        }
        do { _ = try originals.read(file) } catch {
            throw .damaged(
                file: name, reason: "its content is not what was exported; \(owner) of \(part) needs it")
        }
    }

    /// Returns a file's content; `nil` if it is missing or too large.
    private static func file(_ path: String) -> [UInt8]? {
        guard isFile(path), let data = FileManager.default.contents(atPath: path) else { return nil }
        return [UInt8](data)
    }

    /// Reading anything other than a file, such as a pipe, might never end.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_size <= off_t(maximumPartBytes)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8], of name: String
    ) throws(ExportError) -> Value {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
            throw .damaged(file: name, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        func place(_ context: DecodingError.Context, _ last: String? = nil) -> String {
            (context.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue } + [last].compactMap(\.self))
                .joined(separator: ".")
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context): return "“\(place(context, key.stringValue))” is missing"
        case DecodingError.valueNotFound(_, let context): return "“\(place(context))” is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "it is not the JSON of an export" : "“\(place(context))”: \(context.debugDescription)"
        default: return "\(error)"
        }
    }

    private static func named(
        _ file: String, _ body: () throws(ExportCheck.Failure) -> Void
    ) throws(ExportError) {
        do { try body() } catch { throw .damaged(file: file, reason: error.reason) }
    }
}
