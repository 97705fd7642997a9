import Glibc

/// A lookup table for byte values.
struct ToneCurve {
    private var values: [UInt8]

    /// - Parameter tone: A function from 0…1 to 0…1; results outside are clipped.
    init(_ tone: (Double) -> Double) {
        values = (0..<256).map { UInt8((255 * min(max(tone(Double($0) / 255), 0), 1)).rounded()) }
    }

    func apply(to row: UnsafeMutablePointer<UInt8>, count: Int) {
        values.withUnsafeBufferPointer { table in
            // SAFETY: a byte is an index below 256; the caller lends `count` bytes.
            guard let table = table.baseAddress else { return }
            for x in 0..<count { row[x] = table[Int(row[x])] }
        }
    }

    subscript(value: UInt8) -> UInt8 { values[Int(value)] }
}

extension ToneCurve {
    /// Makes paper nearly white and ink dark, from the histogram of an evenly lit page.
    ///
    /// The darkest ink becomes ``inkTone``, and levels above nearly all of the paper's noise become ``paperTone``.
    init(document histogram: ByteHistogram) {
        let otsu = histogram.otsuLevel
        let paper = histogram.quantile(0.5, in: min(otsu + 1, 255)...255) ?? 255
        let dim = histogram.quantile(Self.noiseShare, in: min(otsu + 1, 255)...255) ?? paper
        let white = max(min(dim, Self.whiteShare * paper), Self.minimumWhiteShare * paper)
        let ink = histogram.mean(in: 0...otsu) ?? paper
        let darkest = histogram.quantile(Self.darkestShare, in: 0...otsu) ?? 0
        let hasInk = paper - ink > Self.minimumInkDistance
        let black = hasInk ? min(darkest, Self.maximumBlackShare * white) : 0
        self.init { tone in
            let share = max((255 * tone - black) / max(white - black, 1), 0)
            guard share < 1 else {
                return Self.paperTone + (1 - Self.paperTone) * min((share - 1) / Self.whiteRange, 1)
            }
            let base = hasInk ? Self.inkTone : 0
            return base + (Self.paperTone - base) * share
        }
    }

    /// The curve for pictures on an evenly lit page: its paper becomes nearly white, and all tones are scaled
    /// proportionally.
    ///
    /// - Parameter histogram: The histogram of the page without its pictures.
    init(pictureBeside histogram: ByteHistogram) {
        let paper = histogram.quantile(0.5, in: min(histogram.otsuLevel + 1, 255)...255) ?? 255
        self.init { Self.paperTone * 255 * $0 / max(paper, 1) }
    }

    /// The tones of paper and of the darkest ink.
    private static let paperTone = 250.0 / 255
    private static let inkTone = 10.0 / 255
    /// Levels above the white point by this share of it become white.
    private static let whiteRange = 0.04
    /// The share of the ink that may be clipped.
    private static let darkestShare = 0.01
    /// The share of the paper that may stay below white.
    private static let noiseShare = 0.1
    /// The maximum and minimum of the white point, relative to the paper's median.
    private static let whiteShare = 0.97
    private static let minimumWhiteShare = 0.86
    /// The maximum of the black point relative to the white point, so that pencil remains pencil.
    private static let maximumBlackShare = 0.35
    /// The minimum mean difference between ink and paper, in levels; with less, the page is blank.
    private static let minimumInkDistance = 12.0

    /// Stretches levels from `low` to `high` over the range, with a mild S curve. `gain` balances the channel first.
    init(photoFrom low: Double, to high: Double, gain: Double) {
        self.init { tone in
            let level = min(max((255 * tone * gain - low) / max(high - low, 1), 0), 1)
            return level - Self.photoContrast * sin(2 * Double.pi * level) / (2 * Double.pi)
        }
    }

    /// How much steeper the S curve is in the middle, and flatter at the ends.
    private static let photoContrast = 0.12
}
