import RectoCore

/// The surface of the desk as a function of the place on it.
protocol DeskMaterial {
    /// - Parameters:
    ///   - x: Place on the desk in millimeters.
    ///   - y: Place on the desk in millimeters.
    ///   - footprint: Width of a pixel there in millimeters; finer detail must be left out.
    /// - Returns: Reflected share of the light.
    func color(x: Float, y: Float, footprint: Float) -> LinearRGB
}

/// 0 well below the edge, 1 well above it, with a ramp one pixel wide.
@inline(__always)
private func softStep(_ distance: Float, _ footprint: Float) -> Float {
    max(0, min(1, 0.5 + distance / max(footprint, 1e-3)))
}

/// One color with faint mottling.
struct PlainMaterial: DeskMaterial {
    private let base: LinearRGB
    private let noise: LatticeNoise
    private let grain: Float
    private let mottle: Float

    init(_ base: LinearRGB, grain: Float, mottle: Float, _ generator: inout SeededGenerator) {
        self.base = base
        self.grain = grain
        self.mottle = mottle
        noise = LatticeNoise(&generator)
    }

    /// A muted color of desks, walls and cloth.
    init(_ generator: inout SeededGenerator) {
        let color = DeskPalette.color(&generator, brightness: 0.25...0.8)
        self.init(
            color, grain: Float(generator.uniform(0, 0.14)), mottle: Float(generator.uniform(0, 0.14)), &generator)
    }

    /// Nearly black: leather, slate, lacquer.
    init(dark generator: inout SeededGenerator) {
        let color = SRGB(
            hue: generator.unit(), saturation: generator.uniform(0, 0.3), brightness: generator.uniform(0.04, 0.2))
        self.init(
            LinearRGB(color), grain: Float(generator.uniform(0, 0.5)), mottle: Float(generator.uniform(0, 0.3)),
            &generator)
    }

    func color(x: Float, y: Float, footprint: Float) -> LinearRGB {
        let broad = noise.fractal(x * 0.02, y * 0.02, octaves: 3, footprint: footprint * 0.02) - 0.5
        let fine = noise.fractal(x * 0.7, y * 0.7, octaves: 2, footprint: footprint * 0.7) - 0.5
        return base * (1 + mottle * broad * 2 + grain * fine * 2)
    }
}

/// Wood: long fibers, wavy growth rings, planks with joints.
struct WoodMaterial: DeskMaterial {
    /// The largest deviation of the growth rings from straight lines.
    private static let bendMillimetres: Float = 100

    private let light: LinearRGB
    private let dark: LinearRGB
    private let noise: LatticeNoise
    private let axis: (x: Float, y: Float)
    private let plank: Float
    private let plankLength: Float
    private let gap: Float
    private let ringWidth: Float
    private let contrast: Float
    private let fibre: Float

    init(_ generator: inout SeededGenerator) {
        let hue = generator.uniform(0.045, 0.105)
        let brightness = generator.pick(weighted: [
            (generator.uniform(0.72, 0.92), 3), (generator.uniform(0.45, 0.72), 3), (generator.uniform(0.2, 0.42), 2),
        ])
        let saturation = generator.uniform(0.25, 0.6)
        light = LinearRGB(SRGB(hue: hue, saturation: saturation, brightness: brightness))
        dark = LinearRGB(
            SRGB(
                hue: hue - 0.012, saturation: min(1, saturation + 0.12),
                brightness: brightness * generator.uniform(0.6, 0.85)))
        noise = LatticeNoise(&generator)
        let angle = (generator.chance(0.5) ? 0 : Double.pi / 2) + generator.uniform(-0.12, 0.12)
        let direction = Point2D.direction(angle)
        axis = (Float(direction.x), Float(direction.y))
        plank = generator.chance(0.6) ? Float(generator.uniform(60, 190)) : 4000
        plankLength = Float(generator.uniform(400, 1400))
        gap = Float(generator.chance(0.5) ? generator.uniform(0.2, 0.8) : generator.uniform(1, 3.5))
        ringWidth = Float(generator.uniform(5, 22))
        contrast = Float(generator.uniform(0.25, 0.8))
        fibre = Float(generator.uniform(0.1, 0.4))
    }

    func color(x: Float, y: Float, footprint: Float) -> LinearRGB {
        let along = x * axis.x + y * axis.y
        let across = y * axis.x - x * axis.y
        let row = Float(LatticeNoise.floor(across / plank))
        let rowIndex = Int32(max(-1e6, min(1e6, row)))
        let shift = noise.cell(rowIndex, 77) * plankLength
        let board = Float(LatticeNoise.floor((along + shift) / plankLength))
        let boardIndex = plank > 1000 ? 0 : Int32(max(-1e6, min(1e6, board)))
        let own = noise.cell(rowIndex, boardIndex)
        // Rings: distance from a far center line, bent by slow noise; each board has a different origin.
        let u = along * 0.0035 + own * 91
        let v = across * 0.012 + own * 57
        let bend = noise.fractal(u, v, octaves: 3, footprint: footprint * 0.012) - 0.5
        let ring = (across + Self.bendMillimetres * bend) / ringWidth + own * 13
        let phase = ring - Float(LatticeNoise.floor(ring))
        let seam = softStep(phase - 0.02, 0.1) * softStep(0.98 - phase, 0.1)
        let visible = max(0, min(1, 1.6 - footprint / ringWidth * 4))
        let tone = (phase * phase * 0.75 + (1 - seam) * 0.2) * visible + 0.3 * (1 - visible)
        let fibres = noise.fractal(along * 0.045, across * 1.6, octaves: 3, footprint: footprint * 1.6) - 0.5
        let share = max(0, min(1, contrast * tone + fibre * fibres * 1.6 + 0.15))
        var color = light.mixed(with: dark, share) * (0.86 + 0.28 * own)
        if plank < 1000 {
            let toJoint = min(across - row * plank, (row + 1) * plank - across)
            let toEnd = min(along + shift - board * plankLength, (board + 1) * plankLength - along - shift)
            let joint = softStep(min(toJoint, toEnd) - gap / 2, footprint)
            color = color * (0.25 + 0.75 * joint)
        }
        return color
    }

}

/// Striped or checked cloth.
struct StripeMaterial: DeskMaterial {
    private let colors: [LinearRGB]
    private let widths: [Float]
    private let period: Float
    private let axis: (x: Float, y: Float)
    private let checked: Bool
    private let noise: LatticeNoise

    init(_ generator: inout SeededGenerator) {
        let count = generator.integer(2...4)
        let pale = DeskPalette.color(&generator, brightness: 0.7...0.95)
        var colors: [LinearRGB] = []
        for index in 0..<count {
            colors.append(index % 2 == 0 ? pale : DeskPalette.accent(&generator, brightness: 0.2...0.75))
        }
        self.colors = colors
        let unit = generator.uniform(5, 26)
        widths = (0..<count).map { _ in Float(unit * generator.uniform(0.5, 1.5)) }
        period = widths.reduce(0, +)
        let direction = Point2D.direction(generator.pick([0, .pi / 2, generator.uniform(0, .pi)]))
        axis = (Float(direction.x), Float(direction.y))
        checked = generator.chance(0.35)
        noise = LatticeNoise(&generator)
    }

    func color(x: Float, y: Float, footprint: Float) -> LinearRGB {
        let along = x * axis.x + y * axis.y
        let across = y * axis.x - x * axis.y
        // A hanging or lying cloth is never quite straight.
        let wander = (noise.value(x * 0.008, y * 0.008) - 0.5) * 6
        var color = stripe(along + wander, footprint)
        if checked { color = color.mixed(with: stripe(across - wander, footprint), 0.5) }
        let weave = noise.fractal(x * 1.2, y * 1.2, octaves: 2, footprint: footprint * 1.2) - 0.5
        return color * (1 + 0.16 * weave)
    }

    private func stripe(_ position: Float, _ footprint: Float) -> LinearRGB {
        var left = position - Float(LatticeNoise.floor(position / period)) * period
        var color = colors[0]
        for index in colors.indices {
            // Each stripe is painted over the previous ones, starting at its left edge.
            color = color.mixed(with: colors[index], softStep(left, footprint))
            left -= widths[index]
        }
        return color.mixed(with: colors[0], softStep(left, footprint))
    }
}

/// Square or oblong tiles with joints, in line or offset from row to row.
struct TileMaterial: DeskMaterial {
    private let tile: LinearRGB
    private let other: LinearRGB
    private let joint: LinearRGB
    private let width: Float
    private let height: Float
    private let gap: Float
    private let offsetRows: Bool
    private let chequered: Bool
    private let variation: Float
    private let veins: Float
    private let axis: (x: Float, y: Float)
    private let noise: LatticeNoise

    init(_ generator: inout SeededGenerator) {
        tile = DeskPalette.color(&generator, brightness: 0.3...0.92)
        other = tile * Float(generator.uniform(0.1, 0.7))
        joint = LinearRGB(
            gray: Float(generator.chance(0.6) ? generator.uniform(0.3, 0.65) : generator.uniform(0.03, 0.15)))
        let side = generator.pick([generator.uniform(18, 40), generator.uniform(60, 180)])
        width = Float(side)
        height = Float(side * generator.pick([1, 1, 0.5]))
        gap = Float(min(side * 0.08, generator.uniform(1.2, 5)))
        offsetRows = generator.chance(0.3)
        chequered = generator.chance(0.3)
        variation = Float(generator.uniform(0.02, 0.35))
        veins = Float(generator.uniform(0, 0.35))
        let direction = Point2D.direction(generator.pick([0, generator.uniform(-0.3, 0.3), .pi / 4]))
        axis = (Float(direction.x), Float(direction.y))
        noise = LatticeNoise(&generator)
    }

    func color(x: Float, y: Float, footprint: Float) -> LinearRGB {
        let along = x * axis.x + y * axis.y
        let across = y * axis.x - x * axis.y
        let row = Float(LatticeNoise.floor(across / height))
        let odd = Int(max(-1e6, min(1e6, row))) & 1 == 1
        let shifted = along + (offsetRows && odd ? width / 2 : 0)
        let column = Float(LatticeNoise.floor(shifted / width))
        let columnIndex = Int32(max(-1e6, min(1e6, column)))
        let rowIndex = Int32(max(-1e6, min(1e6, row)))
        let own = noise.cell(columnIndex, rowIndex)
        let second = chequered && (columnIndex &+ rowIndex) & 1 == 1
        let vein = noise.fractal(x * 0.03 + own * 40, y * 0.03, octaves: 4, footprint: footprint * 0.03)
        let face = (second ? other : tile) * (1 + variation * (own - 0.5) + veins * (vein - 0.5) * 2)
        let fromColumn = min(shifted - column * width, (column + 1) * width - shifted)
        let fromRow = min(across - row * height, (row + 1) * height - across)
        return joint.mixed(with: face, softStep(min(fromColumn, fromRow) - gap / 2, footprint))
    }
}

/// Surfaces full of edges.
struct BusyMaterial: DeskMaterial {
    private enum Pattern { case granite, carpet, weave, blots, collage }

    private let pattern: Pattern
    private let colors: [LinearRGB]
    private let noise: LatticeNoise
    private let photos: [ProceduralPhoto]
    private let cell: Float

    init(_ generator: inout SeededGenerator) {
        pattern = generator.pick([.granite, .carpet, .weave, .blots, .collage])
        var colors: [LinearRGB] = []
        for index in 0..<4 {
            colors.append(
                index % 2 == 0
                    ? DeskPalette.color(&generator, brightness: 0.2...0.9)
                    : DeskPalette.accent(&generator, brightness: 0.12...0.85))
        }
        self.colors = colors
        noise = LatticeNoise(&generator)
        var pictures: [ProceduralPhoto] = []
        for _ in 0..<6 { pictures.append(ProceduralPhoto(&generator, aspect: 1.4)) }
        photos = pictures
        cell = Float(generator.uniform(2.5, 9))
    }

    func color(x: Float, y: Float, footprint: Float) -> LinearRGB {
        switch pattern {
        case .granite: granite(x, y, footprint)
        case .carpet: carpet(x, y, footprint)
        case .weave: weave(x, y, footprint)
        case .blots: blots(x, y, footprint)
        case .collage: collage(x, y)
        }
    }

    private func granite(_ x: Float, _ y: Float, _ footprint: Float) -> LinearRGB {
        let coarse = noise.fractal(x / cell, y / cell, octaves: 3, footprint: footprint / cell)
        let fine = noise.fractal(x * 2.4 / cell + 50, y * 2.4 / cell, octaves: 2, footprint: footprint * 2.4 / cell)
        let base = colors[0].mixed(with: colors[1], max(0, min(1, (coarse - 0.35) * 4)))
        return base.mixed(with: colors[2], max(0, min(1, (fine - 0.6) * 7))) * (0.8 + 0.4 * fine)
    }

    private func carpet(_ x: Float, _ y: Float, _ footprint: Float) -> LinearRGB {
        let tuft = noise.fractal(x * 0.6, y * 0.6, octaves: 3, footprint: footprint * 0.6)
        let field = noise.fractal(x * 0.012, y * 0.012, octaves: 2, footprint: 0)
        return colors[0].mixed(with: colors[1], max(0, min(1, (field - 0.45) * 8))) * (0.35 + 1.2 * tuft)
    }

    private func weave(_ x: Float, _ y: Float, _ footprint: Float) -> LinearRGB {
        let column = Float(LatticeNoise.floor(x / cell))
        let row = Float(LatticeNoise.floor(y / cell))
        let over = (Int(max(-1e6, min(1e6, column))) + Int(max(-1e6, min(1e6, row)))) & 1 == 0
        let u = x / cell - column - 0.5
        let v = y / cell - row - 0.5
        let bulge = over ? 1 - 2.4 * u * u : 1 - 2.4 * v * v
        let visible = max(0, min(1, 1.5 - 2 * footprint / cell))
        let thread = noise.fractal(over ? x * 1.5 : x * 0.2, over ? y * 0.2 : y * 1.5, octaves: 2, footprint: footprint)
        let color = (over ? colors[0] : colors[1]) * visible + (colors[0] + colors[1]) * (0.5 * (1 - visible))
        return color * (0.55 + 0.35 * bulge * visible + 0.3 * thread)
    }

    private func blots(_ x: Float, _ y: Float, _ footprint: Float) -> LinearRGB {
        // A printed cloth: level sets of noise, with edges as sharp as a pixel.
        let scale = 0.35 / cell
        let field = noise.fractal(x * scale, y * scale, octaves: 3, footprint: footprint * scale)
        let petals = noise.fractal(x * scale * 2 + 31, y * scale * 2, octaves: 2, footprint: footprint * scale * 2)
        let width = footprint * scale * 2
        let base = colors[0].mixed(with: colors[1], softStep(field - 0.55, width))
        let printed = base.mixed(with: colors[2], softStep(petals - 0.62, width))
        return printed.mixed(with: colors[3], softStep(0.3 - petals, width))
    }

    private func collage(_ x: Float, _ y: Float) -> LinearRGB {
        // Prints side by side like the spread of a magazine.
        let width: Float = 150
        let height: Float = 107
        let row = Float(LatticeNoise.floor(y / height))
        let rowIndex = Int32(max(-1e6, min(1e6, row)))
        let shifted = x + noise.cell(rowIndex, 5) * width
        let column = Float(LatticeNoise.floor(shifted / width))
        let columnIndex = Int32(max(-1e6, min(1e6, column)))
        let choice = Int(noise.cell(columnIndex, rowIndex) * Float(photos.count))
        let u = shifted / width - column
        let v = y / height - row
        if u < 0.02 || v < 0.03 { return LinearRGB(gray: 0.8) }
        return photos[min(choice, photos.count - 1)].color(u, v) * 0.9
    }
}
