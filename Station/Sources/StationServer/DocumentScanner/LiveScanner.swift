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
    private var machine = ScannerMachine()
    nonisolated package let draft: Draft
    private let drafts: any DraftSource
    /// Whether bent pages of documents are made flat, as the person has set it.
    private let flattening: PageFlattening
    /// Makes sharper pages of several frames; `nil` if the person does not want that.
    private let sharpener: PageSharpener?
    /// Pages of the station's camera whose frames are still to come, by the times of the frames that they were captured from.
    private var captured: [Duration: PageSharpener.Capture] = [:]
    /// The pictures that the browser is asked for after its last still.
    private var wantedFrames: FrameRequest?
    /// Pages of which it was told that glare hides a part.
    private var told: Set<Int> = []
    private var engine: Recto.Scanner
    private var stills: PageScanner
    private let rectifier = PageRectifier()
    /// How large pictures in full size are; `nil` as long as the browser has not said it.
    private var stillSize: PixelSize?
    /// Whether the browser keeps pictures in that size of its film of a page that lies still.
    private var keepsFilm = false
    /// `nil` if the draft had ended when the view opened.
    private var view: DraftMachine.ViewID?
    /// Of the draft, as far as this view knows it.
    private var version = -1
    private var pages: [ScanSession.SessionPage] = []
    /// The pages that the engine knows: the numbers of their pictures.
    private var known: [Int: Int] = [:]
    /// How the page looked when the engine of the browser looked at it last.
    private var lastSignature: (identity: Int, signature: PageSignature)?
    /// Whether the engine chooses a shot among the next frames.
    private var isCapturing = false
    /// Whether the person has asked for the next shot.
    private var isShotAskedFor = false
    /// The sides of a card that are to become one page.
    private var sides: (front: Int, back: Int)?
    /// A page that is in view and no longer in the draft. It is not captured again before it has gone.
    private var refusedPage: Int?
    /// A page that was captured in the preview and whose picture in full size has not arrived yet.
    private var pendingStill: PendingStill?
    /// The still that was dealt with last.
    private var handledStill: String?
    /// The last still that did not show the page that was captured.
    private var refusedStill: String?
    /// Where the person is led instead of this view.
    private var destination: String?
    /// What is kept of the captures of this view, and of which camera they are.
    private let captures: CaptureLog?
    private var source = CaptureSource.browser
    private var course = CaptureCourse()

    private struct PendingStill {
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
    private func remember(_ event: ScannerMachine.Event) async {
        let choices = machine.choices
        handle(event)
        if machine.choices != choices { await draft.setChoices(machine.choices) }
    }

    private func handle(_ event: ScannerMachine.Event) {
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

    // MARK: The draft

    /// Takes note of what has changed in the draft.
    private func follow() async {
        while let snapshot = await draft.snapshot(since: version) {
            version = snapshot.version
            guard snapshot.end == nil else { return destination = destination ?? "/scan/\(draft.name)" }
            noteSharper(snapshot.pages)
            pages = snapshot.pages
            handle(.elsewhere(snapshot.scanning != nil && snapshot.scanning != view))
            handle(.pages(pages.map(\.id.number)))
            await learn()
            // The view that scanned has closed.
            if snapshot.scanning == nil { await resume() }
        }
    }

    /// Takes note of pages that were made of several pictures meanwhile: the engine knows them as before.
    private func noteSharper(_ changed: [ScanSession.SessionPage]) {
        let before = Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, $0) })
        for page in changed {
            let number = page.id.number
            guard let former = before[number], former.picture != page.picture, former.cameAs == page.cameAs else {
                continue
            }
            if known[number] == former.picture { known[number] = page.picture }
            if let warning = SharperPage(page)?.warning, told.insert(number).inserted { handle(.notice(warning)) }
        }
    }

    /// Scans in this view from now on.
    private func resume() async {
        guard let view, (try? await draft.resume(view)) != nil else { return }
        engine.resume(after: pages.last?.id.number)
        if let replaced = machine.replaced {
            engine.expect(replaced)
            try? await draft.retake(replaced, in: view)
        }
    }

    /// Tells the engine which pages there are, so that it captures none of them again, and those that are gone may come again.
    private func learn() async {
        let current = Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, $0.picture) })
        for page in known.keys where current[page] != known[page] && page != refusedPage {
            engine.forget(page)
            known[page] = nil
        }
        guard current != known.filter({ $0.key != refusedPage }) else { return }
        for (page, signatures) in await draft.signatures() where known[page] == nil {
            for signature in signatures { engine.know(signature, as: page) }
            known[page] = current[page]
        }
    }

    private func retake(_ page: Int, returns: Bool) async {
        guard let view, (try? await draft.retake(page, in: view)) != nil else { return }
        handle(.retake(page: page, returns: returns))
    }

    /// A page that has just been taken is taken once more. Both pages of a book are: they go, and come again together.
    private func retakeUnkept(_ page: Int) async {
        guard machine.subject == .book, machine.replaced == nil, machine.step == .confirming(page: page),
            let spread = await draft.spread(of: page)
        else { return await retake(page, returns: false) }
        for page in [spread.left, spread.right] { _ = try? await draft.delete(page) }
        await follow()
    }

    private func keep() async {
        await remember(.keep)
        await endRetake()
        await joinSides()
    }

    /// The draft's view adds pages again once none is to be replaced.
    private func endRetake() async {
        if machine.replaced == nil, let view { try? await draft.retake(nil, in: view) }
        if case .returning(let page) = machine.step {
            destination = "/scan/\(draft.name)/pages/\(page)?done=retaken"
        }
    }

    /// The sides of a card become one page. The back is still in view.
    private func joinSides() async {
        guard let (front, back) = sides else { return }
        sides = nil
        refusedPage = back
        do { try await draft.joinSides(front, back) } catch {
            let left = await [draft.page(front), draft.page(back)]
            if left[1] != nil { refusedPage = nil }
            // One was deleted meanwhile, or another view has joined them.
            guard left.allSatisfy({ $0 != nil }) else { return await follow() }
            handle(.failed(StationMessages.notJoined))
        }
        await follow()
    }

    /// What becomes of a page that is not the one to be taken again.
    private func decide(_ choice: ScannerAction.Kind) async {
        guard case .deciding(let page) = machine.step, let replaced = machine.replaced else { return }
        let place = machine.pages.firstIndex(of: replaced) ?? 0
        do {
            switch choice {
            case .replace: try await draft.replace(replaced, with: page)
            case .delete:
                refusedPage = page
                try await draft.delete(page)
            default: break
            }
        } catch { return handle(.failed(StationMessages.notStored("\(error)"))) }
        await draft.decide()
        let pages = await draft.pages.map(\.id.number)
        await remember(choice == .replace ? .replaced(with: page, pages: pages) : .decided(pages: pages))
        await endRetake()
        if choice == .replace, sides == nil {
            destination = "/scan/\(draft.name)/pages/\(page)?done=replaced&page=\(replaced)&place=\(place)"
        }
        await joinSides()
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
    private func noteCapture(of page: Int, at time: Duration) async {
        guard sharpener != nil, let stored = await draft.page(page), stored.fusion == nil,
            let file = try? await draft.original(of: page)
        else { return }
        captured[time] = PageSharpener.Capture(draft: draft, page: page, picture: stored.picture, file: file)
    }

    private func store(_ captured: ScannedPage) async {
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

    // MARK: Storing

    /// Adds a still to the draft: the file as sent, with the preview's corners refined on the page's sides.
    ///
    /// The browser sends a still again until it is told that it was dealt with, so it may come twice, or after the station has
    /// been started again.
    private func store(_ bytes: [UInt8], _ note: StillNote) async {
        let pending = pendingStill?.note.key == note.key ? pendingStill : nil
        if pending != nil { pendingStill = nil }
        do {
            let picture = try await CPUWorkQueue.shared.run { try PictureReader.kept().read(bytes: bytes) }
            guard let found = try find(note, in: picture, of: bytes, pending) else {
                (handledStill, refusedStill) = (note.key, note.key)
                noteCapture("moved")
                engine.rearm()
                return handle(.failed(StationMessages.moved))
            }
            // What could not be stored is sent again.
            guard try await keep(found, bytes, note, isCapturedHere: pending != nil && !found.isOther) else { return }
            // Whoever is told that it was dealt with may leave: the frames are asked for by then.
            if let pending, !found.isOther { await askForFrames(note, glareShare: pending.glareShare) }
            handledStill = note.key
            if found.isOther {
                engine.rearm()
                handle(.failed(StationMessages.tookOther))
            }
        } catch {
            // It is no picture, however often it comes.
            handledStill = note.key
            engine.rearm()
            handle(.failed(StationMessages.notStored("\(error)")))
        }
    }

    /// Asks for the film's pictures around a still that was stored, if they show more.
    private func askForFrames(_ note: StillNote, glareShare: Float) async {
        wantedFrames = nil
        // The pages of a book share their picture.
        guard let sharpener, note.book == nil, let number = machine.lastPage, let page = await draft.page(number),
            page.fusion == nil, let quad = page.quad,
            !FrameRequest.reasons(for: quad, in: page.originalSize, glareShare: glareShare).isEmpty,
            let file = try? await draft.original(of: number)
        else { return }
        let capture = PageSharpener.Capture(draft: draft, page: number, picture: page.picture, file: file)
        sharpener.expect(note.key, of: capture, page.originalSize, quad)
        wantedFrames = FrameRequest(key: note.key, session: draft.name.text, page: number)
    }

    /// Adds what a still shows to the draft.
    /// - Returns: Whether it is in a draft.
    private func keep(
        _ found: FoundPage, _ bytes: [UInt8], _ note: StillNote, isCapturedHere: Bool
    ) async throws -> Bool {
        if let order = note.book {
            return await keepBook(found.page, bytes, key: note.key, order, found.signature, isCapturedHere)
        }
        var page = try await CPUWorkQueue.shared.run { try found.page.upright() }
        page = await half(of: page, bytes, replacing: note.replaces, found.signature)
        page.flattening = Flattening(machine.subject.flattening(flattening))
        return await keep(
            page, jpegBytes: bytes, key: note.key, replacing: note.replaces, signature: found.signature,
            isCapturedHere: isCapturedHere)
    }

    /// Adds both pages of an open book, or one where no fold is sure.
    /// - Parameters:
    ///   - spread: As it was found.
    ///   - isCapturedHere: As in ``keep(_:jpegBytes:key:replacing:signature:isCapturedHere:)``.
    /// - Returns: Whether they are in a draft.
    private func keepBook(
        _ spread: Page, _ jpegBytes: [UInt8]?, key: String, _ order: BookOrder, _ signature: PageSignature?,
        _ isCapturedHere: Bool
    ) async -> Bool {
        do {
            let file = try jpegBytes ?? PNGWriter().encode(spread.original.raster)
            let pages = try await CPUWorkQueue.shared.run { try spread.bookPages(order, in: file) }
            let numbers = try await draft.keep(
                spread: pages, jpegBytes: jpegBytes, key: key, signature: signature ?? spread.signature)
            let all = await draft.pages
            if isCapturedHere, let first = numbers.first {
                engine.name(first)
                for number in numbers { known[number] = all.first { $0.id.number == number }?.picture }
                noteCapture(CaptureMetric.captured)
            }
            if let last = numbers.last { await remember(.stored(page: last, pages: all.map(\.id.number))) }
            if pages.count == 1 { handle(.failed(StationMessages.noFold)) }
            return true
        } catch DraftRefusal.ended {
            return await rescue(spread, jpegBytes, key)
        } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
            return false
        }
    }

    /// Of an open book that is taken again for one of its pages, that page; else what was captured.
    private func half(
        of page: Page, _ jpegBytes: [UInt8]?, replacing number: Int?, _ signature: PageSignature?
    ) async -> Page {
        guard machine.subject == .book, let number, let signature, await draft.shows(number, signature),
            let old = await draft.page(number)?.quad, let picture = try? await draft.original(of: number)
        else { return page }
        let half = try? await CPUWorkQueue.shared.run {
            let file = try jpegBytes ?? PNGWriter().encode(page.original.raster)
            return try page.half(in: file, like: old, in: picture)
        }
        return half.flatMap(\.self) ?? page
    }

    /// What a still shows.
    fileprivate struct FoundPage {
        var page: Page
        /// How the camera sees it.
        var signature: PageSignature?
        /// Whether it may be another page than the preview showed.
        var isOther = false
    }

    /// The captured page in its still: near the preview's corners, or else anywhere. A photo may show more or less than the preview.
    ///
    /// Only what the still shows tells whether the page has been taken away meanwhile, not where its sides are found: of bent pages
    /// they are found elsewhere in pictures of other sizes. Where the still shows the same as the preview in the preview's corners,
    /// these are the page's. It is looked at in a picture about as small as a preview: a signature takes so few samples of each cell
    /// that they would miss most of the fine print of a large one.
    /// - Parameter bytes: The still's file.
    /// - Returns: The page; `nil` if the still does not show it, and the person has not asked for whatever is there.
    private func find(
        _ note: StillNote, in still: Picture, of bytes: [UInt8], _ pending: PendingStill?
    ) throws -> FoundPage? {
        stills.options.renderOptions.filter = Filter(note.filter)
        let scale = PictureReader.Scale(of: still.size, longSide: Self.previewWidth)
        let small = try PictureReader(layout: .gray, scale: scale).read(bytes: bytes)
        func look(_ crop: PageScanner.Crop) throws -> FoundPage {
            stills.options.crop = crop
            let page = try stills.scan(still).page
            return FoundPage(page: page, signature: page.signature(in: small))
        }
        guard let live = note.quad(in: still.size) else { return try look(.corners(Quad(still.size))) }
        let (isBook, expected) = (machine.subject == .book, pending?.signature)
        let near = try look(.near(live))
        if !isBook, near.shows(expected) { return near }
        let detected = try look(.detected)
        if !isBook, detected.shows(expected) { return detected }
        let seen = near.shows(expected) ? near : try look(.corners(live))
        if seen.shows(expected) {
            // The preview may have shown one of both pages.
            guard isBook, detected.covers(live) else { return seen }
            return FoundPage(page: detected.page, signature: expected ?? detected.signature)
        }
        if detected.shows(expected) { return detected }
        guard let pending, pending.isAskedFor else { return nil }
        // A lamp hides other parts of a page in each picture: what lies where it lay is the page.
        if !isBook, pending.glareShare >= FusionReasons.minimumGlareShare, let found = detected.page.quad,
            FrameRequest.isNear(found, live)
        {
            return detected
        }
        return FoundPage(page: detected.page, signature: detected.signature, isOther: true)
    }

    /// In pixels: browsers' previews are so wide.
    private static let previewWidth = 640

    /// - Parameter isCapturedHere: Whether the engine of this view has captured the page, so that it knows it; a still may be one that
    ///   an earlier view asked for.
    ///   - time: Of the frame, of a camera of the station.
    /// - Returns: Whether the page is in a draft.
    private func keep(
        _ page: Page, jpegBytes: [UInt8]?, key: String?, replacing replaced: Int?, signature: PageSignature?,
        isCapturedHere: Bool, at time: Duration? = nil
    ) async -> Bool {
        do {
            let kept = try await draft.keep(
                page, jpegBytes: jpegBytes, key: key, replacing: replaced, signature: signature)
            let pages = await draft.pages
            if isCapturedHere {
                engine.name(kept.page)
                known[kept.page] = pages.first { $0.id.number == kept.page }?.picture
            }
            if isCapturedHere { noteCapture(CaptureMetric.captured) }
            if let time { await noteCapture(of: kept.page, at: time) }
            let numbers = pages.map(\.id.number)
            await remember(
                kept.isOther
                    ? .storedOther(page: kept.page, pages: numbers) : .stored(page: kept.page, pages: numbers))
            await endRetake()
            await joinSides()
            return true
        } catch DraftRefusal.ended {
            return await rescue(page, jpegBytes, key)
        } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
            return false
        }
    }

    /// Notes the capture that has ended. What was not captured in this view has none.
    private func noteCapture(_ outcome: String) {
        guard let ended = course.end(at: .now) else { return }
        captures?.note(ended, outcome, from: source)
    }

    /// The draft was saved, deleted or damaged while the page was captured: the page begins a new one.
    ///
    /// The same page may come again. One that the draft had had is none that is missing. Another one is in a draft of its key's
    /// name, so that it becomes one.
    private func rescue(_ page: Page, _ jpegBytes: [UInt8]?, _ key: String?) async -> Bool {
        do {
            if let key, try await drafts.hadPicture(key, draft: draft.name) { return true }
            let other = try await drafts.draft(key.flatMap { DraftName($0) } ?? DraftName())
            let kept = try await other.keep(page, jpegBytes: jpegBytes, key: key)
            destination = "/scan/\(other.name)/pages/\(kept.page)?done=rescued"
            return true
        } catch DraftRefusal.ended { return true } catch {
            handle(.failed(StationMessages.notStored("\(error)")))
            return false
        }
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

extension LiveScanner.FoundPage {
    /// Of the preview's page: less is another page, or another outline.
    private static let coveredShare = 0.95

    /// Whether it is what the preview showed, as far as that is known.
    func shows(_ expected: PageSignature?) -> Bool {
        expected.map { signature?.isSamePage(as: $0) == true } ?? true
    }

    /// Whether nearly all of the preview's page lies on it.
    func covers(_ live: Quad) -> Bool {
        page.quad.map { $0.intersectionArea(with: live) >= Self.coveredShare * live.area } ?? false
    }
}

extension Page {
    /// How the camera sees the page; `nil` if there is none.
    fileprivate var signature: PageSignature? {
        guard let quad else { return nil }
        return original.withFrame { PageSignature(of: quad, in: $0) }
    }

    /// The same, seen in another copy of its picture.
    fileprivate func signature(in copy: Picture) -> PageSignature? {
        guard let quad else { return nil }
        let scale = Double(copy.size.width) / Double(originalSize.width)
        return copy.withFrame { PageSignature(of: quad.map { $0 * scale }, in: $0) }
    }
}

extension Quad {
    /// Relative to a picture's size.
    fileprivate func shares(of size: PixelSize) -> Quad {
        map { Point2D(x: $0.x / Double(size.width), y: $0.y / Double(size.height)) }
    }
}
