import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoText
import RectoVision
import TestSupport
import Testing

/// Pages with sagging lines, like those of an open book.
@Suite struct BentPageTextTests {
    /// Sag of the middle of a line, in pixels: about three letters.
    private static let sag = 60.0

    private let straight: GrayImage
    private let bent: GrayImage
    private let truth: String

    init() throws {
        let page = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound, kind: .bookPage, format: .a5, language: .english,
            pixelsPerMillimetre: 200 / 25.4)
        truth = page.text
        var straight = GrayImage(size: page.image.size)
        page.image.withView { source in
            straight.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width { target.row(y)[x] = source.row(y)[3 * x + 1] }
                }
            }
        }
        self.straight = straight
        let width = straight.size.width
        bent = Self.moved(straight) { Point2D(x: $0.x, y: $0.y - Self.sinking(atX: $0.x, of: width)) }
    }

    /// The picture with each pixel taken from another place.
    private static func moved(_ picture: GrayImage, _ place: (Point2D) -> Point2D) -> GrayImage {
        var moved = picture
        picture.withView { source in
            moved.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width {
                        let point = place(Point2D(x: Double(x), y: Double(y)))
                        let (column, row) = (Int(point.x.rounded()), Int(point.y.rounded()))
                        target.row(y)[x] =
                            source.row(min(max(row, 0), source.height - 1))[min(max(column, 0), source.width - 1)]
                    }
                }
            }
        }
        return moved
    }

    private static func sinking(atX x: Double, of width: Int) -> Double {
        let across = 2 * x / Double(width) - 1
        return sag * (1 - across * across)
    }

    private func reading(_ page: Page, _ flattening: Flattening = .automatic) throws -> PageTextReader.Reading {
        var parameters = PageTextReader.Parameters()
        parameters.flattening = flattening
        var reader = try PageTextReader(try TextReader(), parameters)
        return try reader.read(page)
    }

    @Test func bentPageIsReadFlat() throws {
        let flat = try reading(Page(.gray(bent)))
        #expect(flat.isFlattened)
        #expect(DrawnPage.share(of: truth, in: flat.text) >= 0.9)
        let asItIs = try reading(Page(.gray(bent)), .off)
        #expect(!asItIs.isFlattened)
        #expect(DrawnPage.share(of: truth, in: asItIs.text) < DrawnPage.share(of: truth, in: flat.text))
    }

    /// Text placed on the page is at its words, although it was read from another picture.
    @Test func placesAreThoseOfThePageAsItIs() throws {
        let found = try reading(Page(.gray(bent))).text
        let expected = try reading(Page(.gray(straight))).text
        #expect(found.size == expected.size)
        let known = Dictionary(grouping: expected.words, by: \.text).compactMapValues {
            $0.count == 1 ? $0[0].box : nil
        }
        let scale = Double(found.size.height) / Double(bent.size.height)
        let offsets = found.words.compactMap { word -> (across: Double, down: Double)? in
            guard let box = known[word.text] else { return nil }
            let middle = (box.left + box.right) / 2
            let sinking = scale * Self.sinking(atX: middle / scale, of: bent.size.width)
            let place = (word.box.top + word.box.bottom) / 2
            return ((word.box.left + word.box.right) / 2 - middle, place - (box.top + box.bottom) / 2 - sinking)
        }
        #expect(offsets.count > 50)
        #expect(found.words.allSatisfy { $0.box.width >= 1 && $0.box.height >= 1 })
        // A letter on this page is some 30 pixels high when it is read.
        #expect(offsets.allSatisfy { abs($0.across) < 10 && abs($0.down) < 10 })
    }

    @Test func pageThatIsToBeFlatIsReadInItsOwnPlaces() throws {
        var page = Page(.gray(bent))
        page.flattening = .automatic
        let reading = try reading(page, .off)
        #expect(reading.isFlattened)
        let size = try page.render().size
        #expect(
            abs(
                Double(reading.text.size.width) / Double(reading.text.size.height)
                    - Double(size.width) / Double(size.height)) < 0.01)
    }

    /// As in a picture filled by a page, without visible corners: its right side is farther away.
    @Test func tiltedPageWithoutCornersIsStraightenedByItsLines() throws {
        let (width, height) = (Double(straight.size.width), Double(straight.size.height))
        let seen = try Quad(
            corners: [(0, 0), (width, 0.08 * height), (width, 0.92 * height), (0, height)].map {
                Point2D(x: $0.0, y: $0.1)
            })
        let map = try #require(Homography(from: seen, to: Quad(straight.size)))
        let tilted = Self.moved(straight) { map.map($0) }
        let reading = try reading(Page(.gray(tilted)))
        #expect(reading.isFlattened)
        #expect(DrawnPage.share(of: truth, in: reading.text) >= 0.9)
        // With corners it is as straight as they make it.
        #expect(try self.reading(Page(.gray(tilted), quad: Quad(tilted.size))).isFlattened == false)
    }

    /// Wrong corners that make the page illegible: its upper side is extended to three times its length.
    @Test func whereAPageIsNotReadSurelyTheWholePictureIs() throws {
        let (width, height) = (Double(straight.size.width), Double(straight.size.height))
        let wrong = try Quad(
            corners: [(0.4, 0.1), (0.6, 0.3), (1, 0.8), (0, 0.9)].map { Point2D(x: $0.0 * width, y: $0.1 * height) })
        let page = Page(.gray(straight), quad: wrong)
        var parameters = PageTextReader.Parameters()
        var reader = try PageTextReader(try TextReader(), parameters)
        let found = try reader.read(page)
        #expect(!found.isWholePicture && DrawnPage.share(of: truth, in: found.text) < 0.5)
        parameters.readsWholePicture = true
        reader = try PageTextReader(try TextReader(), parameters)
        let whole = try reader.read(page)
        #expect(whole.isWholePicture && DrawnPage.share(of: truth, in: whole.text) >= 0.9)
        #expect(String(decoding: whole.json, as: UTF8.self).contains(#""wholePicture":true"#))
        let surely = try reader.read(Page(.gray(straight), quad: Quad(straight.size)))
        #expect(!surely.isWholePicture)
    }

    @Test func flatPageIsReadAsItIs() throws {
        let reading = try reading(Page(.gray(straight)))
        #expect(!reading.isFlattened)
        let asItIs = try self.reading(Page(.gray(straight)), .off)
        #expect(reading.text == asItIs.text)
    }
}
