import RectoCore
import RectoPictures
import RectoVision

extension StageCase {
    /// The cost that automatic capture adds to a frame's tracking: quality for every frame, and occasionally a
    /// signature.
    static var capture: [StageCase] {
        func scene() throws -> (luma: GrayImage, picture: RGBImage, quad: Quad) {
            var options = SceneComposer.Options()
            options.background = .wood
            options.kind = .letter
            options.allowsPartial = false
            let size = try PixelSize(width: 1920, height: 1080)
            let scene = try SceneComposer(size: size, options: options)
                .compose(seed: SceneComposer.tuningSeeds.lowerBound + 2)
            guard let quad = scene.quad else { preconditionFailure("the scene has a page") }
            return (scene.picture.luma, scene.picture, quad)
        }
        return [
            StageCase("pageQualityGray") {
                let (meter, (luma, _, quad)) = (PageQualityMeter(), try scene())
                return { _ = luma.withView { meter.measure(quad, in: .gray($0)) } }
            },
            StageCase("pageQualityRGB") {
                let (meter, (_, picture, quad)) = (PageQualityMeter(), try scene())
                return { _ = picture.withView { meter.measure(quad, in: .rgb($0)) } }
            },
            StageCase("pageSignatureGray") {
                let (extractor, (luma, _, quad)) = (PageSignatureExtractor(), try scene())
                return { _ = luma.withView { extractor.signature(of: quad, in: .gray($0)) } }
            },
            StageCase("pageSignatureComparison") {
                let (luma, _, quad) = try scene()
                guard let signature = luma.withView({ PageSignature(of: quad, in: .gray($0)) }) else {
                    preconditionFailure("a page in the frame")
                }
                return { _ = signature.dissimilarity(to: signature) }
            },
            // A page at rest: its signature is compared with itself four times a second.
            StageCase("autoCaptureStep") {
                let (luma, _, quad) = try scene()
                let (quality, signature) = luma.withView { view in
                    (PageQualityMeter().measure(quad, in: .gray(view)), PageSignature(of: quad, in: .gray(view)))
                }
                var (capture, frame) = (try AutoCapture(), 0)
                return {
                    let time = Duration.milliseconds(33 * frame)
                    _ = capture.observe(
                        CaptureObservation(
                            time: time, size: luma.size, page: TrackedQuad(quad: quad, confidence: 0.95),
                            quality: quality, signature: capture.needsSignature ? signature : nil))
                    frame += 1
                }
            },
        ]
    }
}
