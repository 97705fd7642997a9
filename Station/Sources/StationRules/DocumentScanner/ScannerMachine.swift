public import RectoVision

/// The state machine of the scanner's camera view, for any camera.
///
/// It has no pixels and no clock. It handles events and returns commands, which its owner executes with the engine
/// and the draft before it reports the outcome. Pages have permanent numbers in the draft; people see their
/// positions.
public struct ScannerMachine: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        /// A view opens on a session with these pages.
        case open(pages: [Int])
        case camera(CameraState)
        /// Another view started or stopped scanning into the session.
        case elsewhere(Bool)
        /// A frame was processed. `known` is the page in view if the session already contains it. `reasons` says why
        /// more frames of it would help, while frames are buffered.
        case frame(ScanGuidance, known: Int? = nil, sharpness: PageSharpness? = nil, reasons: FusionReasons = [])
        case shutter
        case choose(CaptureMode)
        case subject(ScanSubject)
        case order(BookOrder)
        case filter(ScanFilter)
        /// A page was captured. Its full-size picture is pending.
        case awaitStill
        /// A page was stored.
        case stored(page: Int, pages: [Int])
        /// At the end, a different page from the one to be retaken was stored, for the person to decide.
        case storedOther(page: Int, pages: [Int])
        /// A page could not be stored.
        case failed(String)
        /// A stored page has a problem worth reporting.
        case notice(String)
        /// The scan under confirmation was accepted.
        case keep
        /// The next capture will replace a page.
        /// - Parameter returns: Whether the gallery is shown afterwards.
        case retake(page: Int, returns: Bool)
        /// The other page replaced the one to be retaken.
        case replaced(with: Int, pages: [Int])
        /// The other page stays or was deleted. The page to be retaken is still awaited.
        case decided(pages: [Int])
        /// The pages were changed elsewhere.
        case pages([Int])
    }

    public enum Command: Hashable, Sendable {
        case takeShot
        case setMode(CaptureMode)
        /// The page may be captured again; `nil` if none may.
        case expect(Int?)
        /// Joins two pages, the sides of a card, into one.
        case join(front: Int, back: Int)
    }

    public enum Step: Hashable, Sendable {
        case aiming
        /// The new page is shown, to keep or retake.
        case confirming(page: Int)
        /// The new page differs from the one to be retaken. The person decides what to do with it.
        case deciding(page: Int)
        /// The page was retaken: the gallery shows it.
        case returning(page: Int)
    }

    public private(set) var choices: CaptureChoices
    public var mode: CaptureMode { choices.mode }
    public var subject: ScanSubject { choices.subject }
    public var order: BookOrder { choices.order }
    public var filter: ScanFilter { choices.filter }
    public private(set) var camera = CameraState.starting
    public private(set) var step = Step.aiming
    /// The session's pages in order.
    public private(set) var pages: [Int] = []
    /// The page that the next one replaces.
    public private(set) var replaced: Int?
    /// The latest page.
    public private(set) var lastPage: Int?
    /// The reason why the last page was not stored, or its problem; cleared by the next one.
    public private(set) var failure: String?
    /// Whether this view is paused because another one is scanning.
    public private(set) var isElsewhere = false
    /// The page with the front of the card whose back has been captured, until it is accepted.
    private var front: Int?
    /// Whether the page to be retaken has not been accepted yet, so that it may be a side of a card.
    private var retakesUnkept = false
    private var returnsToGallery = false
    private var awaitsStill = false
    private var guidance = ScanGuidance.noDocument
    private var knownPage: Int?
    /// `nil` if unknown.
    private var sharpness: PageSharpness?
    /// The reasons why more frames of the page in view would help.
    private var reasons: FusionReasons = []

    public init(_ choices: CaptureChoices = CaptureChoices()) { self.choices = choices }

    public mutating func handle(_ event: Event) -> [Command] {
        switch event {
        case .open(let pages):
            (camera, step, failure, awaitsStill, isElsewhere) = (.starting, .aiming, nil, false, false)
            (self.pages, lastPage, guidance, knownPage, sharpness) = (pages, pages.last, .noDocument, nil, nil)
            reasons = []
            front = nil
            updateFront()
            return endRetake()
        case .camera(let state): camera = state
        case .elsewhere(let isElsewhere): self.isElsewhere = isElsewhere
        case .frame(let guidance, let known, let sharpness, let reasons):
            (self.guidance, knownPage, self.sharpness, self.reasons) = (guidance, known, sharpness, reasons)
            // A new or reappearing page makes the report on the last one obsolete.
            if guidance == .capturing { failure = nil }
        case .shutter: return isShutterEnabled ? [.takeShot] : []
        case .choose(let mode):
            guard mode != self.mode else { return [] }
            choices.mode = mode
            return [.setMode(mode)]
        case .subject(let subject):
            guard subject != self.subject else { return [] }
            (choices.subject, choices.front, front, failure) = (subject, nil, nil, nil)
            choices.filter = subject.filter ?? filter
        case .order(let order): choices.order = order
        case .filter(let filter): choices.filter = filter
        case .awaitStill: awaitsStill = true
        case .stored(let page, let pages): return store(page, pages)
        case .storedOther(let page, let pages):
            // A repeated still of a page that has already been decided on.
            guard replaced != nil, pages.contains(page) else { return store(page, pages) }
            (self.pages, lastPage, failure, awaitsStill) = (pages, page, nil, false)
            step = .deciding(page: page)
        case .failed(let reason): (failure, awaitsStill) = (reason, false)
        case .notice(let text): failure = failure ?? text
        case .keep:
            guard case .confirming(let page) = step else { return [] }
            return finish(page)
        case .retake(let page, let returns):
            guard pages.contains(page) else { return [] }
            retakesUnkept = step == .confirming(page: page) && (replaced == nil || retakesUnkept)
            (replaced, step, failure) = (page, .aiming, nil)
            // A repeated retake still returns to the gallery.
            returnsToGallery = returnsToGallery || returns
            return [.expect(page)]
        case .replaced(let page, let pages):
            if let front = choices.front, front == replaced { choices.front = page }
            (self.pages, lastPage) = (pages, page)
            return finish(page)
        case .decided(let pages):
            (self.pages, step) = (pages, .aiming)
            return update(pages)
        case .pages(let pages): return update(pages)
        }
        return []
    }

    private mutating func store(_ page: Int, _ pages: [Int]) -> [Command] {
        (failure, awaitsStill) = (nil, false)
        // A repeated still may show a page that has since been deleted or joined with another.
        guard pages.contains(page) else { return update(pages) }
        (self.pages, lastPage) = (pages, page)
        if replaced == nil, subject == .identityCard { takeSide(page) }
        guard mode == .automatic else {
            step = .confirming(page: page)
            return []
        }
        return finish(page)
    }

    /// The front waits for its back even before it is accepted, because adjusting it first leaves the view.
    private mutating func takeSide(_ page: Int) {
        // The same still was sent again.
        guard page != choices.front, page != front else { return }
        if let front = choices.front { (self.front, choices.front) = (front, nil) } else { choices.front = page }
    }

    /// Accepts a page.
    private mutating func finish(_ page: Int) -> [Command] {
        step = returnsToGallery && replaced != nil ? .returning(page: page) : .aiming
        let isSide = replaced == nil || retakesUnkept
        let commands = endRetake()
        guard isSide, let front, page != front else { return commands }
        self.front = nil
        return commands + [.join(front: front, back: page)]
    }

    private mutating func endRetake() -> [Command] {
        (returnsToGallery, retakesUnkept) = (false, false)
        guard replaced != nil else { return [] }
        replaced = nil
        return [.expect(nil)]
    }

    /// Ends actions on pages that no longer exist.
    private mutating func update(_ pages: [Int]) -> [Command] {
        self.pages = pages
        if let lastPage, !pages.contains(lastPage) { self.lastPage = pages.last }
        updateFront()
        switch step {
        case .confirming(let page), .deciding(let page), .returning(let page):
            if !pages.contains(page) {
                step = .aiming
                // It was the back.
                if let front { (choices.front, self.front) = (front, nil) }
            }
        case .aiming: break
        }
        // The person is deciding about these two pages.
        if case .deciding = step { return [] }
        if let replaced, !pages.contains(replaced) { return endRetake() }
        return []
    }

    /// Forgets a front that no longer exists.
    private mutating func updateFront() {
        if let front = choices.front, !pages.contains(front) { choices.front = nil }
        if let front, !pages.contains(front) { self.front = nil }
    }

    // MARK: What is shown

    /// Whether frames are processed.
    public var processesFrames: Bool { camera == .ready && step == .aiming && !isElsewhere && !awaitsStill }
    public var isShutterEnabled: Bool { processesFrames && guidance != .capturing }
    /// Whether the page's outline is shown.
    public var showsOutline: Bool { processesFrames && guidance != .noDocument }
    public var prompt: String {
        if let failure { return failure }
        if isElsewhere { return "" }
        switch (camera, step) {
        case (.starting, _): return localized("Starting the camera")
        case (.ready, .aiming): return awaitsStill ? ScanGuidance.capturing.prompt(mode) : aimingPrompt
        default: return ""
        }
    }

    private var aimingPrompt: String {
        let known = knownPage.flatMap { place(of: $0) }
        if let wanted = replaced.flatMap({ place(of: $0) }) {
            if guidance == .noDocument { return localized("Show page \(wanted) again") }
            if guidance == .samePage, let known { return localized("This is page \(known). Show page \(wanted).") }
        }
        if replaced == nil, let prompt = subject.prompt(guidance, hasFront: choices.front != nil) { return prompt }
        if guidance == .samePage, mode == .automatic, let known {
            return localized("Already scanned as page \(known)")
        }
        return sharpness?.prompt(guidance, mode) ?? reasons.prompt(guidance, mode) ?? guidance.prompt(mode)
    }

    /// Returns the position of a page from 1.
    public func place(of page: Int) -> Int? { pages.firstIndex(of: page).map { $0 + 1 } }

    public var saveLabel: String? { ScanCount.saveLabel(pages.count) }
    public var previewLabel: String? { ScanCount.previewLabel(pages.count) }
}

/// The person's choices for the following pages, also in the next view.
public struct CaptureChoices: Hashable, Sendable {
    public var mode = CaptureMode.automatic
    public var subject = ScanSubject.document
    /// The page order of books.
    public var order = BookOrder.leftFirst
    public var filter = ScanFilter.color
    /// The page with the front of the card whose back comes next.
    public internal(set) var front: Int?

    public init() {}
}

/// Whether captures are automatic or manual.
public enum CaptureMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// The scanner captures as soon as a page is still and well visible. The shutter works too.
    case automatic
    /// Only the shutter captures.
    case manual

    /// The label of the mode's button. Each mode has its own, so that the current mode is unambiguous.
    public var label: String {
        switch self {
        case .automatic: localized("Auto")
        case .manual: localized("Manual")
        }
    }
}

/// The kind of thing being scanned.
public enum ScanSubject: String, Hashable, Codable, Sendable, CaseIterable {
    case document
    /// An open book, whose two pages become two scans.
    case book
    /// A card of the size of a bank card. Its two sides become one page.
    case identityCard
    /// A surface of any proportions with colored strokes on white.
    case whiteboard

    public var label: String {
        switch self {
        case .document: localized("Document")
        case .book: localized("Book")
        case .identityCard: localized("ID Card")
        case .whiteboard: localized("Whiteboard")
        }
    }

    /// The filter that suits it; `nil` to keep the current one.
    public var filter: ScanFilter? { self == .whiteboard ? .color : nil }

    /// Returns whether to flatten pages. Pages of books are curved, cards and whiteboards are not.
    /// - Parameter chosen: The person's choice for documents.
    public func flattening(_ chosen: PageFlattening) -> PageFlattening {
        switch self {
        case .document: chosen
        case .book: .automatic
        case .identityCard, .whiteboard: .off
        }
    }

    /// Returns the instruction if it differs from the one for documents.
    /// - Parameter hasFront: Whether the front of the card has been captured.
    func prompt(_ guidance: ScanGuidance, hasFront: Bool) -> String? {
        switch self {
        case .document: nil
        case .book where [.noDocument, .partlyOutside].contains(guidance): localized("Show the whole open book")
        case .book where [.captured, .samePage].contains(guidance): localized("Turn the page")
        case .book: nil
        case .identityCard where hasFront:
            // The front may still be in view.
            [.noDocument, .samePage, .captured].contains(guidance) ? localized("Turn the card over") : nil
        case .identityCard: guidance == .noDocument ? localized("Show the front of the card") : nil
        case .whiteboard: guidance == .noDocument ? localized("Show the whole whiteboard") : nil
        }
    }
}

/// The engine's guidance. The raw values are the codes of its `CaptureGuidance`.
public enum ScanGuidance: String, Hashable, Codable, Sendable, CaseIterable {
    case noDocument
    case partlyOutside
    case tooFar
    case tooClose
    case tilted
    case tooDark
    case glare
    case moving
    case holdSteady
    case capturing
    case captured
    case samePage

    /// The instruction for the person at the camera.
    func prompt(_ mode: CaptureMode) -> String {
        switch self {
        case .noDocument: localized("Position the document in view")
        case .partlyOutside: localized("Show the whole document")
        case .tooFar: localized("Move closer")
        case .tooClose: localized("Move farther away")
        case .tilted: localized("Hold the camera straight above the page")
        case .tooDark: localized("Add more light")
        case .glare: localized("Too much glare. Tilt or move the page.")
        case .moving: localized("Hold the camera steady")
        case .holdSteady:
            mode == .automatic ? localized("Hold the camera steady") : localized("Tap the shutter to capture")
        case .capturing: localized("Capturing")
        case .captured: localized("Captured")
        case .samePage:
            mode == .automatic
                ? localized("Already scanned. Tap shutter to rescan.") : localized("Tap the shutter to capture")
        }
    }
}

extension FusionReasons {
    /// Returns a request to hold still that replaces the guidance's text; `nil` if none is needed.
    ///
    /// In manual mode the person is looking for the shutter, and no frames are buffered before it is pressed.
    func prompt(_ guidance: ScanGuidance, _ mode: CaptureMode) -> String? {
        guard mode == .automatic, let first else { return nil }
        switch (guidance, first) {
        case (.holdSteady, .sampling): return localized("Hold still: more pictures make small print sharper")
        case (.holdSteady, .glare): return localized("Hold still: other pictures may show what glare hides")
        case (.holdSteady, .noise): return localized("Hold still: more pictures make the page clearer")
        case (.captured, _): return localized("Captured. Hold still for a sharper page.")
        default: return nil
        }
    }
}

/// The content of the camera view, for the browser.
public struct ScannerDisplay: Hashable, Codable, Sendable {
    /// The question about a page that differs from the one to be retaken.
    public struct Question: Hashable, Codable, Sendable {
        public let page: Int
        public let text: String
        public let replace: String
        public let keep: String
        public let delete: String
    }

    public let camera: CameraState
    public let mode: CaptureMode
    public let subject: ScanSubject
    /// The page order of books; `nil` if no book is scanned.
    public let order: BookOrder?
    public let filter: ScanFilter
    public let prompt: String
    public let outline: Bool
    public let shutter: Bool
    public let pages: Int
    /// The labels of the Save button and of the thumbnail; `nil` without scans.
    public let save: String?
    public let preview: String?
    /// The page under confirmation.
    public let confirming: Int?
    public let question: Question?
    /// The label of the page to be retaken.
    public let retaking: String?
    public let lastPage: Int?
    /// The question before leaving the scanner; `nil` without scans.
    public let leaving: String?

    public init(_ machine: ScannerMachine) {
        camera = machine.isElsewhere ? .elsewhere : machine.camera
        mode = machine.mode
        subject = machine.subject
        order = machine.subject == .book ? machine.order : nil
        filter = machine.filter
        prompt = machine.prompt
        outline = machine.showsOutline
        shutter = machine.isShutterEnabled
        pages = machine.pages.count
        save = machine.saveLabel
        preview = machine.previewLabel
        confirming = if case .confirming(let page) = machine.step { page } else { nil }
        let replaced = machine.replaced.flatMap { machine.place(of: $0) }
        retaking = replaced.map { localized("Retaking page \($0)") }
        question =
            if case .deciding(let page) = machine.step, let replaced {
                Question(
                    page: page, text: localized("This does not look like page \(replaced)."),
                    replace: localized("Replace Page \(replaced)"),
                    keep: localized("Keep as New Page"), delete: localized("Delete"))
            } else { nil }
        lastPage = machine.lastPage
        leaving = machine.pages.isEmpty ? nil : Confirmation.leave(machine.pages.count).text
    }
}

/// Short texts about failures at the camera.
public enum StationMessages {
    /// - Parameter reason: The error.
    public static func notStored(_ reason: String) -> String { localized("The scan was not saved: \(reason)") }
    /// Shown if the full-size picture does not show the captured page.
    public static var moved: String { localized("The page moved. Hold it still and it is captured again.") }
    /// Shown if the requested page had gone when its picture was taken.
    public static var tookOther: String { localized("The page moved. Check what was taken.") }
    /// Shown for a book without a detected fold.
    public static var noFold: String { localized("No fold was found. This was kept as one page.") }
    /// Shown if the sides of a card could not be joined. Both are stored.
    public static var notJoined: String { localized("The two sides could not be put on one page. They stay separate.") }
}
