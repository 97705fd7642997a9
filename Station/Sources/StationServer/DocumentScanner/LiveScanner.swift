import FoundationEssentials
import Recto
package import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
package import StationRules

/// The engine behind a camera view: looks at its pictures, and keeps the pages that it takes in the draft.
///
/// It serves one view at a time, and outlives it: what was taken is still known when the person comes back from the gallery.
package actor LiveScanner: LiveScreen {
    private var machine: ScannerMachine
    nonisolated package let draft: Draft
    private let engine: Recto.Scanner
    private var stills: PageScanner
    /// A page that was taken in the preview, as shares of the picture: its still is on the way.
    private var awaited: Awaited?

    private struct Awaited {
        /// Nothing where no page was seen: then the picture is the page.
        var quad: Quad?
    }

    package init(_ draft: Draft) throws {
        self.draft = draft
        engine = try Recto.Scanner()
        stills = PageScanner(detector: try PageDetector())
        machine = ScannerMachine()
    }

    /// A view opens.
    /// - Parameter page: In whose place the next one goes.
    package func begin(replacing page: Int?) async {
        awaited = nil
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
            let seen = renderOptions(at: picture)
            await countPages()
            answer = await self.answer()
            answer.quad = machine.showsOutline ? seen.quad?.corners.flatMap { [$0.x, $0.y] } : nil
            answer.progress = seen.progress
            answer.isSight = true
            answer.still = awaited != nil
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

    // MARK: Looking

    private struct Sight {
        /// As shares of the picture.
        var quad: Quad?
        var progress: Double?
    }

    /// Pictures that come while nothing is looked for, or that are damaged, count as if they had not come.
    private func renderOptions(at picture: LiveUplink) -> Sight {
        guard machine.isLooking, awaited == nil else { return Sight() }
        let processed = picture.withFrame {
            engine.process($0, at: picture.time, sequence: Int(picture.sequence))
        }
        guard let update = processed else { return Sight() }
        let sight = see(update)
        if let taken = update.taken { awaited = Awaited(quad: taken.page.quad?.shares(of: taken.page.originalSize)) }
        return sight
    }

    private func see(_ update: Recto.Scanner.Update) -> Sight {
        guard let guidance = ScanGuidance(rawValue: update.guidance.code) else {
            preconditionFailure("the station knows no guidance \(update.guidance.code)")
        }
        handle(.frame(guidance))
        var sight = Sight(quad: update.page?.quad.shares(of: update.size))
        if case .holdSteady(let progress) = update.guidance { sight.progress = progress }
        return sight
    }

    // MARK: Cameras of the station

    /// Looks at a frame, and keeps the page that is taken, if one is.
    package func renderOptions(at frame: CapturedFrame) async -> ScannerAnswer {
        var sight = Sight()
        if machine.isLooking, let update = try? engine.process(frame) {
            sight = see(update)
            if let taken = update.taken { await store(taken) }
        }
        await countPages()
        var answer = await self.answer()
        answer.isSight = true
        answer.quad = machine.showsOutline ? sight.quad?.corners.flatMap { [$0.x, $0.y] } : nil
        answer.progress = sight.progress
        return answer
    }

    private func store(_ taken: ScannedPage) async {
        do {
            var page = taken.page
            page.filter = Filter(machine.filter)
            // The shutter takes the whole picture where there is no page.
            page.quad = page.quad ?? Quad(page.originalSize)
            let kept = try await draft.keep(page, jpegBytes: taken.jpegBytes, replacing: machine.replaced)
            handle(.stored(page: kept.number, pages: await draft.pages.count))
        } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
            // It is in view still: the next try may succeed.
            engine.rearm()
        }
    }

    // MARK: Storing

    /// Keeps a still: the file as it came, with the corners that the preview told, brought onto the page's sides.
    private func store(_ bytes: [UInt8]) async {
        guard let awaited else { return }
        self.awaited = nil
        do {
            let picture = try PictureReader().read(bytes: bytes)
            stills.options.crop =
                if let quad = awaited.quad { .near(quad.scaled(to: picture.size)) } else {
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

    /// Pages may be deleted in the gallery of another window.
    private func countPages() async {
        let count = await draft.pages.count
        if count != machine.pages { handle(.pages(count)) }
    }

    package func answer() async -> ScannerAnswer {
        let display = ScannerDisplay(machine)
        var answer = ScannerAnswer(display: display)
        // Pages that were imported, the scanner has not taken: then the last one stands for them.
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
    /// As shares of a picture's width and height.
    fileprivate func shares(of size: PixelSize) -> Quad {
        map { Point2D(x: $0.x / Double(size.width), y: $0.y / Double(size.height)) }
    }

    /// Of shares of a picture's width and height.
    fileprivate func scaled(to size: PixelSize) -> Quad {
        map { Point2D(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) }
    }
}

/// What the person did in a camera view of the scanner, as JSON.
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

    /// Nothing if what the kind needs is missing.
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

/// What a camera view of the scanner shows, as JSON.
package struct ScannerAnswer: Encodable, Sendable {
    /// Whether a picture was looked at: only then is the page told, or that there is none.
    package var isSight = false
    /// The page in the picture: eight coordinates, clockwise from the top-left, as shares of the picture's width and height.
    package var quad: [Double]?
    /// How far a page that is held still is from being taken, `0...1`.
    package var progress: Double?
    /// Whether the browser is to send a picture in full size.
    package var still = false
    /// What is shown beside the live view.
    package var display: ScannerDisplay
    /// Of the page that was stored last, or that is to be confirmed.
    package var picture: String?
    package var thumbnail: String?
}
