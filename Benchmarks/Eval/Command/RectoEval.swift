import ArgumentParser

/// Scores the engine on data with ground truth.
@main
struct RectoEval: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-eval",
        abstract: "Scores Recto on folders of pictures with ground truth, with 95 % confidence intervals.",
        discussion: """
            EXAMPLES
              recto-eval quads photos/ smartdoc/frames/
              recto-eval quads --scenes 200 --seed 2000000
              recto-eval pages wild/
              recto-eval ink dibco/
              recto-eval anchors oxford/ --items
              recto-eval sessions --films 20
              recto-eval codes qr/ --floors floors.json --json

            EXIT CODES
              0  everything was scored, and no figure is below its floor
              1  a folder could not be read, or a figure is below its floor
              2  the command line was wrong
            """,
        subcommands: [
            QuadsCommand.self, PagesCommand.self, InkCommand.self, CodesCommand.self, AnchorsCommand.self,
            SessionsCommand.self,
        ])
}
