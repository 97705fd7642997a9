import ArgumentParser
import Recto
import RectoCapture
import RectoCore

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures what each stage costs on a stream of frames.",
        discussion: """
            SOURCES
              synthetic (the default) is a video that the program draws itself, the same in every run: pages of text slide onto \
            a desk, and each is captured once. Drawing is not measured. Everything else is as in recto watch: a camera, an MJPEG or \
            Y4M file, a folder of pictures, or - for standard input.

            STAGES
              scan     the live scanner: read (JPEG frames are decoded), track, assess, buffer and capture
              finish   captured pages: straighten, enhance and write, into memory
              detect   detection in each frame, without knowledge of earlier frames
              codes    reading of QR codes

            FIGURES
              Milliseconds of each stage; of a frame without the finishing of pages (frame), and its CPU time (cpu); how often \
            the thread allocated memory; and the peak memory of the program. Other work on the machine makes all but the CPU \
            time longer.

            EXAMPLES
              recto bench
              recto bench --size 3840x2160 --encoding yuyv --stages detect
              recto bench --source clip.mjpeg --frames 1000 --json
              RECTO_ISA=baseline recto bench --stages scan,codes
            """)

    /// The default source.
    private static let synthetic = "synthetic"

    @Option(help: ArgumentHelp("Where frames come from: synthetic, or as in recto watch.", valueName: "source"))
    var source = Self.synthetic

    @Option(help: "The number of frames to measure, 1 to 10000000; a source may end earlier.")
    var frames = 300

    @Option(help: "The stages to measure, separated by commas: \(BenchStage.names).")
    var stages = BenchStages([.scan, .finish])

    @Option(help: "Threads that share the pixels of a page, 1 to 64.")
    var threads = 1

    @Option(help: "The filter for pages.")
    var filter = FilterName.color

    @Option(help: ArgumentHelp("The size of synthetic frames, or the one requested from a camera.", valueName: "WxH"))
    var size: FrameSizeArgument?

    @Option(help: "The encoding of synthetic frames (gray, nv12, yuyv), or the one requested from a camera.")
    var encoding: FrameEncoding?

    @Option(help: "Frames per second of sources without timestamps, 0.001 to 1000.")
    var fps = SyntheticFrames.framesPerSecond

    @Flag(help: "Read files and folders at their own rate, and skip frames that arrive too fast.")
    var realtime = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if !(1...10_000_000 ~= frames) { throw ValidationError("--frames is \(frames), required: 1 to 10000000.") }
        if !(1...64 ~= threads) { throw ValidationError("--threads is \(threads), required: 1 to 64.") }
        if !(0.001...1000 ~= fps) { throw ValidationError("--fps is \(fps), required: 0.001 to 1000.") }
        guard source == Self.synthetic else { return }
        if let encoding, layout(encoding) == nil {
            throw ValidationError("--encoding is \(encoding.rawValue), required: gray, nv12 or yuyv.")
        }
        if let size, !(64...16_384 ~= size.width && 64...16_384 ~= size.height) {
            throw ValidationError("--size is \(size.width)x\(size.height), required: 64 to 16384 each.")
        }
    }

    func run() throws {
        var run = try BenchRun(stages.stages, filter: filter.filter, threads: threads, frames: frames)
        if source == Self.synthetic {
            try measureSynthetic(&run)
        } else {
            try measureStream(&run)
        }
        let report = run.report(source: source, threads: threads)
        if json { try Console.printJSON(report) } else { Console.print(report.description) }
    }

    private func layout(_ encoding: FrameEncoding) -> SyntheticFrames.Layout? {
        SyntheticFrames.Layout(rawValue: encoding.rawValue)
    }

    private func measureSynthetic(_ run: inout BenchRun) throws {
        let size = try PixelSize(width: size?.width ?? 1920, height: size?.height ?? 1080)
        var video = SyntheticFrames(size: size, layout: encoding.flatMap(layout) ?? .nv12)
        for number in 0..<frames {
            try video.withFrame(number) { view in
                try run.measure(.drawn(view, time: .seconds(Double(number) / fps), number: number))
            }
        }
    }

    private func measureStream(_ run: inout BenchRun) throws {
        var camera = CameraSource.Options()
        camera.request.framesPerSecond = fps
        camera.request.encoding = encoding
        if let size { (camera.request.width, camera.request.height) = (size.width, size.height) }
        let frames = FrameSources.named(
            source, timing: StreamTiming(framesPerSecond: fps, isRealTime: realtime), camera: camera)
        var events = frames.makeAsyncIterator()
        do {
            while run.frames < self.frames {
                switch try events.next(orFor: .seconds(1)) {
                case .frame(let frame): try run.measure(.captured(frame))
                case .device(let event): Console.printErrorLine("\(frames.name) \(event)")
                case nil where events.hasEnded: return
                case nil: continue
                }
            }
        } catch let error as CaptureError {
            throw UnusableInput(file: frames.name, reason: "\(error)")
        }
    }
}

/// The stages that `recto bench` can measure.
enum BenchStage: String, ExpressibleByArgument, CaseIterable {
    /// The live scanner: the page is tracked, assessed and captured.
    case scan
    /// Each captured page is straightened, cleaned and encoded.
    case finish
    /// The page is detected without knowledge of earlier frames.
    case detect
    /// QR codes are read.
    case codes

    static var names: String { allValueStrings.joined(separator: ", ") }
}

/// `scan,finish`.
struct BenchStages: ExpressibleByArgument {
    let stages: Set<BenchStage>

    init(_ stages: Set<BenchStage>) { self.stages = stages }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        let stages = names.compactMap { BenchStage(rawValue: String($0)) }
        // Only captured pages can be finished.
        guard stages.count == names.count, !stages.contains(.finish) || stages.contains(.scan) else { return nil }
        self.stages = Set(stages)
    }

    var defaultValueDescription: String {
        BenchStage.allCases.filter(stages.contains).map(\.rawValue).joined(separator: ",")
    }
}
