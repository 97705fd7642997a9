import RectoCapture
import RectoCore
import RectoKernels

/// What `recto bench` measured: a table, or a JSON object.
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
    /// Frames of the source that were not waited for.
    var drops: Int
    var damaged: Int
    var captures: Int
    /// Of the time that was spent on frames, not of that in which none was there.
    var framesPerSecond: Double
    var stages: [Row]
    /// Of each frame, on the thread that looked at it; nothing where they cannot be counted.
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
                "\(captures) pages taken, \(drops) frames not waited for, \(damaged) damaged",
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
