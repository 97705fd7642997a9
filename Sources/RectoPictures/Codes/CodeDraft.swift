import RectoCore
import RectoSymbols

/// A picture of codes in the making: what its kinds have in common.
struct CodeDraft {
    var generator: SeededGenerator
    let fonts: FontLibrary
    var canvas = CodeCanvas(width: 1, height: 1, level: 0)
    var codes: [CodeTruth] = []
    var jpegQuality: Int? = 85

    init(seed: UInt64, kind: CodePictureKind, fonts: FontLibrary) {
        let part = CodePictureKind.allCases.firstIndex(of: kind) ?? 0
        generator = SeededGenerator(seed: seed, part: UInt64(part + 1))
        self.fonts = fonts
    }

    var middle: Point2D { Point2D(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2) }
    var anyAngle: Double { mutating get { generator.uniform(0, 2 * .pi) } }

    /// A random angle in radians, at most `degrees` from one of the four upright directions.
    mutating func uprightAngle(_ degrees: Double) -> Double {
        Double(generator.integer(0...3)) * .pi / 2 + generator.uniform(-degrees, degrees) * .pi / 180
    }

    // MARK: - Codes

    /// A code of a random address, in the smallest version that holds it. `length` is the number of its characters.
    mutating func code(_ length: ClosedRange<Int>, levels: [QRSymbol.Level] = QRSymbol.Level.allCases) -> CodeFace {
        let text = address(generator.integer(length))
        let symbol = QRSymbol(bytes: Array(text.utf8), level: generator.pick(levels), mask: generator.integer(0...7))
        return face(symbol.modules, "QR Code", text)
    }

    /// A code that is nearly full.
    mutating func code(versions: ClosedRange<Int>) -> CodeFace {
        let version = generator.integer(versions)
        let level = generator.pick(QRSymbol.Level.allCases)
        let bytes = QRSymbol.byteCapacity(version: version, level: level)
        let text = address(bytes - Self.start.utf8.count - generator.integer(0...6))
        let bits = QRBits(bytes: Array(text.utf8), version: version)
        let symbol = QRSymbol(bits, version: version, level: level, mask: generator.integer(0...7))
        return face(symbol.modules, "QR Code", text)
    }

    mutating func microCode() -> CodeFace {
        let kind = generator.pick(MicroSymbol.Kind.allCases)
        let letters = ["0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", Self.letters][min(kind.version, 3) - 1]
        let text = random(generator.integer(max(1, kind.capacity - 4)...kind.capacity), of: letters)
        let symbol = MicroSymbol(text, kind: kind, mask: generator.integer(0...3))
        var face = face(symbol.modules, "Micro QR", text)
        face.quiet = 2
        return face
    }

    mutating func rectangularCode() -> CodeFace {
        let version = generator.integer(RectangularSymbol.versions)
        let isHigh = generator.chance(0.5)
        let capacity = RectangularSymbol.capacity(version: version, isHigh: isHigh)
        let text = random(generator.integer(max(1, capacity - 6)...capacity), of: Self.letters)
        let symbol = RectangularSymbol(Array(text.utf8), version: version, isHigh: isHigh)
        var face = face(symbol.modules, "rMQR", text)
        face.quiet = 2
        return face
    }

    mutating func modelOneCode() -> CodeFace {
        let version = generator.integer(ModelOneSymbol.versions)
        let level = generator.pick(QRSymbol.Level.allCases)
        let text = random(generator.integer(1...ModelOneSymbol.byteCapacity(version: version, level: level)))
        let symbol = ModelOneSymbol(
            QRBits(bytes: Array(text.utf8), version: version), version: version, level: level,
            mask: generator.integer(0...7))
        return face(symbol.modules, "QR Code", text)
    }

    private mutating func face(_ modules: SymbolModules, _ symbology: String, _ text: String) -> CodeFace {
        codes.append(CodeTruth(symbology: symbology, text: text, corners: Quad(width: 1, height: 1)))
        return CodeFace(modules)
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.?="
    private static let start = "https://ex.org/"

    private mutating func address(_ count: Int) -> String { Self.start + random(count, of: Self.letters) }

    mutating func random(_ count: Int, of letters: String = letters) -> String {
        let letters = Array(letters)
        return String((0..<count).map { _ in generator.pick(letters) })
    }

    // MARK: - Scenes

    /// A desk or wall with all kinds of things on it.
    mutating func layGround(_ sizes: [(Int, Int)]) {
        let (w, h) = generator.pick(sizes)
        let base = Float(generator.uniform(120, 230))
        canvas = CodeCanvas(width: w, height: h, level: base)
        let (clouds, grain) = (LatticeNoise(&generator), LatticeNoise(&generator))
        let strength = generator.pick([Float(4), 12, 28])
        canvas.each { x, y, level in
            level * (0.7 + 0.5 * clouds.value(x / Float(w) * 7, y / Float(h) * 5))
                + strength * 2 * (grain.value(x / 8, y / 8) - 0.5)
        }
        for _ in 0..<generator.integer(0...25) {
            let (x, y) = (generator.integer(0...w - 1), generator.integer(0...h - 1))
            let side = generator.integer(5...max(6, min(w, h) / 5))
            let level = Float(generator.integer(0...255))
            if generator.chance(0.5) {
                canvas.fill(x: x, y: y, width: side, height: generator.integer(2...side + 3), level)
            } else {
                let words = random(12)
                canvas.write(
                    words, x: Double(x - side), y: Double(y), size: Double(side) * 0.7, level: level, fonts: fonts)
            }
        }
    }

    /// Places the newest code.
    mutating func place(_ face: CodeFace, _ placement: CodePlacement) {
        codes[codes.count - 1].corners = placement.draw(face, on: &canvas)
    }

    /// The place of a face with modules of the given size in pixels, or of a smaller size if the picture has no room for it.
    mutating func quad(
        _ face: CodeFace, pixels: Double, at center: Point2D? = nil, angle: Double, tilt: Double = 0.05
    ) -> Quad {
        let (w, h) = (Double(face.modules.width) + 2 * face.quiet, Double(face.modules.height) + 2 * face.quiet)
        let quad = Quad.turned(
            at: center ?? middle, width: w * pixels, height: h * pixels, angle: angle, tilt: tilt, &generator)
        return center == nil ? fitted(quad) : quad
    }

    /// A quad in the middle of the picture, smaller if it would not lie wholly within it.
    func fitted(_ quad: Quad) -> Quad {
        let (xs, ys) = (quad.corners.map(\.x).sorted(), quad.corners.map(\.y).sorted())
        let (width, height) = (xs[3] - xs[0], ys[3] - ys[0])
        let scale = min(1, 0.97 * min(Double(canvas.width) / width, Double(canvas.height) / height))
        let center = Point2D(x: xs[0] + width / 2, y: ys[0] + height / 2)
        return quad.map { middle + ($0 - center) * scale }
    }

    /// Uneven light.
    mutating func shade(_ depth: Float) {
        let light = LatticeNoise(&generator)
        let (w, h) = (Float(canvas.width), Float(canvas.height))
        canvas.each { x, y, level in level * max(0.05, 1 - depth * light.value(x / w * 2, y / h * 2)) }
    }

    /// What the camera makes of it.
    /// - Parameters:
    ///   - blur: Sigma in pixels.
    ///   - noise: Deviation in levels.
    ///   - range: The levels of black and white; any if not given.
    mutating func expose(blur: Double, noise: Double, range: (Double, Double)? = nil) {
        canvas.blur(blur)
        let (low, high) = range ?? (generator.uniform(10, 50), generator.uniform(190, 245))
        canvas.each { _, _, level in Float(low) + level / 255 * Float(high - low) }
        canvas.addNoise(noise, &generator)
    }
}
