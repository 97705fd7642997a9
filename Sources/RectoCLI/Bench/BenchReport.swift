import RectoCapture
import RectoCore
import RectoKernels

/// The measurements of `recto bench`: a table, or a JSON object.
struct BenchReport: Encodable, CustomStringConvertible {
    struct Row {
        var name: String
        /// In milliseconds.
        var spread: Samples.Spread
    }

    var source: String
    var size: PixelSize?
    var encoding: FrameEncoding?
    var threads: Int
    var level = InstructionSet.current
    var frames: Int
    /// Frames of the source that were skipped.
    var drops: Int
    var damaged: Int
    var captures: Int
    /// Relative to the time spent on frames, without waiting for them.
    var framesPerSecond: Double
    var stages: [Row]
    /// Per frame, on the thread that processed it; `nil` where they cannot be counted.
    var allocations: Samples.Spread?
    /// In KiB.
    var peakMemory = ResourceUse.peakMemory

    private enum CodingKeys: String, CodingKey {
        case source, width, height, encoding, threads, isa, frames, drops, damaged, captures, framesPerSecond,
            milliseconds
        case allocations, peakMemoryKiB
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(source, forKey: .source)
        try object.encode(size?.width, forKey: .width)
        try object.encode(size?.height, forKey: .height)
        try object.encode(encoding, forKey: .encoding)
        try object.encode(threads, forKey: .threads)
        try object.encode(level.rawValue, forKey: .isa)
        try object.encode(frames, forKey: .frames)
        try object.encode(drops, forKey: .drops)
        try object.encode(damaged, forKey: .damaged)
        try object.encode(captures, forKey: .captures)
        try object.encode(framesPerSecond.rounded(decimals: 1), forKey: .framesPerSecond)
        try object.encode(
            Dictionary(uniqueKeysWithValues: stages.map { ($0.name, $0.spread.rounded(decimals: 3)) }),
            forKey: .milliseconds)
        try object.encode(allocations?.rounded(decimals: 3), forKey: .allocations)
        try object.encode(peakMemory, forKey: .peakMemoryKiB)
    }

    var description: String {
        let kind = [size?.description, encoding?.rawValue].compactMap { $0 }.joined(separator: ", ")
        let head = "\(source): \(frames) frames\(kind.isEmpty ? "" : " of \(kind)"), kernels at \(level.rawValue)"
        let rows = stages.map { row in
            let spread = row.spread
            return Self.line(
                row.name, [spread.mean, spread.p50, spread.p95, spread.p99, spread.max].map(Self.text),
                count: "\(spread.count)")
        }
        let counted = allocations.map { spread in
            "allocations a frame: \(Self.text(spread.mean)) on average, \(Int(spread.p99)) at the 99th percentile, "
                + "\(Int(spread.max)) at most"
        }
        let share = stages.first { $0.name == "cpu" }.map { row in
            "; at 30 a second \(Self.text(row.spread.mean * 3)) % of a core"
        }
        return
            ([
                head, "",
                Self.line("ms", ["mean", "p50", "p95", "p99", "max"], count: "runs"),
            ] + rows + [
                "",
                "\(Int(framesPerSecond.rounded())) frames a second\(share ?? "")",
                "\(captures) pages captured, \(drops) frames skipped, \(damaged) damaged",
                counted ?? "allocations are not counted here",
                "peak memory: \(peakMemory / 1024) MiB",
            ]).joined(separator: "\n")
    }

    private static func line(_ name: String, _ values: [String], count: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name + String(repeating: " ", count: max(0, 12 - name.count))
            + (values + [count]).map { padded($0, 10) }.joined()
    }

    private static func text(_ value: Double) -> String { "\(value.rounded(decimals: 3))" }
}

/// Collects one value per frame and computes their distribution.
struct Samples {
    private var values: [Double] = []

    /// - Parameter count: The expected number. Space is reserved, because adding must not allocate during a measurement.
    init(reserving count: Int) { values.reserveCapacity(count) }

    mutating func add(_ value: Double) { values.append(value) }

    /// `nil` if no value was added.
    var spread: Spread? {
        let ordered = values.sorted()
        guard let largest = ordered.last else { return nil }
        /// The smallest value that at least `share` per cent of the values do not exceed.
        func percentile(_ share: Int) -> Double { ordered[max(0, (ordered.count * share + 99) / 100 - 1)] }
        return Spread(
            count: ordered.count, mean: ordered.reduce(0, +) / Double(ordered.count), p50: percentile(50),
            p95: percentile(95), p99: percentile(99), max: largest)
    }

    struct Spread: Encodable {
        var count: Int
        var mean: Double
        var p50: Double
        var p95: Double
        var p99: Double
        var max: Double

        func rounded(decimals: Int) -> Spread {
            func round(_ value: Double) -> Double { value.rounded(decimals: decimals) }
            return Spread(
                count: count, mean: round(mean), p50: round(p50), p95: round(p95), p99: round(p99), max: round(max))
        }
    }
}
