import Foundation
import Glibc

/// The pages of a file that another program decodes, converted one by one, so that the files of several people take turns.
final class ForeignPages: Sendable {
    /// The resolution of rendered PDF pages. Text is sharp, and an A4 page has 9 megapixels.
    private static let dotsPerInch = 300

    let count: Int
    private let format: ForeignFile
    private let folder: URL
    /// The arguments with the password of a PDF.
    private let password: [String]

    /// - Parameter password: The password of a locked PDF.
    /// - Throws: ``ForeignFile/Failure``.
    init(_ format: ForeignFile, _ bytes: [UInt8], within limits: ForeignFile.Limits, password: String? = nil) throws {
        guard access(format.program, X_OK) == 0 else { throw ForeignFile.Failure.noProgram(format) }
        self.format = format
        self.password = password.map { [ForeignFile.passwordOption, $0] } ?? []
        folder = try ForeignFile.temporaryFolder()
        do {
            try Data(bytes).write(to: folder.appending(path: "file"))
            count = try Self.open(format, folder, self.password)
            guard count <= limits.pages else { throw ForeignFile.Failure.tooManyPages(count) }
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// - Returns: The number of pages.
    private static func open(_ format: ForeignFile, _ folder: URL, _ password: [String]) throws -> Int {
        switch format {
        case .webp:
            _ = try format.convert(in: folder, [format.program, "-quiet", "file", "-o", "page.png"], to: "page.png")
            return 1
        case .heif:
            // The program numbers the pictures of bursts and collections: `page-1.jpg`, `page-2.jpg`.
            _ = try format.convert(in: folder, [format.program, "--quiet", "-q", "95", "file", "page.jpg"], to: nil)
            func exists(_ name: String) -> Bool {
                FileManager.default.fileExists(atPath: folder.appending(path: name).path)
            }
            let count = exists("page.jpg") ? 1 : (1...).prefix { exists("page-\($0).jpg") }.count
            guard count > 0 else { throw ForeignFile.Failure.damaged(format) }
            return count
        case .pdf:
            let said = try format.convert(in: folder, ["/usr/bin/pdfinfo"] + password + ["file"], to: nil)
            let pages = String(decoding: said, as: UTF8.self).firstMatch(of: /(?m)^Pages: +(\d+)$/)
            guard let count = pages.flatMap({ Int($0.output.1) }), count > 0 else {
                throw ForeignFile.Failure.damaged(format)
            }
            return count
        }
    }

    /// Returns a page as a PNG or JPEG file.
    func picture(at index: Int) throws -> [UInt8] {
        switch format {
        case .webp: return try file("page.png")
        case .heif:
            return try count == 1 && (try? file("page.jpg")) != nil ? file("page.jpg") : file("page-\(index + 1).jpg")
        case .pdf:
            let range = ["-f", "\(index + 1)", "-l", "\(index + 1)", "-singlefile"]
            return try format.convert(
                in: folder,
                [format.program, "-png", "-cropbox", "-r", "\(Self.dotsPerInch)"] + password + range + [
                    "file", "page",
                ],
                to: "page.png")
        }
    }

    private func file(_ name: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: folder.appending(path: name).path) else {
            throw ForeignFile.Failure.damaged(format)
        }
        return [UInt8](data)
    }

    /// Converts the pages of a file in the ``CPUWorkQueue``, in which each page waits for its turn.
    /// - Parameter receive: Receives a PNG or JPEG file for each page.
    static func convert(
        _ format: ForeignFile, _ bytes: [UInt8], within limits: ForeignFile.Limits, password: String? = nil,
        _ receive: ([UInt8]) async throws -> Void
    ) async throws {
        let pages = try await CPUWorkQueue.exports.run {
            try ForeignPages(format, bytes, within: limits, password: password)
        }
        var (size, time) = (0, Duration.zero)
        for index in 0..<pages.count {
            try Task.checkCancellation()
            let (picture, taken) = try await CPUWorkQueue.exports.run {
                let start = ContinuousClock.now
                return (try pages.picture(at: index), .now - start)
            }
            size += picture.count
            time += taken
            guard size <= limits.bytes, time < limits.time else {
                throw ForeignFile.Failure.tooMuch(format: format.name)
            }
            try await receive(picture)
        }
    }
}
