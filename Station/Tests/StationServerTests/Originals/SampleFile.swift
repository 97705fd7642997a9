import Foundation
import Recto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Files of every format that is imported, by their names.
enum SampleFile: String, CaseIterable {
    case jpeg = "photo.jpg"
    case png = "page.png"
    case webp = "page.webp"
    case heif = "page.heic"
    case tiff = "fax.tif"
    case gif = "drawing.gif"
    case bmp = "drawing.bmp"
    case pdf = "two.pdf"

    var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .heif: "image/heic"
        case .tiff: "image/tiff"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .pdf: "application/pdf"
        }
    }

    var pages: Int { self == .tiff || self == .pdf ? 2 : 1 }

    func bytes() throws -> [UInt8] {
        switch self {
        case .jpeg: try Photos.bytes("letter-wood")
        case .png: try Photos.page("letter-wood")
        case .webp: try Self.converted("cwebp", { ["-quiet", $0, "-o", $1] }, rawValue)
        case .heif: try Self.converted("heif-enc", { ["-q", "80", "-o", $1, $0] }, rawValue)
        case .tiff: try Self.tiff()
        case .gif: Self.gif()
        case .bmp: Self.bmp()
        case .pdf: Self.pdf(pages: [[("One", 72, 700)], [("Two", 72, 700)]], crop: nil)
        }
    }

    private static func converted(
        _ program: String, _ arguments: (String, String) -> [String], _ name: String
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let picture = folder.path("picture.jpg")
        try Data(Photos.bytes("letter-wood")).write(to: URL(filePath: picture))
        let result = try ProgramResult.runApart(program, arguments(picture, folder.path(name)))
        try #require(result.status == 0, "\(result.errors)")
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path(name))))
    }

    private static func tiff() throws -> [UInt8] {
        try written(.tiff) { writer in
            for name in ["letter-wood", "form-stripes"] {
                try writer.add(
                    try PictureReader().read(bytes: Photos.page(name)).pixels.raster,
                    resolution: try #require(Resolution(dotsPerInch: 200)))
            }
        }
    }

    private static func written(_ format: DocumentWriter.Format, _ body: (DocumentWriter) throws -> Void) throws
        -> [UInt8]
    {
        let folder = try TemporaryFolder()
        let writer = try DocumentWriter(path: folder.path("file"), format: format, expectedPages: 2)
        try body(writer)
        try writer.finish()
        return [UInt8](try Data(contentsOf: URL(filePath: folder.path("file"))))
    }

    /// A drawing of 64 × 48 pixels whose codes all have eight bits, because the table is cleared before it grows.
    private static func gif() -> [UInt8] {
        let (width, height) = (64, 48)
        var file = Array("GIF89a".utf8) + [UInt8(width), 0, UInt8(height), 0, 0xf6, 0, 0]
        for gray in 0..<128 { file += [UInt8](repeating: UInt8(gray * 2), count: 3) }
        file += [0x2c, 0, 0, 0, 0, UInt8(width), 0, UInt8(height), 0, 0, 7]
        var codes: [UInt8] = []
        for pixel in 0..<width * height {
            if pixel % 100 == 0 { codes.append(128) }
            codes.append(UInt8((pixel % width + pixel / width) % 128))
        }
        codes.append(129)
        for start in stride(from: 0, to: codes.count, by: 255) {
            let part = codes[start..<min(start + 255, codes.count)]
            file += [UInt8(part.count)] + part
        }
        return file + [0, 0x3b]
    }

    private static func bmp() -> [UInt8] {
        let (width, height) = (64, 48)
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let pixels = (0..<3 * width * height).map { UInt8(truncatingIfNeeded: $0) }
        return Array("BM".utf8) + little(54 + pixels.count, 4) + little(0, 4) + little(54, 4) + little(40, 4)
            + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 24) + pixels
    }

    // MARK: PDF

    /// Returns a digital PDF with lines of text.
    /// - Parameters:
    ///   - pages: The lines of each page with their places in points from the bottom left.
    ///   - crop: The corners of the visible part in points.
    ///   - media: The corners of each page in points.
    static func pdf(
        pages: [[(text: String, x: Int, y: Int)]], crop: String?, media: String = "0 0 595 842"
    ) -> [UInt8] {
        let contents = pages.map { lines in
            lines.map { "BT /F1 18 Tf \($0.x) \($0.y) Td (\($0.text)) Tj ET" }.joined(separator: "\n")
        }
        let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        for (index, content) in contents.enumerated() {
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [\(media)]\(crop.map { " /CropBox [\($0)]" } ?? "") "
                    + "/Resources << /Font << /F1 3 0 R >> >> /Contents \(5 + 2 * index) 0 R >>")
            objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        var (text, places) = ("%PDF-1.4\n", [Int]())
        for (index, object) in objects.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(format: "%010d 00000 n \n", place) }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// Returns a PDF with a picture of a page.
    /// - Parameter stamp: A line of text over it.
    static func scannedPDF(stamp: String?) throws -> [UInt8] {
        let page = try PictureReader().read(bytes: Photos.page("letter-wood"))
        let size = page.size
        return try written(.pdf) { writer in
            let rows = (stamp ?? "").split(separator: " ").map(String.init).chunked(7)
            let lines = rows.enumerated().map { row, words in
                let top = Double(20 + 60 * row)
                let placed = words.enumerated().map { column, word in
                    let left = Double(20 + 80 * column)
                    return PageText.Word(
                        text: word, box: PageText.Box(left: left, top: top, right: left + 60, bottom: top + 20),
                        confidence: 1, language: "eng")
                }
                let box = placed.dropFirst().reduce(placed[0].box) { $0.union($1.box) }
                return PageText.Line(
                    box: box,
                    baseline: PageText.Baseline(
                        start: Point2D(x: box.left, y: box.bottom), end: Point2D(x: box.right, y: box.bottom)),
                    direction: .leftToRight, startsParagraph: row == 0, words: placed)
            }
            let blocks = lines.first.map { first in
                [PageText.Block(box: lines.dropFirst().reduce(first.box) { $0.union($1.box) }, lines: lines)]
            }
            let text = PageText(size: size, blocks: blocks ?? [])
            try writer.add(
                page.pixels.raster, resolution: try #require(Resolution(dotsPerInch: 150)), text: text)
        }
    }
}

extension Array {
    /// Returns the elements in parts of a length.
    fileprivate func chunked(_ count: Int) -> [[Element]] {
        stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
