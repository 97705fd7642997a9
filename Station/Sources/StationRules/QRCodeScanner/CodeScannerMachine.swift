/// The scan of an activation code: what is shown, and what a picture, a photo or a touch leads to.
public struct CodeScannerMachine: Hashable, Sendable {
    public enum Event: Hashable, Sendable {
        case camera(CameraState)
        /// A picture of the camera was looked at.
        case frame(CodeFinding)
        /// A photo that the person chose was looked at.
        case photo(CodeFinding)
        /// The person gave access to so many photos.
        case allowPhotos(Int)
        case toggleStrip
        case letGoOfStrip(share: Double)
    }

    public private(set) var camera = CameraState.starting
    public private(set) var finding = CodeFinding.none
    /// Whether the finding is that of a photo.
    public private(set) var isOfPhoto = false
    public private(set) var strip = PhotoStrip()

    public init() {}

    public mutating func handle(_ event: Event) {
        switch event {
        case .camera(let state): camera = state
        case .frame(let finding):
            // What was told of a photo stays until the camera sees something.
            guard isLooking, !isOfPhoto || finding != .none else { return }
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
    /// Whether pictures of the camera are looked at: also after a failure, so that the scan goes on at once.
    public var isLooking: Bool { camera == .ready && !isDone }
    public var prompt: String {
        if isOfPhoto || isDone { return finding.photoText }
        switch camera {
        case .starting: return "Starting the camera"
        case .ready: return finding.cameraText
        default: return ""
        }
    }
}
