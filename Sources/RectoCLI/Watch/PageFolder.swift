import FoundationEssentials
import Recto
import RectoCodecs

/// Writes each captured page to a file of its own in a folder. Numbers continue after the pages that are in it.
struct PageFolder: PageOutput {
    private let path: String
    private let format: DocumentWriter.Format
    private let jpeg: JPEGWriter
    /// The number of the last page, or the highest in the folder.
    private var number: Int
    private var renderer: CapturedPageRenderer

    private static let start = "page-"

    init(
        path: String, format: DocumentWriter.Format, jpeg: JPEGWriter, renderer: CapturedPageRenderer
    ) throws(UnusableInput) {
        (self.path, self.format, self.jpeg, self.renderer) = (path, format, jpeg, renderer)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            number = try FileManager.default.contentsOfDirectory(atPath: path).compactMap(Self.number).max() ?? 0
        } catch {
            throw UnusableInput(file: path, reason: "cannot be used as a folder for pages")
        }
        AtomicFile.removeLeftovers(in: path)
    }

    /// An interrupted run leaves complete files.
    var recoveredPages: Int { 0 }

    mutating func write(_ scanned: ScannedPage) throws -> StoredPage {
        var page = scanned.page
        let (rendered, rendering) = try renderer.render(&page)
        var timings = rendering
        let file = Self.name(number + 1, format)
        let document = try DocumentWriter(path: "\(path)/\(file)", format: format, expectedPages: 1, jpeg: jpeg)
        try timings.measure(.write) { () throws(DocumentWriter.Failure) in
            try document.add(rendered.image, resolution: Resolution(dotsPerInch: rendered.dotsPerInch) ?? .assumed)
            try document.finish()
        }
        number += 1
        return StoredPage(number: number, file: file, rendered: rendered, timings: timings)
    }

    func finish() {}

    private static func name(_ number: Int, _ format: DocumentWriter.Format) -> String {
        let digits = String(number)
        let ending =
            switch format {
            case .jpeg: "jpg"
            case .tiff: "tif"
            case .png, .pdf: format.rawValue
            }
        return start + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "." + ending
    }

    /// The number of a page's file, whatever its format.
    private static func number(_ file: String) -> Int? {
        guard file.hasPrefix(start) else { return nil }
        return Int(file.dropFirst(start.count).prefix { $0 != "." })
    }
}
