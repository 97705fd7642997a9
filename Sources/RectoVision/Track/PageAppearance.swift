import RectoCore

/// What is on the page, coarsely: 16 × 16 mean brightnesses, to tell whether it is still the same page.
struct PageAppearance: Sendable {
    static let side = 16

    /// Row by row, 0…255 or a fixed multiple of it.
    private var cells = InlineArray<256, Float>(repeating: 0)

    init<Sampler: PixelSampler>(of quad: Quad, in picture: Sampler) {
        guard let map = Homography(unitSquareTo: quad) else { return }
        let m = SIMD8(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
        // Four samples a cell, the page's border left out.
        let (start, pitch): (Float, Float) = (0.04, 0.92 / Float(2 * Self.side))
        for row in 0..<2 * Self.side {
            let v = start + (Float(row) + 0.5) * pitch
            for column in 0..<2 * Self.side {
                let u = start + (Float(column) + 0.5) * pitch
                let w: Float = 1 / (m[6] * u + m[7] * v + 1)
                let x: Float = (m[0] * u + m[1] * v + m[2]) * w
                let y: Float = (m[3] * u + m[4] * v + m[5]) * w
                cells[(row / 2) * Self.side + column / 2] += 0.25 * picture.nearest(x, y).sum()
            }
        }
    }

    /// Normalized cross-correlation, −1…1; two pages without print correlate fully.
    ///
    /// Variations below a few gray levels are noise and paper, not print: a constant variance is added to both pages' and,
    /// as if it were common to them, to their covariance.
    func correlation(with other: PageAppearance) -> Float {
        let count = Float(cells.count)
        var (a, b): (Float, Float) = (0, 0)
        for index in cells.indices {
            a += cells[index]
            b += other.cells[index]
        }
        let (meanA, meanB) = (a / count, b / count)
        var (aa, bb, ab): (Float, Float, Float) = (0, 0, 0)
        for index in cells.indices {
            let (x, y) = (cells[index] - meanA, other.cells[index] - meanB)
            aa += x * x
            bb += y * y
            ab += x * y
        }
        let common: Float = Self.plainVariance * count
        return (ab + common) / ((aa + common) * (bb + common)).squareRoot()
    }

    private static let plainVariance: Float = 16

    /// Follows another appearance by a share.
    mutating func follow(_ other: PageAppearance, by share: Float) {
        for index in cells.indices { cells[index] += share * (other.cells[index] - cells[index]) }
    }
}
