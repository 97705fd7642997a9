/// Where an edge crosses a normal of a quad's side.
package struct SideEdge: BitwiseCopyable, Sendable {
    /// Position along the side, in pixels from its start.
    package var along: Float
    /// Offset along the normal, in pixels.
    package var offset: Float
    package var weight: Float

    package init(along: Float, offset: Float, weight: Float) {
        self.along = along
        self.offset = offset
        self.weight = weight
    }
}

/// A straight line near a side of a quad, as offsets from that side.
package struct SideLine: Sendable {
    /// Offset along the normal at the side's start, in pixels.
    package var offset: Float
    /// Offset gained per pixel along the side.
    package var slope: Float

    init(offset: Float, slope: Float) {
        self.offset = offset
        self.slope = slope
    }

    /// Fits the line that most edges agree with, by a consensus of pairs and then by reweighted least squares.
    ///
    /// - Parameters:
    ///   - edges: Edges in order along the side.
    ///   - length: The side's length in pixels.
    ///   - agreement: The distance from a line within which edges agree with it, in pixels.
    ///   - pairs: The approximate number of pairs that are tried at each of five distances.
    /// - Returns: `nil` if no two edges are far enough apart to span a line.
    package init?(fitting edges: UnsafeBufferPointer<SideEdge>, length: Float, agreement: Float, pairs: Int = 24) {
        guard let first = Self.consensus(of: edges, length: length, agreement: agreement, pairs: pairs) else {
            return nil
        }
        self = first
        reweight(edges)
    }

    /// How far an edge lies from the line, along the normal.
    @inline(__always)
    func distance(to edge: SideEdge) -> Float { edge.offset - offset - slope * edge.along }

    /// The line through two edges that most others agree with, by weight.
    private static func consensus(
        of edges: UnsafeBufferPointer<SideEdge>, length: Float, agreement: Float, pairs: Int
    ) -> SideLine? {
        var best: (score: Float, line: SideLine)?
        var lines = EightLines()
        func vote() {
            let scores = lines.scores(edges, agreement: agreement)
            for lane in 0..<lines.count where scores[lane] > best?.score ?? 0 { best = (scores[lane], lines[lane]) }
            lines.count = 0
        }
        for span in spans {
            let step = max(1, Int(span * Double(edges.count)))
            for first in stride(from: 0, to: edges.count - step, by: max(1, edges.count / pairs)) {
                let (a, b) = (edges[first], edges[first + step])
                guard b.along - a.along > minimumSpan * length else { continue }
                let slope = (b.offset - a.offset) / (b.along - a.along)
                lines.append(SideLine(offset: a.offset - slope * a.along, slope: slope))
                if lines.count == 8 { vote() }
            }
        }
        vote()
        return best?.line
    }

    /// Up to eight lines, for which edges vote simultaneously.
    private struct EightLines {
        private var offsets = SIMD8<Float>(repeating: 0)
        private var slopes = SIMD8<Float>(repeating: 0)
        var count = 0

        subscript(lane: Int) -> SideLine { SideLine(offset: offsets[lane], slope: slopes[lane]) }

        mutating func append(_ line: SideLine) {
            offsets[count] = line.offset
            slopes[count] = line.slope
            count += 1
        }

        /// The weight of the edges within `agreement` of each line.
        func scores(_ edges: UnsafeBufferPointer<SideEdge>, agreement: Float) -> SIMD8<Float> {
            var scores = SIMD8<Float>(repeating: 0)
            for edge in edges {
                let distances: SIMD8<Float> = edge.offset - offsets - slopes * edge.along
                let agrees = (distances .< agreement) .& (distances .> -agreement)
                scores.replace(with: scores + edge.weight, where: agrees)
            }
            return scores
        }
    }

    /// The shortest distance between two edges that span a line, as a share of the side.
    private static let minimumSpan: Float = 0.15
    /// Distance, in pixels, at which an edge has a quarter of its weight, and the number of rounds of weighting.
    private static let scale: Float = 0.8
    private static let rounds = 4
    /// The smallest variance of edges along the side that determines a line, in square pixels.
    private static let minimumVariance = 1e-9

    /// Distances between the two edges of a pair, as shares of all edges.
    private static let spans = [0.25, 0.4, 0.55, 0.7, 0.85]

    /// Refines the line by least squares with Geman–McClure weights.
    private mutating func reweight(_ edges: UnsafeBufferPointer<SideEdge>) {
        for _ in 0..<Self.rounds {
            var (s, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for edge in edges {
                let residual = distance(to: edge) / Self.scale
                let damping = 1 + residual * residual
                let weight = Double(edge.weight / (damping * damping))
                let (x, y) = (Double(edge.along), Double(edge.offset))
                s += weight
                sx += weight * x
                sy += weight * y
                sxx += weight * x * x
                sxy += weight * x * y
            }
            let determinant = s * sxx - sx * sx
            guard determinant > Self.minimumVariance * s * s else { break }
            slope = Float((s * sxy - sx * sy) / determinant)
            offset = Float((sy * sxx - sx * sxy) / determinant)
        }
    }
}

/// The middle of a peak: the centroid of the part above half its height.
///
/// A step seen through a filter wider than the step has a flat top, so its maximum does not locate it well.
func peakCenter(_ values: UnsafeBufferPointer<Float>, _ peak: Int) -> Float {
    let base = 0.5 * values[peak]
    var (first, last) = (peak, peak)
    while first > 0, values[first - 1] > base { first -= 1 }
    while last < values.count - 1, values[last + 1] > base { last += 1 }
    var (sum, moment): (Float, Float) = (0, 0)
    for position in first...last {
        let height = values[position] - base
        sum += height
        moment += height * Float(position)
    }
    return sum > 0 ? moment / sum : Float(peak)
}
