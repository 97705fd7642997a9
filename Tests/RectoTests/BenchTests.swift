import CAllocations
import Foundation
import TestSupport
import Testing

/// `recto bench` as its users run it.
@Suite("Benchmark command")
struct BenchTests {
    private func bench(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["bench"] + arguments)
        return (result.status, result.output, result.errors)
    }

    private func report(_ arguments: String...) throws -> [String: Any] {
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["bench", "--json"] + arguments)
        #expect(result.status == 0 && result.errors.isEmpty)
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func expectSpread(_ object: Any?, count: Int) throws {
        let spread = try #require(object as? [String: Double])
        let values = try ["p50", "p95", "p99", "max"].map { try #require(spread[$0]) }
        #expect(values == values.sorted() && values.allSatisfy { $0 >= 0 })
        #expect(try #require(spread["mean"]) <= values[3])
        #expect(spread["count"] == Double(count))
    }

    @Test(
        "Each page of the synthetic video is captured, and each stage is measured", arguments: ["gray", "nv12", "yuyv"])
    func eachPageOfTheSyntheticVideoIsCaptured(encoding: String) throws {
        let report = try report("--frames", "75", "--size", "640x480", "--encoding", encoding)
        #expect(report["source"] as? String == "synthetic" && report["encoding"] as? String == encoding)
        #expect(report["width"] as? Int == 640 && report["height"] as? Int == 480)
        #expect(report["frames"] as? Int == 75 && report["captures"] as? Int == 1)
        #expect(report["drops"] as? Int == 0 && report["damaged"] as? Int == 0)
        let stages = try #require(report["milliseconds"] as? [String: Any])
        #expect(
            Set(stages.keys) == [
                "track", "assess", "buffer", "capture", "straighten", "enhance", "write", "frame", "cpu",
            ])
        for stage in ["track", "assess", "frame", "cpu"] { try expectSpread(stages[stage], count: 75) }
        for stage in ["capture", "straighten", "enhance", "write"] { try expectSpread(stages[stage], count: 1) }
        if recto_counts_allocations() { try expectSpread(report["allocations"], count: 75) }
        #expect(try #require(report["framesPerSecond"] as? Double) > 0)
        #expect(try #require(report["peakMemoryKiB"] as? Int) > 1000)
    }

    @Test("Stages are run as asked")
    func stagesRunAsAsked() throws {
        let report = try report("--frames", "3", "--size", "320x240", "--stages", "detect,codes")
        let stages = try #require(report["milliseconds"] as? [String: Any])
        #expect(Set(stages.keys) == ["detect", "codes", "frame", "cpu"])
        for (_, spread) in stages { try expectSpread(spread, count: 3) }
        #expect(report["captures"] as? Int == 0)
    }

    @Test("A stream is read to its end; damaged frames are counted")
    func aStreamIsReadToItsEnd() throws {
        let folder = try TemporaryFolder()
        let jpegs = try WatchFilm.jpegs.get()
        // The end of the third frame's data is missing.
        let damaged = Array(jpegs[2].prefix(jpegs[2].count / 3)) + [0xff, 0xd9]
        let film = Data(jpegs[0] + jpegs[1] + damaged + jpegs[3])
        let path = folder.path("film.mjpeg")
        try film.write(to: URL(filePath: path))
        let report = try report("--source", path, "--frames", "100")
        #expect(report["frames"] as? Int == 4 && report["damaged"] as? Int == 1)
        #expect(report["encoding"] as? String == "jpeg")
        let stages = try #require(report["milliseconds"] as? [String: Any])
        try expectSpread(stages["read"], count: 3)
    }

    @Test("People get a table")
    func peopleGetATable() throws {
        let (status, output, errors) = try bench("--frames", "2", "--size", "320x240")
        #expect(status == 0 && errors.isEmpty)
        let lines = output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("synthetic: 2 frames of 320 x 240, nv12, kernels at ") == true)
        #expect(lines.contains { $0.split(separator: " ") == ["ms", "mean", "p50", "p95", "p99", "max", "runs"] })
        #expect(lines.contains { $0.hasPrefix("track ") })
        #expect(lines.last?.hasPrefix("peak memory: ") == true)
    }

    @Test("What cannot be read is an error")
    func badSource() throws {
        let (status, output, errors) = try bench("--source", "missing.mjpeg")
        #expect(status == 1 && output.isEmpty)
        #expect(errors == "recto: missing.mjpeg does not exist\n" || errors == "missing.mjpeg does not exist\n")
    }

    @Test(
        "Wrong arguments are refused",
        arguments: [
            ["--frames", "0"], ["--threads", "65"], ["--fps", "0"], ["--stages", "scan,"], ["--stages", "finish"],
            ["--stages", "sharpen"], ["--encoding", "jpeg"], ["--size", "63x64"], ["--filter", "sepia"],
        ])
    func wrongUsage(arguments: [String]) throws {
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["bench"] + arguments)
        #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty)
    }
}
