import FoundationEssentials
import Recto
package import RectoCapture
import RectoCodecs
package import RectoCore
import RectoVision
package import StationRules
import StationStore

/// The engine behind a camera view: processes its pictures and adds captured pages to the draft.
///
/// It lives as long as its view. The draft decides which pages are known and which view scans.
package actor LiveScanner: LiveScreen {
    var machine = ScannerMachine()
    nonisolated package let draft: Draft
    let drafts: any DraftSource
    /// The person's setting for flattening curved pages of documents.
    let flattening: PageFlattening
    /// Merges several frames into sharper pages; `nil` if the person has turned this off.
    let sharpener: PageSharpener?
    /// Pages of the station's camera that wait for further frames, by the times of their captured frames.
    var captured: [Duration: PageSharpener.Capture] = [:]
    /// The frames that the browser should send after its last still.
    var wantedFrames: FrameRequest?
    /// Pages for which hidden parts under glare were already reported.
    var told: Set<Int> = []
    var engine: Recto.Scanner
    var stills: PageScanner
    private let rectifier = PageRectifier()
    /// The size of full-size pictures; `nil` until the browser reports it.
    private var stillSize: PixelSize?
    /// Whether the browser buffers full-size frames of a resting page.
    private var keepsFilm = false
    /// `nil` if the draft had ended when the view opened.
    var view: DraftMachine.ViewID?
    /// The last version of the draft that this view has seen.
    var version = -1
    var pages: [ScanSession.SessionPage] = []
    /// The numbers of the pages that the engine knows, by their picture.
    var known: [Int: Int] = [:]
    /// The page's signature when the browser's engine last computed it.
    private var lastSignature: (identity: Int, signature: PageSignature)?
    /// Whether the engine is choosing a shot among the next frames.
    private var isCapturing = false
    /// Whether the person requested the next shot.
    private var isShotAskedFor = false
    /// The sides of a card that are to be joined into one page.
    var sides: (front: Int, back: Int)?
    /// A page in view that was removed from the draft. It is not captured again until it has left the view.
    var refusedPage: Int?
    /// A page that was captured in the preview, and whose full-size picture has not arrived yet.
    var pendingStill: PendingStill?
    /// The key of the last acknowledged still.
    var handledStill: String?
    /// The key of the last still that did not show the captured page.
    var refusedStill: String?
    /// The path to navigate to instead of this view.
    var destination: String?
    /// Records the captures of this view with its camera.
    let captures: CaptureLog?
    var source = CaptureSource.browser
    var course = CaptureCourse()

    struct PendingStill {
        var note: StillNote
        /// The page's signature in the preview.
        var signature: PageSignature?
        /// Whether the person requested the capture, which takes whatever is in view.
        var isAskedFor: Bool
        /// The share of the page covered by glare.
        var glareShare: Float = 0
    }

    /// - Parameters:
    ///   - drafts: Receives a page that arrives after its draft has ended.
    ///   - flattening: Whether to flatten curved pages of documents.
    ///   - sharpener: Merges several frames into sharper pages; `nil` to turn this off.
    ///   - captures: Records captures.
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
    /// - Parameter page: The page to be replaced by the next one.
    package func begin(replacing page: Int?) async {
        view = try? await draft.openView()
        machine = ScannerMachine(await draft.choices)
        engine.setMode(machine.mode == .automatic ? .automatic : .manual)
        await follow()
        handle(.open(pages: pages.map(\.id.number)))
        engine.resume(after: pages.last?.id.number)
        if let page { await retake(page, returns: true) }
        await askAgain()
        // The draft ended or is being saved.
        if view == nil { destination = "/scan/\(draft.name)" }
    }

    /// The view was closed before the person decided about a page.
    private func askAgain() async {
        guard let undecided = await draft.undecided, undecided.replaced == machine.replaced else { return }
        let numbers = pages.map(\.id.number)
        if numbers.contains(undecided.page) { handle(.storedOther(page: undecided.page, pages: numbers)) }
    }

    /// Ends the view. No more frames of a captured page will arrive.
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

    /// Sets one of the station's cameras as the source. Call it before the view begins.
    /// - Parameter camera: The display name.
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

    /// Handles an event, and stores what the next view continues with: the choices, and the front of a card whose
    /// back is missing.
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
        /// The corners relative to the picture's size.
        var quad: Quad?
        var progress: Double?
        /// Whether a page lies still.
        var isAtRest = false
    }

    private var gathersFrames: Bool { sharpener != nil && machine.subject != .book }

    /// Processes a picture. Damaged pictures are ignored, and so are those that arrive while a still or a decision is
    /// pending.
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

    /// Handles a frame that the browser's engine analyzed. The browser draws the page's outline.
    /// - Returns: `nil` if the frame does not count: its page's signature is missing, or the observation is invalid.
    private func decide(on seen: LiveObservation, _ message: LiveUplink) -> FrameResult? {
        guard view != nil, destination == nil, machine.processesFrames,
            var observation = seen.observation(at: message.time, signature: message.picture),
            observation.page == nil || seen.takesSignature || !engine.needsSignature
        else { return nil }
        if let page = observation.page, let signature = observation.signature {
            lastSignature = (page.identity, signature)
        }
        // The known pages do not depend on where frames are analyzed.
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

    /// - Parameter signature: The page's signature in the preview.
    private func askForStill(_ quad: Quad?, in size: PixelSize, lookingLike signature: PageSignature?) {
        let note = StillNote(
            key: DraftName().text, quad: quad?.shares(of: size).corners.flatMap { [$0.x, $0.y] },
            aspect: Double(size.width) / Double(size.height), filter: machine.filter, replaces: machine.replaced,
            book: machine.subject == .book && machine.replaced == nil ? machine.order : nil)
        pendingStill = PendingStill(note: note, signature: signature, isAskedFor: isShotAskedFor)
        isShotAskedFor = false
        handle(.awaitStill)
    }

    /// The analysis of a frame, made by the station or the browser.
    private struct Seen {
        var size: PixelSize
        var page: TrackedQuad?
        var quality: PageQuality?
        var guidance: CaptureGuidance
        var knownPage: Int?
        /// Why more frames of the station's camera would help.
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
        // Glare that prevents an automatic capture moves with the page: several pictures show what a single one does
        // not.
        result.isAtRest = [.holdSteady, .capturing, .glare].contains(guidance)
        return result
    }

    /// Returns why more frames of the page would help; empty if no more are buffered.
    private func reasons(_ seen: Seen) -> FusionReasons {
        guard gathersFrames, let quad = seen.page?.quad else { return [] }
        if source != CaptureSource.browser {
            return seen.guidance == .captured && !engine.needsMoreFrames ? [] : seen.reasons
        }
        // The browser's frames are as large as its stills.
        guard keepsFilm, let stillSize, seen.guidance != .captured else { return [] }
        let scale = Double(stillSize.longSide) / Double(seen.size.longSide)
        return FrameRequest.reasons(
            for: quad.map { $0 * scale }, in: stillSize, glareShare: seen.quality?.glareShare ?? 0)
    }

    /// Returns the sharpness of the page in a full-size picture; `nil` without a page, or if its paper size is
    /// unknown.
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

    /// While a scan is being confirmed, the engine captures nothing. In manual mode nothing would be missed, so
    /// frames of the captured page are still collected as long as the engine waits for them.
    private func gatherFrames(_ frame: CapturedFrame) async {
        guard view != nil, destination == nil, machine.mode == .manual, (try? engine.process(frame)) != nil else {
            return engine.completeBurst()
        }
    }

    /// Merges the collected frames into sharper pages.
    private func sharpen() {
        while let burst = engine.takeBurst() {
            guard let capture = captured.removeValue(forKey: burst.time) else { continue }
            sharpener?.add(burst, of: capture)
        }
        if !captured.isEmpty, !engine.needsMoreFrames { captured = [:] }
    }

    /// Records a page of the station's camera that was stored as captured, to add its frames later.
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
        // The page is still in view, so the next attempt may succeed.
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
    /// Returns the corners relative to a picture's size.
    fileprivate func shares(of size: PixelSize) -> Quad {
        map { Point2D(x: $0.x / Double(size.width), y: $0.y / Double(size.height)) }
    }
}
