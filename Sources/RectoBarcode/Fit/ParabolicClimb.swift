/// Maximizes a function of up to eight parameters without derivatives: fits a parabola along each, and jumps to all
/// maxima at once.
struct ParabolicClimb {
    /// The number of lanes that are parameters.
    var parameterCount: Int
    /// The step sizes in each direction, largest first.
    var steps: [Float]
    /// The maximum number of jumps at each step size.
    var rounds: Int
    /// Gives up if the value is below this after the first step size.
    var minimumHope = -Float.infinity
    /// Gives up if the value is below this after the first jump.
    var minimumFirst = -Float.infinity
    /// A jump that gains less is the last one at its step size.
    var lastGain: Float = 0
    /// The value above which smaller steps are not taken.
    var sure = Float.infinity

    /// The maximum distance of a parabola's top, in steps.
    private static let reach: Float = 1.5
    /// Smaller gains count as zero.
    private static let minimumGain: Float = 1e-4

    func climb(
        from start: SIMD8<Float>, value: Float, _ function: (SIMD8<Float>) -> Float
    ) -> (place: SIMD8<Float>, value: Float) {
        var best = (place: start, value: value)
        for step in steps {
            if step != steps[0], best.value < minimumHope || best.value > sure { break }
            for _ in 0..<rounds {
                let next = self.next(best, step, function)
                guard next.value > best.value + Self.minimumGain else { break }
                let gain = next.value - best.value
                best = next
                if gain < lastGain { break }
                if best.value < minimumFirst { return best }
            }
        }
        return best
    }

    /// Returns the better of the jump and the best single step.
    private func next(
        _ from: (place: SIMD8<Float>, value: Float), _ step: Float, _ function: (SIMD8<Float>) -> Float
    ) -> (place: SIMD8<Float>, value: Float) {
        var best = from
        var jump = from.place
        for i in 0..<parameterCount {
            var (up, down) = (from.place, from.place)
            up[i] += step
            down[i] -= step
            let (above, below) = (function(up), function(down))
            if above > best.value { best = (up, above) }
            if below > best.value { best = (down, below) }
            let bend = above + below - 2 * from.value
            if bend < 0 {
                jump[i] += step * min(max((below - above) / (2 * bend), -Self.reach), Self.reach)
            } else if max(above, below) > from.value {
                jump[i] += above > below ? step : -step
            }
        }
        let value = function(jump)
        return value > best.value ? (jump, value) : best
    }
}
