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
