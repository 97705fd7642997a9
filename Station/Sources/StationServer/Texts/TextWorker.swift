import Dispatch
import Foundation
import Glibc
import Recto
import RectoCodecs
import RectoText
import StationRules
import StationStore

/// The mode of the station's program that reads one page: see ``TextReaderProcess``.
///
/// Tesseract has had vulnerabilities and memory leaks, and a page may exceed its capabilities. In a separate process,
/// that costs one page, and the memory is released afterwards.
public enum TextWorker {
    /// The exit statuses; any other means that the process was killed.
    enum Status: Int32 {
        case done = 0
        /// The output is the reason.
        case page = 10
        /// The output is a ``TextTrouble`` as JSON.
        case unavailable = 11
    }

    /// The request for the installed languages.
    static let languages = "languages"

    /// Executes a request, writes the result to standard output, and exits.
    /// - Parameter order: ``languages``, or a ``TextOrder`` as JSON.
    public static func run(_ order: String) -> Never {
        endWithStation()
        let status: Status
        let output: [UInt8]
        do {
            (status, output) = (.done, try result(of: order))
        } catch {
            (status, output) = report(error)
        }
        do { try FileHandle.standardOutput.write(contentsOf: Data(output)) } catch { _exit(EXIT_FAILURE) }
        _exit(status.rawValue)
    }

    private static func result(of order: String) throws -> [UInt8] {
        if order == languages { return Array(installedLanguages.joined(separator: "\n").utf8) }
        let order = try JSONDecoder().decode(TextOrder.self, from: Data(order.utf8))
        stepBack(isUrgent: order.isUrgent)
        var reader = try PageTextReader(try TextReader(languages: order.languages.codes))
        let picture = try PictureReader().read(path: order.picture)
        var page = Page(
            picture.pixels, quad: PageRecord.quad(of: order.corners),
            renderOptions: RenderOptions(rotation: order.rotation), focalLength: picture.focalLength)
        page.flattening = order.flattening
        let reading = try reader.read(page)
        return StoredText(reading.text, dotsPerInch: reading.dotsPerInch).bytes
    }

    /// The languages with a model where Tesseract and Debian look for it. Two models (`osd`, `equ`) are not
    /// languages.
    private static var installedLanguages: [String] {
        let folders =
            ProcessInfo.processInfo.environment["TESSDATA_PREFIX"].map { [$0, $0 + "/tessdata"] }
            ?? ["/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tessdata", "/usr/local/share/tessdata"]
        let files = folders.lazy.compactMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }
        let models = files.map { $0.filter { $0.hasSuffix(".traineddata") }.map { String($0.dropLast(12)) } }
        return (models.first { !$0.isEmpty } ?? []).filter { !["osd", "equ"].contains($0) }.sorted()
    }

    private static func report(_ error: any Error) -> (Status, [UInt8]) {
        let trouble: TextTrouble
        switch error {
        case TextError.noLibrary: trouble = .noReader
        case TextError.missingLanguage(let language, _): trouble = .noLanguage(language)
        case TextError.unusableLanguages, TextError.languageName: trouble = .other("\(error)")
        default: return (.page, Array("\(error)".utf8))
        }
        return (.unavailable, Array(JSONAnswer.text(trouble).utf8))
    }

    /// Linux's `SCHED_IDLE`, which its headers only define for C with extensions.
    private static let idlePolicy: Int32 = 5

    /// Uses only idle time if no person waits, and makes this the first process to be killed if memory is short. If
    /// the system does not permit it, nothing changes.
    private static func stepBack(isUrgent: Bool) {
        if !isUrgent {
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            var parameters = sched_param()
            _ = sched_setscheduler(0, Self.idlePolicy, &parameters)
        }
        try? Data("1000".utf8).write(to: URL(filePath: "/proc/self/oom_score_adj"))
    }

    /// Ends when the station does for any reason: the station holds the other end of standard input.
    private static func endWithStation() {
        DispatchQueue(label: "station").async {
            var byte: UInt8 = 0
            while Glibc.read(STDIN_FILENO, &byte, 1) > 0 {}
            _exit(EXIT_FAILURE)
        }
    }
}
