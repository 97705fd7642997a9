import FoundationEssentials
import Glibc
import RectoCapture
import RectoCore

/// Runs a source and reports the events, one JSON object per line, for the capture tests and for examining a camera.
///
///     capture-probe stream SOURCE [frames=N] [seconds=S] [size=WxH] [rate=N] [encoding=E] [slow=MS] [idle=MS]
///                                 [timer=MS] [hash] [quiet] [thread]
///     capture-probe set CAMERA CONTROL VALUE
@main
enum CaptureProbe {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "stream" where arguments.count >= 2:
            do { try await stream(arguments[1], Options(arguments.dropFirst(2))) } catch {
                say(Line(event: "error", text: "\(error)"))
                exit(1)
            }
        case "set" where arguments.count == 4:
            guard let value = Int(arguments[3]) else { exit(2) }
            do {
                let isThere = try CameraControl.set(arguments[2], to: value, of: CameraName(arguments[1]))
                if !isThere { fail("no control \(arguments[2])") }
            } catch {
                fail("\(error)")
            }
        default:
            fail("usage: capture-probe stream SOURCE [OPTION...] | set CAMERA CONTROL VALUE")
        }
    }

    /// The report of an event; times in milliseconds.
    private struct Line: Encodable {
        var event: String
        var text: String?
        /// Time since the start of the program.
        var at: Double?
        var number: Int?
        var sequence: Int?
        var gap: Int?
        /// The frame's timestamp.
        var ms: Double?
        var size: String?
        var encoding: String?
        /// Size of the view that a detector gets, or why it gets none.
        var view: String?
        var damaged: String?
        var hash: String?
        var frames: Int?
        var decodingMS: Double?

        init(event: String, text: String? = nil, at elapsed: Duration? = nil) {
            self.event = event
            self.text = text
            at = elapsed.map(milliseconds)
        }
    }

    private struct Options {
        var frames = Int.max
        var seconds = Double.infinity
        var slow: UInt32 = 0
        /// Interval at which a separate task reports.
        var timer: Duration?
        var hashes = false
        /// Whether a thread waits instead of a task.
        var blocks = false
        /// Whether frames are not reported.
        var isQuiet = false
        var camera = CameraSource.Options()

        init(_ arguments: some Sequence<String>) {
            for argument in arguments {
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                let value = parts.count > 1 ? parts[1] : ""
                switch parts[0] {
                case "frames": frames = Int(value) ?? frames
                case "seconds": seconds = Double(value) ?? seconds
                case "slow": slow = UInt32(value) ?? slow
                case "timer": timer = Int(value).map { .milliseconds($0) }
                case "hash": hashes = true
                case "quiet": isQuiet = true
                case "thread": blocks = true
                case "idle": camera.idleTime = Int(value).map { .milliseconds($0) }
                case "rate": camera.request.framesPerSecond = Double(value) ?? 30
                case "encoding": camera.request.encoding = FrameEncoding(rawValue: value)
                case "size":
                    let sides = value.split(separator: "x").compactMap { Int($0) }
                    if sides.count == 2 { (camera.request.width, camera.request.height) = (sides[0], sides[1]) }
                default: fail("no option \(argument)")
                }
            }
        }
    }

    private static func stream(_ name: String, _ options: Options) async throws {
        let source = FrameSources.named(name, camera: options.camera)
        let start = ContinuousClock.now
        var frames = 0
        var decoding = Duration.zero
        if let timer = options.timer {
            Task.detached {
                try await Task.sleep(for: timer)
                say(Line(event: "timer", at: ContinuousClock.now - start))
            }
        }
        var events = source.makeAsyncIterator()
        while let event = options.blocks ? try events.next(orFor: .seconds(60)) : try await events.next() {
            let elapsed = ContinuousClock.now - start
            switch event {
            case .frame(let frame):
                var line = Line(event: "frame", at: elapsed)
                (line.number, line.sequence, line.gap) = (frame.number, frame.sequence, frame.gap)
                line.ms = milliseconds(frame.time)
                if !options.isQuiet { (line.size, line.encoding) = ("\(frame.size)", frame.encoding.rawValue) }
                decoding += try ContinuousClock().measure {
                    do {
                        let size = try frame.withView(.detection) { $0.size }
                        if !options.isQuiet { line.view = "\(size)" }
                    } catch let error as FrameDecoder.Failure {
                        line.damaged = error.description
                    }
                }
                if options.hashes { line.hash = try frame.withBytes(hash) }
                if !options.isQuiet { say(line) }
                if options.slow > 0 { usleep(options.slow * 1000) }
                frames += 1
            case .device(let event):
                say(Line(event: event.code, text: "\(event)", at: elapsed))
            }
            if frames >= options.frames || (ContinuousClock.now - start).inSeconds > options.seconds { break }
        }
        var end = Line(event: "end")
        (end.frames, end.decodingMS) = (frames, milliseconds(decoding))
        say(end)
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        (duration / .microseconds(1)).rounded() / 1000
    }

    /// FNV-1a.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> String {
        String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    private static func say(_ line: Line) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let bytes = try? encoder.encode(line) else { return }
        write([UInt8](bytes) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private static func fail(_ message: String) -> Never {
        write(Array("capture-probe: \(message)\n".utf8), to: STDERR_FILENO)
        exit(2)
    }
}
