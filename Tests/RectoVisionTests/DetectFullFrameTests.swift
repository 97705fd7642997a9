import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Pictures that are one page from edge to edge, as made by scanners and programs: nothing is cropped.
@Suite struct DetectFullFrameTests {
    @Test("Of one flat page of each kind at most one is cropped")
    func flatPages() throws {
        var detector = try PageDetector()
        let cropped = try PageKind.allCases.filter { kind in
            let page = try PageComposer().compose(seed: 910_000, kind: kind, pixelsPerMillimetre: 3)
            return page.image.withView { detector.detect(.rgb($0)) }?.level != nil
        }
        #expect(cropped.count <= 1, "\(cropped)")
    }

    /// A light page with a box on it.
    private func page(_ paper: Int, box: Int, noise: Int) throws -> GrayImage {
        var generator = TestSupport.SeededGenerator(seed: UInt64(noise))
        var image = GrayImage(size: try PixelSize(width: 800, height: 1000))
        image.withMutableView { view in
            for y in 0..<1000 {
                for x in 0..<800 {
                    let isIn = 150..<650 ~= x && 300..<600 ~= y
                    let isBox = isIn && !(156..<644 ~= x && 306..<594 ~= y)
                    let level = isBox ? box : paper
                    view.row(y)[x] = UInt8(clamping: level + Int.random(in: -noise...noise, using: &generator))
                }
            }
        }
        return image
    }

    @Test("A box on a page is no page, whether a program or a camera made the picture", arguments: [0, 2, 6])
    func boxes(noise: Int) throws {
        var detector = try PageDetector()
        let found = try page(236, box: 40, noise: noise).withView { detector.detect(.gray($0)) }
        #expect(found?.level == nil)
    }

    @Test("A table with shaded rows is no page, whatever the paper's color and the noise", arguments: [0, 1, 3])
    func shadedTables(noise: Int) throws {
        var generator = TestSupport.SeededGenerator(seed: UInt64(noise))
        var image = RGBImage(size: try PixelSize(width: 1165, height: 1654))
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let isTable = 128..<1039 ~= x && 539..<1035 ~= y
                    let row = (y - 539) / 45
                    let isLine = x / 9 % 3 != 0 && y % 45 < 22 && x % 310 < 200 && 128..<1000 ~= x
                    let isText = isLine && (isTable || 360..<480 ~= y || 1090..<1360 ~= y)
                    let isRule = isTable && ((y - 539) % 45 < 2 || [128, 600, 870, 1037].contains { $0..<$0 + 2 ~= x })
                    let paper = !isTable ? 0 : row == 0 ? 150 : row % 2 == 0 ? 28 : 0
                    for (channel, level) in [215, 226, 239].enumerated() {
                        let value = isText ? (isTable && row == 0 ? 220 : 25) : isRule ? 60 : level - paper
                        view.row(y)[3 * x + channel] = UInt8(
                            clamping: value + Int.random(in: -noise...noise, using: &generator))
                    }
                }
            }
        }
        var detector = try PageDetector()
        #expect(image.withView { detector.detect(.rgb($0)) }?.level == nil)
    }

    @Test("Pages on a desk are found as before, also with a drawn desk that has no noise")
    func drawnDesk() throws {
        var image = GrayImage(size: try PixelSize(width: 800, height: 600))
        image.withMutableView { view in
            for y in 0..<600 { for x in 0..<800 { view.row(y)[x] = 200..<600 ~= x && 80..<520 ~= y ? 235 : 90 } }
        }
        var detector = try PageDetector()
        let found = try #require(image.withView { detector.detect(.gray($0)) })
        #expect(found.presence == .found && !found.fillsPicture)
        let page = Quad(
            topLeft: Point2D(x: 200, y: 80), topRight: Point2D(x: 600, y: 80),
            bottomRight: Point2D(x: 600, y: 520), bottomLeft: Point2D(x: 200, y: 520))
        #expect(found.quad.intersectionOverUnion(with: page) > 0.97)
    }

    /// A slide with a panel, and perhaps with print left of it.
    /// - Parameter cell: Bytes of a row, and rows, with the same noise.
    private func slide(
        panel: Quad, _ color: [UInt8], hasPrint: Bool, noise: Int, cell: Int = 1
    ) throws -> RGBImage {
        var pixels = [UInt8]()
        let size = try PixelSize(width: 1000, height: 750)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) = (Double(x), Double(y))
                let isPanel =
                    panel.topLeft.x..<panel.topRight.x ~= column && panel.topLeft.y..<panel.bottomLeft.y ~= row
                let isLine = x / 7 % 2 == 0 && y % 40 < 20
                let isText = isLine && (400..<700 ~= x && 300..<320 ~= y || hasPrint && 60..<280 ~= x && 100..<500 ~= y)
                pixels += isText ? [20, 20, 20] : isPanel ? color : [70, 120, 150]
            }
        }
        var camera = CameraNoise(seed: 3, amplitude: noise)
        camera.add(to: &pixels, width: 3 * size.width, cell: cell)
        return try RGBImage(size: size, packed: pixels)
    }

    private static func panel(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Quad {
        Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: right, y: top),
            bottomRight: Point2D(x: right, y: bottom), bottomLeft: Point2D(x: left, y: bottom))
    }

    @Test(
        "A panel on a drawn slide is no page, however narrow the slide is around it; before a camera it is",
        arguments: [
            // A large white panel, a smaller one with print around it, a colored one, and one that leaves a narrow rim.
            (panel(20, 60, 980, 730), [250, 250, 250], false), (panel(300, 60, 900, 600), [250, 250, 250], true),
            (panel(300, 60, 900, 600), [220, 200, 90], false), (panel(9, 8, 991, 742), [235, 220, 120], false),
        ] as [(Quad, [UInt8], Bool)])
    func panels(panel: Quad, color: [UInt8], hasPrint: Bool) throws {
        var detector = try PageDetector()
        let drawn = try slide(panel: panel, color, hasPrint: hasPrint, noise: 0).withView { detector.detect(.rgb($0)) }
        #expect(drawn?.presence == .fillsPicture)
        let photo = try slide(panel: panel, color, hasPrint: hasPrint, noise: 3).withView { detector.detect(.rgb($0)) }
        #expect(photo?.presence == .found)
    }

    @Test("A level sheet before a camera whose picture is enlarged is a page, though most of its pixels are equal")
    func enlarged() throws {
        var detector = try PageDetector()
        let panel = Self.panel(20, 60, 980, 730)
        let frame = try slide(panel: panel, [230, 230, 230], hasPrint: false, noise: 2, cell: 66)
        let found = try #require(frame.withView { detector.detect(.rgb($0)) })
        #expect(found.presence == .found && found.quad.intersectionOverUnion(with: panel) > 0.97)
    }

    @Test("A screen that is blacker than ink is no page, a black cover is one", arguments: [(6, false), (34, true)])
    func screens(level: Int, isPage: Bool) throws {
        let size = try PixelSize(width: 1000, height: 750)
        let screen = Self.panel(210, 190, 800, 560)
        var pixels = [UInt8](repeating: 225, count: size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                // A wall, and a desk below it.
                if y > 600 { pixels[y * size.width + x] = 160 }
                let isIn = 210..<800 ~= x && 190..<560 ~= y
                let isText = 400..<640 ~= x && 360..<400 ~= y && x / 8 % 2 == 0
                if isIn { pixels[y * size.width + x] = isText ? 200 : UInt8(level) }
            }
        }
        var noise = CameraNoise(seed: 4, amplitude: 4)
        noise.add(to: &pixels, width: size.width)
        var detector = try PageDetector()
        let found = try #require(try GrayImage(size: size, packed: pixels).withView { detector.detect(.gray($0)) })
        #expect(found.quad.intersectionOverUnion(with: screen) > 0.97)
        #expect(found.level == (isPage ? .capture : nil))
    }

    @Test("A photo with a black border is no page, a page with one is", arguments: [20, 30])
    func blackBorders(width: Int) throws {
        var detector = try PageDetector()
        let room = try framed(try patches(), width: width)
        #expect(room.withView { detector.detect(.rgb($0)) }?.level == nil)
        let page = try PageComposer().compose(seed: 920_004, kind: .letter, pixelsPerMillimetre: 4)
        let scan = try framed(page.image, width: width)
        let found = scan.withView { detector.detect(.rgb($0)) }
        #expect(found?.level != nil)
    }

    /// A picture of many colors, like a room.
    private func patches() throws -> RGBImage {
        var generator = TestSupport.SeededGenerator(seed: 7)
        let colors = (0..<3 * 130).map { _ in Int.random(in: 30...225, using: &generator) }
        var image = RGBImage(size: try PixelSize(width: 900, height: 700))
        image.withMutableView { view in
            for y in 0..<700 {
                for x in 0..<900 {
                    let patch = (y + x / 3) / 77 % 10 * 13 + (x + y / 4) / 85 % 13
                    for channel in 0..<3 {
                        let level = colors[3 * patch + channel] + Int.random(in: -4...4, using: &generator)
                        view.row(y)[3 * x + channel] = UInt8(clamping: level)
                    }
                }
            }
        }
        return image
    }

    /// The picture with a black border around it.
    private func framed(_ picture: RGBImage, width: Int) throws -> RGBImage {
        let size = try PixelSize(width: picture.size.width + 2 * width, height: picture.size.height + 2 * width)
        var image = RGBImage(size: size)
        image.withMutableView { target in
            picture.withView { source in
                for y in 0..<size.height {
                    for x in 0..<3 * size.width { target.row(y)[x] = 2 }
                    let row = y - width
                    guard 0..<picture.size.height ~= row else { continue }
                    for x in 0..<3 * picture.size.width { target.row(y)[3 * width + x] = source.row(row)[x] }
                }
            }
        }
        return image
    }
}
