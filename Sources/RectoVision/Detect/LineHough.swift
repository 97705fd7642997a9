import RectoCore
import RectoKernels

/// Finds straight lines with an orientation-gated Hough transform of a gradient field.
///
/// Every edge pixel votes only for directions near its own gradient (Ballard, "Generalizing the Hough transform",
/// 1981), five votes instead of 180. Peaks are taken from a small window, so that the page's edge survives beside a
/// printed frame, and at most ``Parameters/quota`` from each sector of directions, so that tiles, stripes and keys
/// cannot fill the list.
final class LineHough {
    struct Parameters: Hashable, Sendable {
        /// Edge strength at or above which a pixel votes.
        var minimumStrength: Float = 0.08
        /// A pixel votes for directions up to this many bins (degrees) off its own, with decreasing weight.
        var angleSpread = 2
        /// Weight lost per bin off.
        var angleFalloff: Float = 0.2
        /// Smoothed votes that a line needs.
        var minimumVotes: Float = 2.5
        /// Maximum number of lines in total.
        var maximumLines = 44
        /// Maximum number of lines in each 10° sector of directions.
        var quota = 10
        /// Half window of a peak, in degrees and in pixels.
        var peakAngleRadius = 3
        var peakOffsetRadius = 2
        /// Voters within this distance of a line, in pixels, refine it ...
        var fitDistance = 2.2
        /// ... if their gradient is within this many bins (degrees) of the line's normal.
        var fitAngleSpread = 10
        /// The largest turn of a line by a refinement (cosine, about 6°); others are dropped.
        var fitTurn = 0.995
    }

    /// A line and the votes it got.
    struct Candidate {
        var line: Line
        var votes: Float
        /// Direction of the normal before refinement, in degrees.
        var angleBin: Int
    }

    private struct Peak {
        var votes: Float
        var angle: Int
        var offset: Int
    }

    private static let angleBins = EdgeVoters.angleBins
    private static let sectorBins = 10
    /// Rows of votes before bin 0 and after bin 179, for angles beyond the half turn; they are folded back afterwards.
    private static let wrapBins = 8

    /// Cosines and sines of the bins' angles, wrapped rows included.
    private let cosines: [Float]
    private let sines: [Float]
    private let voters = EdgeVoters()
    private let rows = Plane<VoteRow>()
    private let votes = Plane<Float>()
    private let smoothed = Plane<Float>()
    /// A row of votes smoothed across the angles.
    private let columns = Plane<Float>()
    /// The votes from which the last lines were taken: a row for each degree.
    var space: Plane<Float> { smoothed }
    private let found = Plane<Int32>()
    /// The strongest peaks of each sector of directions, how many there are, and how many have been taken.
    private let sectors = Plane<Peak>()
    private let sectorCounts = Plane<Int>()
    private let sectorTaken = Plane<Int>()
    private var candidates: [Candidate] = []
    private var offsetRadius = 0
    private var (centerX, centerY): (Float, Float) = (0, 0)

    init() {
        let angles = (-Self.wrapBins..<Self.angleBins + Self.wrapBins).map { Double($0) * .pi / Double(Self.angleBins) }
        cosines = angles.map { Float(cos($0)) }
        sines = angles.map { Float(sin($0)) }
    }

    /// The strongest lines of the field, best first.
    func lines(in field: GradientField, _ parameters: Parameters) -> [Candidate] {
        voters.collect(field, minimum: parameters.minimumStrength)
        castVotes(field, parameters)
        smoothVotes()
        findPeaks(parameters)
        takePeaks(parameters)
        return candidates
    }

    private func castVotes(_ field: GradientField, _ parameters: Parameters) {
        let spread = parameters.angleSpread
        precondition(0...Self.wrapBins ~= spread, "votes beyond the wrapped rows")
        let diagonal = Double(field.width * field.width + field.height * field.height).squareRoot()
        offsetRadius = Int(diagonal / 2) + 3
        (centerX, centerY) = (Float(field.width) / 2, Float(field.height) / 2)
        let offsets = 2 * offsetRadius + 1
        votes.reshape(width: offsets, height: Self.angleBins + 2 * Self.wrapBins)
        votes.fill(0)
        rows.reshape(width: 2 * spread + 1, height: 1)
        for bin in 0..<Self.angleBins {
            let (base, count) = voters.voters(ofBins: bin..<bin + 1)
            guard count > 0 else { continue }
            let first = bin - spread + Self.wrapBins
            for step in 0...2 * spread {
                let (cosine, sine) = (cosines[first + step], sines[first + step])
                // Voters are measured from the frame's corner, lines from its center.
                rows.base[step] = VoteRow(
                    cosine: cosine, sine: sine, center: Float(offsetRadius) - cosine * centerX - sine * centerY,
                    weight: 1 - parameters.angleFalloff * Float(abs(step - spread)))
            }
            // SAFETY: |x cos + y sin| from the center is at most half the diagonal, so every offset lies in its row.
            RectoKernels.castVotes(
                base, count: count, rows: rows.base, rowCount: 2 * spread + 1, votes: votes.base + first * offsets,
                stride: offsets)
        }
        foldWrappedRows(offsets)
    }

    /// Adds the votes of the wrapped rows: an angle beyond the half turn equals the angle less 180° with the sign of
    /// the offset changed.
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

    /// Smooths the votes with a 3 × 3 Gaussian (σ 0.8) that wraps in angle.
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
        columns.reshape(width: offsets, height: 1)
        let columns = columns.base
        for angle in 0..<angles {
            let here = UnsafePointer(votes.base + (wrap + angle) * offsets)
            Self.smooth(here - offsets, here, here + offsets, count: offsets, into: columns)
            let out = smoothed.base + angle * offsets
            out[0] = columns[0]
            out[offsets - 1] = columns[offsets - 1]
            Self.smooth(columns, columns + 1, columns + 2, count: offsets - 2, into: out + 1)
        }
    }

    /// Weights of a Gaussian (σ 0.8) in the middle and beside it.
    private static let centerWeight: Float = 0.5222
    private static let sideWeight: Float = 0.2389

    /// Writes the weighted sums of three rows, none of which is the result.
    @inline(__always)
    private static func smooth(
        _ before: UnsafePointer<Float>, _ here: UnsafePointer<Float>, _ after: UnsafePointer<Float>, count: Int,
        into out: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<count {
            out[index] = centerWeight * here[index] + sideWeight * (before[index] + after[index])
        }
    }

    /// Sets ``sectors`` to the strongest local maxima of each sector of directions.
    private func findPeaks(_ parameters: Parameters) {
        let offsets = smoothed.width
        found.reshape(width: offsets, height: 1)
        sectors.reshape(width: parameters.quota, height: Self.angleBins / Self.sectorBins)
        sectorCounts.reshape(width: sectors.height, height: 1)
        sectorCounts.fill(0)
        for angle in 0..<Self.angleBins {
            let row = smoothed.base + angle * offsets
            // SAFETY: the ends of the row, which no line of the frame has, are the outer neighbors of the rest.
            let count = rowPeaks(row + 1, count: offsets - 2, minimum: parameters.minimumVotes, into: found.base)
            for index in 0..<count {
                let offset = Int(found.base[index]) + 1
                if isPeak(angle, offset, row[offset], parameters) {
                    add(Peak(votes: row[offset], angle: angle, offset: offset), quota: parameters.quota)
                }
            }
        }
    }

    /// Inserts a peak in order among those of its sector, dropping the weakest if there are too many.
    private func add(_ peak: Peak, quota: Int) {
        let sector = peak.angle / Self.sectorBins
        let peaks = sectors.base + sector * quota
        var place = sectorCounts.base[sector]
        if place == quota {
            guard quota > 0, peak.votes > peaks[quota - 1].votes else { return }
            place -= 1
        } else {
            sectorCounts.base[sector] += 1
        }
        while place > 0, peaks[place - 1].votes < peak.votes {
            peaks[place] = peaks[place - 1]
            place -= 1
        }
        peaks[place] = peak
    }

    /// Sets ``candidates`` to the strongest peaks of all sectors, refined.
    private func takePeaks(_ parameters: Parameters) {
        candidates.removeAll(keepingCapacity: true)
        sectorTaken.reshape(width: sectors.height, height: 1)
        sectorTaken.fill(0)
        while candidates.count < parameters.maximumLines {
            var best: (sector: Int, peak: Peak)?
            for sector in 0..<sectors.height where sectorTaken.base[sector] < sectorCounts.base[sector] {
                let peak = sectors[sectorTaken.base[sector], sector]
                if let other = best, other.peak.votes >= peak.votes { continue }
                best = (sector, peak)
            }
            guard let (sector, peak) = best else { return }
            sectorTaken.base[sector] += 1
            let angle = Double(peak.angle) * .pi / Double(Self.angleBins)
            let line = Line(
                normalX: cos(angle), normalY: sin(angle), offset: Double(peak.offset - offsetRadius))
            candidates.append(refine(Candidate(line: line, votes: peak.votes, angleBin: peak.angle), parameters))
        }
    }

    private func isPeak(_ angle: Int, _ offset: Int, _ value: Float, _ parameters: Parameters) -> Bool {
        let offsets = smoothed.width
        for step in -parameters.peakAngleRadius...parameters.peakAngleRadius {
            let other = angle + step
            let wraps = other < 0 || other >= Self.angleBins
            let row = smoothed.base + ((other + Self.angleBins) % Self.angleBins) * offsets
            let center = wraps ? offsets - 1 - offset : offset
            let first = max(center - parameters.peakOffsetRadius, 0)
            let last = min(center + parameters.peakOffsetRadius, offsets - 1)
            for position in first...last where row[position] > value { return false }
        }
        return true
    }

    /// Refines a line by weighted total least squares over the voters along it.
    private func refine(_ candidate: Candidate, _ parameters: Parameters) -> Candidate {
        let line = candidate.line
        let sums = sums(near: line, bin: candidate.angleBin, parameters)
        let (sum, sumX, sumY) = (Double(sums.weight), Double(sums.x), Double(sums.y))
        let (sumXX, sumXY, sumYY) = (Double(sums.xx), Double(sums.xy), Double(sums.yy))
        guard sums.count > 12 else { return candidate }
        let (meanX, meanY) = (sumX / sum, sumY / sum)
        let (xx, xy, yy) = (sumXX - meanX * sumX, sumXY - meanX * sumY, sumYY - meanY * sumY)
        // The normal is the eigenvector of the smaller eigenvalue, at a right angle to that of the larger one.
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

    /// The sums over the voters near a line whose gradients are roughly along its normal.
    private func sums(near line: Line, bin: Int, _ parameters: Parameters) -> VoterSums {
        let (cosine, sine) = (Float(line.normalX), Float(line.normalY))
        let offset = Float(line.offset) + cosine * centerX + sine * centerY
        var sums = VoterSums()
        func add(_ bins: Range<Int>) {
            guard !bins.isEmpty else { return }
            let (base, count) = voters.voters(ofBins: bins)
            sums.add(
                base, count: count, cosine: cosine, sine: sine, offset: offset, distance: Float(parameters.fitDistance),
                centerX: centerX, centerY: centerY)
        }
        let (first, end) = (bin - parameters.fitAngleSpread, bin + parameters.fitAngleSpread + 1)
        add(max(first, 0)..<min(end, Self.angleBins))
        // Bins beyond the half turn are those at its other end.
        add(min(first, 0) + Self.angleBins..<Self.angleBins)
        add(0..<max(end - Self.angleBins, 0))
        return sums
    }
}
