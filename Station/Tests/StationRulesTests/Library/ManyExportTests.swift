import RectoCore
import StationRules
import Testing

@Suite struct ManyExportTests {
    @Test("An order has usual values, and says which ones a field can have")
    func orders() throws {
        let usual = try ManyExport([:])
        #expect(usual.files == .pdf && usual.paper == .own && usual.quality == .standard)
        let order = try ManyExport([.files: "tiff", .paper: "a4", .quality: "best"])
        #expect(order.files == .tiff && order.paper == .a4 && order.quality == .best)
        let error = #expect(throws: ManyExport.Failure.self) { try ManyExport([.files: "gif"]) }
        #expect(try #require(error).description == "“files” must be one of pdf, pdfs, pdfa, jpg, png, tiff, originals.")
        for quality in ManyExport.Quality.allCases { #expect(1...100 ~= quality.jpeg) }
    }

    @Test(
        "A page lies in the middle of a sheet, in its own size; one that does not fit becomes smaller, and none is cut")
    func paper() throws {
        // A receipt of 80 × 200 mm at 300 dpi on A4.
        let receipt = try PixelSize(width: 945, height: 2362)
        let place = try #require(PaperPlace(of: receipt, dotsPerInch: 300, on: .a4))
        #expect(place.dotsPerInch == 300 && place.sheet.width == 2480 && place.sheet.height == 3508)
        #expect(place.top == 573 && place.left.isMultiple(of: 8) && abs(place.left - 767) < 8)
        // A landscape page is on a landscape sheet.
        let wide = try #require(PaperPlace(of: receipt.transposed, dotsPerInch: 300, on: .a4))
        #expect(wide.sheet == place.sheet.transposed && wide.dotsPerInch == 300)
        // A3 on Letter.
        let large = try #require(
            PaperPlace(of: try PixelSize(width: 3508, height: 4961), dotsPerInch: 300, on: .letter))
        #expect(large.dotsPerInch > 300 && large.sheet.height == 4961)
        let (across, down) = (Double(large.sheet.width) / 8.5, Double(large.sheet.height) / 11)
        #expect(abs(across - down) < 0.5)
        for (width, height) in [(1, 1), (2480, 3508), (3, 60_000), (8000, 9)] {
            for paper in [ManyExport.Paper.a4, .letter] {
                let page = try PixelSize(width: width, height: height)
                guard let place = PaperPlace(of: page, dotsPerInch: 200, on: paper) else { continue }
                #expect(place.left >= 0 && place.left + width <= place.sheet.width, "\(page) \(paper)")
                #expect(place.top >= 0 && place.top + height <= place.sheet.height, "\(page) \(paper)")
            }
        }
        #expect(PaperPlace(of: receipt, dotsPerInch: 300, on: .own) == nil)
    }

    @Test("Files that lie together have names that differ in every system")
    func names() {
        var names = FileNames()
        let titles = ["Rent 2026", "rent 2026", "Rent/2026", "../..", "", "con", "Ärztin", "Rent 2026 2"]
        #expect(
            titles.map { names.name(for: $0, ending: ".pdf") } == [
                "Rent-2026.pdf", "rent-2026-2.pdf", "Rent-2026-3.pdf", "document.pdf", "document-2.pdf", "con-1.pdf",
                "Ärztin.pdf", "Rent-2026-2-2.pdf",
            ])
    }
}
