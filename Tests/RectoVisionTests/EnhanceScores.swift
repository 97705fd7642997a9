import Glibc
import RectoCore

/// The agreement of ink with the ground truth.
struct InkScore {
    var (hits, extra, missed) = (0, 0, 0)

    /// The F-measure, 0…1.
    var f: Double { Double(2 * hits) / Double(max(2 * hits + extra + missed, 1)) }
}

func inkScore(of ink: BilevelImage, rows: Range<Int>? = nil, truth: (_ x: Int, _ y: Int) -> Bool) -> InkScore {
    var score = InkScore()
    for y in rows ?? 0..<ink.height {
        for x in 0..<ink.width {
            switch (ink.isInk(x, y), truth(x, y)) {
            case (true, true): score.hits += 1
            case (true, false): score.extra += 1
            case (false, true): score.missed += 1
            case (false, false): break
            }
        }
    }
    return score
}

/// Peak signal-to-noise ratio in dB.
func peakSignalToNoise(_ a: [UInt8], _ b: [UInt8]) -> Double {
    let sum = zip(a, b).reduce(0.0) { $0 + Double((Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))) }
    return 10 * log10(255 * 255 * Double(a.count) / max(sum, 1e-9))
}
