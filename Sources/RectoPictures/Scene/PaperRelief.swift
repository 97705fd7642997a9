import RectoCore

/// Light and shade of paper that is not quite flat: broad waves and creases from folding.
///
/// Too shallow to displace anything in the picture; only the brightness changes.
struct PaperRelief {
    private struct Crease {
        /// Place as a share 0...1 of the height (or width).
        let place: Float
        let alongHeight: Bool
        /// Difference in brightness of the two sides.
        let bend: Float
        let depth: Float
    }

    private let noise: LatticeNoise
    private let waves: Float
    private var creases: [Crease] = []
    private let width: Float
    private let height: Float

    init(_ generator: inout SeededGenerator, kind: PageKind, format: PaperFormat) {
        noise = LatticeNoise(&generator)
        width = Float(format.width)
        height = Float(format.height)
        let stiff = kind == .identityCard || kind == .businessCard || kind == .photograph
        waves = stiff ? 0.01 : Float(generator.uniform(0.01, 0.07))
        guard !stiff, kind != .bookPage, generator.chance(0.25) else { return }
        let thirds = generator.chance(0.6)
        let alongHeight = height >= width
        for place in thirds ? [1.0 / 3, 2.0 / 3] : [0.5] {
            creases.append(crease(&generator, at: place, alongHeight))
        }
        if !thirds, generator.chance(0.5) { creases.append(crease(&generator, at: 0.5, !alongHeight)) }
    }

    private func crease(_ generator: inout SeededGenerator, at place: Double, _ alongHeight: Bool) -> Crease {
        Crease(
            place: Float(place + generator.uniform(-0.015, 0.015)), alongHeight: alongHeight,
            bend: Float(generator.uniform(-0.12, 0.12)), depth: Float(generator.uniform(0.04, 0.18)))
    }

    /// Remaining share of the light at (u, v), both 0...1 on the sheet; around 1.
    func brightness(u: Float, v: Float) -> Float {
        let x = u * width
        let y = v * height
        var light = 1 + waves * 1.4 * (noise.value(x * 0.02, y * 0.02) - 0.5)
        for crease in creases {
            let distance = crease.alongHeight ? y - crease.place * height : x - crease.place * width
            let spread = distance / 18
            // Steep at the crease, fading with distance.
            light += crease.bend * (distance < 0 ? -1 : 1) / (1 + spread * spread) * min(1, abs(distance) / 0.7)
            light -= crease.depth * max(0, 1 - abs(distance) / 0.8)
        }
        return light
    }
}
