import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsMatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Finds anchors in pictures, and where they are.",
        discussion: """
            The homography takes pixels of the anchor's picture to pixels of the upright picture (EXIF orientation applied), in \
            row order; inliers are the distinct places of the anchor that the picture confirms; corners are the anchor's, \
            clockwise from its own top-left; the pose is in metres where the anchor's width is known, by intrinsics guessed \
            from the picture's size. The time is for recognition on decoded pixels, without reading the file.

            EXAMPLES
              recto anchors match --db posters.anchors photo.jpg
              recto anchors match --db posters.anchors *.jpg --json > found.jsonl
            """)

    @Option(name: .customLong("db"), help: ArgumentHelp("The database.", valueName: "file"))
    var database: String

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "image"))
    var images: [String]

    @Flag(help: "Print one JSON object a line, in the order of the inputs.")
    var json = false

    @Option(help: ArgumentHelp("Draw what was found into pictures in this folder.", valueName: "folder"))
    var overlay: String?

    func run() throws {
        let files = InputFiles.list(images)
        let overlays = overlay.map { OverlayFolder(path: $0, inputs: files, steps: [.found]) }
        if let overlays {
            try files.checkAreSpared(by: overlays.files)
            try overlays.make()
        }
        var matcher: AnchorMatcher
        do {
            matcher = try AnchorMatcher(AnchorDatabase(contentsOfFile: database))
        } catch {
            throw UnusableInput(file: database, reason: "\(error)")
        }
        let reader = PictureReader()
        var complaints = Complaints(json: json)
        for (index, input) in files.enumerated() {
            do {
                let file = try input.get()
                let picture = try reader.read(path: file)
                var matches: [AnchorMatch] = []
                let gray = picture.gray
                let duration = ContinuousClock().measure { matches = gray.withView { matcher.match($0) } }
                let found = AnchorsInPicture(
                    file: file, size: gray.size, matches: matches, milliseconds: duration.inMilliseconds)
                if json { try Console.sayJSON(found) } else { found.lines.forEach(Console.say) }
                if let overlays {
                    complaints.watch(overlays.file(index, .found)) {
                        try overlays.write(drawn(matches, over: picture), index, .found)
                    }
                }
            } catch {
                try complaints.refuse(input.file, error)
            }
        }
        try complaints.conclude()
    }

    private func drawn(_ matches: [AnchorMatch], over picture: Picture) -> Raster {
        var image = picture.rgb
        for match in matches { image.draw(match.corners) }
        return .rgb(image)
    }
}
