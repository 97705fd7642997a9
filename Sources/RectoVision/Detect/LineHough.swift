import RectoCore

/// Finds straight lines: an orientation-gated Hough transform of a gradient field.
///
/// Every edge pixel votes only for directions near its own gradient (Ballard, "Generalizing the Hough transform", 1981),
/// five votes instead of 180. Peaks are taken from a small window, so that the page's edge survives beside a printed
/// frame, and at most ``Parameters/quota`` from each sector of directions, so that tiles, stripes and keys cannot fill
/// the list.
final class LineHough {
    struct Parameters: Hashable, Sendable {
        /// Edge strength from which a pixel votes.
        var minimumStrength: Float = 0.12
        /// Votes for directions up to this many bins (degrees) off the pixel's own, with falling weight.
        var angleSpread = 2
        /// Weight lost per bin off.
        var angleFalloff: Float = 0.2
        /// Votes (smoothed) that a line needs.
        var minimumVotes: Float = 4
        /// At most this many lines in all.
        var maximumLines = 48
        /// At most this many lines in each 10° sector of directions.
        var quota = 10
        /// Half window of a peak, in degrees and in pixels.
        var peakAngleRadius = 3
        var peakOffsetRadius = 2
        /// Voters within this distance refine a line, in pixels.
        var fitDistance = 2.2
        /// ... if their gradient is within so many bins (degrees) of the line's normal.
        var fitAngleSpread = 10
        /// A refinement that turns the line further than this is dropped (cosine, about 6°).
        var fitTurn = 0.995
    }

    /// A line and the votes it got.
    struct Candidate {
        var line: Line
        var votes: Float
        /// Direction of the normal before refinement, in degrees.
        var angleBin: Int
    }

    private static let angleBins = EdgeVoters.angleBins
    private static let sectorBins = 10
    /// Rows of votes before bin 0 and behind bin 179: votes for angles beyond the half turn, folded back afterwards.
    private static let wrapBins = 8

    /// Cosines and sines of the bins' angles, wrapped rows included.
    private let cosines: [Float]
    private let sines: [Float]
    private let voters = EdgeVoters()
    private let votes = Plane<Float>()
    private let smoothed = Plane<Float>()
    /// The votes that the last lines were taken from: a row for each degree.
    var space: Plane<Float> { smoothed }
    private var offsetRadius = 0
    private var (centreX, centreY): (Float, Float) = (0, 0)

    init() {
        let angles = (-Self.wrapBins..<Self.angleBins + Self.wrapBins).map { Double($0) * .pi / Double(Self.angleBins) }
        cosines = angles.map { Float(cosine($0)) }
        sines = angles.map { Float(sine($0)) }
    }

    /// The strongest lines of the field, best first.
    func lines(in field: GradientField, _ parameters: Parameters) -> [Candidate] {
        voters.collect(field, minimum: parameters.minimumStrength)
        castVotes(field, parameters)
        smoothVotes()
        return peaks(parameters).map { refine($0, parameters) }
    }

    private func castVotes(_ field: GradientField, _ parameters: Parameters) {
        precondition(0...Self.wrapBins ~= parameters.angleSpread, "votes beyond the wrapped rows")
        let diagonal = Double(field.width * field.width + field.height * field.height).squareRoot()
        offsetRadius = Int(diagonal / 2) + 3
        (centreX, centreY) = (Float(field.width) / 2, Float(field.height) / 2)
        let offsets = 2 * offsetRadius + 1
        votes.reshape(width: offsets, height: Self.angleBins + 2 * Self.wrapBins)
        votes.fill(0)
        for bin in 0..<Self.angleBins where voters.starts[bin] < voters.starts[bin + 1] {
            for step in -parameters.angleSpread...parameters.angleSpread {
                castVotes(
                    from: bin, row: bin + step + Self.wrapBins,
                    weight: 1 - parameters.angleFalloff * Float(abs(step)))
            }
        }
        foldWrappedRows(offsets)
    }

    /// The votes of all pixels of one direction for the lines of one direction.
    private func castVotes(from bin: Int, row: Int, weight: Float) {
        let target = votes.base + row * votes.width
        // Voters count from the frame's corner, lines from its centre.
        let centre = Float(offsetRadius) - cosines[row] * centreX - sines[row] * centreY
        let (cosine, sine) = (cosines[row], sines[row])
        let end = voters.starts[bin + 1]
        var first = voters.starts[bin]
        // SAFETY: |x cos + y sin| from the centre is at most half the diagonal, so every offset lies in the row.
        while first < end {
            let (x, y, strength) = voters.eight(at: first)
            let offset: SIMD8<Int32> = nearestIntegers(x * cosine + y * sine + centre)
            let share: SIMD8<Float> = strength * weight
            if first &+ 8 <= end {
                for lane in 0..<8 { target[Int(offset[lane])] += share[lane] }
            } else {
                for lane in 0..<end &- first { target[Int(offset[lane])] += share[lane] }
            }
            first &+= 8
        }
    }

    /// An angle beyond the half turn is the angle less 180° with the offset's sign changed.
    private func foldWrappedRows(_ offsets: Int) {
        for bin in 0..<Self.wrapBins {
            fold(row: bin, into: bin + Self.angleBins, offsets)
            fold(row: Self.wrapBins + Self.angleBins + bin, into: Self.wrapBins + bin, offsets)
        }
    }

    private func fold(row: Int, into target: Int, _ offsets: Int) {
        let from = votes.base + row * offsets
        let to = votes.base + target * offsets
        for offset in 0..<offsets { to[offset] += from[offsets - 1 - offset] }
    }

    /// 3 × 3 Gaussian (σ 0.8) that wraps in angle; `smoothed` starts with one wrapped row.
    private func smoothVotes() {
        let offsets = votes.width
        let angles = Self.angleBins
        let wrap = Self.wrapBins
        // The rows next to the first and the last are those of the other end, mirrored.
        let first = votes.base + wrap * offsets
        let last = votes.base + (wrap + angles - 1) * offsets
        for offset in 0..<offsets {
            (first - offsets)[offset] = last[offsets - 1 - offset]
            (last + offsets)[offset] = first[offsets - 1 - offset]
        }
        smoothed.reshape(width: offsets, height: angles)
        let (side, centre): (Float, Float) = (0.2389, 0.5222)
        for angle in 0..<angles {
            let here = UnsafePointer(votes.base + (wrap + angle) * offsets)
            let (before, after) = (here - offsets, here + offsets)
            let out = smoothed.base + angle * offsets
            @inline(__always) func column(_ offset: Int) -> Float {
                centre * here[offset] + side * (before[offset] + after[offset])
            }
            out[0] = column(0)
            out[offsets - 1] = column(offsets - 1)
            for offset in 1..<offsets - 1 {
                out[offset] = centre * column(offset) + side * (column(offset &- 1) + column(offset &+ 1))
            }
        }
    }

    /// Local maxima, strongest first, within the quota of each sector of directions.
    private func peaks(_ parameters: Parameters) -> [Candidate] {
        let offsets = smoothed.width
        var found: [(votes: Float, angle: Int, offset: Int)] = []
        for angle in 0..<Self.angleBins {
            for offset in 0..<offsets {
                let value = smoothed.base[angle * offsets + offset]
                if value > parameters.minimumVotes, isPeak(angle, offset, value, parameters) {
                    found.append((value, angle, offset))
                }
            }
        }
        found.sort { ($0.votes, $1.angle, $1.offset) > ($1.votes, $0.angle, $0.offset) }
        var taken = [Int](repeating: 0, count: Self.angleBins / Self.sectorBins)
        var kept: [Candidate] = []
        for peak in found where kept.count < parameters.maximumLines {
            let sector = peak.angle / Self.sectorBins
            guard taken[sector] < parameters.quota else { continue }
            taken[sector] += 1
            let angle = Double(peak.angle) * .pi / Double(Self.angleBins)
            let line = Line(
                normalX: cosine(angle), normalY: sine(angle), offset: Double(peak.offset - offsetRadius))
            kept.append(Candidate(line: line, votes: peak.votes, angleBin: peak.angle))
        }
        return kept
    }

    private func isPeak(_ angle: Int, _ offset: Int, _ value: Float, _ parameters: Parameters) -> Bool {
        let offsets = smoothed.width
        for step in -parameters.peakAngleRadius...parameters.peakAngleRadius {
            let other = angle + step
            let wraps = other < 0 || other >= Self.angleBins
            let row = smoothed.base + ((other + Self.angleBins) % Self.angleBins) * offsets
            let centre = wraps ? offsets - 1 - offset : offset
            let first = max(centre - parameters.peakOffsetRadius, 0)
            let last = min(centre + parameters.peakOffsetRadius, offsets - 1)
            for position in first...last where row[position] > value { return false }
        }
        return true
    }

    /// Weighted total least squares over the voters along the line.
    private func refine(_ candidate: Candidate, _ parameters: Parameters) -> Candidate {
        let line = candidate.line
        let (cosine, sine, offset) = (Float(line.normalX), Float(line.normalY), Float(line.offset))
        let distance = SIMD8<Float>(repeating: Float(parameters.fitDistance))
        let base = offset + cosine * centreX + sine * centreY
        var count = 0
        var (sum, sumX, sumY): (Double, Double, Double) = (0, 0, 0)
        var (sumXX, sumXY, sumYY): (Double, Double, Double) = (0, 0, 0)
        for step in -parameters.fitAngleSpread...parameters.fitAngleSpread {
            let bin = (candidate.angleBin + step + Self.angleBins) % Self.angleBins
            let end = voters.starts[bin + 1]
            // Few voters are near: eight are passed over at a time.
            for first in stride(from: voters.starts[bin], to: end, by: 8) {
                let (xs, ys, strengths) = voters.eight(at: first)
                let apart: SIMD8<Float> = xs * cosine + ys * sine - SIMD8(repeating: base)
                var near = laneBits(apart * apart .< distance * distance)
                while near != 0 {
                    let lane = near.trailingZeroBitCount
                    near &= near &- 1
                    guard first &+ lane < end else { break }
                    let x = Double(xs[lane] - centreX)
                    let y = Double(ys[lane] - centreY)
                    let weight = Double(strengths[lane])
                    let (weightedX, weightedY): (Double, Double) = (weight * x, weight * y)
                    count &+= 1
                    sum += weight
                    sumX += weightedX
                    sumY += weightedY
                    sumXX += weightedX * x
                    sumXY += weightedX * y
                    sumYY += weightedY * y
                }
            }
        }
        guard count > 12 else { return candidate }
        let (meanX, meanY) = (sumX / sum, sumY / sum)
        let (xx, xy, yy) = (sumXX - meanX * sumX, sumXY - meanX * sumY, sumYY - meanY * sumY)
        // The normal is the eigenvector of the smaller eigenvalue: at a right angle to the larger one's.
        let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
        guard spread > 0 else { return candidate }
        let along =
            xx > yy
            ? Point2D(x: (xx - yy + spread) / 2, y: xy) : Point2D(x: xy, y: (yy - xx + spread) / 2)
        guard along.length > 0 else { return candidate }
        var normal = Point2D(x: -along.y / along.length, y: along.x / along.length)
        if normal.x * line.normalX + normal.y * line.normalY < 0 { normal = -normal }
        guard normal.x * line.normalX + normal.y * line.normalY > parameters.fitTurn else { return candidate }
        var refined = candidate
        refined.line = Line(normalX: normal.x, normalY: normal.y, offset: normal.x * meanX + normal.y * meanY)
        return refined
    }
}
