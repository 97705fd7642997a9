/// The modules that all symbols of a version have in common, as a list of samples in groups.
final class FixedPatterns: Sendable {
    let shape: SymbolShape
    /// The centers of the modules in module units, padded to a multiple of 8.
    let x: [Float]
    let y: [Float]
    let count: Int
    private let signs: [Float]
    /// Three finders, two timing patterns and the alignment patterns.
    private let groups: [(pattern: Pattern, weight: Float)]
    private let weight: Float

    /// The index of the first sample of the timing patterns.
    let timingStart: Int
    let timingCount: Int

    /// - Parameter hasAlignment: Whether there are alignment patterns; Model 1 has none.
    init(_ shape: SymbolShape, hasAlignment: Bool = true) {
        self.shape = shape
        var (x, y, signs): ([Float], [Float], [Float]) = ([], [], [])
        var groups: [(pattern: Pattern, weight: Float)] = []
        func add(_ square: PatternSquare, _ center: (x: Int, y: Int), _ weight: Float) {
            let start = x.count
            x += square.x.map { $0 + Float(center.x) + 0.5 }
            y += square.y.map { $0 + Float(center.y) + 0.5 }
            signs += square.signs
            groups.append((Pattern(&signs, from: start), weight))
        }
        let finder = PatternSquare(radius: 4, isDark: PatternSquare.finder)
        for center in shape.finderCenters { add(finder, center, 1) }
        timingStart = x.count
        let along = (7..<shape.dimension - 7).map { Float($0) + 0.5 }
        let across = along.map { _ in Float(6.5) }
        let timing = (7..<shape.dimension - 7).map { Float($0 % 2 == 0 ? -1 : 1) }
        for (a, b) in [(along, across), (across, along)] {
            let start = x.count
            x += a
            y += b
            signs += timing
            groups.append((Pattern(&signs, from: start), 1.5))
        }
        timingCount = x.count - timingStart
        let alignment = PatternSquare(radius: 2, isDark: PatternSquare.alignment)
        let centers = hasAlignment ? shape.alignmentCenters : []
        let share = 1 / Float(max(1, centers.count)).squareRoot()
        let last = shape.dimension - 7
        for center in centers { add(alignment, center, center == (last, last) ? 2 * share : share) }
        count = x.count
        self.x = x.paddedToVectors
        self.y = y.paddedToVectors
        self.signs = signs
        self.groups = groups
        weight = groups.reduce(0) { $0 + $1.weight }
    }

    /// Returns the patterns of a version; created on first use.
    static func of(_ version: Int) -> FixedPatterns { all[version - 1] }
    private static let all = SymbolShape.versions.map { FixedPatterns(SymbolShape(version: $0)) }

    /// Returns the patterns of a version of Model 1.
    static func ofModelOne(_ version: Int) -> FixedPatterns { modelOne[version - 1] }
    private static let modelOne = ModelOneDecoder.versions.map {
        FixedPatterns(SymbolShape(version: $0), hasAlignment: false)
    }

    /// Returns how well samples match, −1…1, overall and for the timing patterns alone.
    /// - Parameter samples: ``count`` samples.
    func agreement(_ samples: UnsafePointer<Float>) -> (all: Float, timing: Float) {
        signs.withUnsafeBufferPointer { signs in
            let t = signs.baseAddress.unsafelyUnwrapped
            var sum: Float = 0
            var timing: Float = 0
            for i in 0..<groups.count {
                let correlation = groups[i].pattern.correlation(samples, t)
                sum += groups[i].weight * correlation
                if i == 3 || i == 4 { timing += correlation / 2 }
            }
            return (sum / weight, timing)
        }
    }

    /// Returns how well both timing patterns match together, −1…1, and the better one alone.
    /// - Parameter samples: The samples of the timing patterns alone.
    func timing(_ samples: UnsafePointer<Float>) -> (both: Float, better: Float) {
        signs.withUnsafeBufferPointer { signs in
            let t = signs.baseAddress.unsafelyUnwrapped
            let list = samples - timingStart
            let (across, down) = (groups[3].pattern.correlation(list, t), groups[4].pattern.correlation(list, t))
            return ((across + down) / 2, max(across, down))
        }
    }
}
