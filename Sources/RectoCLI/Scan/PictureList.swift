import FoundationEssentials
import Glibc
import RectoCodecs

/// A file with one picture per line. It is read line by line, because it may be larger than memory.
struct PictureList {
    let path: String
    /// The number of pictures.
    let count: Int
    /// A hash of its lines to detect changes (FNV-1a).
    let fingerprint: String

    /// Reads the file once.
    init(path: String) throws {
        self.path = path
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw UnusableInput(file: path, reason: "is not a file: a list is read more than once")
        }
        var (count, hash) = (0, UInt64(0xCBF2_9CE4_8422_2325))
        try Self.forEachLine(of: path) { line in
            count += 1
            for byte in line { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0x0A) &* 0x100_0000_01B3
        }
        guard count > 0 else { throw UnusableInput(file: path, reason: "names no pictures") }
        (self.count, fingerprint) = (count, String(hash, radix: 16))
    }

    /// Calls the function with each of a shard's parts of the list, and the part's number from 1.
    func forEachPart(
        of size: Int, in shard: BatchOptions.Shard, where isWanted: (Int) -> Bool,
        _ body: (Int, [Result<String, UnusableInput>]) throws -> Void
    ) throws {
        var (line, part) = (0, [Result<String, UnusableInput>]())
        var isTaken = false
        try Self.forEachLine(of: path) { bytes in
            let number = line / size + 1
            if line % size == 0 { isTaken = (number - 1) % shard.count == shard.number - 1 && isWanted(number) }
            line += 1
            guard isTaken else { return }
            part.append(picture(bytes, line))
            guard part.count == size || line == count else { return }
            try body(number, part)
            part = []
        }
    }

    private struct Entry: Decodable { var file: String }

    private func picture(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) -> Result<String, UnusableInput> {
        guard let text = String(validating: line, as: UTF8.self) else {
            let readable = String(decoding: line, as: UTF8.self)
            return .failure(UnusableInput(file: readable, reason: "is line \(number) of \(path), which is not UTF-8"))
        }
        guard text.hasPrefix("{") else { return .success(Self.file(text)) }
        guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(text.utf8)) else {
            let reason = "is line \(number) of \(path), which is not a JSON object with \"file\""
            return .failure(UnusableInput(file: text, reason: reason))
        }
        return .success(Self.file(entry.file))
    }

    /// In a list `-` is a file, not standard input.
    private static func file(_ name: String) -> String { name == InputFiles.standardInput ? "./" + name : name }

    /// Calls the function with each line, without its end; empty lines are skipped.
    private static func forEachLine(of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        guard let file = fopen(path, "re") else {
            throw UnusableInput(file: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer {
            fclose(file)
            free(line)
        }
        while true {
            let count = getline(&line, &capacity, file)
            guard count >= 0, let start = line else { break }
            // SAFETY: getline has written `count` bytes there.
            let bytes = UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
            let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1
            if end >= 0 { try body(UnsafeBufferPointer(rebasing: bytes[...end])) }
        }
        guard ferror(file) == 0 else { throw UnusableInput(file: path, reason: "cannot be read") }
    }
}
