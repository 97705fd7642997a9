import ArgumentParser

struct AnchorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Recognizes known flat pictures, such as posters, covers and labels, in photos and streams.",
        discussion: """
            An anchor is a known flat picture. It is prepared once, then recognized in photos and \
            frames: tilted up to about 60 degrees, turned by any angle, and partly hidden.

            EXAMPLES
              recto anchors build posters/*.png -o posters.anchors --width poster1=0.594
              recto anchors score posters/*.png
              recto anchors lint posters.anchors
              recto anchors match --db posters.anchors photo.jpg --json
              recto anchors match --db posters.anchors *.jpg --overlay out/
              recto anchors track --db posters.anchors --source /dev/video0 --json
            """,
        subcommands: [
            AnchorsBuildCommand.self, AnchorsScoreCommand.self, AnchorsLintCommand.self, AnchorsMatchCommand.self,
            AnchorsTrackCommand.self,
        ])
}
