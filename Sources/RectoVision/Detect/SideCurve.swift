/// A bowed side of a quad: a parabola of offsets from the chord between its corners.
package struct SideCurve: Sendable {
    /// Offset along the normal at the side's start, in pixels.
    private(set) var offset: Float
    /// Offset gained per pixel along the side, at its start.
    private(set) var slope: Float
    /// Half of the slope gained per pixel along the side.
    private(set) var bend: Float

    /// Creates a straight line.
    package init(_ line: SideLine = SideLine(offset: 0, slope: 0)) {
        (offset, slope, bend) = (line.offset, line.slope, 0)
    }

    @inline(__always)
    package func offset(at along: Float) -> Float { offset + along * (slope + along * bend) }

    package func slope(at along: Float) -> Float { slope + 2 * along * bend }

    /// The distance of the curve's middle from the chord between its ends, in pixels.
    package func sagitta(length: Float) -> Float { abs(bend) * length * length / 4 }

    /// Fits the curve by three rounds of least squares with Geman–McClure weights.
    /// - Parameter scale: Distance at which an edge has a quarter of its weight, in pixels.
    package mutating func fit(_ edges: UnsafeBufferPointer<SideEdge>, length: Float, scale: Float) {
        for _ in 0..<3 {
            // Positions are shares of the side, so that the sums are of similar magnitude.
            var moments = InlineArray<5, Double>(repeating: 0)
            var targets = InlineArray<3, Double>(repeating: 0)
            for edge in edges {
                let residual = (edge.offset - offset(at: edge.along)) / scale
                let damping = 1 + residual * residual
                let weight = Double(edge.weight / (damping * damping))
                let share = Double(edge.along / length)
                var power = weight
                for order in 0..<5 {
                    moments[order] += power
                    if order < 3 { targets[order] += power * Double(edge.offset) }
                    power *= share
                }
            }
            guard let solution = Self.solve(moments, targets) else { return }
            offset = Float(solution[0])
            slope = Float(solution[1]) / length
            bend = Float(solution[2]) / (length * length)
        }
    }

    /// Solves the normal equations of a parabola by Cramer's rule.
    private static func solve(
        _ m: InlineArray<5, Double>, _ t: InlineArray<3, Double>
    ) -> InlineArray<3, Double>? {
        let (a, b, c) = (m[2] * m[4] - m[3] * m[3], m[1] * m[4] - m[2] * m[3], m[1] * m[3] - m[2] * m[2])
        let determinant = m[0] * a - m[1] * b + m[2] * c
        // Edges all in one place determine no parabola.
        guard determinant > 1e-7 * m[0] * m[0] * m[0] else { return nil }
        let (d, e, f) = (m[0] * m[4] - m[2] * m[2], m[0] * m[3] - m[1] * m[2], m[0] * m[2] - m[1] * m[1])
        return [
            (a * t[0] - b * t[1] + c * t[2]) / determinant,
            (-b * t[0] + d * t[1] - e * t[2]) / determinant,
            (c * t[0] - e * t[1] + f * t[2]) / determinant,
        ]
    }
}
