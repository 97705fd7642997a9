import ArgumentParser
import RectoAnchors
import RectoCore

struct AnchorsTrackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Follows the anchors that a camera or a stream shows.",
        discussion: """
            SOURCES
              /dev/video0, an id or serial:NUMBER as recto cameras lists them; an MJPEG or
              Y4M file; a folder of pictures in the order of their names; a picture; or -
              for a stream on standard input.

            EVENTS
              With --json a line on standard output for each frame and event, an object
              with the member "event":
              start    source, database and the number of anchors
              frame    frame (from 0), time in seconds, width, height, anchors and
                       milliseconds. For each anchor: anchor (its name), state (seen, or
                       missed for a moment: the place is then the last known one),
                       homography (from the anchor's pixels to the frame's, in row order),
                       corners, inliers and visible (patches that confirm the place, and
                       patches that should be visible), and pose (null unless seen)
              appeared, lost
                       frame, time and anchor
              device   code and text, as of recto watch
              error    text: the source's end, or a drawing that could not be written
              end      frames and reason: end (of the stream), frames (--max-frames),
                       signal or output

            POSES
              rotation (a matrix in row order) and translation convert the anchor's
              coordinates (from its center to the right, down and behind) to the camera's
              (right, down and ahead). The unit is the meter if the database has the
              anchor's width, otherwise that width. Without --focal the camera's focal
              length is guessed, and distances and tilts are as wrong as the guess.

            EXAMPLES
              recto anchors track --db posters.anchors --source /dev/video0 --json
              recto anchors track --db posters.anchors --source clip.mjpeg --overlay out/
              ffmpeg -i clip.mp4 -f yuv4mpegpipe - | recto anchors track --db db --source -

            EXIT CODES
              0  the stream ended, --max-frames was reached, or a signal came
              1  the source or the database cannot be read, or a drawing could not be
                 written
              2  the command line was wrong
            """)

    @Option(name: .customLong("db"), help: ArgumentHelp("The database.", valueName: "file"))
    var database: String

    @OptionGroup var stream: StreamOptions

    @Flag(help: "Print a line with a JSON object for each frame and event.")
    var json = false

    @Option(help: ArgumentHelp("Draw the anchors into the frames, in this folder.", valueName: "folder"))
    var overlay: String?

    @Option(help: ArgumentHelp("The camera's focal length, in pixels of its frames.", valueName: "pixels"))
    var focal: Double?

    func validate() throws {
        if let focal, !(1...1e6 ~= focal) { throw ValidationError("--focal is \(focal), required: 1 to 1000000.") }
    }

    func run() throws {
        // Threads that start earlier would receive the signals.
        let signals = ProcessSignals()
        let anchors: AnchorDatabase
        do {
            anchors = try AnchorDatabase(contentsOfFile: database)
        } catch {
            throw UnusableInput(file: database, reason: "\(error)")
        }
        let drawings = overlay.map { FrameFolder(path: $0) }
        try drawings?.make()
        var loop = AnchorTrackLoop(
            source: stream.frames(), scanner: AnchorsInStream(anchors, focalLength: focal),
            reporter: AnchorTrackReporter(json: json, source: stream.source), signals: signals, drawings: drawings,
            maximumFrames: stream.maximumFrames ?? .max, waiting: stream.waiting)
        try loop.run(AnchorTrackEvent.Start(source: stream.source, database: database, anchors: anchors.anchors.count))
    }
}
