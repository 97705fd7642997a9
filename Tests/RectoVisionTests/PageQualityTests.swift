import RectoCore
import RectoPictures
import RectoVision
import Testing

@Suite struct PageQualityTests {
    private func measure(_ image: GrayImage, at quad: Quad? = nil) throws -> PageQuality {
        try #require(image.withView { PageQualityMeter().measure(quad ?? Quad(image.size), in: .gray($0)) })
    }

    /// The mean over squares of pixels.
    private func blurred(_ image: GrayImage, reach: Int) -> GrayImage {
        var result = image
        result.withMutableView { target in
            image.withView { source in
                for y in reach..<source.height - reach {
                    for x in reach..<source.width - reach {
                        var sum = 0
                        for row in y - reach...y + reach {
                            for column in x - reach...x + reach { sum += Int(source.row(row)[column]) }
                        }
                        target.row(y)[x] = UInt8(sum / ((2 * reach + 1) * (2 * reach + 1)))
                    }
                }
            }
        }
        return result
    }

    @Test func blurTakesSharpnessAndHighFrequencies() throws {
        let letter = CaptureStage.letter(1, side: 480)
        let qualities = try [letter, blurred(letter, reach: 1), blurred(letter, reach: 6)].map { try measure($0) }
        #expect(qualities[0].sharpness > 1.2 * qualities[1].sharpness)
        #expect(qualities[1].sharpness > 1.2 * qualities[2].sharpness)
        #expect(try #require(qualities[0].highFrequencyRatio) > 0.3)
        #expect(try #require(qualities[2].highFrequencyRatio) < 0.2)
    }

    /// Half the light, and half the black with it.
    @Test func sharpnessIsThatOfThePageNotOfTheLight() throws {
        let letter = CaptureStage.letter(1)
        var dim = letter
        dim.withMutableView { view in
            for y in 0..<view.height { for x in 0..<view.width { view.row(y)[x] /= 2 } }
        }
        let (bright, dark) = (try measure(letter), try measure(dim))
        #expect(abs(bright.sharpness / dark.sharpness - 1) < 0.1)
        #expect(abs(bright.brightness - 210) <= 1)
        #expect(abs(dark.brightness - 105) <= 1)
        #expect(abs(bright.contrast - 150) <= 2)
    }

    @Test func aLampIsSeenOnPaperOnly() throws {
        func page(_ paper: UInt8, lamp: Bool) throws -> Float {
            try measure(
                CaptureStage.sheet { fill in
                    fill(0..<1, 0..<1, paper)
                    for line in 2..<18 { fill(0.1..<0.9, Double(line) * 0.05..<Double(line) * 0.05 + 0.01, 40) }
                    if lamp { fill(0.4..<0.6, 0.4..<0.6, 255) }
                }
            ).glareShare
        }
        #expect(try page(190, lamp: false) == 0)
        #expect(0.02...0.05 ~= (try page(190, lamp: true)))
        // White on white, and white on a dark poster, does not count as glare.
        #expect(try page(252, lamp: true) == 0)
        #expect(try page(50, lamp: true) == 0)
    }

    @Test func whitePaperThatIsBrightInPlacesIsNoLamp() throws {
        // Lit from one side, up to the maximum at the other, and noisy.
        var paper = CaptureStage.sheet(side: 480, noise: 6) { $0(0..<1, 0..<1, 238) }
        paper.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    view.row(y)[x] = UInt8(min(255, Int(view.row(y)[x]) - 20 + 36 * x / view.width))
                }
            }
        }
        #expect(try measure(paper).glareShare == 0)
    }

    /// Lit from one side, beyond the scale at the other: about a tenth of the page is white.
    @Test(arguments: [(200, 255), (200, 258), (190, 262), (180, 265)])
    func overexposedPaperIsNoLamp(dark: Int, light: Int) throws {
        var paper = CaptureStage.letter(1, side: 480)
        paper.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let level = dark + (light - dark) * x / view.width
                    view.row(y)[x] = UInt8(min(255, Int(view.row(y)[x]) * level / 210))
                }
            }
        }
        #expect(try measure(paper).glareShare == 0)
    }

    @Test func theLightAroundThePageIsThatOfItsSurroundings() throws {
        let desk = CaptureStage.sheet { fill in
            fill(0..<1, 0..<1, 160)
            fill(0.25..<0.75, 0.25..<0.75, 30)
        }
        let side = Double(desk.size.width)
        let page = Quad(width: side / 2, height: side / 2).map { $0 + Point2D(x: side / 4, y: side / 4) }
        let quality = try measure(desk, at: page)
        #expect(quality.brightness < 40)
        #expect(quality.surroundBrightness == 160)
        // Nothing is known of what is outside the frame.
        #expect(try measure(desk).surroundBrightness == 0)
    }

    @Test func theBrightnessOfThePartsTellsWhereSomethingIs() throws {
        let parts = try measure(CaptureStage.sheet { $0(0..<0.125, 0..<0.125, 30) }, at: nil).parts
        #expect(parts[0] < 120)
        #expect((1..<64).allSatisfy { parts[$0] == 210 || parts[$0] > 180 })
    }

    @Test func blankPaperHasNoHighFrequencies() throws {
        let blank = try measure(CaptureStage.sheet(noise: 3) { _ in })
        #expect(blank.highFrequencyRatio == nil)
        #expect(blank.sharpness == 0)
    }

    /// The camera's layout does not affect the result.
    @Test func everyLayoutGivesTheSameQuality() throws {
        let letter = CaptureStage.letter(1)
        var rgb = RGBImage(size: letter.size)
        rgb.withMutableView { target in
            letter.withView { source in
                for y in 0..<source.height {
                    for x in 0..<3 * source.width { target.row(y)[x] = source.row(y)[x / 3] }
                }
            }
        }
        let frame = CameraFrame(rgb)
        let (gray, quad) = (try measure(letter), Quad(letter.size))
        let signature = CaptureStage.signature(of: letter)
        func expectTheSame(_ view: FrameView) throws {
            let quality = try #require(PageQualityMeter().measure(quad, in: view))
            #expect(abs(quality.sharpness / gray.sharpness - 1) < 0.03)
            #expect(abs(quality.brightness - gray.brightness) <= 2)
            #expect(try #require(PageSignature(of: quad, in: view)).dissimilarity(to: signature) < 0.5)
        }
        try rgb.withView { try expectTheSame(.rgb($0)) }
        try DetectFrameTests.withNV12(frame, padding: 3) { try expectTheSame(.nv12($0)) }
        try DetectFrameTests.withYUYV(frame, padding: 3) { try expectTheSame(.yuyv($0)) }
        try DetectFrameTests.withYUYV(frame, padding: 3, order: .chromaFirst) { try expectTheSame(.yuyv($0)) }
    }
}
