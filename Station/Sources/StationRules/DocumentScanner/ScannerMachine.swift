/// The scanner's camera view, whatever camera it looks through: what is shown, and what a touch or a frame leads to.
///
/// A value without pixels or a clock. It is told of events and answers with what is to be done; who has the camera, the
/// engine and the draft does it, and tells of the outcome.
public struct ScannerMachine: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        /// A view opens on a session with so many pages, of which this one was stored last.
        case open(pages: Int, last: Int?)
        case camera(CameraState)
        /// A frame was looked at.
        case frame(ScanGuidance)
        case shutter
        case choose(CaptureMode)
        case filter(ScanFilter)
        /// A page was stored; how many there are now.
        case stored(page: Int, pages: Int)
        /// A page could not be stored.
        case failed(String)
        /// The scan that is shown for confirmation is good.
        case keep
        /// A page is to be taken again, in its place.
        case retake(page: Int)
        /// The pages were changed elsewhere.
        case pages(Int)
    }

    public enum Command: Hashable, Sendable {
        case takeShot
        case setMode(CaptureMode)
        /// The page in view may be taken although it was taken before.
        case rearm
    }

    public enum Step: Hashable, Sendable {
        case aiming
        /// A page that was just taken is shown, to be kept or taken again.
        case confirming(page: Int)
    }

    public private(set) var mode = CaptureMode.automatic
    public private(set) var filter = ScanFilter.color
    public private(set) var camera = CameraState.starting
    public private(set) var step = Step.aiming
    public private(set) var pages = 0
    /// The page in whose place the next one goes.
    public private(set) var replaced: Int?
    /// The page that was stored last.
    public private(set) var lastPage: Int?
    /// Why the last page was not stored, until the next one is.
    public private(set) var failure: String?
    private var guidance = ScanGuidance.noDocument

    public init() {}

    public mutating func handle(_ event: Event) -> [Command] {
        switch event {
        case .open(let count, let last):
            (camera, step, failure, replaced) = (.starting, .aiming, nil, nil)
            (pages, lastPage, guidance) = (count, last, .noDocument)
        case .camera(let state): camera = state
        case .frame(let guidance): self.guidance = guidance
        case .shutter: return isShutterEnabled ? [.takeShot] : []
        case .choose(let mode):
            guard mode != self.mode else { return [] }
            self.mode = mode
            return [.setMode(mode)]
        case .filter(let filter): self.filter = filter
        case .stored(let page, let pages):
            (lastPage, self.pages, replaced, failure) = (page, pages, nil, nil)
            if mode == .manual { step = .confirming(page: page) }
        case .failed(let reason): failure = reason
        case .keep: step = .aiming
        case .retake(let page):
            (replaced, step) = (page, .aiming)
            return [.rearm]
        case .pages(let count):
            pages = count
            if count == 0 { (lastPage, replaced, step) = (nil, nil, .aiming) }
        }
        return []
    }

    /// Whether frames are looked at.
    public var isLooking: Bool { camera == .ready && step == .aiming }
    public var isShutterEnabled: Bool { isLooking && guidance != .capturing }
    /// Whether a page that is seen is outlined.
    public var showsOutline: Bool { isLooking && guidance != .noDocument }
    public var prompt: String {
        if let failure { return failure }
        switch (camera, step) {
        case (.starting, _): return "Starting the camera"
        case (.ready, .aiming): return guidance.prompt(mode)
        default: return ""
        }
    }
    public var saveLabel: String? { ScanCount.saveLabel(pages) }
    public var previewLabel: String? { ScanCount.previewLabel(pages) }
}

/// Who decides when a page is taken.
public enum CaptureMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// The scanner, as soon as a page is still and shows well; the shutter works too.
    case automatic
    /// The shutter alone.
    case manual

    /// What the control of the modes calls it: each mode has a button of its own, so that none says what it is not.
    public var label: String {
        switch self {
        case .automatic: "Auto"
        case .manual: "Manual"
        }
    }
}

/// What the engine says of the page in view; the raw values are the codes of its `CaptureGuidance`.
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

    /// What the person at the camera is told to do.
    func prompt(_ mode: CaptureMode) -> String {
        switch self {
        case .noDocument: "Position the document in view"
        case .partlyOutside: "Show the whole document"
        case .tooFar: "Move closer"
        case .tooClose: "Move farther away"
        case .tilted: "Hold the camera straight above the page"
        case .tooDark: "Add more light"
        case .glare: "Too much glare. Tilt the page or move it."
        case .moving: "Hold the camera steady"
        case .holdSteady: mode == .automatic ? "Hold the camera steady" : "Tap the shutter to capture"
        case .capturing: "Capturing"
        case .captured: "Captured"
        case .samePage:
            mode == .automatic ? "Already scanned. Tap the shutter to scan again." : "Tap the shutter to capture"
        }
    }
}

/// What the camera view shows at a moment, for whatever draws it.
public struct ScannerDisplay: Hashable, Codable, Sendable {
    public let camera: CameraState
    public let mode: CaptureMode
    public let filter: ScanFilter
    public let prompt: String
    public let outline: Bool
    public let shutter: Bool
    public let pages: Int
    /// Text of the button that ends the session, and the thumbnail's name; nothing without scans.
    public let save: String?
    public let preview: String?
    /// The page that is to be kept or taken again.
    public let confirming: Int?
    public let lastPage: Int?
    /// What is asked of whoever leaves; nothing if nothing would be left behind.
    public let leaving: String?

    public init(_ machine: ScannerMachine) {
        camera = machine.camera
        mode = machine.mode
        filter = machine.filter
        prompt = machine.prompt
        outline = machine.showsOutline
        shutter = machine.isShutterEnabled
        pages = machine.pages
        save = machine.saveLabel
        preview = machine.previewLabel
        confirming = if case .confirming(let page) = machine.step { page } else { nil }
        lastPage = machine.lastPage
        leaving = machine.pages > 0 ? Confirmation.leave(machine.pages).text : nil
    }
}

/// Short texts about what went wrong at the camera.
public enum StationMessages {
    /// - Parameter reason: What failed, for those who can do something about it.
    public static func notStored(_ reason: String) -> String { "The scan was not saved: \(reason)" }
}
