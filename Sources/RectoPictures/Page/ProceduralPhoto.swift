/// A synthetic photograph as a function of the place in it.
struct ProceduralPhoto {
    private enum Subject { case mountains, sea, skyline, lights, meadow, portrait }

    private let subject: Subject
    private let noise: LatticeNoise
    private let aspect: Float
    private let sky: (top: LinearRGB, bottom: LinearRGB)
    private let land: LinearRGB
    private let horizon: Float
    private let sun: (u: Float, v: Float)
    private let grayscale: Bool
    private let lights: [(u: Float, v: Float, radius: Float, color: LinearRGB)]

    /// - Parameters:
    ///   - aspect: Width over height.
    ///   - portrait: Whether it must show a head and shoulders.
    init(_ generator: inout SeededGenerator, aspect: Double, portrait: Bool = false) {
        let subjects: [Subject] = [.mountains, .sea, .skyline, .lights, .meadow, .portrait]
        let drawn = generator.pick(subjects)
        subject = portrait ? .portrait : drawn
        noise = LatticeNoise(&generator)
        self.aspect = Float(aspect)
        let warm = generator.chance(0.4)
        let hue = warm ? generator.uniform(0.02, 0.12) : generator.uniform(0.52, 0.62)
        sky = (
            LinearRGB(SRGB(hue: generator.uniform(0.55, 0.66), saturation: 0.6, brightness: warm ? 0.55 : 0.8)),
            LinearRGB(SRGB(hue: hue, saturation: generator.uniform(0.2, 0.6), brightness: 0.95))
        )
        land = LinearRGB(
            SRGB(hue: generator.uniform(0.08, 0.4), saturation: 0.5, brightness: generator.uniform(0.25, 0.55)))
        horizon = Float(generator.uniform(0.45, 0.7))
        sun = (Float(generator.uniform(0.15, 0.85)), Float(generator.uniform(0.1, 0.4)))
        grayscale = generator.chance(portrait ? 0.4 : 0.2)
        lights = (0..<40).map { _ in
            (
                Float(generator.unit()), Float(generator.unit()), Float(generator.uniform(0.02, 0.12)),
                LinearRGB(SRGB(hue: generator.uniform(0, 0.6), saturation: 0.7, brightness: 1))
            )
        }
    }

    /// The light at (u, v), both 0...1.
    func color(_ u: Float, _ v: Float) -> LinearRGB {
        let x = u * aspect
        let color: LinearRGB
        switch subject {
        case .mountains: color = mountains(x, v)
        case .sea: color = sea(u, x, v)
        case .skyline: color = skyline(x, v)
        case .lights: color = bokeh(x, v)
        case .meadow: color = meadow(x, v)
        case .portrait: color = head(u, v)
        }
        return grayscale ? LinearRGB(gray: color.luminance) : color
    }

    private func skyColor(_ u: Float, _ v: Float, clouds: Float) -> LinearRGB {
        var color = sky.top.mixed(with: sky.bottom, min(1, v / horizon))
        let du = (u - sun.u) * aspect
        let dv = v - sun.v
        let glow = max(0, 1 - (du * du + dv * dv) * 12)
        color = color.mixed(with: LinearRGB(1, 0.93, 0.75), glow * glow * 0.8)
        let cloud = max(0, noise.fractal(u * aspect * 3, v * 8, octaves: 4, footprint: 0) - 0.5) * 2.4 * clouds
        return color.mixed(with: LinearRGB(0.9, 0.9, 0.92), min(1, cloud))
    }

    private func mountains(_ x: Float, _ v: Float) -> LinearRGB {
        var color = skyColor(x / aspect, v, clouds: 0.8)
        for ridge in 0..<4 {
            let depth = Float(ridge) / 3
            let shift = Float(ridge) * 31.7
            let height = noise.fractal(x * (1.2 + depth) + shift, shift, octaves: 5, footprint: 0)
            let edge = horizon - 0.12 + depth * 0.3 - (height - 0.5) * (0.5 - 0.15 * depth)
            guard v > edge else { continue }
            let rough = noise.fractal(x * 14 + shift, v * 20, octaves: 3, footprint: 0)
            let near = land * (0.5 + rough)
            color = sky.bottom.mixed(with: near, 0.25 + 0.75 * depth)
        }
        return color
    }

    private func sea(_ u: Float, _ x: Float, _ v: Float) -> LinearRGB {
        guard v > horizon else { return skyColor(u, v, clouds: 1) }
        let depth = (v - horizon) / (1 - horizon)
        let wave = noise.fractal(x * 6 / (0.15 + depth), 30 * depth / (0.3 + depth), octaves: 4, footprint: 0)
        let water = sky.top * 0.35
        let spark = max(0, wave - 0.55) * 3 * max(0, 1 - abs(u - sun.u) * 3)
        let color = water.mixed(with: sky.bottom, max(0, min(1, wave * 0.9 - 0.1 - 0.3 * depth)))
        return color.mixed(with: LinearRGB(1, 0.95, 0.8), min(1, spark))
    }

    private func skyline(_ x: Float, _ v: Float) -> LinearRGB {
        var color = skyColor(x / aspect, v, clouds: 0.5)
        for layer in 0..<3 {
            let depth = Float(layer) / 2
            let column = Float(LatticeNoise.floor(x * (14 - 4 * depth)))
            let top = horizon - 0.3 + 0.22 * depth + 0.35 * (noise.cell(Int32(column), Int32(layer)) - 0.4)
            guard v > top else { continue }
            let shade = 0.25 + 0.3 * noise.cell(Int32(column), Int32(layer) + 9)
            color = sky.bottom.mixed(with: land * shade, 0.45 + 0.5 * depth)
            let windowX = Float(LatticeNoise.floor(x * 110))
            let windowY = Float(LatticeNoise.floor(v * 70))
            let lit = noise.cell(Int32(windowX), Int32(windowY)) > 0.8 && x * 110 - windowX < 0.6
            if lit { color = color.mixed(with: LinearRGB(1, 0.8, 0.4), 0.7) }
        }
        return color
    }

    private func bokeh(_ x: Float, _ v: Float) -> LinearRGB {
        var color = sky.top * 0.15 + land * (0.15 * noise.fractal(x * 3, v * 3, octaves: 3, footprint: 0))
        for light in lights {
            let dx = x - light.u * aspect
            let dy = v - light.v
            let distance = (dx * dx + dy * dy).squareRoot() / light.radius
            if distance < 1 { color += light.color * (0.25 + 0.2 * distance) }
        }
        return color
    }

    private func meadow(_ x: Float, _ v: Float) -> LinearRGB {
        let rolling = horizon + 0.06 * (noise.value(x * 2, 3) - 0.5)
        guard v > rolling else { return skyColor(x / aspect, v, clouds: 1) }
        let depth = (v - rolling) / (1 - rolling)
        let blades = noise.fractal(x * 20 / (0.2 + depth), v * 12 / (0.2 + depth), octaves: 4, footprint: 0)
        let green = LinearRGB(0.12, 0.28, 0.05).mixed(with: LinearRGB(0.4, 0.5, 0.1), blades)
        let flower = noise.cell(Int32(x * 60 / (0.3 + depth)), Int32(v * 50 / (0.3 + depth)))
        if flower > 0.965 { return LinearRGB(0.9, 0.3 + flower * 0.2, 0.25) }
        return green.mixed(with: sky.bottom, 0.5 * (1 - depth) * (1 - depth))
    }

    private func head(_ u: Float, _ v: Float) -> LinearRGB {
        let x = (u - 0.5) * aspect * 1.25
        let soft = noise.fractal(u * 3, v * 3, octaves: 3, footprint: 0)
        var color = sky.bottom.mixed(with: sky.top, v) * (0.6 + 0.4 * soft)
        let skin = LinearRGB(0.62, 0.38, 0.26) * (0.55 + 0.6 * noise.cell(1, 2))
        // Shoulders, neck, hair, face, from back to front.
        let shoulder = (x * x) / 0.19 + (v - 1.12) * (v - 1.12) / 0.16
        if shoulder < 1 { color = land * (0.7 + 0.5 * soft) }
        if abs(x) < 0.09, v > 0.55, v < 0.82 { color = skin * 0.75 }
        let hair = x * x / 0.052 + (v - 0.36) * (v - 0.36) / 0.075
        if hair < 1 { color = LinearRGB(0.12, 0.07, 0.04) * (0.5 + soft) }
        let face = x * x / 0.03 + (v - 0.43) * (v - 0.43) / 0.058
        if face < 1 {
            color = skin * (1.05 - 0.5 * face - 0.6 * x)
            let eye = (abs(x) - 0.07) * (abs(x) - 0.07) / 0.0006 + (v - 0.41) * (v - 0.41) / 0.00018
            let mouth = x * x / 0.0035 + (v - 0.56) * (v - 0.56) / 0.00012
            if eye < 1 { color = LinearRGB(gray: 0.03) }
            if mouth < 1 { color = LinearRGB(0.4, 0.1, 0.09) }
        }
        return color
    }
}
