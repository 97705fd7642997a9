public import RectoCore

/// A film of a scene: the camera moves, the noise is new in each frame, and things may happen to the page.
///
/// Desk and page are one plane, so they are painted once, larger than a frame, and each frame shows them through the
/// homography of its camera; a bent page is drawn as if printed on the plane, but its corners are true.
/// A frame depends on the seed, the options and its time alone: frames may be asked for at any times in any order.
public struct SceneStream: Sendable {
    /// What happens in the film.
    public struct Options: Sendable {
        /// How the camera is held.
        public enum Motion: Hashable, Sendable, CaseIterable {
            /// On a tripod.
            case still
            /// In a hand over the page: it sways by about a percent of the frame.
            case held
            /// Moved about: the page crosses a tenth of the frame and more in a second.
            case moved
        }

        /// What the scene is to show; ``SceneComposer/Options/onlyGeometry`` has no effect.
        public var scene = SceneComposer.Options()
        /// How the camera is held.
        public var motion = Motion.held
        /// How far the hand that holds the camera trembles, several times a second, in shares of the frame's long side: 0.002 is
        /// as much as a page may move and still count as still.
        public var tremor = 0.0
        /// Seconds during which fingers are on the page, or where it would lie; each time they come from elsewhere.
        public var hands: [Range<Double>] = []
        /// Seconds during which something lies along one whole side of the page.
        public var coveredSide: Range<Double>?
        /// The time in seconds after which everything is half as bright.
        public var dimming: Double?
        /// What the light is multiplied by after the automatic exposure: from about 1.5 on paper is overexposed.
        public var gain: Float = 1
        /// Seconds during which another page of the same kind slides over the page, in their order; a range of no length is
        /// a change from one frame to the next.
        public var pageTurns: [Range<Double>] = []
        /// Seconds during which the lens looks for its focus: blurred most in the middle.
        public var refocusing: [Range<Double>] = []
        /// Seconds during which a lamp is mirrored in the page.
        public var glare: [Range<Double>] = []
        /// The time in seconds after which the camera turns away from the page.
        public var departure: Double?

        /// A page in a hand-held camera's view.
        public init() {
            scene.allowsPartial = false
        }
    }

    /// A frame of the film.
    public struct Frame: Sendable {
        /// Since the film's start, in seconds.
        public let time: Double
        /// What the camera delivers.
        public let picture: RGBImage
        /// The page's corners, exact, clockwise from the document's own top-left; they may be outside the frame.
        public let quad: Quad
    }

    /// Size of the frames.
    public let size: PixelSize
    private var options: Options
    private let seed: UInt64
    private let sheet: Sheet
    private let path: CameraPath
    private let sensor: CameraSensor
    /// Desk and page, at first and after each time the page is turned.
    private let stills: [LightImage]
    private let deskToStill: Homography
    private let stillQuad: Quad
    private var resting = RestingStage()
    private let coveredSide: Int
    private let cover: LinearRGB

    private enum Part: UInt64 {
        case path = 40
        case events
        case turnedPage
        case glare
    }

    /// The still is this many times as wide and high as a frame.
    private static let stillMargin = 1.6
    /// Seconds that the shutter is open.
    private static let exposure = 1.0 / 120

    /// Paints what the film shows.
    ///
    /// - Throws: ``FontError`` if a font is not installed.
    public init(seed: UInt64, size: PixelSize, options: Options = Options()) throws(FontError) {
        self.seed = seed
        self.size = size
        self.options = options
        let draft = SceneDraft(seed: seed, size: size, options: options.scene)
        sheet = draft.viewpoint.sheet
        let pose = draft.viewpoint.pose
        var pathGenerator = SeededGenerator(seed: seed, part: Part.path.rawValue)
        path = CameraPath(
            &pathGenerator, start: pose, size: size, motion: options.motion, tremor: options.tremor,
            departure: options.departure)
        sensor = draft.sensor().sensor
        let wide = draft.seen(by: Self.stillCamera(pose, size: size) ?? draft.viewpoint.camera)
        deskToStill = wide.viewpoint.camera.deskToPicture
        stillQuad = wide.quad
        let fonts = try FontLibrary()
        var stills = [try wide.light(fonts: fonts)]
        var generator = SeededGenerator(seed: seed, part: Part.turnedPage.rawValue)
        for _ in options.pageTurns { stills.append(try wide.turningPage(to: generator.next()).light(fonts: fonts)) }
        self.stills = stills
        var eventGenerator = SeededGenerator(seed: seed, part: Part.events.rawValue)
        coveredSide = eventGenerator.integer(0...3)
        cover = DeskPalette.accent(&eventGenerator, brightness: 0.1...0.7)
    }

    /// The camera of the first frame with a larger sensor; `nil` if no larger one stays below the horizon.
    private static func stillCamera(_ pose: CameraPose, size: PixelSize) -> PinholeCamera? {
        for margin in [stillMargin, 1.4, 1.2] {
            let side = { (length: Int) in Int(Double(length) * margin) }
            if let wide = try? PixelSize(width: side(size.width), height: side(size.height)),
                let camera = pose.camera(size: wide)
            {
                return camera
            }
        }
        return nil
    }

    /// The same film without hands, reflections, or a lens that looks for its focus; its frames have the same noise.
    public func undisturbed() -> SceneStream {
        var film = self
        (film.options.hands, film.options.glare, film.options.refocusing) = ([], [], [])
        film.resting = RestingStage()
        return film
    }

    /// Where the page is in the frame of a time in seconds.
    public func quad(at time: Double) -> Quad { sheet.quad(camera(at: time)) }

    /// The frame of a time in seconds.
    public func frame(at time: Double) -> Frame {
        let quad = self.quad(at: time)
        let sensor = sensor.forFrame(noise: time.bitPattern, extraDefocus: defocus(at: time))
        return Frame(time: time, picture: sensor.read(exposure(of: sensor, at: time, quad)), quad: quad)
    }

    /// What a frame leaves on the sensor; that of a time at which nothing moves is kept for the next one.
    private func exposure(of sensor: CameraSensor, at time: Double, _ quad: Quad) -> CameraSensor.Exposure {
        let isDimmed = options.dimming.map { time >= $0 } ?? false
        func expose() -> CameraSensor.Exposure {
            sensor.exposure(to: light(at: time, quad), gain: options.gain * (isDimmed ? 0.5 : 1))
        }
        guard !isAnythingMoving(at: time) else { return expose() }
        let stage = RestingStage.Key(page: stage(at: time).page, isDimmed: isDimmed)
        return resting.exposure(of: stage, orElse: expose)
    }

    private func isAnythingMoving(at time: Double) -> Bool {
        options.motion != .still || options.tremor > 0 || options.departure.map { time > $0 } == true
            || options.coveredSide?.contains(time) == true
            || [options.hands, options.pageTurns, options.refocusing, options.glare].contains { events in
                events.contains { $0.contains(time) }
            }
    }

    /// The light of a frame, with all that happens.
    private func light(at time: Double, _ quad: Quad) -> LightImage {
        var light = film(at: time, quad)
        let scale = abs(camera(at: time).scale(atDesk: sheet.center))
        if let hand = options.hands.firstIndex(where: { $0.contains(time) }) {
            var generator = SeededGenerator(seed: seed &+ UInt64(hand), part: Part.events.rawValue)
            Hand(&generator, page: held(quad, by: options.hands[hand], at: time), scale: scale)
                .draw(on: &light, shadowDirection: Point2D(x: 0.6, y: 0.8), scale: scale)
        }
        if let glare = options.glare.firstIndex(where: { $0.contains(time) }) { mirrorLamp(glare, on: quad, &light) }
        if let covered = options.coveredSide, covered.contains(time) { coverSide(of: quad, on: &light) }
        return light
    }

    /// What a hand that comes and goes would hold: the page, at first and in the end a larger one around it.
    private func held(_ page: Quad, by hand: Range<Double>, at time: Double) -> Quad {
        let nearest = min(time - hand.lowerBound, hand.upperBound - time)
        let away = max(0, 1 - nearest / Self.handTime)
        let center = page.centroid
        return page.map { center + ($0 - center) * (1 + Self.handWay * away) }
    }

    /// Seconds in which a hand comes or goes, and how far, in halves of the page.
    private static let handTime = 0.25
    private static let handWay = 0.8

    /// Standard deviation of the blur of a lens that looks for its focus, in pixels.
    private func defocus(at time: Double) -> Double {
        guard let range = options.refocusing.first(where: { $0.contains(time) }) else { return 0 }
        let share = (time - range.lowerBound) / (range.upperBound - range.lowerBound)
        return Self.largestDefocus * Double(size.longSide) * (1 - abs(2 * share - 1))
    }

    /// In shares of the frame's long side.
    private static let largestDefocus = 0.008

    private func camera(at time: Double) -> PinholeCamera {
        guard let camera = path.pose(at: time).camera(size: size) ?? path.pose(at: 0).camera(size: size) else {
            preconditionFailure("the film's first camera is the scene's own")
        }
        return camera
    }

    /// The light of a frame: the mean over the places that the picture passes while the shutter is open.
    private func film(at time: Double, _ quad: Quad) -> LightImage {
        let opened = sheet.quad(camera(at: time - Self.exposure / 2))
        let closed = sheet.quad(camera(at: time + Self.exposure / 2))
        let blur = (0..<4).map { opened[$0].distance(to: closed[$0]) }.max() ?? 0
        let count = max(1, min(8, Int(blur)))
        var light = LightImage(size: size)
        for index in 0..<count {
            let share = (Double(index) + 0.5) / Double(count) - 0.5
            add(camera(at: time + share * Self.exposure), weight: 1 / Float(count), stage(at: time), to: &light)
        }
        return light
    }

    /// What lies on the desk at a time.
    private struct Stage {
        /// Index of the still of the page that lies there.
        var page: Int
        /// How far the next page covers it, in shares of its width from the left.
        var front: Double?
    }

    private func stage(at time: Double) -> Stage {
        let page = options.pageTurns.count { time >= $0.upperBound }
        guard let turn = options.pageTurns.first(where: { $0.contains(time) }) else { return Stage(page: page) }
        let share = (time - turn.lowerBound) / (turn.upperBound - turn.lowerBound)
        return Stage(page: page, front: share)
    }

    /// Adds what a camera sees; beyond the still its mirror image goes on.
    private func add(_ camera: PinholeCamera, weight: Float, _ stage: Stage, to light: inout LightImage) {
        let map = deskToStill.composed(after: camera.pictureToDesk)
        let still = stills[stage.page]
        let next = stage.front == nil ? still : stills[stage.page + 1]
        let across = (stillQuad.topRight - stillQuad.topLeft + stillQuad.bottomRight - stillQuad.bottomLeft) * 0.5
        let unit = across * (1 / across.dot(across))
        still.pixels.withUnsafeBufferPointer { former in
            next.pixels.withUnsafeBufferPointer { later in
                light.pixels.withUnsafeMutableBufferPointer { target in
                    for y in 0..<size.height {
                        for x in 0..<size.width {
                            let place = map.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                            var (source, shade) = (former, Float(1))
                            if let front = stage.front {
                                let ahead = (place - stillQuad.topLeft).dot(unit) - front
                                if ahead < 0 { source = later } else if ahead < Self.frontShadow { shade = 0.7 }
                            }
                            target[y * size.width + x] += Self.color(source, still.size, place) * (weight * shade)
                        }
                    }
                }
            }
        }
    }

    /// Width of the shadow that a sheet throws on the one that it slides over, in shares of its width.
    private static let frontShadow = 0.04

    /// The color at a place of a still, bilinear.
    @inline(__always)
    private static func color(
        _ still: UnsafeBufferPointer<LinearRGB>, _ size: PixelSize, _ place: Point2D
    ) -> LinearRGB {
        let (left, right, across) = neighbours(place.x, size.width)
        let (above, below, down) = neighbours(place.y, size.height)
        let upper = still[above * size.width + left].mixed(with: still[above * size.width + right], across)
        let lower = still[below * size.width + left].mixed(with: still[below * size.width + right], across)
        return upper.mixed(with: lower, down)
    }

    /// Returns the two pixels around a coordinate, and the share of the second one.
    @inline(__always)
    private static func neighbours(_ place: Double, _ count: Int) -> (Int, Int, Float) {
        let limited = max(-1e6, min(1e6, place - 0.5))
        let truncated = Int(limited)
        let first = Double(truncated) > limited ? truncated - 1 : truncated
        let share = Float(limited - Double(first))
        return (mirrored(first, count), mirrored(first + 1, count), share)
    }

    @inline(__always)
    private static func mirrored(_ index: Int, _ count: Int) -> Int {
        if 0..<count ~= index { return index }
        let period = 2 * count
        let inside = ((index % period) + period) % period
        return inside < count ? inside : period - 1 - inside
    }

    /// The white spot of a lamp, about a sixth of the page wide.
    private func mirrorLamp(_ index: Int, on quad: Quad, _ light: inout LightImage) {
        var generator = SeededGenerator(seed: seed &+ UInt64(index), part: Part.glare.rawValue)
        guard let map = Homography(unitSquareTo: quad) else { return }
        let place = Point2D(x: generator.uniform(0.25, 0.75), y: generator.uniform(0.25, 0.75))
        let radius = Self.lampRadius * quad.area.squareRoot()
        let spot = Path(ellipseAt: map.map(place), radii: Point2D(x: radius, y: 0.7 * radius), angle: 0)
        let width = size.width
        SoftMask(spot, within: size, radius: 0.3 * radius).forEach(in: size) { x, y, value in
            light.pixels[y * width + x] += LinearRGB(gray: Self.lampLight * value)
        }
    }

    /// In roots of the page's area, and in units of display white.
    private static let lampRadius = 0.08
    private static let lampLight: Float = 2

    /// A strip of cloth along one side, an eighth of the page wide on both sides of it.
    private func coverSide(of quad: Quad, on light: inout LightImage) {
        guard let map = Homography(unitSquareTo: quad.rotatingCorners(by: coveredSide)) else { return }
        let strip = Quad(
            topLeft: Point2D(x: -0.05, y: -0.12), topRight: Point2D(x: 1.05, y: -0.12),
            bottomRight: Point2D(x: 1.05, y: 0.12), bottomLeft: Point2D(x: -0.05, y: 0.12))
        light.fill(Path(strip.map(map.map)), cover)
    }
}
