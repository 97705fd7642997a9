import FoundationEssentials
import Recto
package import RectoCapture
import RectoCodecs
package import RectoCore
import RectoVision
package import StationRules
import StationStore

/// The engine behind a camera view: processes its pictures and hands captured pages to the draft.
///
/// It lives as long as its view. Which pages are known, and which view scans, is the draft's to say.
package actor LiveScanner: LiveScreen {
    var machine = ScannerMachine()
    nonisolated package let draft: Draft
    let drafts: any DraftSource
    /// Whether bent pages of documents are made flat, as the person has set it.
    let flattening: PageFlattening
    /// Makes sharper pages of several frames; `nil` if the person does not want that.
    let sharpener: PageSharpener?
    /// Pages of the station's camera whose frames are still to come, by the times of the frames that they were captured from.
    var captured: [Duration: PageSharpener.Capture] = [:]
    /// The pictures that the browser is asked for after its last still.
    var wantedFrames: FrameRequest?
    /// Pages of which it was told that glare hides a part.
    var told: Set<Int> = []
    var engine: Recto.Scanner
    var stills: PageScanner
    private let rectifier = PageRectifier()
    /// How large pictures in full size are; `nil` as long as the browser has not said it.
    private var stillSize: PixelSize?
    /// Whether the browser keeps pictures in that size of its film of a page that lies still.
    private var keepsFilm = false
    /// `nil` if the draft had ended when the view opened.
    var view: DraftMachine.ViewID?
    /// Of the draft, as far as this view knows it.
    var version = -1
    var pages: [ScanSession.SessionPage] = []
    /// The pages that the engine knows: the numbers of their pictures.
    var known: [Int: Int] = [:]
    /// How the page looked when the engine of the browser looked at it last.
    private var lastSignature: (identity: Int, signature: PageSignature)?
    /// Whether the engine chooses a shot among the next frames.
    private var isCapturing = false
    /// Whether the person has asked for the next shot.
    private var isShotAskedFor = false
    /// The sides of a card that are to become one page.
    var sides: (front: Int, back: Int)?
    /// A page that is in view and no longer in the draft. It is not captured again before it has gone.
    var refusedPage: Int?
    /// A page that was captured in the preview and whose picture in full size has not arrived yet.
    var pendingStill: PendingStill?
    /// The still that was dealt with last.
    var handledStill: String?
    /// The last still that did not show the page that was captured.
    var refusedStill: String?
    /// Where the person is led instead of this view.
    var destination: String?
    /// What is kept of the captures of this view, and of which camera they are.
    let captures: CaptureLog?
    var source = CaptureSource.browser
    var course = CaptureCourse()

    struct PendingStill {
        var note: StillNote
        /// How the preview shows the page.
        var signature: PageSignature?
        /// Whether the person asked for it: then what is there is taken in any case.
        var isAskedFor: Bool
        /// Share of the page that mirrors a lamp.
        var glareShare: Float = 0
    }

    /// - Parameters:
    ///   - drafts: For a page that comes after its draft has ended.
    ///   - flattening: Whether bent pages of documents are made flat.
    ///   - sharpener: Makes sharper pages of several frames; `nil` for none.
    ///   - captures: Where captures are noted.
    package init(
        _ draft: Draft, drafts: any DraftSource, flattening: PageFlattening = .off, sharpener: PageSharpener? = nil,
        captures: CaptureLog? = nil
    ) throws {
        self.draft = draft
        self.drafts = drafts
        self.flattening = flattening
        self.sharpener = sharpener
        self.captures = captures
        engine = try Recto.Scanner()
        stills = PageScanner(detector: try PageDetector())
    }

    /// Begins a view.
    /// - Parameter page: The page that the next one replaces.
    package func begin(replacing page: Int?) async {
        view = try? await draft.openView()
        machine = ScannerMachine(await draft.choices)
        engine.setMode(machine.mode == .automatic ? .automatic : .manual)
        await follow()
        handle(.open(pages: pages.map(\.id.number)))
        engine.resume(after: pages.last?.id.number)
        if let page { await retake(page, returns: true) }
        await askAgain()
        // It ended, or is being saved.
        if view == nil { destination = "/scan/\(draft.name)" }
    }

    /// The view was left before the person had decided about a page.
    private func askAgain() async {
        guard let undecided = await draft.undecided, undecided.replaced == machine.replaced else { return }
        let numbers = pages.map(\.id.number)
        if numbers.contains(undecided.page) { handle(.storedOther(page: undecided.page, pages: numbers)) }
    }

    /// Ends the view. Of a page that has just been captured no more frames come.
    package func end() async {
        engine.completeBurst()
        sharpen()
        if let view { await draft.closeView(view) }
    }

    nonisolated package var changes: AsyncStream<Void>? { draft.changes.stream }

    @discardableResult
    package func answer(_ action: ScannerAction) async -> ScannerAnswer {
        switch action.kind {
        case .shutter: handle(.shutter)
        case .mode: if let mode = action.mode { await remember(.choose(mode)) }
        case .subject: if let subject = action.subject { await remember(.subject(subject)) }
        case .order: if let order = action.order { await remember(.order(order)) }
        case .filter: if let filter = action.filter { await remember(.filter(filter)) }
        case .keep: await keep()
        case .retake: if let page = action.page { await retakeUnkept(page) }
        case .resume: await resume()
        case .replace, .add, .delete: await decide(action.kind)
        }
        return await answer()
    }

    package func setCamera(_ state: CameraState) {
        if machine.camera != state { handle(.camera(state)) }
    }

    package func setStill(_ size: PixelSize, keepsFilm: Bool) { (stillSize, self.keepsFilm) = (size, keepsFilm) }

    /// The view is on a camera of the station. To be said before it begins.
    /// - Parameter camera: Its name for people.
    package func setSource(_ camera: String) throws {
        source = camera
        guard sharpener != nil else { return }
        var options = Recto.Scanner.Options()
        options.burstFrames = PageSharpening.automatic.bufferedFrames
        engine = try Recto.Scanner(options)
    }

    package func answer(_ picture: LiveUplink) async -> ScannerAnswer {
        await follow()
        var answer: ScannerAnswer
        switch picture.kind {
        case .luminance, .preview:
            let result = process(picture)
            answer = await self.answer()
            answer.quad = machine.showsOutline ? result.quad?.corners.flatMap { [$0.x, $0.y] } : nil
            answer.progress = result.progress
            answer.gathersFrames = result.isAtRest && gathersFrames
            answer.isFrameResult = true
            answer.still = pendingStill?.note
        case .observation:
            let result = picture.observation.flatMap { decide(on: $0, picture) }
            answer = await self.answer()
            answer.progress = result?.progress
            answer.gathersFrames = result?.isAtRest == true && gathersFrames
            answer.isFrameResult = result != nil
            answer.still = pendingStill?.note
        case .still:
            if let note = picture.note { await store(Array(picture.picture), note) }
            answer = await self.answer()
        case .photo: answer = await self.answer()
        }
        return answer
    }

    /// Handles an event. The next view goes on with what it leaves: with the choices, and with the front of a card that waits for
    /// its back.
    func remember(_ event: ScannerMachine.Event) async {
        let choices = machine.choices
        handle(event)
        if machine.choices != choices { await draft.setChoices(machine.choices) }
    }

    func handle(_ event: ScannerMachine.Event) {
        for command in machine.handle(event) {
            switch command {
            case .takeShot:
                isShotAskedFor = true
                engine.requestShot()
            case .setMode(let mode): engine.setMode(mode == .automatic ? .automatic : .manual)
            case .expect(let page): engine.expect(page)
            case .join(let front, let back): sides = (front, back)
            }
        }
    }

    // MARK: Cameras of browsers

    private struct FrameResult {
        /// Relative to the picture's size.
        var quad: Quad?
        var progress: Double?
        /// Whether a page lies still.
        var isAtRest = false
    }

    private var gathersFrames: Bool { sharpener != nil && machine.subject != .book }

    /// Damaged pictures are ignored, and so are those that come while a still or a decision is pending.
    private func process(_ picture: LiveUplink) -> FrameResult {
        guard view != nil, destination == nil, machine.processesFrames else { return FrameResult() }
        let processed = picture.withFrame {
            engine.process($0, at: picture.time, sequence: Int(picture.sequence))
        }
        guard let update = processed else { return FrameResult() }
        let result = observe(Seen(update))
        if let captured = update.capturedPage {
            course.capture(captured.quality.map { CaptureCourse.Quality($0) }, at: .now)
            askForStill(captured.page.quad, in: captured.page.originalSize, lookingLike: captured.page.signature)
            noteGlare(captured.quality)
        }
        return result
    }

    /// What comes of a frame that the engine in the browser has looked at. The page's outline is drawn there.
    /// - Returns: `nil` if it does not count: its page's signature is needed, or browsers send no such thing.
    private func decide(on seen: LiveObservation, _ message: LiveUplink) -> FrameResult? {
        guard view != nil, destination == nil, machine.processesFrames,
            var observation = seen.observation(at: message.time, signature: message.picture),
            observation.page == nil || seen.takesSignature || !engine.needsSignature
        else { return nil }
        if let page = observation.page, let signature = observation.signature {
            lastSignature = (page.identity, signature)
        }
        // What is known of pages does not depend on where frames are looked at.
        if !engine.needsSignature { observation.signature = nil }
        let decision = engine.decide(on: observation)
        isCapturing = decision.guidance == .capturing
        let result = observe(Seen(observation, decision))
        if let shot = decision.shot {
            course.capture(observation.quality.map { CaptureCourse.Quality($0) }, at: .now)
            askForStill(
                shot.page?.quad, in: observation.size,
                lookingLike: shot.page?.identity == lastSignature?.identity ? lastSignature?.signature : nil)
            noteGlare(observation.quality)
        }
        return result
    }

    private func noteGlare(_ quality: PageQuality?) {
        pendingStill?.glareShare = quality?.glareShare ?? 0
    }

    /// - Parameter signature: How the preview shows the page.
    private func askForStill(_ quad: Quad?, in size: PixelSize, lookingLike signature: PageSignature?) {
        let note = StillNote(
            key: DraftName().text, quad: quad?.shares(of: size).corners.flatMap { [$0.x, $0.y] },
            aspect: Double(size.width) / Double(size.height), filter: machine.filter, replaces: machine.replaced,
            book: machine.subject == .book && machine.replaced == nil ? machine.order : nil)
        pendingStill = PendingStill(note: note, signature: signature, isAskedFor: isShotAskedFor)
        isShotAskedFor = false
        handle(.awaitStill)
    }

    /// What a frame showed, wherever it was looked at.
    private struct Seen {
        var size: PixelSize
        var page: TrackedQuad?
        var quality: PageQuality?
        var guidance: CaptureGuidance
        var knownPage: Int?
        /// Why more frames help, of a camera of the station.
        var reasons: FusionReasons = []

        init(_ update: Recto.Scanner.Update) {
            (size, page, guidance, knownPage) = (update.size, update.page, update.guidance, update.knownPage)
            (quality, reasons) = (update.quality, update.fusionReasons)
        }

        init(_ observation: CaptureObservation, _ decision: AutoCapture.Decision) {
            (size, page, quality) = (observation.size, observation.page, observation.quality)
            (guidance, knownPage) = (decision.guidance, decision.knownPage)
        }
    }

    private func observe(_ seen: Seen) -> FrameResult {
        guard let guidance = ScanGuidance(rawValue: seen.guidance.code) else {
            preconditionFailure("the station knows no guidance \(seen.guidance.code)")
        }
        course.see(seen.page?.identity, at: .now)
        handle(.frame(guidance, known: seen.knownPage, sharpness: sharpness(of: seen), reasons: reasons(seen)))
        if let refusedPage, seen.knownPage != refusedPage {
            engine.forget(refusedPage)
            known[refusedPage] = nil
            self.refusedPage = nil
        }
        var result = FrameResult(quad: seen.page?.quad.shares(of: seen.size))
        if case .holdSteady(let progress) = seen.guidance { result.progress = progress }
        // Glare that keeps a page from being captured by itself moves: several pictures show what the one of the shutter does not.
        result.isAtRest = [.holdSteady, .capturing, .glare].contains(guidance)
        return result
    }

    /// Why more frames of the page help; none while no more are kept.
    private func reasons(_ seen: Seen) -> FusionReasons {
        guard gathersFrames, let quad = seen.page?.quad else { return [] }
        if source != CaptureSource.browser {
            return seen.guidance == .captured && !engine.needsMoreFrames ? [] : seen.reasons
        }
        // What the browser keeps is as large as its stills.
        guard keepsFilm, let stillSize, seen.guidance != .captured else { return [] }
        let scale = Double(stillSize.longSide) / Double(seen.size.longSide)
        return FrameRequest.reasons(
            for: quad.map { $0 * scale }, in: stillSize, glareShare: seen.quality?.glareShare ?? 0)
    }

    /// How sharp the page will be in a picture in full size; `nil` without a page, or if its paper is not known.
    private func sharpness(of seen: Seen) -> PageSharpness? {
        guard let stillSize, let quad = seen.page?.quad, let plan = try? rectifier.plan(for: quad, in: seen.size),
            plan.paper != nil
        else { return nil }
        return PageSharpness(
            quad, in: seen.size, dotsPerInch: plan.dotsPerInch * plan.minification, still: stillSize)
    }

    // MARK: Cameras of the station

    /// Processes a frame, and adds the page to the draft if one is captured.
    package func process(_ frame: CapturedFrame) async -> ScannerAnswer {
        await follow()
        var result = FrameResult()
        if view != nil, destination == nil, machine.processesFrames {
            if let update = try? engine.process(frame) {
                result = observe(Seen(update))
                if let captured = update.capturedPage {
                    course.capture(captured.quality.map { CaptureCourse.Quality($0) }, at: .now)
                    await store(captured)
                }
            }
        } else if engine.needsMoreFrames {
            await gatherFrames(frame)
        }
        sharpen()
        var answer = await self.answer()
        answer.isFrameResult = true
        answer.quad = machine.showsOutline ? result.quad?.corners.flatMap { [$0.x, $0.y] } : nil
        answer.progress = result.progress
        return answer
    }

    /// While a scan is looked at, the engine captures nothing. Only where the shutter does so, nothing would be missed: then frames of
    /// the page that was captured are still gathered, as long as the engine waits for them.
    private func gatherFrames(_ frame: CapturedFrame) async {
        guard view != nil, destination == nil, machine.mode == .manual, (try? engine.process(frame)) != nil else {
            return engine.completeBurst()
        }
    }

    /// Makes sharper pages of what was gathered.
    private func sharpen() {
        while let burst = engine.takeBurst() {
            guard let capture = captured.removeValue(forKey: burst.time) else { continue }
            sharpener?.add(burst, of: capture)
        }
        if !captured.isEmpty, !engine.needsMoreFrames { captured = [:] }
    }

    /// Notes a page of the station's camera that was stored as it was captured, for its frames.
    func noteCapture(of page: Int, at time: Duration) async {
        guard sharpener != nil, let stored = await draft.page(page), stored.fusion == nil,
            let file = try? await draft.original(of: page)
        else { return }
        captured[time] = PageSharpener.Capture(draft: draft, page: page, picture: stored.picture, file: file)
    }

    func store(_ captured: ScannedPage) async {
        var page = captured.page
        (page.filter, page.flattening) = (Filter(machine.filter), Flattening(machine.subject.flattening(flattening)))
        let signature = page.signature
        if machine.subject == .book, machine.replaced == nil {
            if await !keepBook(page, captured.jpegBytes, key: DraftName().text, machine.order, signature, true) {
                engine.rearm()
            }
            return
        }
        // Without a page, the shutter captures the whole picture.
        page.quad = page.quad ?? Quad(page.originalSize)
        let shown = signature ?? page.signature
        page = await half(of: page, captured.jpegBytes, replacing: machine.replaced, shown)
        let isKept = await keep(
            page, jpegBytes: captured.jpegBytes, key: nil, replacing: machine.replaced, signature: shown,
            isCapturedHere: true, at: captured.time)
        // The page is still in view: the next attempt may succeed.
        if !isKept { engine.rearm() }
    }

    package func answer() async -> ScannerAnswer {
        await follow()
        let display = ScannerDisplay(machine)
        var answer = ScannerAnswer(display: display)
        answer.handled = handledStill
        answer.frames = wantedFrames
        answer.refused = refusedStill
        answer.destination = destination
        answer.needsSignature = engine.needsSignature || isCapturing
        let shown = display.confirming ?? display.question?.page ?? display.lastPage
        if let page = pages.first(where: { $0.id.number == shown }) ?? pages.last {
            answer.thumbnail = draft.address(of: page, .thumbnail)
            answer.sharper = SharperPage(page)?.note
            if let spread = Draft.spread(of: page.id.number, in: pages) {
                let both = [spread.left, spread.right].compactMap { number in pages.first { $0.id.number == number } }
                answer.book = ScannerAnswer.Book(
                    page: page.id.number, thumbnails: both.map { draft.address(of: $0, .thumbnail) },
                    pictures: both.map { draft.address(of: $0, .screen) })
            }
            if display.confirming != nil || display.question != nil {
                answer.picture = draft.address(of: page, .screen)
            }
        }
        return answer
    }
}

extension Quad {
    /// Relative to a picture's size.
    fileprivate func shares(of size: PixelSize) -> Quad {
        map { Point2D(x: $0.x / Double(size.width), y: $0.y / Double(size.height)) }
    }
}
