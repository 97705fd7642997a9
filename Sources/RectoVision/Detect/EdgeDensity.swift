import RectoCore

/// How full of edges each place of the frame is: print and pattern are, bare paper and bare desks are not.
final class EdgeDensity {
    /// Side of a cell in pixels.
    private static let cellSide = 8

    /// Logarithm (to base 2) of one plus the mean gradient magnitude of each cell.
    private let cells = Plane<Float>()
    private var (width, height): (Float, Float) = (0, 0)

    /// - Parameter field: At least 8 × 8 pixels; what is left over at the right and the bottom counts with nothing.
    func measure(_ field: GradientField) {
        let side = Self.cellSide
        (width, height) = (Float(field.width), Float(field.height))
        cells.reshape(width: field.width / side, height: field.height / side)
        let scale = 1 / Float(side * side)
        for row in 0..<cells.height {
            for column in 0..<cells.width {
                var sums = SIMD8<Float>(repeating: 0)
                // SAFETY: the cell lies in the plane of width × height floats.
                var source = UnsafeRawPointer(field.magnitude.base + row * side * field.width + column * side)
                for _ in 0..<side {
                    sums += source.loadUnaligned(as: SIMD8<Float>.self)
                    source += field.width * MemoryLayout<Float>.stride
                }
                cells[column, row] = logarithm2(1 + sums.sum() * scale)
            }
        }
    }

    /// Density at a point counted from the frame's centre; nothing outside the frame.
    @inline(__always)
    fileprivate func at(_ x: Float, _ y: Float) -> Float? {
        let (column, row) = (x + width / 2, y + height / 2)
        guard column >= 0, row >= 0, column < width, row < height else { return nil }
        let side = Self.cellSide
        return cells.base[
            min(Int(row) / side, cells.height &- 1) &* cells.width &+ min(Int(column) / side, cells.width &- 1)]
    }
}

/// The edge density of a quad's inside, of its margin, and of what surrounds it.
struct QuadTexture {
    static let count = 6

    private(set) var values = InlineArray<6, Float>(repeating: 0)

    /// - Parameter quad: From the frame's centre.
    init(_ quad: Quad, _ density: EdgeDensity) {
        let place = Place(quad)
        var (inside, margin, surround) = (Spread(), Spread(), Spread())
        for row in 1...Self.rows {
            for column in 1...Self.rows {
                let (x, y) = place.at(Float(column) / Float(Self.rows + 1), Float(row) / Float(Self.rows + 1))
                inside.add(density.at(x, y))
            }
        }
        for step in 0..<Self.steps {
            let along = (Float(step) + 0.5) / Float(Self.steps)
            for side in 0..<4 {
                let (inner, outer) = (place.at(side, along, Self.depth), place.at(side, along, -Self.depth))
                margin.add(density.at(inner.x, inner.y))
                surround.add(density.at(outer.x, outer.y))
            }
        }
        values[0] = inside.mean
        values[1] = inside.deviation
        values[2] = margin.mean
        values[3] = surround.mean
        values[4] = surround.deviation
        values[5] = surround.count / Float(4 * Self.steps)
    }

    /// The inside is sampled at so many points each way.
    private static let rows = 6
    /// Margin and surround are sampled at so many points a side, this far from it in shares of the quad.
    private static let steps = 8
    private static let depth: Float = 0.12

    /// Points of a quad by their shares of its sides (bilinear).
    private struct Place {
        private let origin: SIMD2<Float>
        private let across: SIMD2<Float>
        private let down: SIMD2<Float>
        private let twist: SIMD2<Float>

        init(_ quad: Quad) {
            let corners: [SIMD2<Float>] = [
                SIMD2(Float(quad.topLeft.x), Float(quad.topLeft.y)),
                SIMD2(Float(quad.topRight.x), Float(quad.topRight.y)),
                SIMD2(Float(quad.bottomRight.x), Float(quad.bottomRight.y)),
                SIMD2(Float(quad.bottomLeft.x), Float(quad.bottomLeft.y)),
            ]
            origin = corners[0]
            across = corners[1] - corners[0]
            down = corners[3] - corners[0]
            twist = corners[0] - corners[1] + corners[2] - corners[3]
        }

        @inline(__always)
        func at(_ u: Float, _ v: Float) -> (x: Float, y: Float) {
            let point: SIMD2<Float> = origin + across * u + down * v + twist * (u * v)
            return (point.x, point.y)
        }

        /// The point `depth` inside of a side.
        @inline(__always)
        func at(_ side: Int, _ along: Float, _ depth: Float) -> (x: Float, y: Float) {
            switch side {
            case 0: at(along, depth)
            case 1: at(1 - depth, along)
            case 2: at(along, 1 - depth)
            default: at(depth, along)
            }
        }
    }

    /// Mean and deviation of samples, of which some may be missing.
    private struct Spread {
        private(set) var count: Float = 0
        private var sum: Float = 0
        private var squares: Float = 0

        @inline(__always)
        mutating func add(_ value: Float?) {
            guard let value else { return }
            count += 1
            sum += value
            squares += value * value
        }

        var mean: Float { sum / max(count, 1) }
        var deviation: Float { max(squares / max(count, 1) - mean * mean, 0).squareRoot() }
    }
}
