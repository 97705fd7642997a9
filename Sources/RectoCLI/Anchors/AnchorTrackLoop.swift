import Recto
import RectoAnchors
import RectoCapture
import RectoCodecs
import RectoCore

/// The loop of `recto anchors track`: passes frames to the scanner until the stream ends or the program is stopped.
struct AnchorTrackLoop {
    let source: any FrameSource
    var scanner: AnchorsInStream
    let reporter: AnchorTrackReporter
    let signals: ProcessSignals
    let drawings: FrameFolder?
    let maximumFrames: Int
    let waiting: CameraWait

    private var frames = 0
    private var hasFailed = false

    /// The longest wait for a frame before signals are checked.
    private static let maximumWait = Duration.milliseconds(100)

    init(
        source: any FrameSource, scanner: AnchorsInStream, reporter: AnchorTrackReporter, signals: ProcessSignals,
        drawings: FrameFolder?, maximumFrames: Int, waiting: CameraWait
    ) {
        self.source = source
        self.scanner = scanner
        self.reporter = reporter
        self.signals = signals
        self.drawings = drawings
        self.maximumFrames = maximumFrames
        self.waiting = waiting
    }

    /// - Throws: If the source failed or a drawing could not be written. The failure has been reported.
    mutating func run(_ start: AnchorTrackEvent.Start) throws {
        reporter.start(start)
        var reason = WatchEvent.End.Reason.end
        do throws(CaptureError) { reason = try track() } catch { fail("\(source.name) \(error)") }
        if reason == .end, frames == 0, !hasFailed { fail("\(source.name) delivered no usable frame") }
        signals.release()
        reporter.end(AnchorTrackEvent.End(frames: frames, reason: reason))
        if hasFailed { throw SomeInputsFailed() }
    }

    private mutating func track() throws(CaptureError) -> WatchEvent.End.Reason {
        var events = source.makeAsyncIterator()
        while frames < maximumFrames {
            if signals.pending().isStop { return .signal }
            if Console.outputHasFailed { return .output }
            switch try events.next(orFor: Self.maximumWait) {
            case .frame(let frame): process(frame)
            case .device(let event):
                reporter.device(WatchEvent.Device(code: event.code, text: waiting.text(event)))
            case nil where events.hasEnded: return .end
            case nil: reporter.wait()
            }
        }
        return .frames
    }

    private mutating func process(_ frame: CapturedFrame) {
        defer { frames += 1 }
        do {
            try frame.withView(FrameDetail(isColor: drawings != nil)) { view in
                let start = ContinuousClock.now
                let update = try scanner.process(view, at: frame.time)
                let duration = ContinuousClock.now - start
                report(update, frame, duration)
                if let drawings { try drawings.write(drawn(update, over: view), frame: frame.number) }
            }
        } catch let unusable as UnusableInput {
            fail("\(unusable)")
        } catch {
            reporter.device(
                WatchEvent.Device(code: "damaged", text: "delivered a damaged frame: \(error)", frame: frame.number))
        }
    }

    private func report(_ update: AnchorScanner.Update, _ frame: CapturedFrame, _ duration: Duration) {
        let followed = update.sightings.filter { $0.state != .lost }
        reporter.frame(
            AnchorTrackEvent.Frame(
                frame: frame.number, time: frame.time.jsonSeconds, width: frame.size.width, height: frame.size.height,
                anchors: followed.map(JSONSighting.init), milliseconds: duration.inMilliseconds.rounded(decimals: 3)),
            at: frame.time, anchors: followed.count)
        for event in update.events {
            let (name, index) =
                switch event {
                case .appeared(let index): ("appeared", index)
                case .lost(let index): ("lost", index)
                }
            reporter.change(
                AnchorTrackEvent.Change(
                    event: name, frame: frame.number, time: frame.time.jsonSeconds, anchor: scanner.name(of: index)))
        }
    }

    /// Draws the anchors' outlines, and the axes of visible ones with half the anchor's width as their length.
    private func drawn(_ update: AnchorScanner.Update, over view: FrameView) -> Raster {
        var image =
            switch Picture.Pixels(copying: view) {
            case .gray(let gray): RGBImage(gray)
            case .rgb(let rgb): rgb
            }
        for sighting in update.sightings where sighting.state != .lost {
            image.draw(sighting.corners)
            guard let pose = sighting.pose, let origin = pose.project(SIMD3()) else { continue }
            let length = (sighting.anchor.physicalWidth ?? 1) / 2
            let axes: [(SIMD3<Double>, Ink)] = [
                (SIMD3(length, 0, 0), Ink(red: 230, green: 40, blue: 40)),
                (SIMD3(0, length, 0), Ink(red: 40, green: 200, blue: 60)),
                (SIMD3(0, 0, -length), Ink(red: 60, green: 80, blue: 255)),
            ]
            for (end, ink) in axes {
                guard let end = pose.project(end) else { continue }
                image.drawStroke(origin, end, halfWidth: max(1, Double(image.size.longSide) / 400), ink)
            }
        }
        return .rgb(image)
    }

    private mutating func fail(_ text: String) {
        hasFailed = true
        reporter.failure(text)
    }
}

/// Creates the scanner when the first frame reveals the camera's size.
struct AnchorsInStream {
    private let database: AnchorDatabase
    private let focalLength: FocalLength?
    private var scanner: AnchorScanner?
    private var size: PixelSize?

    init(_ database: AnchorDatabase, focalLength: Double?) {
        self.database = database
        self.focalLength = focalLength.flatMap { FocalLength(pixels: $0) }
    }

    func name(of index: Int) -> String { database.anchors[index].name }

    mutating func process(_ frame: FrameView, at time: Duration) throws -> AnchorScanner.Update {
        if let scanner, frame.size == size { return try scanner.process(frame, at: time) }
        let camera = CameraIntrinsics(pictureSize: frame.size, focalLength: focalLength)
        let made = try AnchorScanner(database, intrinsics: camera)
        (scanner, size) = (made, frame.size)
        return try made.process(frame, at: time)
    }
}
