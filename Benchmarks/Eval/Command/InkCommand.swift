import ArgumentParser
import Scores
import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision

struct InkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink", abstract: "Black and white.",
        discussion: """
            FOLDERS
              with ground_truth.json, a list of {"image", "gt"}, paths within the folder; or with the folders images and gt, in \
            which files of the same name belong together. In the truth what is darker than the middle is ink.

            FIGURES
              Means of the F-measure and the pseudo-F-measure in per cent, of the peak signal-to-noise ratio in dB, and of the \
            distance reciprocal distortion.
            """)

    @Argument(help: ArgumentHelp("Folders of pages with their ink.", valueName: "folder"))
    var folders: [String]

    @OptionGroup var options: EvalOptions

    func run() throws {
        var enhancer = Enhancer()
        let rows = try folders.map { folder in
            let scores = try Self.pairs(folder).map { pair in
                let score = try score(pair, &enhancer)
                options.tell(
                    "\(pair.image): F \(score.f), pF \(score.pseudoF), PSNR \(score.signalToNoise), DRD \(score.distortion)"
                )
                return score
            }
            return Report.Row(
                set: URL(filePath: folder).standardized.lastPathComponent, count: scores.count,
                figures: [
                    Report.Figure(name: "F", estimate: .mean(scores.map(\.f)), decimals: 1),
                    Report.Figure(name: "pseudo-F", estimate: .mean(scores.map(\.pseudoF)), decimals: 1),
                    Report.Figure(name: "PSNR", estimate: .mean(scores.map(\.signalToNoise)), decimals: 1),
                    Report.Figure(
                        name: "DRD", estimate: .mean(scores.map(\.distortion)), rises: false, decimals: 1),
                ])
        }
        try options.conclude(Report(task: "ink", rows: rows))
    }

    private struct Pair: Decodable {
        var image: String
        var gt: String
    }

    private static func pairs(_ folder: String) throws -> [Pair] {
        let list = URL(filePath: "\(folder)/ground_truth.json")
        if FileManager.default.fileExists(atPath: list.path) {
            return try JSONDecoder().decode([Pair].self, from: Data(contentsOf: list)).map { pair in
                Pair(image: "\(folder)/\(pair.image)", gt: "\(folder)/\(pair.gt)")
            }
        }
        guard let images = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/images"),
            let truths = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/gt")
        else { throw UnusableData(path: folder, reason: "has neither ground_truth.json nor the folders images and gt") }
        func stem(_ file: String) -> String { URL(filePath: file).deletingPathExtension().lastPathComponent }
        let known = Dictionary(truths.map { (stem($0), $0) }) { first, _ in first }
        return images.sorted().compactMap { image in
            known[stem(image)].map { Pair(image: "\(folder)/images/\(image)", gt: "\(folder)/gt/\($0)") }
        }
    }

    private func score(_ pair: Pair, _ enhancer: inout Enhancer) throws -> InkScore {
        let truth = InkMap(try PictureReader(layout: .gray).read(path: pair.gt).gray)
        let picture = try PictureReader().read(path: pair.image)
        guard case .bilevel(let image) = enhancer.enhance(picture, as: .blackAndWhite) else {
            throw UnusableData(path: pair.image, reason: "did not become black and white")
        }
        let ink = InkMap(image)
        guard (ink.width, ink.height) == (truth.width, truth.height) else {
            throw UnusableData(path: pair.gt, reason: "has another size than its picture")
        }
        return InkScore(ink, truth: truth)
    }
}
