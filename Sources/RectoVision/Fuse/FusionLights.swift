import RectoCore
import RectoKernels

/// How a frame's light is brought to the common one, and how much it counts, by cells of the canvas.
struct FusionLight {
    let columns, rows: Int
    var weight, gain, offset: [Float]

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        weight = [Float](repeating: 1, count: columns * rows)
        gain = weight
        offset = [Float](repeating: 0, count: columns * rows)
    }

    /// The weights alone, for a picture at half the size.
    var halved: FusionLight {
        var half = FusionLight(columns: (columns + 1) / 2, rows: (rows + 1) / 2)
        for row in 0..<half.rows {
            for column in 0..<half.columns {
                let (x, y) = (2 * column, 2 * row)
                let (right, below) = (min(x + 1, columns - 1), min(y + 1, rows - 1))
                let sum = weight[y * columns + x] + weight[y * columns + right]
                half.weight[row * half.columns + column] =
                    (sum + weight[below * columns + x] + weight[below * columns + right]) / 4
            }
        }
        return half
    }

    /// Light that needs no evening, of other weights.
    func weighted(_ weights: [Float]) -> FusionLight {
        var light = FusionLight(columns: columns, rows: rows)
        light.weight = weights
        return light
    }
}

/// A light's numbers with some cells more around them, which are those at the border: as `gatherTile` takes them.
struct FusionLightCells {
    /// Gains, offsets and weights, one below the other.
    private let numbers: FusionPlane
    private let rows: Int
    /// Cells beside the first and the last: tiles are up to four cells wide, of which one may be within.
    private static let before = 1
    private static let behind = 4

    init(_ light: FusionLight) {
        rows = light.rows + 2
        numbers = FusionPlane(width: Self.before + light.columns + Self.behind, height: 3 * rows)
        for (part, cells) in [light.gain, light.offset, light.weight].enumerated() {
            for row in 0..<rows {
                let first = min(max(row - 1, 0), light.rows - 1) * light.columns
                let target = numbers.row(part * rows + row)
                for column in 0..<numbers.width {
                    target[column] = cells[first + min(max(column - Self.before, 0), light.columns - 1)]
                }
            }
        }
    }

    /// From a pixel on whose column and row a cell begins.
    func at(_ x: Int, _ y: Int) -> TileLight {
        let cell = (y / FusionLights.cell + 1) * numbers.stride + x / FusionLights.cell + Self.before
        let apart = rows * numbers.stride
        return TileLight(
            gain: numbers.base + cell, offset: numbers.base + (apart + cell), weight: numbers.base + (2 * apart + cell),
            stride: numbers.stride)
    }
}

/// The weights of a light at a row of pixels.
struct FusionWeights {
    private let light: FusionLight
    private let width: Int
    private let weights: FusionPlane
    /// A row of cells between two.
    private let between: FusionPlane

    init(_ light: FusionLight, width: Int) {
        (self.light, self.width) = (light, width)
        weights = FusionPlane(width: width, height: 1)
        between = FusionPlane(width: light.columns, height: 1)
    }

    /// One weight for each pixel of a row, interpolated between the cells' centers; they stay until the next call.
    func row(_ y: Int) -> UnsafePointer<Float> {
        fill(light.weight, y, weights.row(0))
        return UnsafePointer(weights.row(0))
    }

    /// The same; `nil` where all are 0.
    func mixed(_ y: Int) -> UnsafePointer<Float>? {
        let row = row(y)
        return (0..<width).allSatisfy { row[$0] == 0 } ? nil : row
    }

    private func fill(_ cells: [Float], _ y: Int, _ target: UnsafeMutablePointer<Float>) {
        let side = Float(FusionLights.cell)
        let place = max((Float(y) + 0.5) / side - 0.5, 0)
        let upper = min(Int(place), light.rows - 1)
        let lower = min(upper + 1, light.rows - 1)
        let share = min(place - Float(upper), 1)
        let line = between.row(0)
        for column in 0..<light.columns {
            let a = cells[upper * light.columns + column]
            line[column] = a + (cells[lower * light.columns + column] - a) * share
        }
        let half = FusionLights.cell / 2
        for x in 0..<min(half, width) { target[x] = line[0] }
        for column in 0..<light.columns {
            let (left, right) = (line[column], line[min(column + 1, light.columns - 1)])
            let start = column * FusionLights.cell + half
            guard start < width else { break }
            // SAFETY: rows have room for 16 elements more than their width.
            let values: SIMD8<Float> = left + (right - left) * Self.ramp
            UnsafeMutableRawPointer(target + start).storeBytes(of: values, as: SIMD8<Float>.self)
        }
        let end = light.columns * FusionLights.cell + half
        for x in min(end, width)..<width { target[x] = line[light.columns - 1] }
    }

    /// Where the eight pixels from a cell's center on lie on the way to the next one's.
    private static let ramp = SIMD8<Float>(1, 3, 5, 7, 9, 11, 13, 15) / 16
}

/// Light, veils, shadows, saturation and disagreement, told apart in cells of the frames as the reference sees them.
///
/// A shadow multiplies, and leaves the contrast of print relative to paper as it is; a veil of glare adds, and lowers it. So
/// the common light is the brightest of the frames whose relative contrast is near the best.
struct FusionLights {
    /// Pixels of a cell's side.
    static let cell = agreementCell
    /// Paper at least this bright shows no print.
    private static let white: Float = 243

    /// Of what is evened; in gray levels unless stated.
    private enum Evening {
        /// Contrast is told as a share of the paper's level, but never of less than this.
        static let minimumPaper: Float = 20
        /// A cell is printed if the best frame shows more contrast than this on the page's usual paper.
        static let minimumContrast: Float = 6
        /// The part of the page along each axis that is away from its sides.
        static let inside = 0.06...0.94
        /// The share of its level by which smoothing may change a cell of paper, and so much more by which it is none.
        static let slowChange: Float = 0.1
        static let changeRange: Float = 0.1
        /// Frames show a cell's print well from this share of the best contrast on, and its paper has the level that so
        /// many fifths of them stay below.
        static let goodContrast: Float = 0.8
        static let paperFifths = 4
        /// Contrast times this, as a share of the best: from 1 on a frame's print counts in full.
        static let contrastGain: Float = 1.2
        static let minimumBest: Float = 1e-3
        /// Without print, a frame that is brighter than the others by the first counts less, by the sum not at all.
        static let veil: Float = 6
        static let veilRange: Float = 25
        /// Paper above this level counts less, above the sum not at all: it is nearly saturated.
        static let bright: Float = 238
        static let brightRange: Float = 8
        /// No cell is without weight in all frames.
        static let minimumWeight: Float = 1e-3
        /// Where paper is saturated in all frames, ink may still be darker in some: those count so much, and their contrast is
        /// raised to that of print elsewhere, at most by the second.
        static let clippedWeight: Float = 0.2
        static let maximumGain: Float = 2
    }

    /// Of what moved; in gray levels unless stated.
    fileprivate enum Distrust {
        /// What a cell may differ from the mean of all by: so many deviations of noise, this share of its contrast, as
        /// registration is not perfect, and this in any case.
        static let noise: Float = 1.5
        static let contrast: Float = 0.15
        static let offset: Float = 4
        /// So many times as much takes a cell all weight, and so much less takes it none.
        static let maximumError: Float = 1.25
        static let errorRange: Float = 0.5
        /// The share of its weight that any cell keeps.
        static let minimumShare: Float = 0.02
        /// The shift in pixels that takes a cell all weight, and how much less takes it none: strokes of small print are about
        /// a pixel wide.
        static let maximumShift: Float = 0.8
        static let shiftRange: Float = 0.4
        /// Added to squares of slopes: cells without print say nothing of a shift.
        static let slopes: Float = 2000
        /// Where the reference is clear, print must be the same. What it differs by, each cell's light apart, is expected to be so
        /// many times what the quietest of so many parts of some cells differ by, this share of the contrast, and one level.
        static let quiet: Float = 1.3
        static let quietPart = 4
        static let quietStep = 7
        static let print: Float = 0.15
        /// So many times what is expected takes a cell all weight, and so much less takes it none: of 3 × 3 cells together, and of
        /// each.
        static let maximumNear: Float = 1.6
        static let nearRange: Float = 0.4
        static let maximumOwn: Float = 2
        static let ownRange: Float = 0.5
        /// Where the reference differs from the mean of all by more than the first, as often as is expected, it is taken more and
        /// more as it is, from the sum on alone.
        static let differing: Float = 1.5
        static let differingRange: Float = 0.3
        /// The reference is clear where its paper has at least this share of the usual level and is not nearly saturated. There
        /// it counts so many times in the first comparison.
        static let clearShare: Float = 0.5
        static let anchorWeight: Float = 100
        /// As if so many frames of equal weight took part, or fewer by the second: the reference is taken as it is.
        static let enoughFrames: Float = 2.8
        static let framesRange: Float = 1.2
    }

    /// What cells must show in every frame to be lost; in gray levels unless stated.
    private enum Saturation {
        /// The darkest mean of 2 × 2 pixels.
        static let level: Float = 250
        /// Some cameras end below that, which shows where their noise ends too: it must have at least this deviation elsewhere.
        static let minimumNoise: Float = 2
        /// There a cell's means of 2 × 2 pixels lie within this share of the deviation, and this in any case, and are no further
        /// below the brightest cell of all.
        static let evenNoise: Float = 0.3
        static let evenLevels: Float = 1.5
        static let depth: Float = 3
        /// By so much such a camera's white is brighter than the page's usual paper, which else may be that white itself.
        static let abovePaper: Float = 12
    }

    /// In the order of the frames.
    private(set) var frames: [FusionLight]
    /// Cells within the page that are saturated in every frame.
    private(set) var lost: [(column: Int, row: Int)] = []
    /// Share of the page's cells that are lost.
    private(set) var lostShare = 0.0
    /// For each cell the share of the reference itself: 1 where the other frames show something else, or shifted.
    private(set) var alone: [Float]

    /// Standard deviation of one frame's noise in gray levels: the median of what a few are measured to have.
    let noise: Double

    private let columns, rows: Int
    /// Its index.
    private let reference: Int
    private let workers: Int

    /// Where noise is measured: frames beside the reference, and pixels of the border that are left out.
    private static let noiseFrames = 4
    private static let noiseBorder = 16
    /// Noise in gray levels where none could be measured.
    private static let usualNoise = 2.0

    /// - Parameters:
    ///   - aligned: The frames, all of one size.
    ///   - reference: Its index.
    ///   - workers: Threads that share the work.
    init(_ aligned: [AlignedFrame], reference: Int, canvas: FusionCanvas, page: Quad, workers: Int) {
        (self.reference, self.workers) = (reference, workers)
        columns = (canvas.width + Self.cell - 1) / Self.cell
        rows = (canvas.height + Self.cell - 1) / Self.cell
        alone = [Float](repeating: 0, count: columns * rows)
        frames = aligned.map { [columns, rows] _ in FusionLight(columns: columns, rows: rows) }
        var cells: [FusionCells]
        (cells, noise) = Self.measured(aligned, reference, columns, rows, workers)
        for k in cells.indices { cells[k].takeNoise(Float(noise)) }
        let usual = even(cells, inside(canvas, page))
        let isClear = clear(cells[reference].paper, usual: usual)
        let best = Self.best(of: frames)
        // A veil is brighter than paper. So what is no brighter is no veil, but shows less print than the other frames.
        for i in isClear.indices where isClear[i] { frames[reference].weight[i] = best[i] }
        findLost(cells, usual: usual, canvas, page)
        let contrasts = cells.map { $0.contrast }
        cells = []
        _ = distrust(aligned, contrasts, isAnchored: true, isClear)
        let differences = distrust(aligned, contrasts, isAnchored: false, isClear)
        findAlone(isClear, differences)
    }

    /// The cells of all frames, and one frame's noise.
    private static func measured(
        _ aligned: [AlignedFrame], _ reference: Int, _ columns: Int, _ rows: Int, _ workers: Int
    ) -> ([FusionCells], noise: Double) {
        let compared = aligned.indices.filter { $0 != reference }.prefix(noiseFrames) + [reference]
        let found = mapShares(of: aligned.count, workers: workers) { share in
            guard let first = aligned.first, !share.isEmpty,
                let size = try? PixelSize(width: first.width, height: first.height)
            else { return [] }
            var image = GrayImage(size: size)
            let (xs, ys) = (noiseBorder..<size.width - noiseBorder, noiseBorder..<size.height - noiseBorder)
            return share.map { k in
                image.withMutableView { aligned[k].write(into: $0.plane) }
                var steps: FrameNoise.Steps?
                if compared.contains(k) {
                    var own = FrameNoise.Steps()
                    image.withView { own.take($0, xs, ys) }
                    steps = own
                }
                return (FusionCells(image, columns: columns, rows: rows), steps)
            }
        }.flatMap { (share: [(FusionCells, FrameNoise.Steps?)]) in share }
        let sigmas = compared.filter { $0 != reference }.map { k -> Double in
            guard var own = found[reference].1, let other = found[k].1 else { return usualNoise }
            return own.noise(with: other) ?? usualNoise
        }.sorted()
        return (found.map { $0.0 }, sigmas.isEmpty ? usualNoise : sigmas[sigmas.count / 2])
    }

    /// - Parameter isInside: Which cells are away from the page's sides.
    /// - Returns: For each cell the frames' usual level of paper.
    private mutating func even(_ cells: [FusionCells], _ isInside: [Bool]) -> [Float] {
        let count = columns * rows
        var common = [Float](repeating: 0, count: count)
        var usual = common
        var best = common
        var isPrinted = [Bool](repeating: false, count: count)
        // Of the frames together where none shows paper below white; 0 elsewhere.
        var clipped = common
        // Cell by cell, of all frames.
        let n = cells.count
        var papers = [Float](repeating: 0, count: n * count)
        var kappas = papers
        for (k, cells) in cells.enumerated() {
            for i in 0..<count {
                papers[i * n + k] = cells.paper[i]
                kappas[i * n + k] = cells.contrast[i] / max(cells.paper[i], Evening.minimumPaper)
            }
        }
        var levels: [Float] = []
        for i in 0..<count {
            levels.removeAll(keepingCapacity: true)
            levels.append(contentsOf: papers[i * n..<(i + 1) * n])
            levels.sort()
            usual[i] = levels[n / 2]
            for k in i * n..<(i + 1) * n where papers[k] < Self.white { best[i] = max(best[i], kappas[k]) }
            isPrinted[i] = best[i] * usual[i] > Evening.minimumContrast
            levels.removeAll(keepingCapacity: true)
            for k in i * n..<(i + 1) * n
            where papers[k] < Self.white && (kappas[k] > Evening.goodContrast * best[i] || !isPrinted[i]) {
                levels.append(papers[k])
            }
            if levels.isEmpty { clipped[i] = kappas[i * n..<(i + 1) * n].max() ?? 0 }
            levels.sort()
            let place = isPrinted[i] ? (levels.count - 1) * Evening.paperFifths / 5 : levels.count / 2
            common[i] = levels.isEmpty ? 0 : levels[place]
        }
        // Where no frame shows paper it gets that of the page: what is lost is told apart, see ``lost``.
        let shown = common.filter { $0 > 0 }.sorted()
        let middle = shown.isEmpty ? Self.white : shown[shown.count / 2]
        common = common.map { $0 > 0 ? $0 : middle }
        common = evened(common, isInside)
        let printed = best.indices.filter { isPrinted[$0] }.map { best[$0] }.sorted()
        let usualContrast = printed.isEmpty ? 0 : printed[printed.count / 2]
        for (k, cells) in cells.enumerated() {
            for i in 0..<count {
                let paper = cells.paper[i]
                let kappa = cells.contrast[i] / max(paper, Evening.minimumPaper)
                if clipped[i] * usual[i] > Evening.minimumContrast {
                    let seen = squared(min(Evening.contrastGain * kappa / clipped[i], 1))
                    let gain = usualContrast * common[i] / max(cells.contrast[i], Evening.minimumContrast)
                    frames[k].weight[i] = Evening.clippedWeight * squared(seen) + Evening.minimumWeight
                    frames[k].gain[i] = min(max(gain, 1), Evening.maximumGain)
                    frames[k].offset[i] = common[i] - frames[k].gain[i] * cells.brightest[i]
                    continue
                }
                let difference = paper - common[i]
                let dull =
                    isPrinted[i]
                    ? squared(min(Evening.contrastGain * kappa / max(best[i], Evening.minimumBest), 1))
                    : 1 - min(max((difference - Evening.veil) / Evening.veilRange, 0), 1)
                let clear = 1 - min(max((paper - Evening.bright) / Evening.brightRange, 0), 1)
                frames[k].weight[i] = dull * squared(min(paper / common[i], 1)) * clear + Evening.minimumWeight
                frames[k].gain[i] = difference < 0 ? common[i] / max(paper, Evening.minimumPaper) : 1
                frames[k].offset[i] = difference > 0 ? -difference : 0
            }
            frames[k].weight = FusionCells.smoothed(frames[k].weight, columns, rows)
        }
        return usual
    }

    /// Paper's light changes slowly, so cells of paper are smoothed. Where that would change them much, away from the page's sides,
    /// they are no paper, as bright print on a dark cover: frames that look alike would be darkened beside it and brightened around
    /// it.
    private func evened(_ common: [Float], _ isInside: [Bool]) -> [Float] {
        let smooth = FusionCells.smoothed(FusionCells.smoothed(common, columns, rows), columns, rows)
        return common.indices.map { i in
            guard isInside[i] else { return smooth[i] }
            let change = abs(smooth[i] - common[i]) / max(common[i], Evening.minimumPaper)
            let share = min(max((Evening.slowChange + Evening.changeRange - change) / Evening.changeRange, 0), 1)
            return common[i] + (smooth[i] - common[i]) * share
        }
    }

    /// Cells of the page that are not near its sides, where the desk begins.
    private func inside(_ canvas: FusionCanvas, _ page: Quad) -> [Bool] {
        guard let toUnit = Homography(unitSquareTo: page)?.inverse else {
            return [Bool](repeating: false, count: columns * rows)
        }
        return (0..<columns * rows).map { i in
            let place = toUnit.map(middle(of: i, canvas))
            return Evening.inside ~= place.x && Evening.inside ~= place.y
        }
    }

    /// In pixels of the reference.
    private func middle(of cell: Int, _ canvas: FusionCanvas) -> Point2D {
        Point2D(
            x: Double(canvas.left) + (Double(cell % columns) + 0.5) * Double(Self.cell),
            y: Double(canvas.top) + (Double(cell / columns) + 0.5) * Double(Self.cell))
    }

    /// Takes weight from the cells of a frame that differ from the mean of all by more than noise and registration do, or are
    /// shifted against it: what moved, bent, or lies under the edge of a veil.
    /// - Parameters:
    ///   - isAnchored: Whether the reference nearly alone makes the mean where it is clear, as most of the others may be wrong.
    ///   - isClear: Whether the reference's light is good, for each cell.
    /// - Returns: How many times what is expected the reference's print differs from the mean, for each cell.
    private mutating func distrust(
        _ aligned: [AlignedFrame], _ contrasts: [[Float]], isAnchored: Bool, _ isClear: [Bool]
    ) -> [Float] {
        let agreements = compare(aligned, isAnchored: isAnchored, isClear)
        let count = columns * rows
        let prints = frames.indices.map { k in agreements[k * count..<(k + 1) * count].map { $0.print } }
        let noisePrint = squared(Distrust.quiet) * quietPrint(prints, isClear)
        let expected = contrasts[reference].map { noisePrint + squared(Distrust.print * $0) + 1 }
        let differences = zip(FusionCells.smoothed(prints[reference], columns, rows), expected)
            .map { ($0 / $1).squareRoot() }
        let weights = mapShares(of: frames.count, workers: workers) { [self] share in
            share.map { k in
                let near = FusionCells.smoothed(prints[k], columns, rows)
                let shares = k == reference ? nil : printShares(prints[k], near, expected, isClear)
                let own = Array(agreements[k * count..<(k + 1) * count])
                return weight(frames[k].weight, own, contrasts[k], shares)
            }
        }
        for (k, weight) in weights.joined().enumerated() { frames[k].weight = weight }
        return differences
    }

    /// A frame's weights, less of them where it differs or is shifted.
    /// - Parameter shares: What its cells keep besides; `nil` for all.
    private func weight(
        _ weight: [Float], _ own: [CellAgreement], _ contrast: [Float], _ shares: [Float]?
    ) -> [Float] {
        let around = FusionCells.joined(own, columns, rows) { $0.adding($1) }
        let (noise, pixels) = (Float(noise), Float(Self.cell * Self.cell))
        var weight = weight
        for i in around.indices {
            let root = (own[i].squares / pixels).squareRoot()
            let tolerance: Float = Distrust.noise * noise + Distrust.contrast * contrast[i] + Distrust.offset
            let byError = share((Distrust.maximumError - root / tolerance) / Distrust.errorRange)
            let byShift = share((Distrust.maximumShift - around[i].shift) / Distrust.shiftRange)
            weight[i] *= byError * byShift * (shares?[i] ?? 1)
        }
        return FusionCells.smoothed(weight, columns, rows)
    }

    /// What cells of frames that show the same differ by from the mean, as the quietest do: noise between pixels is not that of
    /// larger places, since cameras and JPEG take some out.
    private func quietPrint(_ prints: [[Float]], _ isClear: [Bool]) -> Float {
        let sample = prints.indices.filter { $0 != reference }.flatMap { k in
            stride(from: k, to: isClear.count, by: Distrust.quietStep).filter { isClear[$0] }.map { prints[k][$0] }
        }.sorted()
        return sample.isEmpty ? 0 : sample[sample.count / Distrust.quietPart]
    }

    /// The share of its weight that a cell keeps.
    private func share(_ value: Float) -> Float { min(max(value, Distrust.minimumShare), 1) }

    /// What cells keep by how a frame's print differs from the mean's: no more than each of their neighbours, whose weights
    /// would spread over print that the frame does not show. Line ends beside which both are blank are of that kind.
    private func printShares(_ print: [Float], _ near: [Float], _ expected: [Float], _ isClear: [Bool]) -> [Float] {
        let shares = print.indices.map { i -> Float in
            guard isClear[i] else { return 1 }
            let byNear = (Distrust.maximumNear - (near[i] / expected[i]).squareRoot()) / Distrust.nearRange
            let byOwn = (Distrust.maximumOwn - (print[i] / expected[i]).squareRoot()) / Distrust.ownRange
            return share(min(byNear, byOwn))
        }
        return FusionCells.joined(shares, columns, rows) { min($0, $1) }
    }

    /// How each frame's cells differ from the mean: those of the first frame, then those of the next.
    private func compare(_ aligned: [AlignedFrame], isAnchored: Bool, _ isClear: [Bool]) -> [CellAgreement] {
        let lights = frames.enumerated().map { k, light in
            guard isAnchored, k == reference else { return light }
            var light = light
            for i in isClear.indices where isClear[i] { light.weight[i] *= Distrust.anchorWeight }
            return light
        }
        let count = aligned.count * columns * rows
        return [CellAgreement](unsafeUninitializedCapacity: count) { all, initializedCount in
            // SAFETY: there is at least one cell, and each worker writes rows of its own.
            nonisolated(unsafe) let first = all.baseAddress.unsafelyUnwrapped
            forEachShare(of: rows, workers: workers) { [self] share, _ in
                let room = CellRow(frames: aligned.count, width: columns * Self.cell)
                for row in share { compare(aligned, lights, row, room, into: first) }
            }
            initializedCount = count
        }
    }

    /// Compares a row of cells.
    /// - Parameter target: The first cell of the first frame.
    private func compare(
        _ aligned: [AlignedFrame], _ lights: [FusionLight], _ row: Int, _ room: CellRow,
        into target: UnsafeMutablePointer<CellAgreement>
    ) {
        let side = Self.cell
        for y in 0..<side { room.mean.row(y).update(repeating: 0, count: room.mean.width) }
        for k in lights.indices {
            aligned[k].write(row * side..<(row + 1) * side, into: room.target(k))
            lights[k].withCells(row) { addCells(room.levels(k), light: $0, into: room.target) }
        }
        for column in 0..<columns {
            let total = lights.reduce(Float(0)) { $0 + $1.weight[row * columns + column] }
            for y in 0..<side {
                let pixels = room.target.row(y) + column * side
                for x in 0..<side { pixels[x] /= total }
            }
        }
        for k in lights.indices {
            lights[k].withCells(row) {
                compareCells(
                    room.levels(k), light: $0, with: room.view, into: target + (k * rows + row) * columns)
            }
        }
    }

    /// Whether the reference shows each cell without a veil and in no deep shadow.
    /// - Parameter usual: The frames' usual level of paper.
    private func clear(_ paper: [Float], usual: [Float]) -> [Bool] {
        zip(paper, usual).map { own, usual in
            own < Evening.bright && own < usual + Evening.veil && own > Distrust.clearShare * usual
        }
    }

    /// The greatest weight of each cell.
    private static func best(of frames: [FusionLight]) -> [Float] {
        frames[0].weight.indices.map { i in frames.reduce(0) { max($0, $1.weight[i]) } }
    }

    /// Where so few frames have weight, or the reference shows so much else than they do together, that it is taken as it is.
    /// - Parameter differences: As ``distrust(_:_:noise:isAnchored:_:)`` tells them.
    private mutating func findAlone(_ isClear: [Bool], _ differences: [Float]) {
        for i in isClear.indices where isClear[i] {
            let (sum, squares) = frames.reduce((Float(0), Float(0))) { sums, frame in
                (sums.0 + frame.weight[i], sums.1 + squared(frame.weight[i]))
            }
            let byCount = (Distrust.enoughFrames - squared(sum) / squares) / Distrust.framesRange
            let byPrint = (differences[i] - Distrust.differing) / Distrust.differingRange
            alone[i] = min(max(byCount, byPrint, 0), 1)
        }
        alone = FusionCells.smoothed(alone, columns, rows)
    }

    /// - Parameter usual: The frames' usual level of paper.
    private mutating func findLost(_ cells: [FusionCells], usual: [Float], _ canvas: FusionCanvas, _ page: Quad) {
        guard let toUnit = Homography(unitSquareTo: page)?.inverse else { return }
        let inside = (0..<columns * rows).filter { i in
            let place = toUnit.map(middle(of: i, canvas))
            return 0...1 ~= place.x && 0...1 ~= place.y
        }
        let white = white(cells, usual: usual, inside)
        let even = min(Saturation.evenNoise * Float(noise), Saturation.evenLevels)
        for i in inside {
            let isLost = cells.allSatisfy { cells in
                let isEven = cells.brightest[i] - cells.darkest[i] <= even
                return cells.darkest[i] >= Saturation.level || isEven && cells.darkest[i] >= white - Saturation.depth
            }
            if isLost { lost.append((i % columns, i / columns)) }
        }
        lostShare = Double(lost.count) / Double(max(inside.count, 1))
    }

    /// The level at which the camera ends, if that can be told and is below ``Saturation/level``; infinite otherwise.
    private func white(_ cells: [FusionCells], usual: [Float], _ inside: [Int]) -> Float {
        let papers = inside.map { usual[$0] }.sorted()
        let top = inside.reduce(Float(0)) { top, i in cells.reduce(top) { max($0, $1.darkest[i]) } }
        guard !papers.isEmpty, Float(noise) >= Saturation.minimumNoise, top < Saturation.level,
            top - Saturation.depth > papers[papers.count / 2] + Saturation.abovePaper
        else { return .infinity }
        return top
    }
}

extension CellAgreement {
    fileprivate func adding(_ other: CellAgreement) -> CellAgreement {
        CellAgreement(
            sum: sum + other.sum, squares: squares + other.squares, across: across + other.across,
            down: down + other.down, xx: xx + other.xx, xy: xy + other.xy, yy: yy + other.yy)
    }

    /// Mean square of the differences, without that of the light.
    fileprivate var print: Float {
        let pixels = Float(FusionLights.cell * FusionLights.cell)
        return max(squares - sum * sum / pixels, 0) / pixels
    }

    /// By how many pixels the frame is shifted against the mean.
    fileprivate var shift: Float {
        let (a, b) = (xx + FusionLights.Distrust.slopes, yy + FusionLights.Distrust.slopes)
        let determinant = a * b - xy * xy
        let x = (b * across - xy * down) / determinant
        let y = (a * down - xy * across) / determinant
        return (x * x + y * y).squareRoot()
    }
}

extension FusionLight {
    /// The numbers of a row of cells.
    fileprivate func withCells(_ row: Int, _ body: (CellLight) -> Void) {
        gain.withUnsafeBufferPointer { gain in
            offset.withUnsafeBufferPointer { offset in
                weight.withUnsafeBufferPointer { weight in
                    // SAFETY: each has columns × rows numbers.
                    guard let gain = gain.baseAddress, let offset = offset.baseAddress, let weight = weight.baseAddress
                    else { return }
                    let first = row * columns
                    body(CellLight(gain: gain + first, offset: offset + first, weight: weight + first))
                }
            }
        }
    }
}

/// A row of cells of all frames, and their mean.
private final class CellRow {
    /// With a cell more on both sides.
    let mean: FusionPlane
    private let levels: Plane<UInt8>
    private let width: Int

    init(frames: Int, width: Int) {
        self.width = width
        mean = FusionPlane(left: -FusionLights.cell, width: width + 2 * FusionLights.cell, height: FusionLights.cell)
        levels = Plane()
        levels.reshape(width: width, height: frames * FusionLights.cell)
    }

    /// The mean of the cells themselves.
    var target: MutablePlaneView<Float> {
        MutablePlaneView(
            mean.base + FusionLights.cell, stride: mean.stride, width: width, height: FusionLights.cell)
    }

    var view: PlaneView<Float> {
        PlaneView(target.base, stride: mean.stride, width: width, height: FusionLights.cell)
    }

    func target(_ frame: Int) -> MutablePlaneView<UInt8> {
        levels.mutableView.rows(frame * FusionLights.cell..<(frame + 1) * FusionLights.cell)
    }

    func levels(_ frame: Int) -> PlaneView<UInt8> {
        levels.view.rows(frame * FusionLights.cell..<(frame + 1) * FusionLights.cell)
    }
}

/// What the cells of one frame hold, in gray levels.
struct FusionCells {
    /// The level of the paper: the brightest there and around.
    let paper: [Float]
    /// The brightest mean of 2 × 2 pixels there, about the paper's level too.
    let brightest: [Float]
    /// Standard deviation of print, once the noise's share has been taken.
    private(set) var contrast: [Float] = []
    /// The darkest mean of 2 × 2 pixels.
    let darkest: [Float]
    /// Of print and noise.
    private var variance: [Float]

    /// - Parameter image: As many whole cells wide and high.
    init(_ image: GrayImage, columns: Int, rows: Int) {
        let count = columns * rows
        var brightest = [Float](repeating: 0, count: count)
        var (darkest, variance) = (brightest, brightest)
        image.withView { view in
            for row in 0..<rows {
                for column in 0..<columns {
                    let i = row * columns + column
                    // Of four times the levels, which are whole numbers.
                    let (least, most, sum, squares) = Self.measure(view, column, row)
                    (darkest[i], brightest[i]) = (Float(least) * 0.25, Float(most) * 0.25)
                    let mean: Float = Float(sum) * (1 / 64)
                    variance[i] = max(Float(squares) * (1 / 256) - mean * mean, 0)
                }
            }
        }
        self.darkest = darkest
        self.brightest = Self.smoothed(brightest, columns, rows)
        paper = Self.smoothed(Self.widened(brightest, columns, rows), columns, rows)
        self.variance = Self.smoothed(variance, columns, rows)
    }

    /// Tells the contrast of print from that of noise.
    mutating func takeNoise(_ noise: Float) {
        contrast = variance.map { max($0 - noise * noise / 4, 0).squareRoot() }
        variance = []
    }

    /// Of the sums of 2 × 2 pixels of a cell: the least, the greatest, their sum and that of their squares.
    @inline(__always)
    private static func measure(
        _ view: ImageView<Gray8>, _ column: Int, _ row: Int
    ) -> (least: UInt16, most: UInt16, sum: UInt32, squares: UInt32) {
        var (least, most) = (SIMD4<UInt16>(repeating: 1020), SIMD4<UInt16>())
        var (sum, squares) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        for y in 0..<FusionLights.cell / 2 {
            // SAFETY: pictures are whole cells wide and high.
            let above = UnsafeRawPointer(
                view.row(row &* FusionLights.cell &+ 2 &* y) + column &* FusionLights.cell)
            let upper = SIMD8<UInt16>(truncatingIfNeeded: above.loadUnaligned(as: SIMD8<UInt8>.self))
            let below = above + view.stride
            let both = upper &+ SIMD8<UInt16>(truncatingIfNeeded: below.loadUnaligned(as: SIMD8<UInt8>.self))
            let fours = both.evenHalf &+ both.oddHalf
            least = pointwiseMin(least, fours)
            most = pointwiseMax(most, fours)
            let wide = SIMD4<UInt32>(truncatingIfNeeded: fours)
            sum &+= wide
            squares &+= wide &* wide
        }
        return (least.min(), most.max(), sum.wrappedSum(), squares.wrappedSum())
    }

    /// The greatest of 3 × 3 cells.
    private static func widened(_ cells: [Float], _ columns: Int, _ rows: Int) -> [Float] {
        joined(cells, columns, rows) { max($0, $1) }
    }

    /// The mean of 3 × 3 cells, fewer at the border.
    static func smoothed(_ cells: [Float], _ columns: Int, _ rows: Int) -> [Float] {
        func near(_ place: Int, _ count: Int) -> Int { min(place + 1, count - 1) - max(place - 1, 0) + 1 }
        var means = joined(cells, columns, rows) { $0 + $1 }
        for row in 0..<rows {
            let height = near(row, rows)
            for column in 0..<columns { means[row * columns + column] /= Float(height * near(column, columns)) }
        }
        return means
    }

    /// 3 × 3 cells as one, fewer at the border: the columns of three, and three of those.
    @inline(__always)
    static func joined<Value>(
        _ cells: [Value], _ columns: Int, _ rows: Int, _ join: (Value, Value) -> Value
    ) -> [Value] {
        var down = cells
        let (count, last) = (cells.count, cells.count - columns)
        cells.withUnsafeBufferPointer { cells in
            down.withUnsafeMutableBufferPointer { down in
                for i in min(columns, count)..<count { down[i] = join(down[i], cells[i - columns]) }
                for i in 0..<max(last, 0) { down[i] = join(down[i], cells[i + columns]) }
            }
        }
        var result = down
        down.withUnsafeBufferPointer { down in
            result.withUnsafeMutableBufferPointer { result in
                for row in 0..<rows {
                    let first = row * columns
                    for i in first + 1..<max(first + columns, first + 1) { result[i] = join(result[i], down[i - 1]) }
                    for i in first..<max(first + columns - 1, first) { result[i] = join(result[i], down[i + 1]) }
                }
            }
        }
        return result
    }
}

private func squared(_ x: Float) -> Float { x * x }
