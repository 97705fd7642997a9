import RectoCore

/// The edge density of the inside, the margin and the surroundings of a quad.
package struct QuadTexture: Sendable {
    package enum Name: Int, CaseIterable, Sendable {
        /// Mean and standard deviation over the inside.
        case insideDensity, insideDeviation
        /// Mean over a band inside the sides.
        case marginDensity
        /// Mean and standard deviation over a band outside the sides.
        case surroundDensity, surroundDeviation
        /// Share of the outer band that is within the frame.
        case surroundVisibility
    }

    package private(set) var values = InlineArray<6, Float>(repeating: 0)

    package subscript(name: Name) -> Float { values[name.rawValue] }

    /// Creates the texture of no quad, which is all 0.
    init() {}

    package init(_ quad: CenteredQuad, _ density: EdgeDensity) {
        let place = Place(quad.corners)
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
        set(.insideDensity, inside.mean)
        set(.insideDeviation, inside.deviation)
        set(.marginDensity, margin.mean)
        set(.surroundDensity, surround.mean)
        set(.surroundDeviation, surround.deviation)
        set(.surroundVisibility, surround.count / Float(4 * Self.steps))
    }

    private mutating func set(_ name: Name, _ value: Float) { values[name.rawValue] = value }

    /// Sample points of the inside in each direction.
    private static let rows = 6
    /// Sample points of the margin and the surroundings per side, and their distance from it, as a share of the quad.
    private static let steps = 8
    private static let depth: Float = 0.12

    /// A bilinear map from shares of a quad's sides to points.
    private struct Place {
        private let origin: SIMD2<Float>
        private let across: SIMD2<Float>
        private let down: SIMD2<Float>
        private let twist: SIMD2<Float>

        init(_ quad: Quad) {
            let topRight = SIMD2(Float(quad.topRight.x), Float(quad.topRight.y))
            let bottomRight = SIMD2(Float(quad.bottomRight.x), Float(quad.bottomRight.y))
            let bottomLeft = SIMD2(Float(quad.bottomLeft.x), Float(quad.bottomLeft.y))
            origin = SIMD2(Float(quad.topLeft.x), Float(quad.topLeft.y))
            across = topRight - origin
            down = bottomLeft - origin
            twist = origin - topRight + bottomRight - bottomLeft
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

    /// Mean and standard deviation of samples, some of which may be missing.
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
