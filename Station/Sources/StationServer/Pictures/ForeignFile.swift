import Foundation
import Glibc
import HTTPTypes
import Hummingbird
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
        /// The PDF is locked.
        case locked(isWrong: Bool)
        case tooManyPages(Int)
        /// All its pages together are too large or take too long.
        case tooMuch(format: String)
    }

    /// The limits of a conversion.
    struct Limits: Sendable {
        var pages: Int
        /// The maximum size of all pages together in bytes. A page of text takes less than 1 MB, a photograph 20 MB.
        var bytes: Int
        /// The time for all pages of a file, without the time in which others have their turn.
        var time: Duration

        /// For uploads, whose pages are in memory until they are stored.
        static let upload = Limits(pages: 2000, bytes: 512 << 20, time: .seconds(1200))
        /// For imports by the user of this machine.
        static let ownFiles = Limits(pages: 5000, bytes: 20 << 30, time: .seconds(7200))
    }

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

    /// The program that converts files of the format.
    var program: String {
        switch self {
        case .webp: "/usr/bin/dwebp"
        case .heif: "/usr/bin/heif-convert"
        case .pdf: "/usr/bin/pdftoppm"
        }
    }

    /// Converts a file, which takes seconds for large ones.
    /// - Returns: PNG or JPEG files, one per page.
    func pictures(of bytes: [UInt8]) throws -> [[UInt8]] {
        let pages = try ForeignPages(self, bytes, within: .upload)
        return try (0..<pages.count).map { try pages.picture(at: $0) }
    }

    /// Returns what a program prints about a file, within the same limits.
    static func output(of command: [String]) throws -> String {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return String(decoding: try ForeignFile.pdf.convert(in: folder, command, to: nil), as: UTF8.self)
    }

    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "recto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return folder
    }

    /// - Parameter output: The file that the program writes; `nil` for its standard output.
    func convert(in folder: URL, _ command: [String], to output: String?) throws -> [UInt8] {
        let (said, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [said, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/prlimit")
        process.arguments = Self.limits + command
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TMPDIR": folder.path, "HOME": folder.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let file = output.map { folder.appending(path: $0) } ?? said
        let reasons = FileManager.default.contents(atPath: errors.path).map { String(decoding: $0, as: UTF8.self) }
        let reason = reasons ?? ""
        guard !Self.exceededLimits(process, reason) else { throw Failure.tooMuch(format: name) }
        guard process.terminationReason == .exit, process.terminationStatus == 0,
            let data = FileManager.default.contents(atPath: file.path)
        else {
            guard self == .pdf, reason.contains("ncorrect password") else { throw Failure.damaged(self) }
            throw Failure.locked(isWrong: command.contains(Self.passwordOption))
        }
        return [UInt8](data)
    }

    /// Whether the system or `timeout` has ended a program, or it had too little memory.
    private static func exceededLimits(_ process: Process, _ reason: String) -> Bool {
        // Poppler then writes a page of one pixel, and reports success.
        if reason.contains("Bogus memory allocation size") { return true }
        return switch process.terminationReason {
        case .uncaughtSignal: [SIGXCPU, SIGXFSZ, SIGKILL].contains(process.terminationStatus)
        // `timeout` returns 124, or 128 and the signal.
        case .exit: [124, 128 + SIGKILL, 128 + SIGXCPU, 128 + SIGXFSZ].contains(process.terminationStatus)
        @unknown default: false
        }
    }

    /// The option before the password of a PDF.
    static let passwordOption = "-upw"

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
        case .damaged(let format): localized("This \(format.name) file is damaged.")
        case .locked(let isWrong):
            isWrong ? localized("The password is wrong.") : localized("This PDF is locked by a password.")
        case .tooMuch(let format):
            localized("This \(format) file is too much for the station at once. Split it, then try again.")
        case .tooManyPages(let count):
            localized("This PDF has \(count) pages. The limit is \(ForeignFile.Limits.upload.pages).")
        }
    }
}

extension HTTPResponse.Status {
    /// RFC 4918. The client asks for the password, and sends it with `Recto-Password`.
    static let locked = HTTPResponse.Status(code: 423, reasonPhrase: "locked")
}

extension Request {
    /// The password of a locked PDF, percent-encoded; `nil` without one.
    var filePassword: String? {
        HTTPField.Name("Recto-Password").flatMap { headers[$0]?.removingPercentEncoding }
    }
}

extension ForeignFile.Failure: AnsweredError {
    var answer: (HTTPResponse.Status, IllustratedMessage) {
        if case .locked = self { return (.locked, LibraryMessages.failed(message)) }
        return (.unprocessableContent, LibraryMessages.failed(message))
    }
}
