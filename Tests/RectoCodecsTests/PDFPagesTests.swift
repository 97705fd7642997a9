import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Pages of PDF files, as drawn by Poppler.
@Suite(
    "Pages of PDF files",
    .enabled(
        if: ["pdftoppm", "qpdf"].allSatisfy(ProgramResult.isInstalled), "poppler-utils and qpdf are not installed"))
struct PDFPagesTests {
    /// A file with one page for each entry, with a black square from 100 to 150 units at the lower left.
    private static func file(_ pages: [String]) -> [UInt8] {
        let drawing = "0 0 0 rg 100 100 50 50 re f"
        var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
        let kids = pages.indices.map { "\(4 + $0) 0 R" }.joined(separator: " ")
        objects.append("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
        objects.append("<< /Length \(drawing.count) >>\nstream\n\(drawing)\nendstream")
        objects += pages.map { "<< /Type /Page /Parent 2 0 R /Contents 3 0 R \($0) >>" }
        var text = "%PDF-1.7\n"
        var places: [Int] = []
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

    /// The place of the square in pixels, weighted by darkness.
    private func center(_ picture: Picture) -> (x: Double, y: Double)? {
        var (sumX, sumY, count) = (0, 0, 0)
        let bytes = picture.gray.packedBytes
        for (index, level) in bytes.enumerated() where level < 128 {
            (sumX, sumY, count) = (sumX + index % picture.size.width, sumY + index / picture.size.width, count + 1)
        }
        return count == 0 ? nil : (Double(sumX) / Double(count) + 0.5, Double(sumY) / Double(count) + 0.5)
    }

    @Test("Boxes and turns are those that viewers show")
    func boxesAndTurns() throws {
        let box = "/MediaBox [0 0 400 300]"
        let document = try PictureDocument(
            bytes: Self.file([
                box, "\(box) /CropBox [50 50 250 200]", "\(box) /Rotate 90",
                "\(box) /CropBox [50 50 250 200] /Rotate 270",
                "/MediaBox [-50 -50 350 250]",
            ]))
        #expect(document.format == .pdf && document.pageCount == 5)
        let sizes = [(400, 300), (200, 150), (300, 400), (150, 200), (400, 300)]
        let centers = [(125, 175), (75, 75), (125, 125), (75, 125), (175, 125)]
        for (page, (size, center)) in zip(sizes, centers).enumerated() {
            let picture = try document.picture(at: page)
            let scale = 300.0 / 72
            #expect(abs(Double(picture.size.width) - Double(size.0) * scale) <= 1)
            #expect(abs(Double(picture.size.height) - Double(size.1) * scale) <= 1)
            let found = try #require(self.center(picture))
            #expect(abs(found.x - Double(center.0) * scale) < 2 && abs(found.y - Double(center.1) * scale) < 2)
            #expect(abs(try #require(picture.resolution).horizontal - 300) < 0.01)
        }
    }

    @Test("Scanned pages keep their pixels and state their resolution", arguments: [100.0, 150, 200, 299.7, 300, 600])
    func scansKeepTheirPixels(dotsPerInch: Double) throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 4)
        let resolution = try #require(Resolution(dotsPerInch: dotsPerInch))
        let size = try PixelSize(
            width: Int(3.1 * dotsPerInch) + 1, height: Int(4.3 * dotsPerInch) + 1)
        let ink: BilevelImage = random.noise(size)
        let writer = try PDFWriter(path: folder.path("a.pdf"))
        try writer.add(.bilevel(ink), resolution: resolution)
        try writer.finish()
        let picture = try PictureReader().read(path: folder.path("a.pdf"))
        #expect(picture.size == size)
        #expect(abs(try #require(picture.resolution).horizontal / dotsPerInch - 1) < 0.01)
        #expect(picture.gray == GrayImage(ink))
    }

    @Test("Units of pages count", arguments: [2, 5])
    func userUnits(unit: Int) throws {
        let file = Self.file(["/MediaBox [0 0 200 200] /UserUnit \(unit)", "/MediaBox [0 0 200 200]"])
        let document = try PictureDocument(bytes: file)
        for (page, unit) in [unit, 1].enumerated() {
            let picture = try document.picture(at: page)
            let inches = Double(picture.size.width) / (try #require(picture.resolution).horizontal)
            #expect(abs(inches - 200 * Double(unit) / 72) < 0.02)
        }
    }

    @Test("Passwords open encrypted files, of the user or the owner")
    func passwords() throws {
        let folder = try TemporaryFolder()
        try Data(Self.file(["/MediaBox [0 0 200 200]"])).write(to: URL(filePath: folder.path("a.pdf")))
        let arguments = ["--encrypt", "user", "owner", "256", "--", folder.path("a.pdf"), folder.path("b.pdf")]
        try #require(try ProgramResult.run("qpdf", arguments).status == 0)
        var reader = PictureReader()
        #expect(throws: PictureError.passwordNeeded) { try reader.read(path: folder.path("b.pdf")) }
        reader.password = "wrong"
        #expect(throws: PictureError.passwordNeeded) { try reader.read(path: folder.path("b.pdf")) }
        for password in ["user", "owner"] {
            reader.password = password
            #expect(try reader.read(path: folder.path("b.pdf")).size.width > 800)
        }
    }

    @Test("Limits hold, and damage is said")
    func limitsAndDamage() throws {
        let file = Self.file(["/MediaBox [0 0 14000 14000]", "/MediaBox [0 0 200 200]"])
        var reader = PictureReader()
        reader.limits.pixels = 1 << 20
        #expect(try reader.read(bytes: file).size.area <= 1 << 20)
        reader.limits.pages = 1
        #expect(throws: PictureError.tooManyPages(limit: 1)) { try reader.read(bytes: file) }
        reader.limits = PictureReader.Limits()
        reader.limits.seconds = 0.001
        #expect(throws: PictureError.tooSlow(.pdf)) { try reader.read(bytes: file) }
        let error = #expect(throws: PictureError.self) {
            try PictureReader().read(bytes: Array("%PDF-1.7\nnothing".utf8))
        }
        guard case .corrupt(.pdf, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
