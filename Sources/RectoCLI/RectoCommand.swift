import ArgumentParser
import Recto

struct RectoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto",
        abstract: "Turns photos of documents into clean pages.",
        discussion: """
            EXAMPLES
              recto scan photos/ -o contract.pdf
              recto scan page.jpg -o page.png --filter bw --dpi 300
              recto detect *.jpg --json
              recto enhance flat.png -o clean.png --filter gray
              recto anchors match --db posters.anchors photo.jpg
              recto cameras
              recto watch --source /dev/video0 -o pages
              recto bench

            EXIT CODES
              0  all done
              1  some inputs failed; each is named on standard error with the reason; the others are done
              2  the command line was wrong
            """,
        version: RectoVersion.current,
        subcommands: [
            ScanCommand.self, DetectCommand.self, EnhanceCommand.self, QRCommand.self, WatchCommand.self,
            AnchorsCommand.self, CamerasCommand.self, BenchCommand.self,
        ])
}
