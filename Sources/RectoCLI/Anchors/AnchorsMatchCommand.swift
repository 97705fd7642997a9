import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsMatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Finds anchors and their places in pictures.",
        discussion: """
            With --json each anchor that is found has:
              homography  row by row, from pixels of the anchor's picture to those of the
                          upright picture (EXIF orientation applied)
              inliers     the distinct places of the anchor that the picture confirms
              corners     of the upright anchor: top-left, top-right, bottom-right,
                          bottom-left
              pose        in meters where the anchor's width is known; the camera is
                          guessed from the picture's size
            The time is for recognition in decoded pixels, without reading the file.

            EXAMPLES
              recto anchors match --db posters.anchors photo.jpg
              recto anchors match --db posters.anchors *.jpg --json > found.jsonl
            """)

    @Option(name: .customLong("db"), help: ArgumentHelp("The database.", valueName: "file"))
    var database: String

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), folders of them, or - for standard input.", valueName: "image"))
    var images: [String]

    @Flag(help: "Print one JSON object per line, in the order of the inputs.")
    var json = false

    @OptionGroup var jobs: JobsArgument

    @Option(help: ArgumentHelp("Draw the results on copies of the pictures, in this folder.", valueName: "folder"))
    var overlay: String?

    func run() throws {
        let files = InputFiles.list(images)
        let overlays = overlay.map { OverlayFolder(path: $0, inputs: files, steps: [.found]) }
        if let overlays {
            try files.checkNotOverwritten(by: overlays.files)
            try overlays.make()
        }
        let anchors: AnchorDatabase
        do {
            anchors = try AnchorDatabase(contentsOfFile: database)
        } catch {
            throw UnusableInput(file: database, reason: "\(error)")
        }
        let reader = PictureReader()
        let keepsPicture = overlays != nil
        var failures = InputFailures(json: json)
        try processInOrder(files.count, jobs: jobs.count, worker: AnchorMatcher(anchors)) {
            try AnchorMatcher(anchors)
        } process: { index, matcher in
            Result {
                let file = try files[index].get()
                let picture = try reader.read(input: file)
                var matches: [AnchorMatch] = []
                let gray = picture.gray
                let duration = ContinuousClock().measure { matches = gray.withView { matcher.match($0) } }
                let found = AnchorsInPicture(
                    file: file, size: gray.size, matches: matches, milliseconds: duration.inMilliseconds)
                return (found: found, overlay: keepsPicture ? drawn(matches, over: picture) : nil)
            }
        } take: { index, result in
            do {
                let (found, overlay) = try result.get()
                if json { try Console.printJSON(found) } else { found.lines.forEach(Console.printLine) }
                if let overlays, let overlay {
                    failures.attempt(overlays.file(index, .found)) { try overlays.write(overlay, index, .found) }
                }
            } catch {
                try failures.record(error, of: files[index].file)
            }
            return !Console.outputHasFailed
        }
        try failures.throwIfAny()
    }

    private func drawn(_ matches: [AnchorMatch], over picture: Picture) -> Raster {
        var image = picture.rgb
        for match in matches { image.draw(match.corners) }
        return .rgb(image)
    }
}

/// The output of `recto anchors match` for a picture.
struct AnchorsInPicture: Encodable {
    var file: String
    var matches: [JSONAnchorMatch]
    var milliseconds: Double

    init(file: String, size: PixelSize, matches: [AnchorMatch], milliseconds: Double) {
        self.file = file
        self.matches = matches.map { JSONAnchorMatch($0, pictureSize: size) }
        self.milliseconds = milliseconds.rounded(decimals: 3)
    }

    /// The output without `--json`.
    var lines: [String] {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        guard !matches.isEmpty else { return ["\(file): no anchor found (\(time))"] }
        return matches.map { "\(file): \($0.anchor) (\($0.inliers) patches), \(time)" }
    }
}

/// An anchor in a picture as a JSON object.
struct JSONAnchorMatch: Encodable {
    var anchor: String
    /// Row by row, from the anchor's pixels to the picture's.
    var homography: [Double]
    var corners: [[Double]]
    var inliers: Int
    /// Computed with guessed intrinsics: a picture does not state its camera's.
    var pose: JSONPose?

    init(_ match: AnchorMatch, pictureSize: PixelSize) {
        anchor = match.anchor.name
        let h = match.homography
        homography = [h.a, h.b, h.c, h.d, h.e, h.f, h.g, h.h, h.i]
        corners = match.corners.jsonCorners
        inliers = match.inliers
        var estimator = PoseEstimator(match.anchor, intrinsics: CameraIntrinsics(pictureSize: pictureSize))
        pose = estimator.estimate(match.homography).map { JSONPose($0.pose) }
    }

    private enum CodingKeys: String, CodingKey {
        case anchor, homography, corners, inliers, pose
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(anchor, forKey: .anchor)
        try object.encode(homography, forKey: .homography)
        try object.encode(corners, forKey: .corners)
        try object.encode(inliers, forKey: .inliers)
        // `null` without a pose, so that the member is always there.
        try object.encode(pose, forKey: .pose)
    }
}
