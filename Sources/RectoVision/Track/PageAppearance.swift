import RectoCore

/// A thumbnail of the page, 16 × 16 mean brightnesses, which shows whether it is still the same page.
struct PageAppearance: Sendable {
    static let side = 16
    /// The share of a side skipped at each end: the page's border.
    private static let border: Float = 0.04
    /// The share of a side between the borders.
    private static let inside: Float = 0.92

    /// Row by row, 0…255 or a fixed multiple of it.
    private var cells = InlineArray<256, Float>(repeating: 0)

    init<Sampler: PixelSampler>(of quad: Quad, in picture: Sampler) {
        guard let map = Homography(unitSquareTo: quad) else { return }
        let m = SIMD8(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
        // Two samples per cell, on its diagonal.
        let (start, pitch): (Float, Float) = (Self.border, Self.inside / Float(Self.side))
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                var sum: Float = 0
                for place: Float in [0.25, 0.75] {
                    let u: Float = start + (Float(column) + place) * pitch
                    let v: Float = start + (Float(row) + place) * pitch
                    let w: Float = 1 / (m[6] * u + m[7] * v + 1)
                    let x: Float = (m[0] * u + m[1] * v + m[2]) * w
                    let y: Float = (m[3] * u + m[4] * v + m[5]) * w
                    sum += picture.nearest(x, y).sum()
                }
                cells[row * Self.side + column] = 0.5 * sum
            }
        }
    }

    /// Normalized cross-correlation, −1…1; two pages without signature correlate fully.
    ///
    /// Variations below a few gray levels are noise and paper, not signature. A constant is therefore added to the
    /// variances of both pages and, as if they had it in common, to their covariance.
    func correlation(with other: PageAppearance) -> Float {
        // Spans, because subscripting the arrays would copy them.
        let (a, b) = (cells.span, other.cells.span)
        let count = Float(a.count)
        var (sumA, sumB): (Float, Float) = (0, 0)
        for index in a.indices {
            sumA += a[index]
            sumB += b[index]
        }
        let (meanA, meanB) = (sumA / count, sumB / count)
        var (aa, bb, ab): (Float, Float, Float) = (0, 0, 0)
        for index in a.indices {
            let (x, y) = (a[index] - meanA, b[index] - meanB)
            aa += x * x
            bb += y * y
            ab += x * y
        }
        let common: Float = Self.plainVariance * count
        return (ab + common) / ((aa + common) * (bb + common)).squareRoot()
    }

    private static let plainVariance: Float = 16

    /// Moves toward another appearance by a share of the difference.
    mutating func follow(_ other: PageAppearance, by share: Float) {
        let target = other.cells.span
        for index in target.indices { cells[index] += share * (target[index] - cells[index]) }
    }
}
