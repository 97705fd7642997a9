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
        var minimumVotes: Float = 5
        /// At most this many lines in all.
        var maximumLines = 48
        /// At most this many lines in each 10° sector of directions.
        var quota = 8
        /// Half window of a peak, in degrees and in pixels.
        var peakAngleRadius = 3
        var peakOffsetRadius = 2
        /// Voters within this distance refine a line, in pixels.
        var fitDistance = 2.2
        /// ... if their gradient is this parallel to the line's normal (cosine).
        var fitAlignment: Float = 0.95
        /// A refinement that turns the line further than this is dropped (cosine, about 6°).
        var fitTurn = 0.995
    }

    /// A line and the votes it got.
    struct Candidate {
        var line: Line
        var votes: Float
    }

    private struct Voter {
        var x: Float
        var y: Float
        var strength: Float
        /// Cosine and sine of the doubled gradient angle.
        var doubleCosine: Float
        var doubleSine: Float
    }

    private static let angleBins = 180
    private static let sectorBins = 10

    private let directions: [(cosine: Double, sine: Double)] = (0..<angleBins).map { bin in
        let angle = Double(bin) * .pi / Double(angleBins)
        return (cosine(angle), sine(angle))
    }
    private var voters: [Voter] = []
    private let votes = Plane<Float>()
    private let smoothed = Plane<Float>()
    private var offsetRadius = 0

    /// The strongest lines of the field, best first.
    func lines(in field: GradientField, _ parameters: Parameters) -> [Candidate] {
        collectVoters(field, parameters)
        castVotes(field, parameters)
        smoothVotes()
        return peaks(parameters).map { refine($0, parameters) }
    }

    private func collectVoters(_ field: GradientField, _ parameters: Parameters) {
        voters.removeAll(keepingCapacity: true)
        let (width, height) = (field.width, field.height)
        let (centreX, centreY) = (Float(width) / 2, Float(height) / 2)
        for y in 0..<height {
            let row = y * width
            for x in 0..<width where field.strength.base[row + x] > parameters.minimumStrength {
                voters.append(
                    Voter(
                        x: Float(x) - centreX, y: Float(y) - centreY, strength: field.strength.base[row + x],
                        doubleCosine: field.doubleCosine.base[row + x], doubleSine: field.doubleSine.base[row + x]))
            }
        }
    }

    private func castVotes(_ field: GradientField, _ parameters: Parameters) {
        let diagonal = Double(field.width * field.width + field.height * field.height).squareRoot()
        offsetRadius = Int(diagonal / 2) + 3
        let offsets = 2 * offsetRadius + 1
        votes.reshape(width: offsets, height: Self.angleBins)
        votes.fill(0)
        let spread = parameters.angleSpread
        let directions = directions.map { (Float($0.cosine), Float($0.sine)) }
        for voter in voters {
            let bin = Int((halfAngle(voter.doubleCosine, voter.doubleSine) * (180 / Float.pi)).rounded())
            for step in -spread...spread {
                let angle = (bin + step + Self.angleBins) % Self.angleBins
                let (cosine, sine) = directions[angle]
                let offset = Int((voter.x * cosine + voter.y * sine).rounded()) + offsetRadius
                votes.base[angle * offsets + offset] +=
                    voter.strength * (1 - parameters.angleFalloff * Float(abs(step)))
            }
        }
    }

    /// 3 × 3 Gaussian (σ 0.8) that wraps in angle: beyond 180° the offset changes sign.
    private func smoothVotes() {
        let offsets = votes.width
        smoothed.reshape(width: offsets, height: Self.angleBins)
        let (side, centre): (Float, Float) = (0.2389, 0.5222)
        for angle in 0..<Self.angleBins {
            let here = votes.base + angle * offsets
            for offset in 0..<offsets {
                let left = max(offset - 1, 0)
                let right = min(offset + 1, offsets - 1)
                @inline(__always) func blend(_ row: UnsafePointer<Float>, _ a: Int, _ b: Int, _ c: Int) -> Float {
                    side * (row[a] + row[c]) + centre * row[b]
                }
                @inline(__always) func neighbour(_ other: Int) -> Float {
                    let wraps = other < 0 || other >= Self.angleBins
                    let row = votes.base + ((other + Self.angleBins) % Self.angleBins) * offsets
                    let last = offsets - 1
                    return wraps
                        ? blend(row, last - left, last - offset, last - right) : blend(row, left, offset, right)
                }
                smoothed.base[angle * offsets + offset] =
                    centre * blend(here, left, offset, right)
                    + side * (neighbour(angle - 1) + neighbour(angle + 1))
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
            let direction = directions[peak.angle]
            kept.append(
                Candidate(
                    line: Line(
                        normalX: direction.cosine, normalY: direction.sine,
                        offset: Double(peak.offset - offsetRadius)),
                    votes: peak.votes))
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
        // cos²(angle between gradient and normal) = (1 + cos of the doubled angle's difference) / 2
        let doubleCosine: Float = cosine * cosine - sine * sine
        let doubleSine: Float = 2 * cosine * sine
        let leastAlignment: Float = 2 * parameters.fitAlignment * parameters.fitAlignment - 1
        let distance = Float(parameters.fitDistance)
        var count = 0
        var (sum, sumX, sumY, sumXX, sumXY, sumYY) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for voter in voters {
            guard abs(voter.x * cosine + voter.y * sine - offset) < distance,
                voter.doubleCosine * doubleCosine + voter.doubleSine * doubleSine > leastAlignment
            else { continue }
            let (x, y, weight) = (Double(voter.x), Double(voter.y), Double(voter.strength))
            count += 1
            sum += weight
            sumX += weight * x
            sumY += weight * y
            sumXX += weight * x * x
            sumXY += weight * x * y
            sumYY += weight * y * y
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
        return Candidate(
            line: Line(normalX: normal.x, normalY: normal.y, offset: normal.x * meanX + normal.y * meanY),
            votes: candidate.votes)
    }
}
