/// A sheet that is not flat: which place of the flat sheet is seen at a place, both as shares of its width and height.
struct SheetCurl {
    /// The flat share by the share that is seen, across and down.
    private var across, down: [Float]
    /// To the right, by the share downward; half as much at the left edge.
    private var shiftX: [Float]
    /// Downward, by the share across.
    private var shiftY: [Float]

    private static let steps = 2048
    private static let shares = (0...steps).map { Double($0) / Double(steps) }

    /// Waves along both axes.
    /// - Parameters:
    ///   - amplitude: As a share of the sheet.
    ///   - waves: How often each goes up and down.
    init(amplitude: Double, waves: Double, _ generator: inout SeededGenerator) {
        let (a, b) = (generator.uniform(0, 2 * .pi), generator.uniform(0, 2 * .pi))
        shiftX = Self.shares.map { Float(amplitude * PortableMath.sin(2 * .pi * waves * $0 + a)) }
        shiftY = Self.shares.map { Float(amplitude * PortableMath.sin(2 * .pi * waves * $0 + b)) }
        // Smaller, so that all of it is seen.
        across = Self.shares.map { Float(($0 - 0.5) * (1 + 2.5 * amplitude) + 0.5) }
        down = across
    }

    /// Round a cylinder that stands upright.
    /// - Parameters:
    ///   - angle: Half of what the sheet covers of it, in radians, below a quarter turn.
    ///   - sag: How far the middle hangs down, as a share of the height.
    init(cylinder angle: Double, sag: Double) {
        shiftX = Self.shares.map { _ in 0 }
        shiftY = Self.shares.map { Float(sag * (0.5 - (2 * $0 - 1) * (2 * $0 - 1))) }
        down = Self.shares.map { Float($0) }
        let edge = PortableMath.sin(angle)
        across = Self.shares.map { share in
            // The angle whose sine is this share of the edge's, by halving.
            var (low, high) = (-angle, angle)
            for _ in 0..<40 {
                let middle = (low + high) / 2
                if PortableMath.sin(middle) < (2 * share - 1) * edge { low = middle } else { high = middle }
            }
            return Float(0.5 + low / (2 * angle))
        }
    }

    /// The place of the flat sheet that is seen at a place.
    @inline(__always)
    func map(_ s: Double, _ t: Double) -> (Double, Double) {
        (
            Self.value(across, s) + Self.value(shiftX, t) * (0.5 + 0.5 * s),
            Self.value(down, t) + Self.value(shiftY, s)
        )
    }

    @inline(__always)
    private static func value(_ table: [Float], _ share: Double) -> Double {
        let place = max(0, min(1, share)) * Double(steps)
        let i = min(steps - 1, Int(place))
        return Double(table[i]) + (Double(table[i + 1]) - Double(table[i])) * (place - Double(i))
    }
}
