import RectoKernels

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

// MARK: - Light type

extension ByteHistogram {
    /// About how many pixels the tones of a page are taken from.
    private static let pageSamples = 65_536
    /// Shares of a page's pixels that are darker than its darkest and lightest tones: few pixels beyond do not count.
    private static let extremes = (dark: 0.02, light: 0.98)
    /// A page whose median lies below this share of the way from its darkest to its lightest pixels has light type.
    private static let darkPage = 0.3

    /// The tones of a gray page.
    init(_ page: PlaneView<UInt8>) {
        self.init(
            page.base, stride: page.stride, rowBytes: page.width, height: page.height, aboutSamples: Self.pageSamples)
    }

    /// Whether these are the tones of a page with light type on a dark ground.
    var isOfLightType: Bool {
        guard let dark = quantile(Self.extremes.dark), let median = quantile(0.5),
            let light = quantile(Self.extremes.light)
        else { return false }
        return median < dark + Self.darkPage * (light - dark)
    }
}
