import RectoKernels

/// The offsets along a timing pattern: a curve between two finders that has their directions at the ends and bulges
/// between.
struct TimingCurve {
    /// The start and end, in modules along the pattern.
    private var (first, last): (Float, Float) = (0, 1)
    private var isAcross = true
    private var (start, startSlope, end, endSlope) = (
        SIMD2<Float>(), SIMD2<Float>(), SIMD2<Float>(), SIMD2<Float>()
    )
    /// The deviation of the middle from the curve between the finders.
    private var bulge = SIMD2<Float>()
    /// The bulges to try in each direction, across the pattern and along it, in modules.
    private static let acrossSteps = (count: 6, step: Float(0.35))
    private static let alongSteps = (count: 4, step: Float(0.25))

    init() {}

    /// - Parameters:
    ///   - dimension: The number of modules per side.
    ///   - near: The offset at a place by the finder at the start.
    ///   - far: The offset at a place by the finder at the end.
    init(
        _ dimension: Int, isAcross: Bool, from near: (SIMD2<Float>) -> SIMD2<Float>,
        to far: (SIMD2<Float>) -> SIMD2<Float>
    ) {
        self.isAcross = isAcross
        (first, last) = (6.5, Float(dimension) - 6.5)
        func place(_ t: Float) -> SIMD2<Float> { isAcross ? SIMD2(t, 6.5) : SIMD2(6.5, t) }
        (start, startSlope) = (near(place(first)), near(place(first + 1)) - near(place(first)))
        (end, endSlope) = (far(place(last)), far(place(last)) - far(place(last - 1)))
    }

    /// Returns the offset at a place along the pattern; beyond the ends the curve is straight.
    func offset(at t: Float) -> SIMD2<Float> {
        if t <= first { return start + startSlope * (t - first) }
        if t >= last { return end + endSlope * (t - last) }
        let length = last - first
        let s = (t - first) / length
        let (r, hump) = (1 - s, 16 * s * s * (1 - s) * (1 - s))
        let ends = start * (r * r * (1 + 2 * s)) + end * (s * s * (1 + 2 * r))
        return ends + (startSlope * (s * r * r) - endSlope * (s * s * r)) * length + bulge * hump
    }

    /// Chooses the bulge with the best match of the pattern.
    /// - Returns: How well it matches, −1…1.
    mutating func climb(_ field: LumaField, _ map: GridMap) -> Float {
        let count = Int(last - first) - 1
        guard count >= 5 else { return 0 }
        // The first module beyond the finder has an odd index and is light.
        var signs = (0..<count).map { Float($0 % 2 == 0 ? 1 : -1) }
        let pattern = Pattern(&signs, from: 0)
        var x = [Float](repeating: 0, count: count + 8)
        var (y, samples) = (x, x)
        var best = (score: -Float.infinity, bulge: SIMD2<Float>(), correlation: Float(0))
        let (side, along) = (Self.acrossSteps, Self.alongSteps)
        for i in -side.count...side.count {
            for j in -along.count...along.count {
                let (a, b) = (Float(i) * side.step, Float(j) * along.step)
                bulge = isAcross ? SIMD2(b, a) : SIMD2(a, b)
                for k in 0..<count {
                    let t = first + 1 + Float(k)
                    let o = offset(at: t)
                    x[k] = (isAcross ? t : 6.5) + o.x
                    y[k] = (isAcross ? 6.5 : t) + o.y
                }
                let correlation = samples.withUnsafeMutableBufferPointer { samples in
                    // SAFETY: room for eight more.
                    let s = samples.baseAddress.unsafelyUnwrapped
                    field.sample(map, x, y, count: count, into: s)
                    return signs.withUnsafeBufferPointer { pattern.correlation(s, $0.baseAddress.unsafelyUnwrapped) }
                }
                let score = correlation - 0.02 * (abs(Float(i)) + abs(Float(j)))
                if score > best.score { best = (score, bulge, correlation) }
            }
        }
        bulge = best.bulge
        return best.correlation
    }
}
