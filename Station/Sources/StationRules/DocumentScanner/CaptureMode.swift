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
