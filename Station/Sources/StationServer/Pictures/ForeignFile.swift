import Foundation
import Glibc
import RectoCodecs

/// A file of a format that the engine does not read, and how it becomes pictures that it does.
///
/// Decoders of such formats have had many holes, so a program of its own decodes each file: with limits to its time, memory and files,
/// and with nothing but the file in its folder. What it leaves is read as any other picture that a stranger sends.
enum ForeignFile: String, Sendable, CaseIterable {
    case webp
    case heif
    case pdf

    /// Why a file could not be converted.
    enum Failure: Error, Hashable {
        /// The program is not installed.
        case noProgram(ForeignFile)
        case damaged(ForeignFile)
        case tooManyPages(Int)
        /// Its pages are too large together, or take too long.
        case tooMuch(ForeignFile)
    }

    static let maximumPages = 100
    /// Of all pages of a file together: they are in memory until they are stored. A page of text has less than 1 MB, a
    /// photograph 20 MB.
    static let maximumBytes = 512 << 20
    /// For all pages of a file.
    private static let maximumTime = Duration.seconds(300)
    /// What PDF pages are drawn at. Text is sharp then, and a page of A4 has 9 megapixels.
    private static let dotsPerInch = 300

    /// By its first bytes; `nil` for all that the engine reads or refuses itself.
    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
        if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4), ["heic", "heix", "heim", "heis", "mif1"].contains(where: { has($0, at: 8) }) {
            self = .heif
        } else if has("%PDF-", at: 0) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// For people.
    var name: String {
        switch self {
        case .webp: "WebP"
        case .heif: "HEIC"
        case .pdf: "PDF"
        }
    }

    private var program: String {
        switch self {
        case .webp: "/usr/bin/dwebp"
        case .heif: "/usr/bin/heif-convert"
        case .pdf: "/usr/bin/pdftoppm"
        }
    }

    /// Converts a file, which takes seconds for large ones.
    /// - Returns: PNG or JPEG files, one for each page.
    func pictures(of bytes: [UInt8]) throws -> [[UInt8]] {
        guard access(program, X_OK) == 0 else { throw Failure.noProgram(self) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appending(path: "file"))
        switch self {
        case .webp: return [try convert(in: folder, [program, "-quiet", "file", "-o", "page.png"], to: "page.png")]
        case .heif:
            return [try convert(in: folder, [program, "--quiet", "-q", "95", "file", "page.jpg"], to: "page.jpg")]
        case .pdf:
            return try pdfPages(in: folder)
        }
    }

    private func pdfPages(in folder: URL) throws -> [[UInt8]] {
        let end = ContinuousClock.now + Self.maximumTime
        var drawn: [[UInt8]] = []
        var bytes = 0
        for page in 1...(try pages(in: folder)) {
            let range = ["-f", "\(page)", "-l", "\(page)", "-singlefile"]
            drawn.append(
                try convert(
                    in: folder, [program, "-png", "-r", "\(Self.dotsPerInch)"] + range + ["file", "page"],
                    to: "page.png"))
            bytes += drawn.last?.count ?? 0
            guard bytes <= Self.maximumBytes, .now < end else { throw Failure.tooMuch(self) }
        }
        return drawn
    }

    /// How many a PDF has.
    private func pages(in folder: URL) throws -> Int {
        let text = String(decoding: try convert(in: folder, ["/usr/bin/pdfinfo", "file"], to: nil), as: UTF8.self)
        guard let count = text.firstMatch(of: /(?m)^Pages: +(\d+)$/).flatMap({ Int($0.output.1) }), count > 0 else {
            throw Failure.damaged(self)
        }
        guard count <= Self.maximumPages else { throw Failure.tooManyPages(count) }
        return count
    }

    /// - Parameter output: The file that the program writes; `nil` for what it says.
    private func convert(in folder: URL, _ command: [String], to output: String?) throws -> [UInt8] {
        let said = folder.appending(path: "output")
        _ = FileManager.default.createFile(atPath: said.path, contents: nil)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/prlimit")
        process.arguments = Self.limits + command
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TMPDIR": folder.path, "HOME": folder.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let file = output.map { folder.appending(path: $0) } ?? said
        guard process.terminationReason == .exit, process.terminationStatus == 0,
            let data = FileManager.default.contents(atPath: file.path)
        else { throw Failure.damaged(self) }
        return [UInt8](data)
    }

    /// For `prlimit`: 2 GB of memory, a minute of a processor, files of 256 MB, no core dump. `timeout` ends what waits.
    private static let limits = [
        "--as=\(2 << 30)", "--cpu=60", "--fsize=\(256 << 20)", "--nofile=64", "--core=0", "--", "/usr/bin/timeout",
        "--kill-after=1", "90",
    ]
}
