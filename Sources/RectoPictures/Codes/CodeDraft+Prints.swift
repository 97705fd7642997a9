import RectoCore
import RectoSymbols

/// Kinds that differ by the code and what it is printed on.
extension CodeDraft {
    /// Codes in rows, each slightly turned; the sheet lies at an angle or fills the picture.
    mutating func drawSheet(count: Int, width: Int, height: Int, isMixed: Bool = false) {
        canvas = CodeCanvas(width: width, height: height, level: 235)
        let (w, h) = (Double(width), Double(height))
        let columns = Int((Double(count) * w / h).squareRoot().rounded(.up))
        let rows = (count + columns - 1) / columns
        let cell = Point2D(x: w / Double(columns), y: h / Double(rows))
        let quiet = generator.pick([1.0, 2, 4])
        let sheet = sheetPlace(w, h)
        guard let map = Homography(from: Quad(width: w, height: h), to: sheet) else { return }
        if sheet != Quad(width: w, height: h) { canvas.each { _, _, _ in 200 } }
        for i in 0..<count {
            var face = code(3...30)
            face.quiet = quiet
            if isMixed, i % 2 == 1 { face.invert() }
            let center = Point2D(x: (Double(i % columns) + 0.5) * cell.x, y: (Double(i / columns) + 0.5) * cell.y)
            let side = min(cell.x, cell.y) * 0.97
            let flat = Quad.turned(
                at: center, width: side, height: side, angle: generator.uniform(-2, 2) * .pi / 180, tilt: 0.01,
                &generator)
            place(face, CodePlacement(quad: flat.map { map.map($0) }))
        }
        shade(0.3)
        expose(blur: 0.8, noise: 4)
    }

    private mutating func sheetPlace(_ w: Double, _ h: Double) -> Quad {
        let whole = Quad(width: w, height: h)
        guard generator.chance(0.6) else { return whole }
        return .turned(
            at: middle, width: 0.82 * w, height: 0.82 * h, angle: generator.uniform(-4, 4) * .pi / 180, tilt: 0.05,
            &generator)
    }

    mutating func drawDense(
        versions: ClosedRange<Int>, sizes: [(Int, Int)], pixels: ClosedRange<Double>, amplitude: ClosedRange<Double>
    ) {
        layGround(sizes)
        let face = code(versions: versions)
        let pixels = generator.uniform(pixels.lowerBound, pixels.upperBound)
        let place = quad(face, pixels: pixels, angle: uprightAngle(20), tilt: 0.03)
        let curl = SheetCurl(
            amplitude: generator.uniform(amplitude.lowerBound, amplitude.upperBound),
            waves: generator.uniform(0.4, 1.2),
            &generator)
        self.place(face, CodePlacement(quad: place, curl: curl))
        shade(0.4)
        expose(blur: generator.uniform(0.5, 0.6 + pixels * 0.06), noise: generator.uniform(2, 6))
    }

    mutating func drawCylinder() {
        layGround([(1280, 960)])
        let face = code(10...110)
        let curl = SheetCurl(cylinder: generator.uniform(0.66, 1.14), sag: generator.uniform(0.01, 0.08))
        place(
            face,
            CodePlacement(quad: quad(face, pixels: generator.uniform(5, 14), angle: anyAngle, tilt: 0.04), curl: curl))
        shade(0.4)
        expose(blur: 0.8, noise: 3)
    }

    mutating func drawStyled() {
        layGround([(1000, 800)])
        var face = code(5...50, levels: [.medium, .quartile, .high])
        face.style = generator.pick([.dots, .rounded, .allDots, .dots])
        face.ink = CodeFace.Fade(from: generator.pick([0, 40, 80]), to: 0, angle: 0)
        face.ink.to = face.ink.from
        if generator.chance(0.5) {
            let side = Double(face.modules.width)
            let center = Point2D(x: side / 2, y: side / 2)
            face.marks.append(.circle(center, radius: 0.11 * side, level: face.ground.from))
            face.marks.append(.circle(center, radius: 0.09 * side, level: 90))
        }
        if generator.chance(0.3) { face.invert() }
        place(face, CodePlacement(quad: quad(face, pixels: generator.uniform(4, 12), angle: anyAngle, tilt: 0.06)))
        shade(0.3)
        expose(blur: 0.8, noise: 3)
    }

    mutating func drawGradient() {
        layGround([(800, 800)])
        var face = code(5...50)
        let angle = anyAngle
        if generator.chance(0.6) {
            face.ink = CodeFace.Fade(from: 235, to: 235, angle: 0)
            face.ground = CodeFace.Fade(from: 30, to: 160, angle: angle)
        } else {
            face.ink = CodeFace.Fade(from: 10, to: 80, angle: angle)
            face.ground = CodeFace.Fade(from: 90, to: 250, angle: angle)
        }
        let pixels = 800 * generator.uniform(0.4, 0.85) / (Double(face.modules.width) + 8)
        place(face, CodePlacement(quad: quad(face, pixels: pixels, angle: anyAngle)))
        expose(blur: 0.8, noise: 3, range: (0, 255))
    }

    mutating func drawInverted() {
        layGround([(1280, 960)])
        var face = code(5...80)
        face.quiet = generator.pick([1, 2, 4])
        face.invert()
        place(face, CodePlacement(quad: quad(face, pixels: generator.uniform(3.5, 14), angle: anyAngle)))
        shade(0.3)
        expose(blur: 0.8, noise: 3)
    }

    mutating func drawMirrored() {
        layGround([(1280, 960)])
        var face = code(5...80)
        if generator.chance(0.3) { face.invert() }
        let place = quad(face, pixels: generator.uniform(3.5, 12), angle: anyAngle)
        let turned = Quad(
            topLeft: place[1], topRight: place[0], bottomRight: place[3], bottomLeft: place[2])
        self.place(face, CodePlacement(quad: turned))
        shade(0.3)
        expose(blur: 0.8, noise: 3)
    }

    mutating func drawDamaged() {
        var face = code(10...60, levels: [.quartile, .high])
        let side = Double(face.modules.width)
        func level(_ generator: inout SeededGenerator) -> Float { generator.pick([0, 120, 255]) }
        switch generator.integer(0...3) {
        case 0: hideFinder(&face)
        case 1:
            for _ in 0..<generator.integer(3...7) {
                let a = Point2D(x: generator.uniform(0, side), y: generator.uniform(0, side))
                let b = Point2D(x: generator.uniform(0, side), y: generator.uniform(0, side))
                face.marks.append(.line(a, b, width: generator.uniform(0.2, 0.8), level: generator.pick([0, 255])))
            }
        case 2:
            for _ in 0..<generator.integer(2...5) {
                let center = Point2D(x: side * generator.uniform(0.32, 0.95), y: side * generator.uniform(0.32, 0.95))
                let radius = side * generator.uniform(0.02, 0.065)
                face.marks.append(.circle(center, radius: radius, level: level(&generator)))
            }
        default: face.quiet = 0
        }
        drawWorn(face)
    }

    /// A finder that is covered in part or wholly.
    private mutating func hideFinder(_ face: inout CodeFace) {
        let far = Double(face.modules.width) - 7
        let corner = generator.pick([Point2D(x: 0, y: 0), Point2D(x: far, y: 0), Point2D(x: 0, y: far)])
        let size = generator.pick([3.0, 5, 7])
        let offset = Point2D(x: generator.uniform(0, 7 - size), y: generator.uniform(0, 7 - size))
        face.marks.append(
            .rectangle(
                x: corner.x + offset.x, y: corner.y + offset.y, width: size, height: size,
                level: generator.pick([0, 128, 255])))
    }

    mutating func drawTorn() {
        var face = code(10...60, levels: [.quartile, .high])
        let side = Double(face.modules.width)
        let depth = side * generator.uniform(0.14, 0.26)
        let lean = generator.uniform(-0.3, 0.3)
        let normal = Point2D(x: 1 + lean, y: 1 - lean) * 0.5.squareRoot()
        let corner = Point2D(x: side, y: side)
        face.marks.append(
            .beyond(corner - normal * (depth * 1.4), normal: normal, level: generator.pick([0, 130, 255])))
        drawWorn(face)
    }

    private mutating func drawWorn(_ face: CodeFace) {
        layGround([(1000, 800)])
        let pixels = Double(canvas.height) * generator.uniform(0.4, 0.85) / (Double(face.modules.width) + 8)
        place(face, CodePlacement(quad: quad(face, pixels: pixels, angle: anyAngle)))
        shade(0.3)
        expose(blur: 0.8, noise: 3)
    }

    mutating func drawTextPage() {
        canvas = CodeCanvas(width: 1600, height: 2200, level: 250)
        let leading = generator.pick([22, 30])
        for y in stride(from: 60, to: canvas.height, by: leading) {
            let line = random(110).split(separator: "e").joined(separator: " ")
            canvas.write(line, x: 40, y: Double(y), size: 20, level: 20, fonts: fonts)
        }
        for i in 0..<generator.integer(1...3) {
            let face = code(5...60)
            let center = Point2D(
                x: generator.uniform(0.3, 0.7) * Double(canvas.width), y: (Double(i) + 0.5) * Double(canvas.height) / 3)
            let angle = generator.uniform(-3, 3) * .pi / 180
            place(
                face,
                CodePlacement(quad: quad(face, pixels: generator.uniform(3, 6), at: center, angle: angle, tilt: 0.01)))
        }
        expose(blur: 0.6, noise: 3)
    }

    /// A small symbol in a photo.
    mutating func drawSmall(_ make: (inout CodeDraft) -> CodeFace) {
        layGround([(1000, 800), (1280, 960)])
        var face = make(&self)
        if generator.chance(0.2) { face.invert() }
        let pixels = generator.uniform(3.2, 8)
        // Long ones are not turned so far that they would not fit.
        let isLong = face.modules.width > 2 * face.modules.height
        let angle = isLong ? uprightAngle(20) : anyAngle
        place(face, CodePlacement(quad: quad(face, pixels: pixels, angle: angle, tilt: 0.03)))
        shade(0.2)
        expose(blur: 0.6, noise: 3)
    }
}
