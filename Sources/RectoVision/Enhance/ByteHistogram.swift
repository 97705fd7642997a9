/// The number of occurrences of each byte value.
struct ByteHistogram {
    private(set) var total = 0

    /// Four interleaved histograms: neighbors are often equal, and with a single counter each increment would wait
    /// for the previous one.
    private var banks = [Int](repeating: 0, count: 4 * 256)

    var counts: [Int] { (0..<256).map { banks[$0] + banks[256 + $0] + banks[512 + $0] + banks[768 + $0] } }

    init() {}

    /// Counts the bytes of some evenly spaced rows, about `samples` in total.
    init(
        _ base: UnsafePointer<UInt8>, stride: Int, rowBytes: Int, height: Int, aboutSamples samples: Int
    ) {
        self.init()
        let step = Self.rowStep(rowBytes: rowBytes, height: height, aboutSamples: samples)
        for y in Swift.stride(from: step / 2, to: height, by: step) { add(base + y * stride, count: rowBytes) }
    }

    /// Returns the distance between rows for about `samples` bytes.
    static func rowStep(rowBytes: Int, height: Int, aboutSamples samples: Int) -> Int {
        max(1, min(height, rowBytes * height / samples))
    }

    mutating func add(_ row: UnsafePointer<UInt8>, count: Int) {
        // SAFETY: a byte is an index below 256; the caller lends `count` bytes.
        banks.withUnsafeMutableBufferPointer { bins in
            let whole = count & ~3
            for x in stride(from: 0, to: whole, by: 4) {
                bins[Int(row[x])] &+= 1
                bins[256 + Int(row[x + 1])] &+= 1
                bins[512 + Int(row[x + 2])] &+= 1
                bins[768 + Int(row[x + 3])] &+= 1
            }
            for x in whole..<count { bins[Int(row[x])] &+= 1 }
        }
        total += count
    }

    mutating func add(_ value: UInt8) {
        banks[Int(value)] += 1
        total += 1
    }

    /// The number of values that occur.
    var levelCount: Int { counts.count { $0 > 0 } }

    /// Otsu's level: splitting the values after it maximizes the variance between the two classes and minimizes that
    /// within them.
    ///
    /// Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
    var otsuLevel: Int {
        let counts = counts
        let sum = counts.enumerated().reduce(0.0) { $0 + Double($1.offset * $1.element) }
        var (below, sumBelow) = (0.0, 0.0)
        var (level, best) = (0, 0.0)
        for value in 0..<256 {
            below += Double(counts[value])
            sumBelow += Double(value * counts[value])
            let above = Double(total) - below
            guard below > 0, above > 0 else { continue }
            let distance = sumBelow / below - (sum - sumBelow) / above
            let separation = below * above * distance * distance
            if separation > best { (level, best) = (value, separation) }
        }
        return level
    }

    /// Returns the value below which a share of the values within `range` lies. Values are assumed to be spread
    /// evenly over ± ½.
    /// - Returns: `nil` if no value is in the range.
    func quantile(_ share: Double, in range: ClosedRange<Int> = 0...255) -> Double? {
        let counts = counts
        let inside = range.reduce(0) { $0 + counts[$1] }
        guard inside > 0 else { return nil }
        var rest = share * Double(inside)
        for value in range {
            let count = Double(counts[value])
            if count > 0, count >= rest { return Double(value) - 0.5 + rest / count }
            rest -= count
        }
        return Double(range.upperBound) + 0.5
    }

    /// Returns the mean of the values within `range`; `nil` if there are none.
    func mean(in range: ClosedRange<Int>) -> Double? {
        let counts = counts
        var (count, sum) = (0, 0)
        for value in range {
            count += counts[value]
            sum += value * counts[value]
        }
        return count > 0 ? Double(sum) / Double(count) : nil
    }
}
