import Foundation
import Glibc
import HTTPTypes
import RectoCodecs
import StationRules

/// A file in a format that the engine does not read, and its conversion to pictures that it does.
///
/// Decoders of such formats have had many vulnerabilities, so a separate program decodes each file: with limits on
/// time, memory and files, and with only the file in its folder. Its output is treated like any untrusted picture.
enum ForeignFile: String, Sendable, CaseIterable {
    case webp
    case heif
    case pdf

    /// The reason why a file could not be converted.
    enum Failure: Error, Hashable {
        /// The program is not installed.
        case noProgram(ForeignFile)
        case damaged(ForeignFile)
        case tooManyPages(Int)
        /// All its pages together are too large or take too long.
        case tooMuch(ForeignFile)
    }

    /// The limits of a conversion.
    struct Limits: Sendable {
        var pages: Int
        /// The maximum size of all pages together in bytes. A page of text takes less than 1 MB, a photograph 20 MB.
        var bytes: Int
        /// The time for all pages of a file.
        var time: Duration

        /// For uploads, whose pages are in memory until they are stored.
        static let upload = Limits(pages: 100, bytes: 512 << 20, time: .seconds(300))
        /// For imports by the user of this machine.
        static let ownFiles = Limits(pages: 5000, bytes: 20 << 30, time: .seconds(7200))
    }

    /// The resolution of rendered PDF pages. Text is sharp, and an A4 page has 9 megapixels.
    private static let dotsPerInch = 300

    /// Detects the format by the first bytes; `nil` for files that the engine reads or refuses itself.
    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
        if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4),
            ["heic", "heix", "heim", "heis", "mif1", "avif"].contains(where: { has($0, at: 8) })
        {
            self = .heif
        } else if has("%PDF-", at: 0) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// The display name.
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
    /// - Returns: PNG or JPEG files, one per page.
    func pictures(of bytes: [UInt8]) throws -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        try convert(bytes, within: .upload) { pictures.append($0) }
        return pictures
    }

    /// Converts a file page by page.
    /// - Parameter receive: Receives a PNG or JPEG file for each page.
    func convert(_ bytes: [UInt8], within limits: Limits, _ receive: ([UInt8]) throws -> Void) throws {
        guard access(program, X_OK) == 0 else { throw Failure.noProgram(self) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appending(path: "file"))
        switch self {
        case .webp:
            try receive(try convert(in: folder, [program, "-quiet", "file", "-o", "page.png"], to: "page.png"))
        case .heif: try convertPictures(in: folder, within: limits, receive)
        case .pdf: try drawPages(in: folder, within: limits, receive)
        }
    }

    /// Converts bursts and collections, whose pictures the program numbers: `page-1.jpg`, `page-2.jpg`.
    private func convertPictures(
        in folder: URL, within limits: Limits, _ receive: ([UInt8]) throws -> Void
    ) throws {
        _ = try convert(in: folder, [program, "--quiet", "-q", "95", "file", "page.jpg"], to: nil)
        let numbered = (1...limits.pages).lazy.map { folder.appending(path: "page-\($0).jpg") }
            .prefix { FileManager.default.fileExists(atPath: $0.path) }
        let files = [folder.appending(path: "page.jpg")].filter { FileManager.default.fileExists(atPath: $0.path) }
        let pictures = files.isEmpty ? Array(numbered) : files
        guard !pictures.isEmpty else { throw Failure.damaged(self) }
        for picture in pictures {
            guard let data = FileManager.default.contents(atPath: picture.path) else { throw Failure.damaged(self) }
            try receive([UInt8](data))
        }
    }

    private func drawPages(in folder: URL, within limits: Limits, _ receive: ([UInt8]) throws -> Void) throws {
        let end = ContinuousClock.now + limits.time
        let count = try pages(in: folder)
        guard count <= limits.pages else { throw Failure.tooManyPages(count) }
        var bytes = 0
        for page in 1...count {
            let range = ["-f", "\(page)", "-l", "\(page)", "-singlefile"]
            let drawn = try convert(
                in: folder, [program, "-png", "-cropbox", "-r", "\(Self.dotsPerInch)"] + range + ["file", "page"],
                to: "page.png")
            bytes += drawn.count
            guard bytes <= limits.bytes, .now < end else { throw Failure.tooMuch(self) }
            try receive(drawn)
        }
    }

    /// Returns the number of pages in a PDF.
    private func pages(in folder: URL) throws -> Int {
        let text = String(decoding: try convert(in: folder, ["/usr/bin/pdfinfo", "file"], to: nil), as: UTF8.self)
        guard let count = text.firstMatch(of: /(?m)^Pages: +(\d+)$/).flatMap({ Int($0.output.1) }), count > 0 else {
            throw Failure.damaged(self)
        }
        return count
    }

    /// - Parameter output: The file that the program writes; `nil` for its standard output.
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

    /// Arguments of `prlimit`: 2 GB of memory, one minute of processor time, files of 256 MB, no core dump. `timeout`
    /// ends a waiting process.
    private static let limits = [
        "--as=\(2 << 30)", "--cpu=60", "--fsize=\(256 << 20)", "--nofile=64", "--core=0", "--", "/usr/bin/timeout",
        "--kill-after=1", "90",
    ]
}

extension ForeignFile.Failure {
    /// The reason for the person who chose the file.
    var message: String {
        switch self {
        case .noProgram(let format):
            localized("\(format.name) files cannot be read here. Save this one as JPEG, then try again.")
        case .damaged(let format): localized("This \(format.name) file is damaged, or protected by a password.")
        case .tooMuch(let format):
            localized("This \(format.name) file is too much for the station at once. Split it, then try again.")
        case .tooManyPages(let count):
            localized("This PDF has \(count) pages. The limit is \(ForeignFile.Limits.upload.pages).")
        }
    }
}

extension ForeignFile.Failure: AnsweredError {
    var answer: (HTTPResponse.Status, IllustratedMessage) {
        (.unprocessableContent, LibraryMessages.failed(message))
    }
}
