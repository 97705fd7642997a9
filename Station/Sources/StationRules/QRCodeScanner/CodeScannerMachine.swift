/// The state machine of the scan of an activation code.
public struct CodeScannerMachine: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        case camera(CameraState)
        /// A picture of the camera was processed.
        case frame(CodeFinding)
        /// A chosen photo was processed.
        case photo(CodeFinding)
        /// The person gave access to this number of photos.
        case allowPhotos(Int)
        case toggleStrip
        case letGoOfStrip(share: Double)
    }

    public private(set) var camera = CameraState.starting
    public private(set) var finding = CodeFinding.none
    /// Whether the finding is from a photo.
    public private(set) var isOfPhoto = false
    public private(set) var strip = PhotoStrip()

    public init() {}

    public mutating func handle(_ event: Event) {
        switch event {
        case .camera(let state): camera = state
        case .frame(let finding):
            // The result of a photo stays until the camera finds something.
            guard processesFrames, !isOfPhoto || finding != .none else { return }
            (self.finding, isOfPhoto) = (finding, false)
        case .photo(let finding):
            guard !isDone else { return }
            (self.finding, isOfPhoto) = (finding, true)
        case .allowPhotos(let count): strip.allow(count)
        case .toggleStrip: strip.toggle()
        case .letGoOfStrip(let share): strip.letGo(at: share)
        }
    }

    public var isDone: Bool { finding == .valid }
    /// Whether pictures of the camera are processed: also after a failure, so that the scan continues at once.
    public var processesFrames: Bool { camera == .ready && !isDone }
    public var prompt: String {
        if isOfPhoto || isDone { return finding.photoText }
        switch camera {
        case .starting: return localized("Starting the camera")
        case .ready: return finding.cameraText
        default: return ""
        }
    }
}

/// The content of the scan of an activation code, for the browser.
public struct CodeScannerDisplay: Hashable, Codable, Sendable {
    public struct Strip: Hashable, Codable, Sendable {
        public let isShown: Bool
        public let isExpanded: Bool
        public let chevronLabel: String
        public let chevronIcon: String
    }

    public let camera: CameraState
    public let feedback: CodeFinding.Feedback
    public let prompt: String
    /// Whether the alignment guide is shown.
    public let guide: Bool
    public let strip: Strip

    public init(_ machine: CodeScannerMachine) {
        camera = machine.camera
        feedback = machine.finding.feedback
        prompt = machine.prompt
        guide = machine.processesFrames
        strip = Strip(
            isShown: machine.strip.isShown && !machine.isDone, isExpanded: machine.strip.isExpanded,
            chevronLabel: machine.strip.chevronLabel, chevronIcon: machine.strip.chevronIcon)
    }
}

/// The strip of the person's photos below a live view.
public struct PhotoStrip: Hashable, Sendable {
    /// The number of photos with access; `nil` before access is given.
    public private(set) var photos: Int?
    public private(set) var isExpanded = true

    public init() {}

    /// The person chose which photos may be used.
    public mutating func allow(_ photos: Int) {
        guard photos > 0 else { return }
        self.photos = photos
        isExpanded = true
    }

    public mutating func toggle() { isExpanded.toggle() }

    /// Handles the end of a drag.
    /// - Parameter share: The hidden share of the strip, 0 to 1.
    public mutating func letGo(at share: Double) { isExpanded = share < 0.5 }

    /// The strip is shown once there are photos.
    public var isShown: Bool { photos != nil }
    public var chevronLabel: String { isExpanded ? localized("Hide photos") : localized("Show photos") }
    public var chevronIcon: String { isExpanded ? "chevron-down" : "chevron-up" }
}
