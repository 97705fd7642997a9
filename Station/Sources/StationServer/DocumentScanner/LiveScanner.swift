import FoundationEssentials
import Recto
package import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
package import StationRules

/// The engine behind a camera view: processes its pictures and adds captured pages to the draft.
///
/// It serves one view at a time and outlives it, so that it still knows captured pages after a visit to the gallery.
package actor LiveScanner: LiveScreen {
    private var machine: ScannerMachine
    nonisolated package let draft: Draft
    private let engine: Recto.Scanner
    private var stills: PageScanner
    /// A page that was captured in the preview and whose still has not arrived yet, relative to the picture's size.
    private var pendingStill: PendingStill?

    private struct PendingStill {
        /// `nil` if no page was found: then the whole picture is the page.
        var quad: Quad?
    }

    package init(_ draft: Draft) throws {
        self.draft = draft
        engine = try Recto.Scanner()
        stills = PageScanner(detector: try PageDetector())
        machine = ScannerMachine()
    }

    /// Prepares for a new view.
    /// - Parameter page: The page that the next one replaces.
    package func begin(replacing page: Int?) async {
        pendingStill = nil
        let pages = await draft.pages
        handle(.open(pages: pages.count, last: pages.last?.id.number))
        if let page, pages.contains(where: { $0.id.number == page }) { handle(.retake(page: page)) }
    }

    @discardableResult
    package func answer(_ action: ScannerAction) async -> ScannerAnswer {
        if let event = action.event { handle(event) }
        return await answer()
    }

    package func setCamera(_ state: CameraState) {
        if machine.camera != state { handle(.camera(state)) }
    }

    package func answer(_ picture: LiveUplink) async -> ScannerAnswer {
        var answer: ScannerAnswer
        switch picture.kind {
        case .luminance, .preview:
            let result = process(picture)
            await countPages()
            answer = await self.answer()
            answer.quad = machine.showsOutline ? result.quad?.corners.flatMap { [$0.x, $0.y] } : nil
            answer.progress = result.progress
            answer.isFrameResult = true
            answer.still = pendingStill != nil
        case .still:
            await store(Array(picture.picture))
            answer = await self.answer()
        }
        return answer
    }

    private func handle(_ event: ScannerMachine.Event) {
        for command in machine.handle(event) {
            switch command {
            case .takeShot: engine.requestShot()
            case .setMode(let mode): engine.setMode(mode == .automatic ? .automatic : .manual)
            case .rearm: engine.rearm()
            }
        }
    }

    // MARK: Cameras of browsers

    private struct FrameResult {
        /// Relative to the picture's size.
        var quad: Quad?
        var progress: Double?
    }

    /// Damaged pictures are ignored, and so are those that come while a still or a confirmation is pending.
    private func process(_ picture: LiveUplink) -> FrameResult {
        guard machine.processesFrames, pendingStill == nil else { return FrameResult() }
        let processed = picture.withFrame {
            engine.process($0, at: picture.time, sequence: Int(picture.sequence))
        }
        guard let update = processed else { return FrameResult() }
        let result = observe(update)
        if let taken = update.taken {
            pendingStill = PendingStill(quad: taken.page.quad?.shares(of: taken.page.originalSize))
        }
        return result
    }

    private func observe(_ update: Recto.Scanner.Update) -> FrameResult {
        guard let guidance = ScanGuidance(rawValue: update.guidance.code) else {
            preconditionFailure("the station knows no guidance \(update.guidance.code)")
        }
        handle(.frame(guidance))
        var result = FrameResult(quad: update.page?.quad.shares(of: update.size))
        if case .holdSteady(let progress) = update.guidance { result.progress = progress }
        return result
    }

    // MARK: Cameras of the station

    /// Processes a frame, and adds the page to the draft if one is captured.
    package func process(_ frame: CapturedFrame) async -> ScannerAnswer {
        var result = FrameResult()
        if machine.processesFrames, let update = try? engine.process(frame) {
            result = observe(update)
            if let taken = update.taken { await store(taken) }
        }
        await countPages()
        var answer = await self.answer()
        answer.isFrameResult = true
        answer.quad = machine.showsOutline ? result.quad?.corners.flatMap { [$0.x, $0.y] } : nil
        answer.progress = result.progress
        return answer
    }

    private func store(_ taken: ScannedPage) async {
        do {
            var page = taken.page
            page.filter = Filter(machine.filter)
            // Without a page, the shutter captures the whole picture.
            page.quad = page.quad ?? Quad(page.originalSize)
            let kept = try await draft.keep(page, jpegBytes: taken.jpegBytes, replacing: machine.replaced)
            handle(.stored(page: kept.number, pages: await draft.pages.count))
        } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
            // The page is still in view: the next attempt may succeed.
            engine.rearm()
        }
    }

    // MARK: Storing

    /// Adds a still to the draft: the file as sent, with the preview's corners refined on the page's sides.
    private func store(_ bytes: [UInt8]) async {
        guard let pendingStill else { return }
        self.pendingStill = nil
        do {
            let picture = try PictureReader().read(bytes: bytes)
            stills.options.crop =
                if let quad = pendingStill.quad { .near(quad.scaled(to: picture.size)) } else {
                    .corners(Quad(picture.size))
                }
            stills.options.filter = Filter(machine.filter)
            let scan = try stills.scan(picture)
            let page = try await draft.keep(scan.page, jpegBytes: bytes, replacing: machine.replaced)
            handle(.stored(page: page.number, pages: await draft.pages.count))
        } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
        }
    }

    /// Updates the number of pages: another window may have deleted some.
    private func countPages() async {
        let count = await draft.pages.count
        if count != machine.pages { handle(.pages(count)) }
    }

    package func answer() async -> ScannerAnswer {
        let display = ScannerDisplay(machine)
        var answer = ScannerAnswer(display: display)
        // The scanner does not know imported pages: without one of its own, the last page is shown.
        var page: ScanSession.SessionPage?
        if let number = display.confirming ?? display.lastPage { page = await draft.page(number) }
        if page == nil { page = await draft.pages.last }
        if let page {
            answer.thumbnail = draft.address(of: page, .thumbnail)
            if display.confirming != nil { answer.picture = draft.address(of: page, .screen) }
        }
        return answer
    }
}

extension Quad {
    /// Relative to a picture's size.
    fileprivate func shares(of size: PixelSize) -> Quad {
        map { Point2D(x: $0.x / Double(size.width), y: $0.y / Double(size.height)) }
    }

    /// From coordinates relative to a picture's size.
    fileprivate func scaled(to size: PixelSize) -> Quad {
        map { Point2D(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
    }
}

/// An action of the person in a camera view of the scanner, as JSON.
package struct ScannerAction: Decodable, Sendable {
    package enum Kind: String, Decodable {
        case shutter
        case mode
        case filter
        case keep
        case retake
    }

    package let kind: Kind
    package var mode: CaptureMode?
    package var filter: ScanFilter?
    package var page: Int?

    package init(kind: Kind, mode: CaptureMode? = nil, filter: ScanFilter? = nil, page: Int? = nil) {
        self.kind = kind
        self.mode = mode
        self.filter = filter
        self.page = page
    }

    /// `nil` if a member that the kind needs is missing.
    package var event: ScannerMachine.Event? {
        switch kind {
        case .shutter: .shutter
        case .mode: mode.map { .choose($0) }
        case .filter: filter.map { .filter($0) }
        case .keep: .keep
        case .retake: page.map { .retake(page: $0) }
        }
    }
}

/// The content of a camera view of the scanner, as JSON.
package struct ScannerAnswer: Encodable, Sendable {
    /// Whether this is the result of a picture: only then does `quad` say whether there is a page.
    package var isFrameResult = false
    /// The page in the picture: eight coordinates, clockwise from the top-left, relative to the picture's size.
    package var quad: [Double]?
    /// The progress of a page that is held still towards its capture, `0...1`.
    package var progress: Double?
    /// Whether the browser should send a picture in full size.
    package var still = false
    /// The content around the live view.
    package var display: ScannerDisplay
    /// Of the page that was stored last or awaits confirmation.
    package var picture: String?
    package var thumbnail: String?
}
