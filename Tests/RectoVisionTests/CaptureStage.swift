import RectoCore
import RectoVision
import TestSupport

/// A stream of synthetic observations, and the responses of automatic capture.
struct CaptureStage {
    /// Content of the frames during some time.
    struct View {
        /// The page in shares of the frame's width and height.
        var page: Quad? = Quad(
            topLeft: Point2D(x: 0.2, y: 0.1), topRight: Point2D(x: 0.8, y: 0.1), bottomRight: Point2D(x: 0.8, y: 0.9),
            bottomLeft: Point2D(x: 0.2, y: 0.9))
        /// What is seen without a page.
        var glimpse: PageGlimpse?
        var confidence = 0.95
        var occluded: TrackedQuad.Sides = []
        var identity = 1
        /// The page's previous identity, if its outline is corrected.
        var formerIdentity: Int?
        /// Speed of the corners to the right, in roots of the page's area per second.
        var speed = 0.0
        var sharpness: Float = 1
        var highFrequencyRatio: Float? = 0.3
        var brightness: Float = 200
        /// Brightness around the page.
        var surroundBrightness: Float = 0
        var glare: Float = 0
        /// Brightness of all parts of the page.
        var parts: UInt8 = 150
        var signature: PageSignature? = CaptureStage.letters[0]

        static let nothing = View(page: nil)
    }

    struct Step {
        /// Time in seconds.
        var time: Double
        var decision: AutoCapture.Decision
    }

    let size: PixelSize
    let rate: Double
    var capture: AutoCapture
    /// Time of the next frame, in seconds.
    private(set) var time = 0.0
    /// How far pages have moved to the right, in roots of their area.
    private var way = 0.0
    /// Beyond this way they turn back, so that they stay in the frame.
    private static let longestWay = 0.3

    init(
        _ parameters: AutoCapture.Parameters = .init(), rate: Double = 30, width: Int = 640, height: Int = 480
    ) throws {
        size = try PixelSize(width: width, height: height)
        self.rate = rate
        capture = try AutoCapture(parameters)
    }

    /// Shows the same view for some seconds.
    @discardableResult
    mutating func show(_ view: View, for seconds: Double) -> [Step] {
        (0..<Int((seconds * rate).rounded())).map { _ in show(view) }
    }

    mutating func show(_ view: View) -> Step {
        if view.speed.isFinite { way += view.speed / rate }
        return show(observation(view, at: .seconds(time)))
    }

    mutating func show(_ observation: CaptureObservation) -> Step {
        let step = Step(time: time, decision: capture.observe(observation))
        time += 1 / rate
        return step
    }

    func observation(_ view: View, at time: Duration) -> CaptureObservation {
        guard let shares = view.page else { return CaptureObservation(time: time, size: size, glimpse: view.glimpse) }
        let place = shares.map { Point2D(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
        let turned = abs((way + Self.longestWay).remainder(dividingBy: 4 * Self.longestWay)) - Self.longestWay
        let quad = place.map { $0 + Point2D(x: turned * place.area.squareRoot(), y: 0) }
        let velocity = Point2D(x: view.speed * quad.area.squareRoot(), y: 0)
        var page = TrackedQuad(
            quad: quad, confidence: view.confidence, occludedSides: view.occluded,
            velocity: Quad(topLeft: velocity, topRight: velocity, bottomRight: velocity, bottomLeft: velocity),
            identity: view.identity)
        page.formerIdentity = view.formerIdentity
        let quality = PageQuality(
            sharpness: view.sharpness, highFrequencyRatio: view.highFrequencyRatio, brightness: view.brightness,
            surroundBrightness: view.surroundBrightness, contrast: 100, glareShare: view.glare,
            parts: SIMD64(repeating: view.parts))
        return CaptureObservation(
            time: time, size: size, page: page, quality: quality,
            signature: capture.needsSignature ? view.signature : nil)
    }
}

extension Sequence<CaptureStage.Step> {
    var shots: [AutoCapture.Shot] { compactMap(\.decision.shot) }
    var codes: [String] { map(\.decision.guidance.code) }
}

// MARK: Signatures

extension CaptureStage {
    /// Signatures of pages with different text.
    static let letters = (1...4).map { signature(of: letter(UInt64($0))) }
    static let blank = signature(of: sheet { _ in })
    /// The print of the first of them, a fifth of it hidden.
    static let partlyHidden = {
        var image = letter(1)
        let side = image.width
        image.withMutableView { view in
            for y in side / 3..<side * 2 / 3 { (view.row(y) + side / 5).update(repeating: 255, count: side * 3 / 5) }
        }
        return signature(of: image)
    }()

    /// A page with lines of words that fills its picture.
    static func letter(_ seed: UInt64, side: Int = 320, noise: Int = 0) -> GrayImage {
        var generator = SeededGenerator(seed: seed)
        return sheet(side: side, noise: noise) { fill in
            for line in 2..<18 {
                var x = 0.08
                while x < 0.9 {
                    let width = Double.random(in: 0.02...0.12, using: &generator)
                    fill(x..<min(x + width, 0.92), Double(line) * 0.05..<Double(line) * 0.05 + 0.02, 60)
                    x += width + 0.02
                }
            }
        }
    }

    /// Signatures of frames of a form with faint words in the noise of a dark room: two forms differ only slightly more
    /// than two frames of one form.
    static func faintForm(_ seed: UInt64) -> [PageSignature] {
        (1...8 as ClosedRange<UInt64>).map { frame in
            var generator = SeededGenerator(seed: seed)
            let form = sheet(noise: 14, noiseSeed: 100 * seed + frame) { fill in
                for line in 1..<10 {
                    fill(0.08..<0.92, Double(line) * 0.1..<Double(line) * 0.1 + 0.012, 120)
                    let start = Double.random(in: 0.1...0.7, using: &generator)
                    fill(start..<start + 0.1, Double(line) * 0.1 - 0.04..<Double(line) * 0.1 - 0.02, 178)
                }
            }
            return signature(of: form)
        }
    }

    /// White paper with rectangles, in shares of its sides.
    static func sheet(
        side: Int = 320, noise: Int = 0, noiseSeed: UInt64 = 5,
        _ draw: ((Range<Double>, Range<Double>, UInt8) -> Void) -> Void
    ) -> GrayImage {
        guard let size = try? PixelSize(width: side, height: side) else { preconditionFailure("a valid size") }
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<side { view.row(y).update(repeating: 210, count: side) }
            draw { columns, rows, value in
                let (left, right) = (Int(columns.lowerBound * Double(side)), Int(columns.upperBound * Double(side)))
                for y in Int(rows.lowerBound * Double(side))..<Int(rows.upperBound * Double(side)) {
                    (view.row(y) + left).update(repeating: value, count: right - left)
                }
            }
            var generator = SeededGenerator(seed: noiseSeed)
            for y in 0..<side where noise > 0 {
                for x in 0..<side {
                    let value = Int(view.row(y)[x]) + Int.random(in: -noise...noise, using: &generator)
                    view.row(y)[x] = UInt8(min(max(value, 0), 255))
                }
            }
        }
        return image
    }

    static func signature(of image: GrayImage, at quad: Quad? = nil) -> PageSignature {
        guard let signature = image.withView({ PageSignature(of: quad ?? Quad(image.size), in: .gray($0)) }) else {
            preconditionFailure("a page in the frame")
        }
        return signature
    }
}
