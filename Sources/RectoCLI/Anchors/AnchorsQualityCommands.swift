import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Rates how well pictures are suited to be anchors, 0 to 100.",
        discussion: """
            Draws 24 views of each picture: tilted, turned, small and noisy. The score is the share of them in which the picture \
            is recognized. 60 or more is good; pictures below 30 should not be used. Reasons for a low score are listed: \
            \(AnchorQuality.Reason.allCases.map(\.text).joined(separator: ", ")).
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), folders of them, or - for standard input.", valueName: "image"))
    var images: [String]

    @Flag(help: "Print one JSON object per line, in the order of the inputs.")
    var json = false

    func run() throws {
        let reader = PictureReader(layout: .gray)
        var failures = InputFailures(json: json)
        for input in InputFiles.list(images) {
            do {
                let file = try input.get()
                let score = AnchorScore(file: file, AnchorQuality(of: try reader.read(input: file).gray))
                if json { try Console.printJSON(score) } else { Console.printLine(score.line) }
            } catch {
                try failures.record(error, of: input.file)
            }
        }
        try failures.throwIfAny()
    }
}

/// The output of `recto anchors score` for a picture.
private struct AnchorScore: Encodable {
    var file: String
    var score: Int
    var reasons: [String]

    init(file: String, _ quality: AnchorQuality) {
        self.file = file
        score = quality.score
        reasons = quality.reasons.map(\.text)
    }

    /// The output without `--json`.
    var line: String { "\(file): \(score)" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))") }
}

extension AnchorQuality.Reason {
    fileprivate var text: String {
        switch self {
        case .tooSmall: "too small"
        case .tooFewPoints: "too few features"
        case .unevenlySpread: "features in one part only"
        case .repetitive: "repetitive"
        case .lowContrast: "low contrast"
        }
    }
}

struct AnchorsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Lists anchors of a database that are mistaken for each other.",
        discussion: "Exits with 1 if there are any.")

    @Argument(help: ArgumentHelp("The database.", valueName: "file"))
    var database: String

    @Flag(help: "Print a line with a JSON object for each pair.")
    var json = false

    func run() throws {
        let confusions: [AnchorConfusion]
        do {
            confusions = try AnchorConfusion.all(in: AnchorDatabase(contentsOfFile: database))
        } catch {
            throw UnusableInput(file: database, reason: "\(error)")
        }
        for confusion in confusions {
            let pair = AnchorPair(confusion)
            if json { try Console.printJSON(pair) } else { Console.printLine(pair.line) }
        }
        if !confusions.isEmpty { throw ExitCode(1) }
    }
}

/// The output of `recto anchors lint` for a pair of anchors.
private struct AnchorPair: Encodable {
    /// The anchor whose picture was searched, and the other anchor that was found in it.
    var shown: String
    var found: String
    var inliers: Int

    init(_ confusion: AnchorConfusion) {
        (shown, found, inliers) = (confusion.shown.name, confusion.found.name, confusion.inliers)
    }

    /// The output without `--json`.
    var line: String { "\(found) is found in the picture of \(shown) (\(inliers) patches)" }
}
