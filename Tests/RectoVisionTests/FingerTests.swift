import RectoCore
import RectoVision
import Testing

@Suite struct FingerTests {
    /// The mean and the largest difference between two pages, inside a grown box or outside it.
    private func difference(
        _ a: RGBImage, _ b: RGBImage, within finger: PageFinger, grownBy margin: Int, inside: Bool = true
    ) -> (mean: Double, most: Int) {
        var (sum, count, most) = (0, 0, 0)
        let columns = finger.left - margin..<finger.left + finger.width + margin
        let rows = finger.top - margin..<finger.top + finger.height + margin
        a.withView { a in
            b.withView { b in
                for y in 0..<a.height {
                    for x in 0..<a.width where (columns ~= x && rows ~= y) == inside {
                        for byte in 3 * x..<3 * x + 3 {
                            let difference = abs(Int(a.row(y)[byte]) - Int(b.row(y)[byte]))
                            (sum, count, most) = (sum + difference, count + 1, max(most, difference))
                        }
                    }
                }
            }
        }
        return (Double(sum) / Double(max(count, 1)), most)
    }

    @Test(arguments: 0..<4, FingerPage.skins.indices)
    func fingerBecomesPaper(side: Int, skin: Int) throws {
        let clean = try FingerPage()
        var page = clean
        page.lay(FingerPage.skins[skin], at: side, shade: 0.55)
        let fingers = page.fingers
        #expect(fingers.map(\.reason) == [nil])
        let finger = try #require(fingers.first)
        let (depth, breadth) =
            side % 2 == 0 ? (finger.width, finger.height) : (finger.height, finger.width)
        #expect(36...48 ~= depth && 28...40 ~= breadth)
        let filled = page.filled
        #expect(difference(page.image, clean.image, within: finger, grownBy: 2).mean > 30)
        let left = difference(filled, clean.image, within: finger, grownBy: 20)
        #expect(left.mean < 2 && left.most < 16)
        #expect(difference(filled, page.image, within: finger, grownBy: 20, inside: false).most == 0)
    }

    /// A finger found in the reduced picture is filled on the page, in color and in gray.
    @Test func largerPageIsFilledToo() throws {
        var page = try FingerPage()
        page.lay(FingerPage.skins[2], at: 0, shade: 0.55)
        let fill = page.fill
        let size = try PixelSize(width: 1060, height: 1500)
        let finger = try #require(fill.fingers(on: size).first)
        #expect(finger.left == 0 && 95...115 ~= finger.width && abs(finger.top + finger.height / 2 - 750) < 8)
        var gray = GrayImage(size: size)
        gray.withMutableView { view in
            for y in 0..<1500 {
                for x in 0..<1060 { view.row(y)[x] = x < 110 && abs(y - 750) < 42 ? 120 : 200 }
            }
            fill.paint(view)
            #expect(view.row(750)[0] == 200 && view.row(750)[100] == 200 && view.row(712)[40] == 200)
        }
    }

    @Test(arguments: [0, 5]) func fingerOnPrintIsLeft(skin: Int) throws {
        for margin in [20, 40, 50] {
            var page = try FingerPage(margin: margin)
            page.lay(FingerPage.skins[skin], at: 0, shade: 0.55)
            #expect(page.fingers.map(\.reason) == [.print])
            #expect(page.filled == page.image)
        }
    }

    /// One letter is enough.
    @Test(arguments: 0..<4) func fingerBesideALetterIsLeft(side: Int) throws {
        var page = try FingerPage()
        page.lay(FingerPage.skins[1], at: side, shade: 0.55)
        #expect(page.fingers.map(\.reason) == [nil])
        let (x, y) = [(49, 300), (212, 49), (370, 300), (212, 545)][side]
        page.write(0.3, columns: x..<x + 5, rows: y..<y + 6)
        #expect(page.fingers.map(\.reason) == [.print])
        #expect(page.filled == page.image)
    }

    @Test(arguments: FingerPage.skins.indices) func tabOfSkinsColorIsLeft(skin: Int) throws {
        let color = FingerPage.skins[skin]
        var page = try FingerPage()
        page.lay(color, at: 2, shade: 1)
        #expect(page.fingers.map(\.reason) == [.shading])
        page.write(0.5, columns: 384..<416, rows: 292..<308)
        #expect(page.fingers.map(\.reason) == [.print])
        page = try FingerPage()
        page.paint { x, y, _ in x < 40 && 280..<320 ~= y ? color : nil }
        #expect(page.fingers.map(\.reason) == [.outline])
        #expect(page.filled == page.image)
    }

    /// Index stickers, shaded like fingers.
    @Test(
        arguments: [[230, 40, 40], [250, 220, 60], [90, 190, 80], [80, 140, 220], [250, 120, 190]] as [SIMD3<Double>])
    func coloredStickerIsNone(color: SIMD3<Double>) throws {
        var page = try FingerPage()
        page.lay(color, at: 2, shade: 0.55)
        #expect(page.fingers.isEmpty)
    }

    @Test func paperOfSkinsColorIsLeft() throws {
        for paper in [[205, 165, 130], [181, 142, 98], [150, 110, 80]] as [SIMD3<Double>] {
            var page = try FingerPage(paper: paper)
            #expect(page.fingers.isEmpty)
            page.lay(FingerPage.skins[2], at: 0, shade: 0.55)
            #expect(page.filled == page.image)
        }
    }

    /// Skin-colored photos at the border: a box, and a round shape in a box.
    @Test func photoAtTheMarginIsLeft() throws {
        for side in 0..<2 {
            var page = try FingerPage()
            page.paint { x, y, _ in
                guard (side == 0 ? x : y) < 70, 190..<300 ~= (side == 0 ? y : x) else { return nil }
                return FingerPage.skins[3] * (0.8 + 0.2 * ridges(x, y))
            }
            #expect(page.filled == page.image)
            page = try FingerPage()
            page.paint { x, y, _ in x < 80 && 240..<360 ~= y ? SIMD3(90, 120, 160) : nil }
            page.lay(FingerPage.skins[1], at: 0, shade: 0.55)
            #expect(page.fingers.map(\.reason) == [.surroundings])
            #expect(page.filled == page.image)
        }
    }

    private func ridges(_ x: Int, _ y: Int) -> Double { Double((x / 9 + y / 7) % 5 - 2) / 2 }

    /// Each is too large, too small, flat on the border, or lies over a corner.
    @Test func whatHasNotTheSizeOfAFingerIsNone() throws {
        for (depth, breadth, place) in [(44.0, 120.0, 0.5), (200, 34, 0.5), (8, 30, 0.5), (44, 34, 0.02)] {
            var page = try FingerPage(margin: 210)
            page.lay(FingerPage.skins[2], at: 0, place: place, depth: depth, breadth: breadth, shade: 0.55)
            #expect(page.filled == page.image)
        }
    }

    @Test func severalFingersAreFoundEach() throws {
        var page = try FingerPage()
        page.lay(FingerPage.skins[0], at: 0, shade: 0.55)
        page.lay(FingerPage.skins[5], at: 2, place: 0.3, shade: 0.55)
        page.lay(FingerPage.skins[3], at: 3, shade: 1)
        #expect(page.fingers.compactMap(\.reason) == [.shading])
        #expect(page.fingers.count == 3)
        #expect(page.fingers == page.fingers)
    }

    @Test func pageWithoutFingersStaysAsItIs() throws {
        let page = try FingerPage()
        #expect(page.fingers.isEmpty)
        #expect(page.filled == page.image)
    }

    @Test func pagesOfAllSizesAndNoPaperAreTaken() throws {
        for (width, height) in [(1, 1), (1, 600), (600, 1), (2, 300), (299, 299), (300, 300)] {
            for level in [0, 128, 255] as [UInt8] {
                let size = try PixelSize(width: width, height: height)
                for color in [[level, level, level], [205, 150, 115]] as [[UInt8]] {
                    let bytes = (0..<size.area).flatMap { _ in color }
                    let image = try RGBImage(size: size, packed: bytes)
                    #expect(image.withView { FingerFill($0) }.fingers(on: size).isEmpty)
                }
            }
        }
    }
}
