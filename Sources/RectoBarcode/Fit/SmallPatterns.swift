/// The modules that Micro QR codes and rectangular ones of a size have in common, as a list of samples in groups.
struct SmallPatterns {
    let width, height: Int
    /// The centers of the modules in module units, padded to a multiple of 8.
    let x: [Float]
    let y: [Float]
    let count: Int
    private let signs: [Float]
    private let groups: [Pattern]

    private struct Draft {
        var (x, y, signs): ([Float], [Float], [Float]) = ([], [], [])
        var groups: [Pattern] = []

        /// - Parameter modules: The places, and whether they are dark.
        mutating func add(_ modules: [(x: Int, y: Int, isDark: Bool)]) {
            let start = x.count
            x += modules.map { Float($0.x) + 0.5 }
            y += modules.map { Float($0.y) + 0.5 }
            signs += modules.map { $0.isDark ? -1 : 1 }
            groups.append(Pattern(&signs, from: start))
        }

        /// Adds a Micro QR code's timing patterns, and what follows them.
        mutating func addTiming(_ dimension: Int, _ end: [(x: Int, isDark: Bool)]) {
            let timing = (7..<dimension).map { (x: $0, isDark: $0 % 2 == 0) } + end
            add(timing.map { (x: $0.x, y: 0, isDark: $0.isDark) })
            add(timing.map { (x: 0, y: $0.x, isDark: $0.isDark) })
        }

        mutating func addSquare(_ center: (x: Int, y: Int), radius: Int, _ isDark: (Int) -> Bool) {
            add(
                (-radius...radius).flatMap { v in
                    (-radius...radius).map { u in
                        (x: center.x + u, y: center.y + v, isDark: isDark(max(abs(u), abs(v))))
                    }
                })
        }
    }

    private init(width: Int, height: Int, _ draft: Draft) {
        (self.width, self.height) = (width, height)
        count = draft.x.count
        (x, y, signs, groups) = (
            draft.x.paddedToVectors, draft.y.paddedToVectors, draft.signs, draft.groups
        )
    }

    /// The patterns of a Micro QR code: the finder, and a timing pattern along two sides.
    init(microOf dimension: Int) {
        var draft = Draft()
        draft.addSquare((3, 3), radius: 4, PatternSquare.finder)
        draft.addTiming(dimension, [(x: dimension, isDark: false)])
        self.init(width: dimension, height: dimension, draft)
    }

    /// The patterns of the first modules of a Micro QR code.
    init(microUpTo dimension: Int) {
        var draft = Draft()
        draft.addSquare((3, 3), radius: 4, PatternSquare.finder)
        draft.addTiming(dimension, [])
        self.init(width: dimension, height: dimension, draft)
    }

    /// The patterns of a rectangular code up to a column: finder, timing patterns along both long sides, alignment
    /// patterns, and the sub-finder if it is included.
    init(_ shape: RectangularShape, width: Int) {
        var draft = Draft()
        draft.addSquare((3, 3), radius: 4, PatternSquare.finder)
        let columns = shape.alignmentColumns
        let timing = (8..<width).filter { x in !columns.contains(x) && x < shape.width - 5 }
        draft.add(timing.map { (x: $0, y: 0, isDark: $0 % 2 == 0) })
        draft.add(timing.map { (x: $0, y: shape.height - 1, isDark: $0 % 2 == 0) })
        for column in columns where column + 1 < width {
            let upright = (3..<shape.height - 3).map { (x: column, y: $0, isDark: $0 % 2 == 0) }
            draft.add(
                upright + [
                    (x: column, y: 0, isDark: true), (x: column, y: 1, isDark: false),
                    (x: column, y: 2, isDark: true), (x: column, y: shape.height - 2, isDark: false),
                    (x: column, y: shape.height - 1, isDark: true),
                ])
        }
        if width == shape.width {
            draft.addSquare((width - 3, shape.height - 3), radius: 2, PatternSquare.alignment)
        }
        self.init(width: width, height: shape.height, draft)
    }

    /// Returns how well samples match, −1…1, and the worst match of the groups beside the finder.
    /// - Parameter samples: ``count`` samples.
    func agreement(_ samples: UnsafePointer<Float>) -> (all: Float, worst: Float) {
        signs.withUnsafeBufferPointer { signs in
            let t = signs.baseAddress.unsafelyUnwrapped
            var (sum, worst): (Float, Float) = (0, 1)
            for (i, group) in groups.enumerated() {
                let correlation = group.correlation(samples, t)
                sum += correlation
                if i > 0 { worst = min(worst, correlation) }
            }
            return (sum / Float(groups.count), worst)
        }
    }
}
