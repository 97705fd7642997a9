import FoundationEssentials
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore

extension LiveScanner {
    /// Adds a still to the draft: the file as sent, with corners refined from those of the preview.
    ///
    /// The browser repeats a still until it is acknowledged, so it may arrive twice, or after a restart of the
    /// station.
    func store(_ bytes: [UInt8], _ note: StillNote) async {
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
            // A still that could not be stored is sent again.
            guard try await keep(found, bytes, note, isCapturedHere: pending != nil && !found.isOther) else { return }
            // Ask for frames before acknowledging the still, because the view may be closed afterwards.
            if let pending, !found.isOther { await askForFrames(note, glareShare: pending.glareShare) }
            handledStill = note.key
            if found.isOther {
                engine.rearm()
                handle(.failed(StationMessages.tookOther))
            }
        } catch {
            // It is not a picture, and repeating it would not help.
            handledStill = note.key
            engine.rearm()
            handle(.failed(StationMessages.notStored("\(error)")))
        }
    }

    /// Asks for the frames around a stored still if merging them would show more.
    private func askForFrames(_ note: StillNote, glareShare: Float) async {
        wantedFrames = nil
        // The pages of a book share one picture.
        guard let sharpener, note.book == nil, let number = machine.lastPage, let page = await draft.page(number),
            page.fusion == nil, let quad = page.quad,
            !FrameRequest.reasons(for: quad, in: page.originalSize, glareShare: glareShare).isEmpty,
            let file = try? await draft.original(of: number)
        else { return }
        let capture = PageSharpener.Capture(draft: draft, page: number, picture: page.picture, file: file)
        sharpener.expect(note.key, of: capture, page.originalSize, quad)
        wantedFrames = FrameRequest(key: note.key, session: draft.name.text, page: number)
    }

    /// Adds the content of a still to the draft.
    /// - Returns: Whether it is in a draft.
    func keep(
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

    /// Adds both pages of an open book, or one page if the fold is uncertain.
    /// - Parameters:
    ///   - spread: The detected spread.
    ///   - isCapturedHere: As in ``keep(_:jpegBytes:key:replacing:signature:isCapturedHere:)``.
    /// - Returns: Whether they are in a draft.
    func keepBook(
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

    /// Returns the page of an open book that is being retaken; otherwise what was captured.
    func half(
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

    /// The page found in a still.
    struct FoundPage {
        var page: Page
        /// The page's signature as seen by the camera.
        var signature: PageSignature?
        /// Whether it may differ from the page in the preview.
        var isOther = false
    }

    /// Finds the captured page in its still: near the preview's corners, or otherwise anywhere. A photo may show more
    /// or less than the preview.
    ///
    /// Whether the page has been taken away is decided by the still's content, not by the position of its sides:
    /// those of a curved page differ between picture sizes. If the still shows the same content inside the preview's
    /// corners, these are the page's. The comparison uses a picture about as small as a preview, because a signature
    /// takes only a few samples per cell, which would miss most of the fine print of a large picture.
    /// - Parameter bytes: The still's file.
    /// - Returns: The page; `nil` if the still does not show it, unless the person asked to capture whatever is in
    ///   view.
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
            // The preview may have shown only one of the two pages.
            guard isBook, detected.covers(live) else { return seen }
            return FoundPage(page: detected.page, signature: expected ?? detected.signature)
        }
        if detected.shows(expected) { return detected }
        guard let pending, pending.isAskedFor else { return nil }
        // Glare covers different parts of a page in each picture, so a page at the same position is taken to be the
        // same.
        if !isBook, pending.glareShare >= FusionReasons.minimumGlareShare, let found = detected.page.quad,
            FrameRequest.isNear(found, live)
        {
            return detected
        }
        return FoundPage(page: detected.page, signature: detected.signature, isOther: true)
    }

    /// The width in pixels of previews from browsers.
    private static let previewWidth = 640

    /// - Parameter isCapturedHere: Whether this view's engine captured the page and therefore knows it. An earlier
    ///   view may have asked for the still.
    ///   - time: The time of the frame, for one of the station's cameras.
    /// - Returns: Whether the page is in a draft.
    func keep(
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

    /// Records the completed capture, if it was made in this view.
    func noteCapture(_ outcome: String) {
        guard let ended = course.end(at: .now) else { return }
        captures?.note(ended, outcome, from: source)
    }

    /// The draft was saved, deleted or damaged during the capture: the page starts a new one.
    ///
    /// A re-sent page that the draft already had is not missing. Any other page goes to a draft named after its key,
    /// so that repeating it creates only one.
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
}

extension LiveScanner.FoundPage {
    /// The share of the preview's page that must be covered. Less means another page or another outline.
    private static let coveredShare = 0.95

    /// Whether it is the page in the preview, as far as that is known.
    func shows(_ expected: PageSignature?) -> Bool {
        expected.map { signature?.isSamePage(as: $0) == true } ?? true
    }

    /// Whether it contains nearly all of the preview's page.
    func covers(_ live: Quad) -> Bool {
        page.quad.map { $0.intersectionArea(with: live) >= Self.coveredShare * live.area } ?? false
    }
}

extension Page {
    /// The page's signature as seen by the camera; `nil` without a page.
    var signature: PageSignature? {
        guard let quad else { return nil }
        return original.withFrame { PageSignature(of: quad, in: $0) }
    }

    /// Returns the signature in another copy of its picture.
    fileprivate func signature(in copy: Picture) -> PageSignature? {
        guard let quad else { return nil }
        let scale = Double(copy.size.width) / Double(originalSize.width)
        return copy.withFrame { PageSignature(of: quad.map { $0 * scale }, in: $0) }
    }
}
