import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct EnhanceToneTests {
    private struct WrongPixels: Error {}

    private func enhance(_ page: GrayImage, _ filter: Filter) throws -> GrayImage {
        var enhancer = Enhancer()
        guard case .gray(let image) = page.withView({ enhancer.enhance($0, as: filter) }) else { throw WrongPixels() }
        return image
    }

    private func enhance(_ page: RGBImage, _ filter: Filter) throws -> RGBImage {
        var enhancer = Enhancer()
        guard case .rgb(let image) = page.withView({ enhancer.enhance($0, as: filter) }) else { throw WrongPixels() }
        return image
    }

    private func pixel(_ image: RGBImage, _ x: Int, _ y: Int) -> (r: Int, g: Int, b: Int) {
        image.withView { (Int($0.row(y)[3 * x]), Int($0.row(y)[3 * x + 1]), Int($0.row(y)[3 * x + 2])) }
    }

    @Test(arguments: [(1, 1), (3, 2), (16, 15), (31, 47)], Filter.allCases)
    func everyFilterKeepsEverySize(size: (width: Int, height: Int), filter: Filter) throws {
        var random = SeededGenerator(seed: 8)
        var enhancer = Enhancer()
        let gray = try TestPage.gray(size.width, size.height) { _, _ in random.uniform(0...255) }
        let rgb = try TestPage.rgb(size.width, size.height) { _, _ in (0..<3).map { _ in random.uniform(0...255) } }
        #expect(gray.withView { enhancer.enhance($0, as: filter) }.size == gray.size)
        #expect(rgb.withView { enhancer.enhance($0, as: filter) }.size == rgb.size)
    }

    @Test(arguments: [Filter.grayscale, .color])
    func paperBecomesWhiteAndInkDark(filter: Filter) throws {
        var random = SeededGenerator(seed: 6)
        let page = try TestPage.gray(520, 420) { x, y in
            (1 - 0.6 * Double(y) / 420) * (TestPage.isText(x, y) ? 70 : 210) + 2 * random.normal()
        }
        let bytes = try enhance(page, filter).packedBytes
        var (paper, ink) = ([UInt8](), [UInt8]())
        for y in 25..<415 {
            for x in 25..<515 {
                if TestPage.isText(x, y) { ink.append(bytes[y * 520 + x]) } else { paper.append(bytes[y * 520 + x]) }
            }
        }
        paper.sort()
        ink.sort()
        #expect(paper[paper.count / 50] >= 225)
        #expect(paper[paper.count / 4] >= 245)
        #expect(ink[ink.count * 19 / 20] < 80)
    }

    /// Warm, uneven light on white paper: a stamp, a highlighter and black ink keep their hues.
    @Test func colorsKeepTheirHue() throws {
        let page = try TestPage.rgb(600, 480) { x, y in
            let light = 1 - 0.5 * Double(x) / 600
            let warm = [1.0, 0.92, 0.78]
            let surface: [Double] =
                if 300..<360 ~= x && 300..<360 ~= y {
                    [200, 40, 50]
                } else if 100..<180 ~= x && 380..<400 ~= y {
                    [235, 235, 90]
                } else if TestPage.isText(x, y) && y < 280 {
                    [40, 40, 40]
                } else {
                    [230, 230, 230]
                }
            return (0..<3).map { surface[$0] * light * warm[$0] }
        }
        let result = try enhance(page, .color)
        for (x, y) in [(60, 350), (500, 350), (250, 450)] {
            let paper = pixel(result, x, y)
            #expect(min(paper.r, paper.g, paper.b) >= 245)
        }
        let stamp = pixel(result, 330, 330)
        #expect(stamp.r > 150 && stamp.g < 70 && stamp.b < 80)
        let marker = pixel(result, 140, 390)
        #expect(marker.r > 220 && marker.g > 220 && marker.b < 140)
    }

    @Test func coloredPaperStaysColored() throws {
        let page = try TestPage.rgb(400, 400) { x, y in
            TestPage.isText(x, y) ? [40, 40, 30] : [225, 190, 60].map { $0 * (1 - 0.3 * Double(y) / 400) }
        }
        let paper = pixel(try enhance(page, .color), 200, 10)
        #expect(paper.r > 230 && paper.b < 130)
        let below = pixel(try enhance(page, .color), 10, 390)
        #expect(abs(paper.r - below.r) < 12 && abs(paper.b - below.b) < 12)
    }

    /// A broad band and bars of a color under uneven light are not mistaken for shaded paper.
    @Test func coloredFillsAreNotBleached() throws {
        let band: [Double] = [130, 45, 110]
        let bar: [Double] = [20, 110, 105]
        let page = try TestPage.rgb(640, 480) { x, y in
            let surface: [Double] =
                if y < 90 {
                    band
                } else if 300..<380 ~= y && x % 160 < 70 {
                    bar
                } else if TestPage.isText(x, y) && 120..<280 ~= y {
                    [40, 40, 40]
                } else {
                    [228, 228, 228]
                }
            return surface.map { $0 * (1 - 0.25 * Double(x) / 640) }
        }
        let result = try enhance(page, .color)
        for x in stride(from: 20, to: 620, by: 40) {
            let color = pixel(result, x, 40)
            #expect(color.r < 190 && color.g < 100 && color.b < 170, "band at \(x): \(color)")
        }
        for x in stride(from: 10, to: 640, by: 160) {
            for x in [x, x + 25, x + 50] {
                let color = pixel(result, x, 340)
                #expect(color.r < 80 && color.g < 170 && color.b < 170, "bar at \(x): \(color)")
            }
        }
    }

    /// A dark picture on a page is not brightened to white.
    @Test func picturesAreNotBleached() throws {
        let picture = 160..<480
        let tones: [Double] = [103, 55, 25, 22, 126, 139, 99, 115, 91, 142, 126, 20, 131, 24, 115, 43]
        let page = try TestPage.gray(640, 640) { x, y in
            if picture ~= x && picture ~= y { return tones[((y - 160) / 80) * 4 + (x - 160) / 80] }
            return TestPage.isText(x, y) ? 50 : 225
        }
        let bytes = try enhance(page, .grayscale).packedBytes
        let changes = tones.enumerated().map { i, tone in
            abs(Double(bytes[(200 + 80 * (i / 4)) * 640 + 200 + 80 * (i % 4)]) - tone)
        }
        // Picture cells without darker neighbors may still be mistaken for shaded paper.
        #expect(changes.count { $0 < 45 } >= 12)
    }

    /// A page under uneven light with a picture whose sky is nearly as bright as the paper.
    private func pageWithPicture(side: Int = 640, picture: Range<Int>) throws -> RGBImage {
        try TestPage.rgb(side, side) { x, y in
            let surface: [Double] =
                if picture ~= x && picture ~= y {
                    Self.pictureColor(y, in: picture)
                } else if TestPage.isText(x, y) {
                    [40, 40, 40]
                } else {
                    [228, 228, 228]
                }
            return surface.map { $0 * (1 - 0.3 * Double(x) / Double(side)) }
        }
    }

    /// A gradient from a light sky down to a meadow.
    private static func pictureColor(_ y: Int, in picture: Range<Int>) -> [Double] {
        let share = Double(y - picture.lowerBound) / Double(picture.count)
        return share < 0.6 ? [130 + 50 * share, 170 + 30 * share, 215] : [70, 130 - 60 * share, 50]
    }

    @Test("a picture on a page in color keeps its tones, its light parts too, and paper becomes white")
    func picturesInColorKeepTheirTones() throws {
        let picture = 200..<480
        let result = try enhance(try pageWithPicture(picture: picture), .color)
        for (x, y) in [(230, 230), (340, 300), (450, 340), (230, 420), (450, 450)] {
            let (seen, surface) = (pixel(result, x, y), Self.pictureColor(y, in: picture))
            let difference = zip([seen.r, seen.g, seen.b], surface).map { abs(Double($0) - $1 * 250 / 228) }
            #expect(difference.allSatisfy { $0 < 16 }, "(\(x), \(y)): \(seen), not \(surface)")
        }
        for (x, y) in [(10, 10), (620, 100), (100, 300), (560, 600)] where !TestPage.isText(x, y) {
            let paper = pixel(result, x, y)
            #expect(min(paper.r, paper.g, paper.b) >= 240, "(\(x), \(y)): \(paper)")
        }
    }

    /// A page under uneven light with a light gray picture of a dark figure, which may cover most of the page.
    private func pageWithGrayPicture(width: Int, height: Int, x picture: Range<Int>, y rows: Range<Int>) throws
        -> RGBImage
    {
        try TestPage.rgb(width, height) { x, y in
            let isPicture = picture ~= x && rows ~= y
            let isFigure = abs(x - (picture.lowerBound + picture.upperBound) / 2) < picture.count / 6
            let surface = isPicture ? (isFigure && y > rows.lowerBound + rows.count / 4 ? 60.0 : 200) : 228
            let light = 1 - 0.15 * Double(x) / Double(width)
            return [surface, surface, surface].map { $0 * light }
        }
    }

    @Test("a light gray picture on a page keeps its tones up to its sides")
    func grayPicturesKeepTheirTones() throws {
        let page = try pageWithGrayPicture(width: 800, height: 640, x: 240..<560, y: 160..<480)
        let result = try enhance(page, .color)
        for (x, y) in [(280, 200), (400, 200), (520, 200), (280, 440), (520, 440)] {
            let seen = pixel(result, x, y)
            #expect(200...230 ~= seen.g, "(\(x), \(y)): \(seen)")
        }
        #expect(pixel(result, 400, 400).g < 90)
        for (x, y) in [(40, 40), (760, 40), (200, 320), (600, 320), (400, 600)] {
            let paper = pixel(result, x, y)
            #expect(min(paper.r, paper.g, paper.b) >= 245, "(\(x), \(y)): \(paper)")
        }
    }

    @Test("the white border of a photograph becomes white, and the photograph keeps its tones")
    func bordersOfPhotographsBecomeWhite() throws {
        let page = try pageWithGrayPicture(width: 960, height: 720, x: 48..<912, y: 48..<672)
        let result = try enhance(page, .color)
        for (x, y) in [(12, 360), (480, 12), (948, 360), (480, 708)] {
            let border = pixel(result, x, y)
            #expect(min(border.r, border.g, border.b) >= 240, "(\(x), \(y)): \(border)")
        }
        for (x, y) in [(120, 120), (120, 600), (840, 120), (840, 600)] {
            let seen = pixel(result, x, y)
            #expect(195...232 ~= seen.g, "(\(x), \(y)): \(seen)")
        }
    }

    @Test("a shadow that falls in from the page's border is no picture, whatever lies in it")
    func shadowsAreNoPictures() throws {
        let page = try TestPage.rgb(800, 640) { x, y in
            let surface: [Double] = 300..<380 ~= x && 500..<580 ~= y ? [150, 30, 40] : [228, 228, 228]
            return surface.map { $0 * (x > 200 && y > 400 ? 0.8 : 1) }
        }
        let result = try enhance(page, .color)
        for (x, y) in [(600, 560), (480, 460), (260, 600), (100, 300)] {
            let paper = pixel(result, x, y)
            #expect(min(paper.r, paper.g, paper.b) >= 240, "(\(x), \(y)): \(paper)")
        }
    }

    @Test("a photograph without paper around it has in color the tones of a photo")
    func photographsKeepTheirTones() throws {
        let page = try TestPage.rgb(480, 400) { x, y in
            [Double(60 + x / 4), Double(90 + y / 5), Double(200 - (x + y) / 8)]
        }
        let (color, photo) = (try enhance(page, .color), try enhance(page, .photo))
        #expect(color == photo)
    }

    @Test func photoUsesTheWholeRangeAndKeepsOrder() throws {
        let page = try TestPage.gray(256, 64) { x, _ in 60 + 130 * Double(x) / 255 }
        let row = try enhance(page, .photo).withView { view in (0..<256).map { Int(view.row(10)[$0]) } }
        #expect(row[2] < 25 && row[253] > 235)
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func originalChangesNothing() throws {
        let colors = try TestPage.rgb(64, 48) { x, y in [Double(4 * x), Double(5 * y), 77] }
        let gray = try TestPage.gray(64, 48) { x, y in Double(2 * x + y) }
        #expect(try enhance(colors, .original).packedBytes == colors.packedBytes)
        #expect(try enhance(gray, .original).packedBytes == gray.packedBytes)
    }

    @Test func photoKeepsStrongColors() throws {
        let page = try TestPage.rgb(200, 100) { x, _ in x < 100 ? [30, 60, 170] : [220, 200, 190] }
        let blue = pixel(try enhance(page, .photo), 50, 50)
        #expect(blue.b > 2 * blue.r && blue.b > 2 * blue.g - 20)
    }
}
