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
        @Option(help: "Instead, report the anchors that are found in so many frames without one.")
        var falsePositives: Int?
        @Flag(help: "Instead, report how anchors are found in a large database.")
        var largeDatabase = false
        @Option(help: "Number of anchors in the database of either of these reports.")
        var anchors = 20
        @Option(help: "Read the large database from this file, or write it there if there is none.")
        var database: String?
        @Flag(help: "Take only articles, pages of books, drawings and reports, which share nothing, as its anchors.")
        var unique = false
        @Flag(help: "Print a line for each scene.")
        var verbose = false
        @Option(help: "Instead, write the scenes to this folder; with --false-positives, what was found.")
        var write: String?

        func run() throws {
            for line in try lines() { print(line) }
        }

        private func lines() throws -> [String] {
            if let falsePositives {
                let report = try FalsePositiveReport(seed: seed, count: falsePositives, anchors: anchors)
                if let write { try report.write(to: write) }
                return report.lines
            }
            if let write {
                try AnchorScene.write(seed: seed, count: count, to: write)
                return []
            }
            if largeDatabase {
                return try LargeDatabaseReport(
                    seed: seed, scenes: count, anchors: anchors, file: database, onlyUnique: unique, verbose: verbose
                ).lines
            }
            return try AnchorReport(seed: seed, count: count, verbose: verbose).lines
        }
    }
}
