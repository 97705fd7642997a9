import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules

/// Both pages of an open book in one picture.
extension Page {
    /// Returns the pages of an open book; a single one if the fold is uncertain. If the book is upside down, both are
    /// rotated.
    /// - Parameter file: The file of the picture.
    func bookPages(_ order: BookOrder, in file: [UInt8]) throws -> [Page] {
        try Self.bookPages(in: file, quad.map { .corners($0) } ?? .wholePicture, self.filter, order)
    }

    /// Does the same for a file.
    static func bookPages(
        in file: [UInt8], _ crop: PageScanner.Crop, _ filter: Filter, _ order: BookOrder
    ) throws -> [Page] {
        let pages = try book(in: file, crop, filter, order)
        let upright = try pages.map { try $0.upright() }
        guard pages.count > 1 else { return upright }
        return upright.allSatisfy { $0.rotation == .half } ? upright.reversed() : pages
    }

    /// Returns the half of a spread that shows the same page as a half of another picture; `nil` if either picture
    /// has no certain fold, or the page is not a half.
    /// - Parameters:
    ///   - file: The file of the spread's picture.
    ///   - other: The page's corners in the other picture, in its pixels.
    ///   - otherFile: The file of the other picture.
    func half(in file: [UInt8], like other: Quad, in otherFile: [UInt8]) throws -> Page? {
        let before = try Self.book(in: otherFile, .detected, self.filter, .leftFirst)
        let after = try Self.book(in: file, quad.map { .corners($0) } ?? .wholePicture, self.filter, .leftFirst)
        guard before.count == 2, after.count == 2,
            let side = before.firstIndex(where: {
                $0.quad.map { $0.intersectionOverUnion(with: other) > Self.minimumOverlap } == true
            })
        else { return nil }
        return after[side]
    }

    /// The minimum overlap (intersection over union) of a page's corners with those of its half of a spread, which
    /// allows for small adjustments.
    private static let minimumOverlap = 0.6

    private static func book(
        in file: [UInt8], _ crop: PageScanner.Crop, _ filter: Filter, _ order: BookOrder
    ) throws -> [Page] {
        var scanner = PageScanner(detector: try PageDetector())
        scanner.options.crop = crop
        scanner.options.renderOptions.filter = filter
        scanner.options.renderOptions.flattening = .automatic
        let picture = try PictureReader().read(bytes: file)
        return try scanner.scan(book: picture, order: order == .leftFirst ? .leftFirst : .rightFirst).scans.map {
            var page = $0.page
            page.quad = page.quad ?? Quad(page.originalSize)
            return page
        }
    }
}

extension ImportedPicture {
    /// Returns the pages in the picture: two for a book with a certain fold, if the person chose books, and for two
    /// sheets side by side.
    func pages(of choices: CaptureChoices) async throws -> [(quad: Quad?, rotation: Rotation)] {
        // Pages of PDF files are not changed.
        guard choices.subject == .book, filter != .original else { return [(quad, rotation)] }
        return try await CPUWorkQueue.shared.run {
            try Page.bookPages(in: bytes, .detected, filter, choices.order).map { ($0.quad, $0.rotation) }
        }
    }
}
