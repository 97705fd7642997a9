/// The state machine of the scanner's camera view, for any camera.
///
/// It has no pixels and no clock. It handles events and returns commands. Its owner, which has the engine and the draft,
/// executes them and reports the outcome.
public struct ScannerMachine: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        /// A view opens on a session with this number of pages and this latest page.
        case open(pages: Int, last: Int?)
        case camera(CameraState)
        /// A frame was processed.
        case frame(ScanGuidance)
        case shutter
        case choose(CaptureMode)
        case filter(ScanFilter)
        /// A page was stored. `pages` is the new number of pages.
        case stored(page: Int, pages: Int)
        /// A page could not be stored.
        case failed(String)
        /// The scan under confirmation was accepted.
        case keep
        /// A page will be replaced by the next capture.
        case retake(page: Int)
        /// The number of pages was changed elsewhere.
        case pages(Int)
    }

    public enum Command: Hashable, Sendable {
        case takeShot
        case setMode(CaptureMode)
        /// The page in view may be captured again.
        case rearm
    }

    public enum Step: Hashable, Sendable {
        case aiming
        /// The new page is shown, to keep or retake.
        case confirming(page: Int)
    }

    public private(set) var mode = CaptureMode.automatic
    public private(set) var filter = ScanFilter.color
    public private(set) var camera = CameraState.starting
    public private(set) var step = Step.aiming
    public private(set) var pages = 0
    /// The page that the next one replaces.
    public private(set) var replaced: Int?
    /// The latest page.
    public private(set) var lastPage: Int?
    /// Why the last page was not stored; cleared by the next one.
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

    /// Whether frames are processed.
    public var processesFrames: Bool { camera == .ready && step == .aiming }
    public var isShutterEnabled: Bool { processesFrames && guidance != .capturing }
    /// Whether the page's outline is shown.
    public var showsOutline: Bool { processesFrames && guidance != .noDocument }
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

/// Who decides when a page is captured.
public enum CaptureMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// The scanner captures as soon as a page is still and well visible. The shutter works too.
    case automatic
    /// Only the shutter captures.
    case manual

    /// The label of the mode's button. Each mode has its own, so that the current mode is unambiguous.
    public var label: String {
        switch self {
        case .automatic: "Auto"
        case .manual: "Manual"
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
        case .noDocument: "Position the document in view"
        case .partlyOutside: "Show the whole document"
        case .tooFar: "Move closer"
        case .tooClose: "Move farther away"
        case .tilted: "Hold the camera straight above the page"
        case .tooDark: "Add more light"
        case .glare: "Too much glare. Tilt or move the page."
        case .moving: "Hold the camera steady"
        case .holdSteady: mode == .automatic ? "Hold the camera steady" : "Tap the shutter to capture"
        case .capturing: "Capturing"
        case .captured: "Captured"
        case .samePage:
            mode == .automatic ? "Already scanned. Tap shutter to rescan." : "Tap the shutter to capture"
        }
    }
}

/// The content of the camera view, for the browser.
public struct ScannerDisplay: Hashable, Codable, Sendable {
    public let camera: CameraState
    public let mode: CaptureMode
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
    public let lastPage: Int?
    /// The question before the scanner is left; `nil` without scans.
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

/// Short texts about failures at the camera.
public enum StationMessages {
    /// - Parameter reason: The error.
    public static func notStored(_ reason: String) -> String { "The scan was not saved: \(reason)" }
}
