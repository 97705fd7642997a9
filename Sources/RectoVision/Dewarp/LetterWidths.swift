import RectoCore

/// The distance of two points on the page, up to a factor common to the whole page.
struct KnownLength {
    /// Place in the picture.
    var start: Point2D
    var end: Point2D
    /// Distance on the page, and its uncertainty as a share of it.
    var length: Double
    var tolerance: Double
}

/// Widths of letters relative to letters of the same shape elsewhere on the page: lines of text alone do not show how
/// much a page is stretched along them.
///
/// Letters are classified by shape, independent of their width. Their excess width over their class is averaged over
/// cells of the page.
struct LetterWidths {
    private struct Letter {
        /// Place on the page.
        var place: Point2D
        /// Logarithm of the width, then of the width relative to the usual width of the class.
        var width: Double
        var weight = 0.0
        var shape: SIMD8<Float>
    }

    /// Heights of letters, without dots and commas, in letter heights.
    private static let heights = 0.75..<2.5
    private static let maximumWidth = 4.0
    /// In squared letter heights.
    private static let minimumArea = 0.12
    private static let maximumFilling = 0.8
    /// Fewest letters from which usual widths can be derived.
    private static let minimumLetters = 200
    /// Largest number of classes, smallest mean number of letters in each, and rounds of k-means.
    private static let classes = 128
    private static let lettersOfClass = 8
    private static let rounds = 4
    /// Smallest class that is used.
    private static let minimumClass = 4
    /// Limit of a shape's distance from the median, in usual deviations.
    private static let farthestShape: Float = 3
    /// Best accuracy of a letter's width, as a share of it.
    private static let measured = 0.03
    /// Side of a cell in letters, letters that it needs, and half of its known length.
    private static let cell = 9.0
    private static let minimumCell = 14
    /// Largest number of cells in each direction: a page may be excessively long.
    private static let maximumCells = 100.0
    private static let halfLength = 3.0
    /// Accuracy of the stretch of a cell with an average number of letters, and of one with many more.
    private static let tolerance = 0.008
    private static let minimumTolerance = 0.7
    /// Steps of Newton's method for a letter's depth.
    private static let depthSteps = 5
    /// Largest number of letters that the usual shape is derived from.
    private static let sample = 500
    /// Pixels beside a run of ink that are taken as paper.
    private static let beside = 2

    private var letters: [Letter] = []
    /// Place on the page.
    private let low, high: Point2D
    private let letterHeight: Double
    private let sheet: Sheet.Shape

    /// - Parameters:
    ///   - found: The finder that found the picture's ink.
    ///   - sheet: A sheet on which the page is nearly flat.
    ///   - low, high: Corners of the text's box on the sheet; other letters are ignored.
    ///   - letterHeight: Height on the sheet.
    init(_ found: TextInkFinder, _ sheet: Sheet.Shape, low: Point2D, high: Point2D, letterHeight: Double) {
        (self.sheet, self.low, self.high, self.letterHeight) = (sheet, low, high, letterHeight)
        let inks = Self.inks(found)
        letters.reserveCapacity(inks.count)
        for ink in inks {
            guard let letter = Self.letter(ink, found.pixel, sheet, letterHeight) else { continue }
            if low.x..<high.x ~= letter.place.x, low.y..<high.y ~= letter.place.y { letters.append(letter) }
        }
    }

    /// Known lengths along the lines; empty for a page with few letters.
    func lengths() -> [KnownLength] {
        guard letters.count >= Self.minimumLetters else { return [] }
        var letters = letters
        Self.normalize(&letters)
        Self.compare(&letters, by: Self.classes(of: letters))
        return lengths(letters)
    }

    // MARK: - Letters

    /// Moments of a part, about a pixel of the picture that was searched.
    private struct Ink {
        var pixel: Point2D
        var moments = InkMoments()
    }

    private static func inks(_ found: TextInkFinder) -> [Ink] {
        let (parts, letter) = (found.pieces.parts, found.letter)
        var numbers = [Int](repeating: -1, count: parts.count)
        var inks: [Ink] = []
        for (index, part) in parts.enumerated() where part.parent == index && isLetter(part, letter) {
            numbers[index] = inks.count
            let (x, y) = (Double(part.left + part.right) / 2, Double(part.top + part.bottom) / 2)
            inks.append(Ink(pixel: Point2D(x: x.rounded(.down), y: y.rounded(.down))))
        }
        let runs = found.pieces.runs
        let letters = runs.map { numbers[Int(found.pieces.root($0.part))] }
        var papers = [UInt8](repeating: 0, count: inks.count)
        for (run, number) in zip(runs, letters) where number >= 0 {
            let row = found.small.base + Int(run.y) * found.small.width
            let (left, right) = (max(Int(run.start) - beside, 0), min(Int(run.end) + beside, found.small.width) - 1)
            papers[number] = max(papers[number], row[left], row[right])
        }
        for (run, number) in zip(runs, letters) where number >= 0 {
            add(run, found.small, paper: Float(papers[number]), to: &inks[number])
        }
        return inks
    }

    private static func isLetter(_ part: InkParts.Part, _ letter: Double) -> Bool {
        let (width, height, area) = (Double(part.width), Double(part.height), Double(part.area))
        return heights ~= height / letter && width < maximumWidth * letter && area > minimumArea * letter * letter
            && area < maximumFilling * width * height + letter * letter / 2
    }

    private static func add(_ run: InkParts.Run, _ picture: Plane<UInt8>, paper: Float, to ink: inout Ink) {
        let row = picture.base + Int(run.y) * picture.width
        var x = Float(run.start) - Float(ink.pixel.x)
        var powers = SIMD4<Float>.zero
        var fourth: Float = 0
        for column in Int(run.start)..<Int(run.end) {
            let dark = max(paper - Float(row[column]), 0)
            let square = dark * x * x
            powers += SIMD4(dark, dark * x, square, square * x)
            fourth += square * x * x
            x += 1
        }
        ink.moments.add(
            (Double(powers[0]), Double(powers[1]), Double(powers[2]), Double(powers[3]), Double(fourth)),
            y: Double(run.y) - ink.pixel.y)
    }

    /// A letter as it lies on the page.
    /// - Parameter scale: Pixels of the picture per pixel of the picture that was searched.
    private static func letter(_ ink: Ink, _ scale: Double, _ sheet: Sheet.Shape, _ height: Double) -> Letter? {
        guard ink.moments.mass > 0 else { return nil }
        let middle = Point2D(x: ink.moments[1, 0], y: ink.moments[0, 1]) * (1 / ink.moments.mass)
        let point = (ink.pixel + middle + Point2D(x: 0.5, y: 0.5)) * scale
        var depth = Double.nan
        let place = sheet.page(point, depth: &depth, steps: depthSteps)
        var (depthRight, depthDown) = (depth, depth)
        let right = sheet.page(point + Point2D(x: scale, y: 0), depth: &depthRight, steps: 1) - place
        let down = sheet.page(point + Point2D(x: 0, y: scale), depth: &depthDown, steps: 1) - place
        let moments = ink.moments.centered().mapped(
            right: SIMD2(right.x, right.y) / height, down: SIMD2(down.x, down.y) / height)
        let (x2, y2) = (moments[2, 0], moments[0, 2])
        guard x2 > 0, y2 > 0, place.isFinite else { return nil }
        let (x, y) = (x2.squareRoot(), y2.squareRoot())
        let shape = SIMD8<Double>(
            moments[3, 0] / (x * x2), moments[0, 3] / (y * y2), moments[2, 1] / (x2 * y), moments[1, 2] / (x * y2),
            moments[4, 0] / (x2 * x2), moments[0, 4] / (y2 * y2), moments[2, 2] / (x2 * y2), logarithm(y))
        return Letter(place: place, width: logarithm(x), shape: SIMD8<Float>(shape))
    }

    // MARK: - Classes

    /// Scales the components of shapes to equal influence.
    private static func normalize(_ letters: inout [Letter]) {
        for part in 0..<8 {
            let values = stride(from: 0, to: letters.count, by: letters.count / sample + 1).map {
                Double(letters[$0].shape[part])
            }
            let middle = median(values)
            let usual = median(values.map { abs($0 - middle) })
            for index in letters.indices {
                letters[index].shape[part] = (letters[index].shape[part] - Float(middle)) / Float(1.5 * usual + 1e-6)
            }
        }
        let far = SIMD8<Float>(repeating: farthestShape)
        for index in letters.indices { letters[index].shape.clamp(lowerBound: -far, upperBound: far) }
    }

    /// The class of each letter, from a few rounds of k-means.
    private static func classes(of letters: [Letter]) -> [Int] {
        let count = min(classes, letters.count / lettersOfClass)
        var means = (0..<count).map { letters[$0 * letters.count / count].shape }
        var numbers = [Int](repeating: 0, count: letters.count)
        for _ in 0..<rounds {
            for (index, letter) in letters.enumerated() { numbers[index] = nearest(to: letter.shape, means) }
            var sums = [SIMD8<Float>](repeating: .zero, count: count)
            var counts = [Float](repeating: 0, count: count)
            for (letter, number) in zip(letters, numbers) {
                sums[number] += letter.shape
                counts[number] += 1
            }
            for number in 0..<count where counts[number] > 0 { means[number] = sums[number] / counts[number] }
        }
        return numbers
    }

    private static func nearest(to shape: SIMD8<Float>, _ means: [SIMD8<Float>]) -> Int {
        var (best, least) = (0, Float.infinity)
        means.withUnsafeBufferPointer { means in
            for number in means.indices {
                let away = means[number] - shape
                let distance = (away * away).sum()
                if distance < least { (best, least) = (number, distance) }
            }
        }
        return best
    }

    /// Sets each letter's excess width over its class, and its weight.
    private static func compare(_ letters: inout [Letter], by numbers: [Int]) {
        var members = [[Int]](repeating: [], count: (numbers.max() ?? 0) + 1)
        for (index, number) in numbers.enumerated() { members[number].append(index) }
        for members in members where members.count >= minimumClass {
            let usual = median(members.map { letters[$0].width })
            let spread = max(1.5 * median(members.map { abs(letters[$0].width - usual) }), measured / 3)
            for index in members {
                letters[index].width -= usual
                guard abs(letters[index].width) < 3 * spread + 2 * measured else { continue }
                letters[index].weight = 1 / (spread * spread + measured * measured)
            }
        }
    }

    // MARK: - Cells

    private struct Cell {
        var count = 0
        var weight = 0.0
        var sum = 0.0
    }

    private func lengths(_ letters: [Letter]) -> [KnownLength] {
        let side = Self.cell * letterHeight
        let across = Int(min((high.x - low.x) / side, Self.maximumCells)) + 1
        let down = Int(min((high.y - low.y) / side, Self.maximumCells)) + 1
        var cells = [Cell](repeating: Cell(), count: across * down)
        for letter in letters where letter.weight > 0 {
            let (column, row) = (Int((letter.place.x - low.x) / side), Int((letter.place.y - low.y) / side))
            guard column < across, row < down else { continue }
            let index = row * across + column
            cells[index].count += 1
            cells[index].weight += letter.weight
            cells[index].sum += letter.weight * letter.width
        }
        let full = cells.indices.filter { cells[$0].count >= Self.minimumCell }
        let usual = median(full.map { cells[$0].weight })
        let half = Point2D(x: Self.halfLength * letterHeight, y: 0)
        return full.map { index in
            let cell = cells[index]
            let middle = Point2D(
                x: low.x + (Double(index % across) + 0.5) * side, y: low.y + (Double(index / across) + 0.5) * side)
            return KnownLength(
                start: sheet.picture(middle - half), end: sheet.picture(middle + half),
                length: 2 * half.x * exp(-cell.sum / cell.weight),
                tolerance: Self.tolerance * max((usual / cell.weight).squareRoot(), Self.minimumTolerance))
        }
    }
}
