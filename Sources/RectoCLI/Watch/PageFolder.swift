import FoundationEssentials
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// Writes finished pages to a folder. Numbers continue after the pages that are in it.
struct PageFolder {
    let path: String
    let format: DocumentWriter.Format
    let jpeg: JPEGWriter
    /// The number of the last page, or the highest in the folder.
    private(set) var number: Int
    /// Whether pages are rotated so that their text is upright, if its direction is certain.
    var turnsTextUpright = false
    private var renderer = PageRenderer()

    private static let start = "page-"

    init(path: String, format: DocumentWriter.Format, jpeg: JPEGWriter) throws(UnusableInput) {
        (self.path, self.format, self.jpeg) = (path, format, jpeg)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            number = try FileManager.default.contentsOfDirectory(atPath: path).compactMap(Self.number).max() ?? 0
        } catch {
            throw UnusableInput(file: path, reason: "cannot be used as a folder for pages")
        }
        AtomicFile.removeLeftovers(in: path)
    }

    /// Straightens and cleans a page and writes its file atomically.
    /// - Returns: The file's name.
    mutating func write(_ page: Page) throws -> (file: String, rendered: RenderedPage, timings: StageTimings) {
        var page = page
        var timings = StageTimings()
        if turnsTextUpright {
            let suggestion = try timings.measure(.orient) { () throws(PageRectifier.Failure) in
                try renderer.suggestOrientation(of: page)
            }
            page.rotation = suggestion.sureRotation ?? .none
        }
        let rendered = try renderer.render(page)
        timings = timings + rendered.timings
        let file = Self.name(number + 1, format)
        let document = try DocumentWriter(path: "\(path)/\(file)", format: format, expectedPages: 1, jpeg: jpeg)
        try timings.measure(.write) { () throws(DocumentWriter.Failure) in
            try document.add(rendered.image, resolution: Resolution(dotsPerInch: rendered.dotsPerInch) ?? .assumed)
            try document.finish()
        }
        number += 1
        return (file, rendered, timings)
    }

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
