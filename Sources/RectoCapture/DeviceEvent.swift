import RectoCore

/// What happens to a source while it runs. None of these ends it.
public enum DeviceEvent: Hashable, Sendable {
    /// The camera is open and streams in this format.
    case opened(CameraInfo, CameraFormat)
    /// The first frame after an interruption, which lasted so long.
    case resumed(after: Duration)
    /// There is no such camera (yet); it is waited for.
    case absent
    /// Another program uses the camera; it is waited for.
    case busy
    /// The system does not let this program open the camera; it tries again.
    case refused(DeviceFault)
    /// The camera was unplugged; it is waited for.
    case lost
    /// The driver reported an error; the camera is opened afresh.
    case fault(DeviceFault)
    /// No whole frame has come for so long; the camera is opened afresh.
    case stalled(Duration)
    /// The frames changed at their source; the camera is opened afresh.
    case formatChanged
    /// Nobody asked for frames for a while: the camera is closed until somebody does.
    case released
    /// A frame, or a file of a folder, could not be used and was left out.
    case damaged(DamagedFrame)

    /// The event's name in machine-readable output.
    public var code: String {
        switch self {
        case .opened: "opened"
        case .resumed: "resumed"
        case .absent: "absent"
        case .busy: "busy"
        case .refused: "refused"
        case .lost: "lost"
        case .fault: "fault"
        case .stalled: "stalled"
        case .formatChanged: "format-changed"
        case .released: "released"
        case .damaged: "damaged"
        }
    }
}

extension DeviceEvent: CustomStringConvertible {
    /// The end of a sentence that starts with the name of the source.
    public var description: String {
        switch self {
        case .opened(_, let format): "streams \(format)"
        case .resumed(let duration): "delivers again after \(duration.inWholeMilliseconds) ms"
        case .absent: "is not there"
        case .busy: "is used by another program"
        case .refused(let fault): "cannot be opened: \(fault)"
        case .lost: "was unplugged"
        case .fault(let fault): "reports an error: \(fault)"
        case .stalled(let duration): "has not delivered for \(duration.inWholeMilliseconds) ms"
        case .formatChanged: "has changed its format"
        case .released: "is released, as nobody asks for frames"
        case .damaged(let frame): "delivered a damaged frame: \(frame.reason)"
        }
    }
}

/// A frame that could not be used.
public struct DamagedFrame: Hashable, Sendable {
    /// Its place in the source's count.
    public let sequence: Int
    /// Why, in words.
    public let reason: String
}

/// An error of a driver.
public struct DeviceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call that failed, such as `VIDIOC_DQBUF`.
    public let operation: String
    /// The system's `errno`.
    public let code: Int32

    public init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    public var description: String { "\(operation): \(systemMessage(code))" }
}
