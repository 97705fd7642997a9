import ArgumentParser
import RectoPictures

extension TrainingCommand {
    struct Anchors: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure the recognition of anchors on generated scenes.",
            discussion: "Tune on seeds from 1500000 on; the default is for figures that are reported.")

        @Option(help: "First seed of the scenes.")
        var seed: UInt64 = SceneComposer.reportSeeds.lowerBound + 400_000
        @Option(help: "Number of scenes.")
        var count = 100
        @Option(help: "Instead, so many frames without an anchor are looked at.")
        var strangers: Int?
        @Flag(help: "Instead, anchors are looked for among many.")
        var crowd = false
        @Option(help: "Anchors that are looked for in those, or that many are.")
        var anchors = 20
        @Option(help: "The database of those many is read from this file, or written to it if it is not there.")
        var database: String?
        @Flag(help: "Those many are articles, pages of books, drawings and reports, which are all unlike each other.")
        var unique = false
        @Flag(help: "Tell of each scene.")
        var verbose = false
        @Option(help: "Instead, the scenes are written to this folder; of strangers, what was found in them.")
        var write: String?

        func run() throws {
            if let write, strangers == nil { return try AnchorScenes.write(seed: seed, count: count, to: write) }
            let lines =
                if let strangers {
                    try self.lines(strangers)
                } else if crowd {
                    try LargeDatabaseReport(
                        seed: seed, scenes: count, anchors: anchors, file: database, onlyUnique: unique,
                        verbose: verbose
                    ).lines
                } else {
                    try AnchorReport(seed: seed, count: count, verbose: verbose).lines
                }
            for line in lines { print(line) }
        }

        private func lines(_ strangers: Int) throws -> [String] {
            let found = try FalsePositiveReport(seed: seed, count: strangers, anchors: anchors)
            if let write { try found.write(to: write) }
            return found.lines
        }
    }
}
