import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Rates how well pictures are suited to be anchors, 0 to 100.",
        discussion: """
            24 views are made of the picture: tilted, turned, small and noisy. The score is the share of them in which it is \
            recognised. From 60 on a picture is a good anchor; below 30 it should not be used. The reasons of a low score are \
            listed: \(AnchorQuality.Reason.allCases.map(\.text).joined(separator: ", ")).
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "image"))
    var images: [String]

    @Flag(help: "Print one JSON object a line, in the order of the inputs.")
    var json = false

    func run() throws {
        let reader = PictureReader(layout: .gray)
        var complaints = Complaints(json: json)
        for input in InputFiles.list(images) {
            do {
                let file = try input.get()
                let score = AnchorScore(file: file, AnchorQuality(of: try reader.read(path: file).gray))
                if json { try Console.sayJSON(score) } else { Console.say(score.line) }
            } catch {
                try complaints.refuse(input.file, error)
            }
        }
        try complaints.conclude()
    }
}

/// What `recto anchors score` says of a picture.
private struct AnchorScore: Encodable {
    var file: String
    var score: Int
    var reasons: [String]

    init(file: String, _ quality: AnchorQuality) {
        self.file = file
        score = quality.score
        reasons = quality.reasons.map(\.text)
    }

    /// The same in words.
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
