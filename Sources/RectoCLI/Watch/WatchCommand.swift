import ArgumentParser
import Recto
import RectoCapture
import RectoCore
import RectoVision

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Captures each page that is shown to a camera or in a stream, once, in a folder or a document.",
        discussion: """
            SOURCES
              /dev/video0, an id or serial:NUMBER as recto cameras lists them; an MJPEG or
              Y4M file; a folder of pictures in the order of their names; a picture; or -
              for a stream on standard input. The program waits for a camera that is
              absent, busy or unplugged, with --wait 10 for at most ten seconds. Files and
              folders are read as fast as they are processed. With --realtime they are
              read at their own rate, and frames that arrive while one is processed are
              skipped, as with a camera.

            CAPTURING
              --mode auto captures a page as soon as it is still, sharp and well lit, and
              not again until another page comes. --mode manual captures when a line
              arrives on standard input. SIGUSR1 captures in either mode. The sharpest
              frame around that moment is used: the page is located again in the full-size
              frame, straightened and cleaned.

            FUSING
              A page is written at once, from one frame. With --fuse auto, pages with fewer
              than 150 dots per inch, glare or noise are improved from up to 16 frames: a
              second or two later the better page takes their place. --fuse 3 to 32
              improves all pages, from at most that many frames; --fuse off none.

            OUTPUT
              A folder gets page-0001.jpg, page-0002.jpg and so on, after the pages that
              are in it already. A page's file appears only when it is complete.
              A document (.pdf or .tif) holds all pages and is written at the end. Until
              then they are in a draft: the folder contract.pdf.draft for contract.pdf. If
              the program is interrupted the draft stays, and the next run with the same
              document continues it. A document that exists already is not replaced.

            EVENTS
              With --json a line on standard output for each frame and event, an object
              with the member "event":
              start    source, mode, output, and recoveredPages: the number of pages that
                       an interrupted run left in the document
              frame    frame (from 0), sequence and gap in the source's count, time in
                       seconds, width, height, quad (four corners [x, y] in pixels,
                       top-left, top-right, bottom-right, bottom-left, or null; a page
                       keeps its order while it is followed), confidence, tracking
                       (detected, tracked or null), guidance, progress (0 to 1, with
                       holdSteady), fusionReasons (why more frames would make the page
                       better: sampling, glare, noise; missing if one is enough),
                       milliseconds of each stage
              guidance frame, time and code, when the guidance changes: noDocument,
                       partlyOutside, tooFar, tooClose, tilted, tooDark, glare, moving,
                       holdSteady, capturing, captured, samePage
              advice   frame, time and code, when the advice changes: keepStill (more
                       frames are being taken; fusionReasons says why), glareHidesText (in
                       every frame), or null; also a member of frame unless it is null
              capture  frame, time, page, file, captureTime (that of the captured frame),
                       sequence, quad, lowQuality, source (single), width, height, dpi,
                       paper, milliseconds; the page's file is complete, a document only
                       at the end
              fused    a page made of several frames has replaced the single one: frame,
                       time, page, file, captureTime, sequence, source (fused), frames
                       (the number used), reason (sampling, glare, noise, or none with
                       --fuse 3 to 32), noise of a frame in gray levels, lost (share of
                       the page that glare hides in all frames), width, height, dpi,
                       paper, milliseconds
              device   code (opened, resumed, absent, busy, refused, lost, fault, stalled,
                       format-changed, released, damaged), text, and frame if the event
                       is about one
              error    text: why a page or the document could not be written, or the source
                       could not be read
              end      frames, captures and reason: end (of the stream), frames
                       (--max-frames), signal or output

            SIGNALS
              SIGINT, SIGTERM and SIGHUP end the program after the current frame; a page
              that is being captured is written, and so is the document. Under systemd
              (Type=notify) the program reports that it is ready, its status, and, as
              often as WatchdogSec requires, that it is alive.

            EXAMPLES
              recto watch --source /dev/video0 -o pages
              recto watch --source /dev/video0 -o contract.pdf
              recto watch --source usb-046d:0825-A1B2C3D4 -o pages --json --format pdf
              recto watch --source clip.mjpeg -o pages --fps 15
              ffmpeg -i clip.mp4 -f yuv4mpegpipe - | recto watch --source - -o pages
              recto watch --source /dev/video0 -o pages --mode manual

            EXIT CODES
              0  the stream ended, --max-frames was reached, or a signal came
              1  the source cannot be read, or a page or the document could not be written
              2  the command line was wrong
            """)

    @OptionGroup var stream: StreamOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            The folder for the pages, created if it does not exist (end its name with / if it looks like a file); or a \
            document for all pages: .pdf or .tif.
            """,
            valueName: "folder|file"), transform: WatchOutput.init(argument:))
    var output: WatchOutput

    @Option(help: "When a page is captured: automatically, or on command.")
    var mode = WatchMode.auto

    @Flag(help: "Print a line with a JSON object for each frame and event.")
    var json = false

    @Option(help: ArgumentHelp("The size requested from a camera (default: 1920x1080).", valueName: "WxH"))
    var size: FrameSizeArgument?

    @Option(help: "The encoding requested from a camera.")
    var encoding: FrameEncoding?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a control of the camera, as recto cameras lists them; may be repeated.", valueName: "control=value"))
    var controls: [ControlArgument] = []

    @Option(help: "The format of the files in the folder (default: jpg).")
    var format: WatchFormat?

    @Option(help: "The filter for pages.")
    var filter = FilterName.color

    @Option(help: RotationArgument.help)
    var rotate = RotationArgument.fixed(.none)

    @Option(help: "The paper; none keeps the measured proportions.")
    var paper = PaperName.auto

    @Option(help: "Pixels per inch of paper, 10 to 2400; by default the frame's own resolution.")
    var dpi: Double?

    @OptionGroup var quality: QualityArgument

    @Option(
        help: ArgumentHelp(
            "Improve pages from several frames: auto if that helps, off, or every page from at most 3 to 32 frames.",
            valueName: "auto|off|frames"))
    var fuse = FuseArgument.auto

    @Option(
        name: .customLong("fuse-memory"),
        help: ArgumentHelp(
            "Memory for fusing in MB, 16 to 4096. Fewer large frames fit, or none.",
            valueName: "number"))
    var fuseMegabytes = 80

    @Option(
        name: .customLong("debug-images"),
        help: ArgumentHelp(
            "Write each fused picture into this folder, with the page and what glare hides in all frames drawn over it.",
            valueName: "folder"))
    var debugImages: String?

    func validate() throws {
        if case .document(let path) = output, format != nil {
            throw ValidationError("--format is for a folder: the suffix of \(path) determines the document's format.")
        }
        if let dpi, !(10...2400 ~= dpi) { throw ValidationError("--dpi is \(dpi), required: 10 to 2400.") }
        guard 16...4096 ~= fuseMegabytes else {
            throw ValidationError("--fuse-memory is \(fuseMegabytes), required: 16 to 4096.")
        }
    }

    func run() throws {
        returnLargeBlocks()
        // Threads that start earlier would receive the signals.
        let signals = ProcessSignals()
        let pages = try pageOutput
        let scanner = try Scanner(options)
        let reporter: any WatchReporter = json ? WatchEventWriter() : WatchLog(source: stream.source, output: output)
        var loop = WatchLoop(
            source: frames, scanner: scanner, output: pages, reporter: reporter, signals: signals,
            shotLines: mode == .manual && stream.source != "-" ? StandardInputLines() : nil,
            maximumFrames: stream.maximumFrames ?? .max, waiting: stream.waiting, fusing: try fusing)
        reporter.start(
            WatchEvent.Start(
                source: stream.source, mode: mode.rawValue, output: output.path, recoveredPages: pages.recoveredPages))
        try loop.run()
    }

    private var fusing: PageFusing? {
        get throws {
            let overlays = debugImages.map { FrameFolder(path: $0) }
            try overlays?.make()
            return PageFusing(fuse, overlays: overlays)
        }
    }

    private var pageOutput: any PageOutput {
        get throws {
            let turnsTextUpright = if case .automatic = rotate { true } else { false }
            let renderer = CapturedPageRenderer(turnsTextUpright: turnsTextUpright)
            return switch output {
            case .folder(let path):
                try PageFolder(
                    path: path, format: (format ?? .jpg).format, jpeg: quality.jpeg, renderer: renderer)
            case .document(let path): try PageDocument(path: path, jpeg: quality.jpeg, renderer: renderer)
            }
        }
    }

    private var frames: any FrameSource {
        var camera = CameraSource.Options()
        camera.request.encoding = encoding
        if let size { (camera.request.width, camera.request.height) = (size.width, size.height) }
        for control in controls { camera.settings.set(.name(control.name), to: control.value) }
        return stream.frames(camera)
    }

    private var options: Scanner.Options {
        var options = Scanner.Options()
        options.capture.mode = mode == .auto ? .automatic : .manual
        options.renderOptions.filter = filter.filter
        if case .fixed(let rotation) = rotate { options.renderOptions.rotation = rotation }
        options.renderOptions.paper = paper.choice
        options.renderOptions.dotsPerInch = dpi
        options.burstFrames = fuse.maximumFrames
        options.burstMemory = fuseMegabytes * 1_000_000
        return options
    }
}
