import RectoCodecs
import FoundationEssentials

/// Files that never change, each under the name of what it holds: `ab/cdef…`.
///
/// A file appears whole or not at all, and is on the disk when it does. The same bytes are kept once.
struct BlobFolder: Sendable {
    let path: String

    /// Keeps bytes.
    func add(_ bytes: [UInt8]) throws(StoreError) -> BlobName {
        let name = BlobName(of: bytes)
        let file = self.file(name)
        if holds(name, bytes.count) { return name }
        do {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
            let output = try AtomicFile(path: file)
            try output.write(bytes)
            try output.commit()
        } catch { throw .unwritable(file, reason: "\(error)") }
        return name
    }

    /// Whether there is such a file; what it holds is not looked at.
    func has(_ name: BlobName) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// - Throws: ``StoreError/damagedBlob(_:)`` if the file is missing or is not what it was.
    func read(_ name: BlobName) throws(StoreError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file(name)) else { throw .damagedBlob(name.text) }
        let bytes = [UInt8](data)
        guard BlobName(of: bytes) == name else { throw .damagedBlob(name.text) }
        return bytes
    }

    func remove(_ name: BlobName) { try? FileManager.default.removeItem(atPath: file(name)) }

    /// Of all files.
    func names() -> [BlobName] {
        let manager = FileManager.default
        return ((try? manager.contentsOfDirectory(atPath: path)) ?? []).flatMap { folder in
            ((try? manager.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).compactMap { BlobName(folder + $0) }
        }
    }

    private func holds(_ name: BlobName, _ count: Int) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: file(name))[.size] as? UInt64
        return size == UInt64(count)
    }

    private func folder(_ name: BlobName) -> String { "\(path)/\(name.text.prefix(2))" }
    private func file(_ name: BlobName) -> String { "\(folder(name))/\(name.text.dropFirst(2))" }
}
