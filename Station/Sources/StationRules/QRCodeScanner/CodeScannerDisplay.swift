/// What the scan of an activation code shows at a moment, for whatever draws it.
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
    /// Whether the alignment guide is over the live view.
    public let guide: Bool
    public let strip: Strip

    public init(_ machine: CodeScannerMachine) {
        camera = machine.camera
        feedback = machine.finding.feedback
        prompt = machine.prompt
        guide = machine.isLooking
        strip = Strip(
            isShown: machine.strip.isShown && !machine.isDone, isExpanded: machine.strip.isExpanded,
            chevronLabel: machine.strip.chevronLabel, chevronIcon: machine.strip.chevronIcon)
    }
}
