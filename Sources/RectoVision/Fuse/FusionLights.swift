import RectoCore
import RectoKernels

/// How a frame's light is mapped to the common one, and the frame's weight, by cells of the canvas.
struct FusionLight {
    let columns, rows: Int
    var weight, gain, offset: [Float]

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        weight = [Float](repeating: 1, count: columns * rows)
        gain = weight
        offset = [Float](repeating: 0, count: columns * rows)
    }

    /// The weights only, for a picture at half the size.
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

    /// Light without correction, with other weights.
    func weighted(_ weights: [Float]) -> FusionLight {
        var light = FusionLight(columns: columns, rows: rows)
        light.weight = weights
        return light
    }
}

/// A light's numbers with border cells repeated around them, as `gatherTile` takes them.
struct FusionLightCells {
    /// Gains, offsets and weights, one block below the other.
    private let numbers: FusionPlane
    private let rows: Int
    /// Cells before the first and after the last: tiles are up to four cells wide, of which one may be inside.
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

    /// The light for a tile whose column and row are the start of a cell.
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
    /// A row interpolated between two rows of cells.
    private let between: FusionPlane

    init(_ light: FusionLight, width: Int) {
        (self.light, self.width) = (light, width)
        weights = FusionPlane(width: width, height: 1)
        between = FusionPlane(width: light.columns, height: 1)
    }

    /// One weight for each pixel of a row, interpolated between the cells' centers; valid until the next call.
    func row(_ y: Int) -> UnsafePointer<Float> {
        fill(light.weight, y, weights.row(0))
        return UnsafePointer(weights.row(0))
    }

    /// As `row`, but `nil` where all weights are 0.
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
            // SAFETY: rows have room for 16 elements beyond their width.
            let values: SIMD8<Float> = left + (right - left) * Self.ramp
            UnsafeMutableRawPointer(target + start).storeBytes(of: values, as: SIMD8<Float>.self)
        }
        let end = light.columns * FusionLights.cell + half
        for x in min(end, width)..<width { target[x] = line[light.columns - 1] }
    }

    /// Positions of the eight pixels from one cell's center towards the next.
    private static let ramp = SIMD8<Float>(1, 3, 5, 7, 9, 11, 13, 15) / 16
}

/// Light, veils, shadows, saturation and disagreement, separated in cells of the frames as seen by the reference.
///
/// A shadow multiplies and keeps the contrast of print relative to paper; a veil of glare adds and lowers it. So the
/// common light is the brightest of the frames whose relative contrast is near the best.
struct FusionLights {
    /// Side of a cell, in pixels.
    static let cell = agreementCell
    /// Paper level at or above which print is not visible.
    private static let white: Float = 243

    /// Parameters of the light correction, in gray levels unless stated.
    private enum Evening {
        /// Lowest paper level that contrast is divided by.
        static let minimumPaper: Float = 20
        /// Contrast of the best frame, on the page's usual paper, above which a cell has print.
        static let minimumContrast: Float = 6
        /// Part of the page along each axis that is away from its sides.
        static let inside = 0.06...0.94
        /// Share of its level by which smoothing may change a cell of paper, and the width of the ramp beyond which the
        /// cell is not paper.
        static let slowChange: Float = 0.1
        static let changeRange: Float = 0.1
        /// Share of the best contrast at or above which a frame shows a cell's print well, and the fifths of those
        /// frames whose level stays below the paper's.
        static let goodContrast: Float = 0.8
        static let paperFifths = 4
        /// Factor on contrast as a share of the best: from 1 on, a frame's print has full weight.
        static let contrastGain: Float = 1.2
        static let minimumBest: Float = 1e-3
        /// Without print, the excess brightness over other frames at which a frame loses weight, and the width of the
        /// ramp to zero.
        static let veil: Float = 6
        static let veilRange: Float = 25
        /// Nearly saturated paper: level above which its weight falls, and the width of the ramp to zero.
        static let bright: Float = 238
        static let brightRange: Float = 8
        /// Smallest weight of a cell, so that some frame always counts.
        static let minimumWeight: Float = 1e-3
        /// Where paper is saturated in all frames, some frames may still show ink. These frames get this weight, and their
        /// contrast is raised to that of print elsewhere, at most by this factor.
        static let clippedWeight: Float = 0.2
        static let maximumGain: Float = 2
    }

    /// Parameters for what moved, in gray levels unless stated.
    fileprivate enum Distrust {
        /// Difference from the mean of all frames that a cell may have: a number of noise deviations, a share of its
        /// contrast, since registration is imperfect, and a constant.
        static let noise: Float = 1.5
        static let contrast: Float = 0.15
        static let offset: Float = 4
        /// Error ratio at which a cell's weight is zero, and the width of the ramp.
        static let maximumError: Float = 1.25
        static let errorRange: Float = 0.5
        /// Smallest share of its weight that a cell keeps.
        static let minimumShare: Float = 0.02
        /// Shift in pixels at which a cell's weight is zero, and the width of the ramp: strokes of small print are
        /// about a pixel wide.
        static let maximumShift: Float = 0.8
        static let shiftRange: Float = 0.4
        /// Added to squared slopes, so that cells without print have no say about a shift.
        static let slopes: Float = 2000
        /// Where the reference is clear, print must agree. The expected difference, after removing each cell's light,
        /// is this factor times the quietest share of the differences of some cells, a share of the contrast, and one
        /// level.
        static let quiet: Float = 1.3
        static let quietPart = 4
        static let quietStep = 7
        static let print: Float = 0.15
        /// Multiple of the expected difference at which a cell's weight is zero, and the width of the ramp: for 3 × 3
        /// cells together, and for each cell.
        static let maximumNear: Float = 1.6
        static let nearRange: Float = 0.4
        static let maximumOwn: Float = 2
        static let ownRange: Float = 0.5
        /// Multiple of the expected difference from the mean above which the reference is used more and more unchanged,
        /// and the width of the ramp after which only the reference is used.
        static let differing: Float = 1.5
        static let differingRange: Float = 0.3
        /// The reference is clear where its paper has at least this share of the usual level and is not nearly
        /// saturated. There its weight in the first comparison is multiplied by the second number.
        static let clearShare: Float = 0.5
        static let anchorWeight: Float = 100
        /// Effective number of equally weighted frames below which the reference is used unchanged, and the width of
        /// the ramp.
        static let enoughFrames: Float = 2.8
        static let framesRange: Float = 1.2
    }

    /// What cells must show in every frame to count as lost, in gray levels unless stated.
    private enum Saturation {
        /// Lowest mean of 2 × 2 pixels.
        static let level: Float = 250
        /// Some cameras saturate below that level, which shows in their noise: it must have at least this deviation
        /// elsewhere.
        static let minimumNoise: Float = 2
        /// There a cell's means of 2 × 2 pixels lie within this share of that deviation or this constant, and no
        /// further below the brightest cell of all.
        static let evenNoise: Float = 0.3
        static let evenLevels: Float = 1.5
        static let depth: Float = 3
        /// How much brighter than the page's usual paper such a camera's white must be; otherwise paper itself may have
        /// that level.
        static let abovePaper: Float = 12
    }

    /// One light for each frame, in order.
    private(set) var frames: [FusionLight]
    /// Cells within the page that are saturated in every frame.
    private(set) var lost: [(column: Int, row: Int)] = []
    /// Share of the page's cells that are lost.
    private(set) var lostShare = 0.0
    /// For each cell the share of the reference alone: 1 where the other frames differ or are shifted.
    private(set) var alone: [Float]

    /// Standard deviation of one frame's noise in gray levels: the median over a few measured frames.
    let noise: Double

    private let columns, rows: Int
    /// Index of the reference.
    private let reference: Int
    private let workers: Int

    /// Frames beside the reference on which noise is measured, and border pixels that are left out.
    private static let noiseFrames = 4
    private static let noiseBorder = 16
    /// Noise in gray levels where it could not be measured.
    private static let usualNoise = 2.0

    /// - Parameters:
    ///   - aligned: The frames, of equal size.
    ///   - reference: Index of the reference.
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
        // A veil is brighter than paper. A cell that is not brighter has no veil, but shows less print than the other
        // frames.
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

    /// - Parameter isInside: Whether each cell is away from the page's sides.
    /// - Returns: The frames' usual paper level for each cell.
    private mutating func even(_ cells: [FusionCells], _ isInside: [Bool]) -> [Float] {
        let count = columns * rows
        var common = [Float](repeating: 0, count: count)
        var usual = common
        var best = common
        var isPrinted = [Bool](repeating: false, count: count)
        // Common level of the frames where none shows paper below white; 0 elsewhere.
        var clipped = common
        // Cell by cell, over all frames.
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
        // Where no frame shows paper, use the page's level: lost parts are found separately, see ``lost``.
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

    /// Smooths cells of paper, since its light changes slowly. Cells that this would change much, away from the page's
    /// sides, are not paper, such as bright print on a dark cover: smoothing would make frames of equal light darker
    /// beside it and brighter around it.
    private func evened(_ common: [Float], _ isInside: [Bool]) -> [Float] {
        let smooth = FusionCells.smoothed(FusionCells.smoothed(common, columns, rows), columns, rows)
        return common.indices.map { i in
            guard isInside[i] else { return smooth[i] }
            let change = abs(smooth[i] - common[i]) / max(common[i], Evening.minimumPaper)
            let share = min(max((Evening.slowChange + Evening.changeRange - change) / Evening.changeRange, 0), 1)
            return common[i] + (smooth[i] - common[i]) * share
        }
    }

    /// Cells of the page that are away from its sides, where the desk begins.
    private func inside(_ canvas: FusionCanvas, _ page: Quad) -> [Bool] {
        guard let toUnit = Homography(unitSquareTo: page)?.inverse else {
            return [Bool](repeating: false, count: columns * rows)
        }
        return (0..<columns * rows).map { i in
            let place = toUnit.map(middle(of: i, canvas))
            return Evening.inside ~= place.x && Evening.inside ~= place.y
        }
    }

    /// Center of a cell in pixels of the reference.
    private func middle(of cell: Int, _ canvas: FusionCanvas) -> Point2D {
        Point2D(
            x: Double(canvas.left) + (Double(cell % columns) + 0.5) * Double(Self.cell),
            y: Double(canvas.top) + (Double(cell / columns) + 0.5) * Double(Self.cell))
    }

    /// Lowers the weights of a frame's cells that differ from the mean of all by more than noise and registration
    /// explain, or are shifted against it: they moved, bent, or lie under the edge of a veil.
    /// - Parameters:
    ///   - isAnchored: Whether the mean is almost only the reference where that is clear, since most other frames may
    ///     be wrong.
    ///   - isClear: Whether the reference's light is good, for each cell.
    /// - Returns: For each cell, the reference's difference from the mean in print, as a multiple of the expected
    ///   difference.
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

    /// A frame's weights, lowered where it differs or is shifted.
    /// - Parameter shares: Further factor for each cell; `nil` for 1.
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

    /// The quiet end of the differences from the mean between cells with the same content: noise between pixels differs
    /// from noise over larger places, because cameras and JPEG remove some.
    private func quietPrint(_ prints: [[Float]], _ isClear: [Bool]) -> Float {
        let sample = prints.indices.filter { $0 != reference }.flatMap { k in
            stride(from: k, to: isClear.count, by: Distrust.quietStep).filter { isClear[$0] }.map { prints[k][$0] }
        }.sorted()
        return sample.isEmpty ? 0 : sample[sample.count / Distrust.quietPart]
    }

    /// The share of its weight that a cell keeps, within its bounds.
    private func share(_ value: Float) -> Float { min(max(value, Distrust.minimumShare), 1) }

    /// The share that each cell keeps according to its difference in print, at most that of each neighbor, because
    /// weights spread over print that the frame does not show. An example are line ends beside which both frames are
    /// blank.
    private func printShares(_ print: [Float], _ near: [Float], _ expected: [Float], _ isClear: [Bool]) -> [Float] {
        let shares = print.indices.map { i -> Float in
            guard isClear[i] else { return 1 }
            let byNear = (Distrust.maximumNear - (near[i] / expected[i]).squareRoot()) / Distrust.nearRange
            let byOwn = (Distrust.maximumOwn - (print[i] / expected[i]).squareRoot()) / Distrust.ownRange
            return share(min(byNear, byOwn))
        }
        return FusionCells.joined(shares, columns, rows) { min($0, $1) }
    }

    /// Differences of each frame's cells from the mean, frame after frame.
    private func compare(_ aligned: [AlignedFrame], isAnchored: Bool, _ isClear: [Bool]) -> [CellAgreement] {
        let lights = frames.enumerated().map { k, light in
            guard isAnchored, k == reference else { return light }
            var light = light
            for i in isClear.indices where isClear[i] { light.weight[i] *= Distrust.anchorWeight }
            return light
        }
        let count = aligned.count * columns * rows
        return [CellAgreement](unsafeUninitializedCapacity: count) { all, initializedCount in
            // SAFETY: there is at least one cell, and each worker writes its own rows.
            nonisolated(unsafe) let first = all.baseAddress.unsafelyUnwrapped
            forEachShare(of: rows, workers: workers) { [self] share, _ in
                let room = CellRow(frames: aligned.count, width: columns * Self.cell)
                for row in share { compare(aligned, lights, row, room, into: first) }
            }
            initializedCount = count
        }
    }

    /// Compares a row of cells.
    /// - Parameter target: First cell of the first frame.
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

    /// Whether the reference shows each cell without a veil or deep shadow.
    /// - Parameter usual: The frames' usual paper level.
    private func clear(_ paper: [Float], usual: [Float]) -> [Bool] {
        zip(paper, usual).map { own, usual in
            own < Evening.bright && own < usual + Evening.veil && own > Distrust.clearShare * usual
        }
    }

    /// Largest weight of each cell.
    private static func best(of frames: [FusionLight]) -> [Float] {
        frames[0].weight.indices.map { i in frames.reduce(0) { max($0, $1.weight[i]) } }
    }

    /// Finds the cells where so few frames have weight, or the reference differs so much from their mean, that the
    /// reference is used unchanged.
    /// - Parameter differences: As returned by ``distrust(_:_:noise:isAnchored:_:)``.
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

    /// - Parameter usual: The frames' usual paper level.
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

    /// The level at which the camera saturates, if it can be determined and is below ``Saturation/level``; infinite
    /// otherwise.
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

    /// Mean square of the differences after removing that of the light.
    fileprivate var print: Float {
        let pixels = Float(FusionLights.cell * FusionLights.cell)
        return max(squares - sum * sum / pixels, 0) / pixels
    }

    /// Shift of the frame against the mean, in pixels.
    fileprivate var shift: Float {
        let (a, b) = (xx + FusionLights.Distrust.slopes, yy + FusionLights.Distrust.slopes)
        let determinant = a * b - xy * xy
        let x = (b * across - xy * down) / determinant
        let y = (a * down - xy * across) / determinant
        return (x * x + y * y).squareRoot()
    }
}

extension FusionLight {
    /// Passes the numbers of a row of cells.
    fileprivate func withCells(_ row: Int, _ body: (CellLight) -> Void) {
        gain.withUnsafeBufferPointer { gain in
            offset.withUnsafeBufferPointer { offset in
                weight.withUnsafeBufferPointer { weight in
                    // SAFETY: each array has columns × rows numbers.
                    guard let gain = gain.baseAddress, let offset = offset.baseAddress, let weight = weight.baseAddress
                    else { return }
                    let first = row * columns
                    body(CellLight(gain: gain + first, offset: offset + first, weight: weight + first))
                }
            }
        }
    }
}

/// A row of cells of all frames and their mean.
private final class CellRow {
    /// With one more cell on both sides.
    let mean: FusionPlane
    private let levels: Plane<UInt8>
    private let width: Int

    init(frames: Int, width: Int) {
        self.width = width
        mean = FusionPlane(left: -FusionLights.cell, width: width + 2 * FusionLights.cell, height: FusionLights.cell)
        levels = Plane()
        levels.reshape(width: width, height: frames * FusionLights.cell)
    }

    /// The mean, without those additional cells.
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

/// Statistics of one frame's cells, in gray levels.
struct FusionCells {
    /// Level of the paper: the brightest cell in the neighborhood.
    let paper: [Float]
    /// Brightest mean of 2 × 2 pixels in each cell, which is also close to the paper's level.
    let brightest: [Float]
    /// Standard deviation of print, after subtracting the noise.
    private(set) var contrast: [Float] = []
    /// Darkest mean of 2 × 2 pixels.
    let darkest: [Float]
    /// Variance of print and noise.
    private var variance: [Float]

    /// - Parameter image: `columns` whole cells wide and `rows` high.
    init(_ image: GrayImage, columns: Int, rows: Int) {
        let count = columns * rows
        var brightest = [Float](repeating: 0, count: count)
        var (darkest, variance) = (brightest, brightest)
        image.withView { view in
            for row in 0..<rows {
                for column in 0..<columns {
                    let i = row * columns + column
                    // Statistics of sums of four levels, which are whole numbers.
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

    /// Separates the contrast of print from that of noise.
    mutating func takeNoise(_ noise: Float) {
        contrast = variance.map { max($0 - noise * noise / 4, 0).squareRoot() }
        variance = []
    }

    /// Over the sums of 2 × 2 pixels of a cell: minimum, maximum, sum and sum of squares.
    @inline(__always)
    private static func measure(
        _ view: ImageView<Gray8>, _ column: Int, _ row: Int
    ) -> (least: UInt16, most: UInt16, sum: UInt32, squares: UInt32) {
        var (least, most) = (SIMD4<UInt16>(repeating: 1020), SIMD4<UInt16>())
        var (sum, squares) = (SIMD4<UInt32>(), SIMD4<UInt32>())
        for y in 0..<FusionLights.cell / 2 {
            // SAFETY: pictures have whole cells in both directions.
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

    /// Maximum of 3 × 3 cells.
    private static func widened(_ cells: [Float], _ columns: Int, _ rows: Int) -> [Float] {
        joined(cells, columns, rows) { max($0, $1) }
    }

    /// Mean of 3 × 3 cells, fewer at the border.
    static func smoothed(_ cells: [Float], _ columns: Int, _ rows: Int) -> [Float] {
        func near(_ place: Int, _ count: Int) -> Int { min(place + 1, count - 1) - max(place - 1, 0) + 1 }
        var means = joined(cells, columns, rows) { $0 + $1 }
        for row in 0..<rows {
            let height = near(row, rows)
            for column in 0..<columns { means[row * columns + column] /= Float(height * near(column, columns)) }
        }
        return means
    }

    /// Combines 3 × 3 cells, fewer at the border: first columns of three, then three of those.
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
