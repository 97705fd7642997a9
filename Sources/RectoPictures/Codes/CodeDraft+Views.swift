import RectoCore
import RectoSymbols

/// Kinds that differ by the camera, the light and the place.
extension CodeDraft {
    private static let usual = [(1280, 960)]

    mutating func drawNominal() {
        layGround([(640, 480), (1280, 960), (1600, 1200)])
        let face = code(5...60)
        let pixels = generator.uniform(3, 9)
        place(face, CodePlacement(quad: quad(face, pixels: pixels, angle: anyAngle, tilt: 0.1)))
        shade(0.3)
        expose(blur: 0.6, noise: 3)
    }

    mutating func drawClose() {
        layGround([(3264, 2448), (4000, 3000)])
        let face = code(5...120)
        let modules = Double(face.modules.width)
        let angle = uprightAngle(8)
        // The code, though not the ground around it, lies within the picture.
        let extent = abs(PortableMath.cos(angle)) + abs(PortableMath.sin(angle))
        let pixels = Double(canvas.height) * generator.uniform(0.82, 0.95) / (modules * extent)
        let side = pixels * (modules + 2 * face.quiet)
        let quad = Quad.turned(at: middle, width: side, height: side, angle: angle, tilt: 0.04, &generator)
        place(face, CodePlacement(quad: quad))
        // The print's texture.
        let (grain, strength) = (LatticeNoise(&generator), Float(generator.uniform(3, 22)))
        canvas.each { x, y, level in level + strength * 3.5 * (grain.value(x / 3, y / 3) - 0.5) }
        shade(0.6)
        expose(blur: generator.uniform(1, 6), noise: generator.uniform(3, 14))
    }

    mutating func drawMonitor() {
        canvas = CodeCanvas(width: 4000, height: 3000, level: Float(generator.uniform(20, 200)))
        let face = code(5...120)
        let modules = Double(face.modules.width) + 2 * face.quiet
        let side = Double(canvas.height) * generator.uniform(0.35, 0.85)
        let screenPixel = generator.uniform(2.2, 7)
        let screen = CodePlacement.Screen(
            pixelsPerModule: max(2, (side / screenPixel / modules).rounded()),
            rowGap: Float(generator.uniform(0.1, 0.5)),
            columnGap: Float(generator.uniform(0.1, 0.5)), partGap: Float(generator.uniform(0.4, 0.9)))
        let angle = generator.uniform(-0.26, 0.26)
        let quad = Quad.turned(at: middle, width: side, height: side, angle: angle, tilt: 0.05, &generator)
        place(face, CodePlacement(quad: quad, screen: screen))
        addMoire()
        // The screen's and the camera's curves seldom agree.
        let gamma = generator.uniform(0.6, 1.8)
        let curve = (0...1023).map { Float(255 * PortableMath.pow(Double($0) / 1023, gamma)) }
        canvas.each { _, _, level in curve[Int(max(0, min(1, level / 255)) * 1023)] }
        expose(blur: generator.uniform(0.3, 1.2), noise: generator.uniform(3, 9))
    }

    /// Waves of light and dark, slightly bent.
    private mutating func addMoire() {
        let (period, strength) = (generator.uniform(8, 60), Float(generator.uniform(0.05, 0.3)))
        let direction = Point2D.direction(anyAngle) * (1 / period)
        let wave = (0...1023).map { Float(PortableMath.sin(2 * .pi * Double($0) / 1024)) }
        let bend = (0..<canvas.height).map { Float(0.32 * PortableMath.sin(Double($0) / 400)) }
        let (dx, dy) = (Float(direction.x), Float(direction.y))
        canvas.each { x, y, level in
            let phase = x * dx + y * dy + bend[Int(y)]
            return level * (1 + strength * wave[Int((phase - phase.rounded(.down)) * 1024) & 1023])
        }
    }

    mutating func drawBlurred() {
        layGround([(1000, 800)])
        let face = code(5...60)
        let place = quad(face, pixels: generator.uniform(4, 12), angle: anyAngle, tilt: 0.04)
        self.place(face, CodePlacement(quad: place))
        expose(blur: Self.pixels(of: face, in: place) * generator.uniform(0.4, 0.6), noise: 3)
    }

    mutating func drawMotion() {
        layGround([(1000, 800)])
        let face = code(5...60)
        let place = quad(face, pixels: generator.uniform(4, 12), angle: anyAngle, tilt: 0.04)
        self.place(face, CodePlacement(quad: place))
        let length = Self.pixels(of: face, in: place) * generator.uniform(0.6, 1.2)
        canvas.smear(length: length, angle: anyAngle)
        expose(blur: 0.6, noise: 3)
    }

    /// The mean side of a module in pixels.
    private static func pixels(of face: CodeFace, in quad: Quad) -> Double {
        let perimeter = (0..<4).reduce(0) { $0 + quad[$1].distance(to: quad[($1 + 1) % 4]) }
        return perimeter / (2 * (Double(face.modules.width + face.modules.height) + 4 * face.quiet))
    }

    mutating func drawTiny() {
        layGround([(320, 240), (640, 480)])
        let face = code(3...40)
        let angle = generator.chance(0.5) ? 0 : anyAngle
        place(face, CodePlacement(quad: quad(face, pixels: generator.uniform(1.7, 2.6), angle: angle, tilt: 0.02)))
        expose(blur: 0.45, noise: 2)
    }

    mutating func drawExact() {
        var face = code(3...30)
        face.quiet = generator.pick([1, 2, 4])
        let pixels = generator.pick([1, 1, 1.6, 2])
        let side = (Double(face.modules.width) + 2 * face.quiet) * pixels
        let size = Int(side.rounded(.up))
        canvas = CodeCanvas(width: size, height: size, level: 255)
        place(face, CodePlacement(quad: Quad(width: side, height: side)))
        jpegQuality = nil
    }

    mutating func drawSlanted() {
        layGround(Self.usual)
        let face = code(5...70)
        let side = Double(canvas.height) * generator.uniform(0.7, 1)
        let pitch = generator.uniform(55, 70) * .pi / 180
        let quad = Quad.slanted(at: middle, side: side, pitch: pitch, angles: (anyAngle, anyAngle))
        place(face, CodePlacement(quad: fitted(quad)))
        shade(0.3)
        expose(blur: 0.7, noise: 3)
    }

    mutating func drawGlare() {
        layGround(Self.usual)
        let face = code(10...80, levels: [.medium, .quartile, .high])
        let pixels = Double(canvas.height) * generator.uniform(0.5, 0.85) / (Double(face.modules.width) + 8)
        let place = quad(face, pixels: pixels, angle: anyAngle)
        self.place(face, CodePlacement(quad: place))
        shade(0.5)
        // Between the middle and the corner without a finder.
        let center = place.centroid + (place[2] - place[0]) * generator.uniform(-0.1, 0.3)
        let sigma = Double(canvas.height) * generator.uniform(0.04, 0.1)
        let bell = (0...1023).map { Float(500 * PortableMath.exp(-Double($0) / 1023 * 9)) }
        canvas.each { x, y, level in
            let (dx, dy) = (Double(x) - center.x, Double(y) - center.y)
            let place = (dx * dx + dy * dy) / (2 * sigma * sigma) / 9
            return place < 1 ? level + bell[Int(place * 1023)] : level
        }
        expose(blur: 1, noise: 3)
    }

    mutating func drawShadows() {
        layGround(Self.usual)
        let face = code(10...80)
        let pixels = Double(canvas.height) * generator.uniform(0.4, 0.85) / (Double(face.modules.width) + 8)
        place(face, CodePlacement(quad: quad(face, pixels: pixels, angle: anyAngle)))
        for _ in 0..<generator.integer(1...4) {
            let normal = Point2D.direction(anyAngle)
            let at = middle + Point2D(x: generator.uniform(-200, 200), y: generator.uniform(-200, 200))
            let (depth, width) = (Float(generator.uniform(0.4, 0.75)), Float(generator.uniform(1, 30)))
            let edge = (0...1023).map { Float(1 / (1 + PortableMath.exp(8 - Double($0) / 64))) }
            canvas.each { x, y, level in
                let away = ((x - Float(at.x)) * Float(normal.x) + (y - Float(at.y)) * Float(normal.y)) / width
                return level * (1 - depth * edge[Int(max(0, min(1023, (away + 8) * 64)))])
            }
        }
        expose(blur: 0.8, noise: 2)
    }

    mutating func drawFaint() {
        layGround(Self.usual)
        let face = code(5...80)
        place(face, CodePlacement(quad: quad(face, pixels: generator.uniform(4, 14), angle: anyAngle)))
        shade(0.2)
        expose(blur: 1.1, noise: 5, range: generator.pick([(170, 235), (5, 45), (120, 160)]))
    }

    mutating func drawDistant() {
        layGround([(4000, 3000)])
        let face = code(5...60)
        let center = Point2D(
            x: generator.uniform(0.1, 0.9) * Double(canvas.width),
            y: generator.uniform(0.1, 0.9) * Double(canvas.height))
        let pixels = generator.uniform(2.6, 5)
        place(face, CodePlacement(quad: quad(face, pixels: pixels, at: center, angle: anyAngle, tilt: 0.04)))
        expose(blur: 0.7, noise: 3)
    }
}
