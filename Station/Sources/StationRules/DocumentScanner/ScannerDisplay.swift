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
