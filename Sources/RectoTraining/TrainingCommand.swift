import ArgumentParser
import Foundation
import RectoPictures
import RectoVision

/// Computes the parameters of the page detector and the orientation classifier, and prints them as Swift text to paste
/// in place.
@main
struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "RectoTraining",
        abstract: "Trains the page detector and the orientation classifier on generated scenes.",
        discussion: """
            After a change to the detector's features run ranker, put its table into QuadRanker, build, run reranker, put \
            what it prints into RerankerNetwork+Weights.swift, build, run confidence, and put its numbers into \
            DetectionConfidence. Put what cut-pages prints into CutPageModel+Weights.swift. Then report measures on scenes that nothing was learnt from. After a change to the
            orientation's inputs put what orientation prints into OrientationNetwork+Weights.swift; orientation-report
            measures.
            """,
        subcommands: [
            Ranker.self, Reranker.self, Confidence.self, CutPages.self, Report.self, Orientation.self,
            OrientationFigures.self,
            Anchors.self,
        ])

    struct Ranker: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fit the weights of QuadRanker.")

        @Option(help: "First seed of the scenes.")
        var seed: UInt64 = 0
        @Option(help: "Number of scenes.")
        var count = 900

        func run() throws {
            let scenes = try SceneExamples.compose(seed: seed, count: count).filter { !$0.isPartial }.map(\.quads)
            let fit = ListwiseFit(scenes)
            print("// \(scenes.count) scenes; right at the first place: \(fit.rightShare(of: scenes))")
            for name in QuadFeatures.Name.allCases {
                let index = name.rawValue
                print("(.\(name), \(fit.means[index]), \(fit.deviations[index]), \(fit.weights[index])),")
            }
        }
    }

    struct Reranker: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fit the weights of RerankerNetwork.")

        @Option(help: "First seed of the scenes.")
        var seed: UInt64 = 0
        @Option(help: "Number of scenes.")
        var count = 3200
        @Option(help: "How often each scene is learnt from.")
        var rounds = 30

        func run() throws {
            let scenes = try RerankerExamples.compose(seed: seed, count: count)
            let fit = RerankerFit(scenes, rounds: rounds, seed: seed)
            print("// swift-format-ignore-file\nextension RerankerNetwork {")
            print("    /// Of \(scenes.count) looks at whole pages, seeds \(seed)..<\(seed + UInt64(count)).")
            print("    package static let weights: [SIMD16<Float>] = [")
            for row in fit.weights { print("        SIMD16(\(row.text)),") }
            print("    ]")
            print("}")
            FileHandle.standardError.write(Data("right at the first place: \(fit.rightShare(of: scenes))\n".utf8))
        }
    }

    struct Orientation: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fit the weights of OrientationNetwork.")

        @Option(help: "First seed of the scenes.")
        var seed: UInt64 = 100_000
        @Option(help: "Number of scenes.")
        var count = 700
        @Option(help: "First seed of the flat pages.")
        var flatSeed: UInt64 = 110_000
        @Option(help: "Number of flat pages.")
        var flatCount = 3000
        @Option(help: "How often each page is learnt from.")
        var rounds = 40

        func run() throws {
            let pages =
                try OrientationExample.compose(seed: seed, count: count, .scenes)
                + OrientationExample.compose(seed: flatSeed, count: flatCount, .flat)
            let fit = OrientationFit(pages, rounds: rounds, seed: seed)
            print("// swift-format-ignore-file\nextension OrientationNetwork {")
            print("    /// Of \(pages.count) pages, seeds \(seed)..<\(seed + UInt64(count)) as scenes and")
            print("    /// \(flatSeed)..<\(flatSeed + UInt64(flatCount)) flat.")
            print("    package static let weights: [SIMD16<Float>] = [")
            for row in fit.weights { print("        SIMD16(\(row.text)),") }
            print("    ]")
            print("}")
            let report = OrientationReport(pages, OrientationNetwork(weights: fit.weights))
            FileHandle.standardError.write(Data((report.lines.joined(separator: "\n") + "\n").utf8))
        }
    }

    struct OrientationFigures: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "orientation-report", abstract: "Measure the orientation classifier on scenes of fresh seeds.")

        @Option(help: "First seed of the scenes.")
        var seed: UInt64 = SceneComposer.reportSeeds.lowerBound + 70_000
        @Option(help: "Number of scenes.")
        var count = 600

        func run() throws {
            let report = OrientationReport(
                try OrientationExample.compose(seed: seed, count: count, .scenes))
            for line in report.lines { print(line) }
        }
    }

    struct Confidence: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fit the weights of DetectionConfidence.")

        @Option(help: "First seed of the scenes with a page.")
        var seed: UInt64 = 20_000
        @Option(help: "Number of scenes with a page.")
        var count = 1000
        @Option(help: "First seed of the scenes without a page.")
        var emptySeed: UInt64 = 30_000
        @Option(help: "Number of scenes without a page.")
        var emptyCount = 1000

        func run() throws {
            let scenes =
                try ConfidenceExample.compose(seed: seed, count: count, .pages)
                + ConfidenceExample.compose(seed: emptySeed, count: emptyCount, .nothing)
            let fit = LogisticFit(scenes.map { ($0.inputs, $0.isRight) })
            print("// \(scenes.count) looks")
            print("bias \(fit.bias)")
            for (name, weight) in zip(DetectionEvidence.inputNames, fit.weights) {
                print("\(String(format: "%.4f", weight)),  // \(name)")
            }
        }
    }
}

extension TrainingCommand {
    struct CutPages: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cut-pages", abstract: "Fit the weights of CutPageModel.")

        @Option(help: "First seed of the scenes whose page is cut.")
        var seed: UInt64 = 40_000
        @Option(help: "Number of scenes whose page is cut.")
        var count = 1600
        @Option(help: "First seed of the scenes with a page.")
        var pageSeed: UInt64 = 50_000
        @Option(help: "Number of scenes with a page.")
        var pageCount = 1200
        @Option(help: "First seed of the scenes without a page.")
        var emptySeed: UInt64 = 60_000
        @Option(help: "Number of scenes without a page.")
        var emptyCount = 1200

        func run() throws {
            let fit = CutPageFit(
                cut: try CutPageExamples.compose(seed: seed, count: count, .cutPage),
                others: try CutPageExamples.compose(seed: pageSeed, count: pageCount, .page)
                    + CutPageExamples.compose(seed: emptySeed, count: emptyCount, .nothing))
            print("// swift-format-ignore-file")
            print("/// Printed by `RectoTraining cut-pages`: see ``CutPageModel``.")
            print("extension CutPageModel {")
            for table in fit.tables { print(table.text) }
            print("    static let bias: Float = \(String(format: "%.5g", fit.bias))")
            print("}")
        }
    }

    struct Report: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Measure the detector on scenes of fresh seeds.")

        @Option(help: "First seed of the scenes with a page.")
        var seed: UInt64 = SceneComposer.reportSeeds.lowerBound + 1000
        @Option(help: "Number of scenes with a page.")
        var count = 800
        @Option(help: "First seed of the scenes whose page is cut.")
        var cutSeed: UInt64 = SceneComposer.reportSeeds.lowerBound + 61_000
        @Option(help: "Number of scenes whose page is cut.")
        var cutCount = 400
        @Option(help: "First seed of the scenes without a page.")
        var emptySeed: UInt64 = SceneComposer.reportSeeds.lowerBound + 51_000
        @Option(help: "Number of scenes without a page.")
        var emptyCount = 200

        func run() throws {
            let answer: @Sendable (TrainingScene) throws -> DetectionReport.Answer = { try .init($0) }
            let report = DetectionReport(
                pages: try TrainingScene.compose(seed: seed, count: count, .page, answer),
                cut: try TrainingScene.compose(seed: cutSeed, count: cutCount, .cutPage, answer),
                empty: try TrainingScene.compose(seed: emptySeed, count: emptyCount, .nothing, answer))
            for line in report.lines { print(line) }
        }
    }
}

extension SIMD16<Float> {
    /// The lanes with five digits each.
    fileprivate var text: String { indices.map { String(format: "%.5g", Double(self[$0])) }.joined(separator: ", ") }
}
