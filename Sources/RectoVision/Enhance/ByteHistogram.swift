/// How often each value of a byte occurs.
struct ByteHistogram {
    private(set) var counts: [Int]
    private(set) var total = 0

    init() { counts = [Int](repeating: 0, count: 256) }

    /// Counts the bytes of some rows, evenly spread, about as many as asked for.
    init(
        _ base: UnsafePointer<UInt8>, stride: Int, rowBytes: Int, height: Int, aboutSamples samples: Int
    ) {
        self.init()
        let step = Self.rowStep(rowBytes: rowBytes, height: height, aboutSamples: samples)
        for y in Swift.stride(from: step / 2, to: height, by: step) { add(base + y * stride, count: rowBytes) }
    }

    /// Every how many rows to look to see about as many bytes as asked for.
    static func rowStep(rowBytes: Int, height: Int, aboutSamples samples: Int) -> Int {
        max(1, min(height, rowBytes * height / samples))
    }

    mutating func add(_ row: UnsafePointer<UInt8>, count: Int) {
        // SAFETY: a byte is an index below 256; the caller lends `count` bytes.
        counts.withUnsafeMutableBufferPointer { bins in
            for x in 0..<count { bins[Int(row[x])] &+= 1 }
        }
        total += count
    }

    mutating func add(_ value: UInt8) {
        counts[Int(value)] += 1
        total += 1
    }

    /// Otsu's level: values up to it and values above it differ most between and least within the two classes.
    ///
    /// Source: Otsu, "A Threshold Selection Method from Gray-Level Histograms", 1979.
    var otsuLevel: Int {
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

    /// The value below which a share of those within `range` lies; values are taken as spread evenly over ± ½.
    /// - Returns: Nothing if no value is in the range.
    func quantile(_ share: Double, in range: ClosedRange<Int> = 0...255) -> Double? {
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

    /// The mean of the values within `range`; nothing if there is none.
    func mean(in range: ClosedRange<Int>) -> Double? {
        var (count, sum) = (0, 0)
        for value in range {
            count += counts[value]
            sum += value * counts[value]
        }
        return count > 0 ? Double(sum) / Double(count) : nil
    }
}
