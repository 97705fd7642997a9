import RectoCore
import RectoVision
import Testing

@Suite struct PageSignatureTests {
    private static let letter = CaptureStage.letter(1)
    private static let inner = Quad(
        topLeft: Point2D(x: 1, y: 0.5), topRight: Point2D(x: 319.5, y: 1), bottomRight: Point2D(x: 319, y: 319.5),
        bottomLeft: Point2D(x: 0.5, y: 319))

    @Test func aPageIsLikeItselfUnderNoiseAndSmallShifts() {
        let signature = CaptureStage.signature(of: Self.letter)
        #expect(signature.dissimilarity(to: signature) == 0)
        #expect(signature.dissimilarity(to: CaptureStage.signature(of: CaptureStage.letter(1, noise: 12))) < 1)
        #expect(signature.dissimilarity(to: CaptureStage.signature(of: Self.letter, at: Self.inner)) < 1.5)
        #expect(signature.dissimilarity(to: CaptureStage.signature(of: CaptureStage.letter(1, side: 640))) < 1)
    }

    @Test func differentPagesAreUnlike() {
        for letter in CaptureStage.letters.dropFirst() {
            #expect(CaptureStage.letters[0].dissimilarity(to: letter) > 3)
            #expect(CaptureStage.letters[0].dissimilarityInAnyOrientation(to: letter) > 3)
        }
        #expect(CaptureStage.letters[0].dissimilarity(to: CaptureStage.blank) > 3)
    }

    /// Two lines of a form that were filled in differently.
    @Test func aFewWordsMakeADifference() {
        func form(_ places: [Double]) -> PageSignature {
            CaptureStage.signature(
                of: CaptureStage.sheet { fill in
                    for line in 1..<9 { fill(0.1..<0.9, Double(line) * 0.1..<Double(line) * 0.1 + 0.01, 80) }
                    for (line, place) in places.enumerated() {
                        fill(place..<place + 0.08, 0.15 + 0.1 * Double(line)..<0.18 + 0.1 * Double(line), 60)
                    }
                })
        }
        #expect(form([0.2, 0.3, 0.4]).dissimilarity(to: form([0.2, 0.3, 0.4])) == 0)
        #expect(form([0.2, 0.3, 0.4]).dissimilarity(to: form([0.5, 0.3, 0.6])) > 2)
    }

    @Test func aTurnedPageIsLikeInItsOrientationOnly() {
        let signature = CaptureStage.signature(of: Self.letter)
        for turns in 1..<4 {
            let turned = CaptureStage.signature(of: Self.letter, at: Quad(Self.letter.size).rotatingCorners(by: turns))
            #expect(signature.dissimilarity(to: turned) > 3)
            #expect(signature.dissimilarityInAnyOrientation(to: turned) < 0.1)
        }
    }

    @Test func shadowAndLightFallOut() {
        var image = Self.letter
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width { view.row(y)[x] = UInt8(Int(view.row(y)[x]) * (400 - x) / 400) }
            }
        }
        #expect(CaptureStage.signature(of: Self.letter).dissimilarity(to: CaptureStage.signature(of: image)) < 1.5)
    }

    @Test func nothingIsLikeNothing() {
        let noisy = CaptureStage.signature(of: CaptureStage.sheet(noise: 6) { _ in })
        #expect(CaptureStage.blank.isBlank)
        #expect(noisy.isBlank)
        #expect(!CaptureStage.letters[0].isBlank)
        #expect(noisy.dissimilarity(to: CaptureStage.blank) == 0)
    }

    @Test func signaturesThatAreHeldKeepWhatTheyShow() throws {
        let extractor = PageSignatureExtractor()
        let pages = (1...8).map { CaptureStage.letter(UInt64($0)) }
        let signatures = try pages.map { page in
            try #require(page.withView { extractor.signature(of: Quad(page.size), in: .gray($0)) })
        }
        for (page, signature) in zip(pages, signatures) {
            #expect(signature.dissimilarity(to: CaptureStage.signature(of: page)) == 0)
        }
    }

    @Test func quadsThatAreNoneGiveNoSignature() {
        let nan = Double.nan
        for corners in [
            Quad(width: 0, height: 0), Quad(width: 1e300, height: 1e300), Quad(width: nan, height: 4),
            Quad(
                topLeft: Point2D(x: 0, y: 0), topRight: Point2D(x: 300, y: 300), bottomRight: Point2D(x: 300, y: 0),
                bottomLeft: Point2D(x: 0, y: 300)),
        ] {
            Self.letter.withView { view in
                #expect(PageSignature(of: corners, in: .gray(view)) == nil)
                #expect(PageQualityMeter().measure(corners, in: .gray(view)) == nil)
            }
        }
    }
}
