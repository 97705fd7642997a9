import FoundationEssentials
import Glibc
import RectoCodecs

/// The files of a draft: its lock, its journal and the original pictures.
final class DraftFolder {
    let path: String
    /// Held as long as the draft is open; the system releases it when the program ends.
    private let lock: Int32

    var journal: String { "\(path)/journal" }
    private var originals: String { "\(path)/originals" }
    /// The maximum journal size. A page with a hundred changes takes 40 kB.
    private static let largestJournal = 1 << 28

    /// Creates the folder if it is missing, and locks it.
    init(path: String) throws(SessionError) {
        self.path = path
        try Self.make(path)
        guard try Self.isDraft(path) else { throw .notADraft }
        lock = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard lock >= 0 else { throw .unwritable(systemMessage(errno)) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse : .unwritable(systemMessage(errno))
        }
        try Self.make(originals)
        for folder in [path, originals] { AtomicFile.removeLeftovers(in: folder) }
    }

    deinit {
        // A child process that is just starting holds a copy of the descriptor for a moment, and the lock with it.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Returns whether a folder is a draft or may become one.
    private static func isDraft(_ path: String) throws(SessionError) -> Bool {
        let names = try names(in: path)
        let known: Set = ["journal", "lock", "originals"]
        return names.contains("journal") || names.allSatisfy { known.contains($0) || $0.hasPrefix(".recto-") }
    }

    private static func make(_ path: String) throws(SessionError) {
        guard let failure = makeFolders(path) else { return }
        throw failure == ENOTDIR && access(path, F_OK) == 0 ? .notADraft : .unwritable(systemMessage(failure))
    }

    private static func names(in folder: String) throws(SessionError) -> [String] {
        guard let listing = opendir(folder) else { throw .unreadable(systemMessage(errno)) }
        closedir(listing)
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// - Returns: The journal's bytes; `nil` if there is no journal yet.
    func readJournal() throws(SessionError) -> [UInt8]? {
        guard access(journal, F_OK) == 0 || errno != ENOENT else { return nil }
        return try read(journal, limit: Self.largestJournal)
    }

    /// Keeps a damaged journal next to the repaired one.
    func keepDamagedJournal(_ bytes: [UInt8]) throws(SessionError) {
        var number = 1
        while access("\(path)/journal-damaged-\(number)", F_OK) == 0 { number += 1 }
        try write(bytes, to: "\(path)/journal-damaged-\(number)")
    }

    // MARK: Pictures

    /// The names of the original files, without temporary ones.
    func originalNames() throws(SessionError) -> [String] {
        try Self.names(in: originals).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns when the picture is on disk.
    func add(_ bytes: [UInt8], as original: DraftOriginal) throws(SessionError) {
        try write(bytes, to: "\(originals)/\(original.name)")
    }

    /// Removes a picture that no record refers to.
    func remove(_ original: DraftOriginal) { unlink("\(originals)/\(original.name)") }

    func readOriginal(_ name: String) throws(SessionError) -> [UInt8] {
        try read("\(originals)/\(name)", limit: PictureReader.Limits().fileBytes)
    }

    /// Returns whether the picture exists with the right length. Its bytes are checked when it is read.
    func holds(_ original: DraftOriginal) -> Bool {
        var status = stat()
        return lstat("\(originals)/\(original.name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && Int(status.st_size) == original.bytes
    }

    /// Removes all files of the draft. Pictures are removed first: as long as the journal lists them, none is
    /// adopted.
    func remove() throws(SessionError) {
        do {
            try FileManager.default.removeItem(atPath: originals)
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .unwritable("the draft cannot be removed")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SessionError) {
        do throws(OutputError) {
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw SessionError(error)
        }
    }

    private func read(_ path: String, limit: Int) throws(SessionError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .unreadable(systemMessage(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(systemMessage(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notADraft }
        let size = Int(status.st_size)
        guard size <= limit else { throw .unreadable("a file of \(size) bytes, above the limit of \(limit)") }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, failure == 0 {
                // SAFETY: the buffer holds `size` bytes, of which `count` are filled.
                let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                if got > 0 { count += got } else if got == 0 { break } else if errno != EINTR { failure = errno }
            }
        }
        guard failure == 0 else { throw .unreadable(systemMessage(failure)) }
        return bytes
    }
}
