/// What the AR scanner shows at a moment, for whatever draws it.
public struct ArScannerDisplay: Hashable, Codable, Sendable {
    public let camera: CameraState
    public let phase: ArScannerMachine.Phase
    /// Whether pictures of the camera are wanted.
    public let looking: Bool
    public let button: String
    public let prompt: String
    public let guide: Bool
    public let indicator: Bool
    public let markers: Bool
    /// The annotation whose marker and card are selected.
    public let selected: Int?
    public let detail: Bool
    public let announcement: String

    public init(_ machine: ArScannerMachine) {
        camera = machine.camera
        phase = machine.phase
        looking = machine.isLooking
        button = machine.buttonLabel
        prompt = machine.prompt
        guide = machine.showsGuide
        indicator = machine.showsIndicator
        markers = machine.showsMarkers
        selected = machine.selection.selected
        detail = machine.selection.showsDetail
        announcement = machine.announcement
    }
}
