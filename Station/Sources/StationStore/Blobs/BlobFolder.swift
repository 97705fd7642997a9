import FoundationEssentials
import RectoCodecs
import StationIdentity

/// Content-addressed, immutable files: `ab/cdef…`.
///
/// Files are written atomically and synced to disk. Equal bytes are stored once.
struct BlobFolder: Sendable {
    let path: String

    /// Stores bytes.
    func add(_ bytes: [UInt8]) throws(StoreError) -> BlobName {
        let name = BlobName(of: bytes)
        let file = self.file(name)
        if holds(name, bytes.count) { return name }
        do {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
            let output = try AtomicFile(path: file)
            try output.write(bytes)
            try output.commit()
        } catch { throw StoreError(error) { .unwritable(file, reason: $0) } }
        return name
    }

    /// Whether the file exists. Its content is not checked.
    func has(_ name: BlobName) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// - Throws: ``StoreError/damagedBlob(_:)`` if the file is missing or its bytes have changed.
    func read(_ name: BlobName) throws(StoreError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file(name)) else { throw .damagedBlob(name.text) }
        let bytes = [UInt8](data)
        guard BlobName(of: bytes) == name else { throw .damagedBlob(name.text) }
        return bytes
    }

    func remove(_ name: BlobName) { try? FileManager.default.removeItem(atPath: file(name)) }

    /// Returns the names of all files.
    func names() -> [BlobName] {
        folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).compactMap {
                BlobName(folder + $0)
            }
        }
    }

    /// Removes incomplete files, whose program ended while writing them.
    func removeUnfinished() {
        for folder in folders { AtomicFile.removeLeftovers(in: "\(path)/\(folder)") }
    }

    private var folders: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    private func holds(_ name: BlobName, _ count: Int) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: file(name))[.size] as? UInt64
        return size == UInt64(count)
    }

    private func folder(_ name: BlobName) -> String { "\(path)/\(name.text.prefix(2))" }
    func file(_ name: BlobName) -> String { "\(folder(name))/\(name.text.dropFirst(2))" }
}

/// A stored file's name: the SHA-256 of its bytes, in lower-case hexadecimal.
public struct BlobName: Hashable, Codable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    public init(of bytes: [UInt8]) { text = Hexadecimal.text(Digest(of: bytes).bytes) }

    /// `nil` if the text is not 64 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard Hexadecimal.isText(text, bytes: 32) else { return nil }
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = BlobName(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// Bytes as hexadecimal text, two lower-case digits each.
enum Hexadecimal {
    static func text(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }

    /// Whether a text encodes this number of bytes.
    static func isText(_ text: some StringProtocol, bytes: Int) -> Bool {
        text.utf8.count == 2 * bytes && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
