import RectoCodecs
import RectoCore

/// An event of a running source. None of these ends it.
public enum DeviceEvent: Hashable, Sendable {
    /// The camera is open and streams in this format.
    case opened(CameraInfo, CameraFormat)
    /// The first frame after an interruption of this duration.
    case resumed(after: Duration)
    /// The camera does not exist (yet); the source waits for it.
    case absent
    /// Another program uses the camera; the source waits for it.
    case busy
    /// The system does not let this program open the camera; the source retries.
    case refused(DeviceFault)
    /// The camera was unplugged; the source waits for it.
    case lost
    /// The driver reported an error; the camera is reopened.
    case fault(DeviceFault)
    /// No complete frame has arrived for this duration; the camera is reopened.
    case stalled(Duration)
    /// The frame format changed at the source; the camera is reopened.
    case formatChanged
    /// No frames were requested for a while. The camera is closed until the next request.
    case released
    /// A frame, or a file of a folder, was unusable and was skipped.
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
        case .resumed(let duration): "delivers frames again after \(duration.inWholeMilliseconds) ms"
        case .absent: "is not there"
        case .busy: "is used by another program"
        case .refused(let fault): "cannot be opened: \(fault)"
        case .lost: "was unplugged"
        case .fault(let fault): "reports an error: \(fault)"
        case .stalled(let duration): "has delivered no frame for \(duration.inWholeMilliseconds) ms"
        case .formatChanged: "has changed its format"
        case .released: "was released because no frames are requested"
        case .damaged(let frame): "delivered a damaged frame: \(frame.reason)"
        }
    }
}

/// A frame that could not be used.
public struct DamagedFrame: Hashable, Sendable {
    /// The frame's number in the source's count.
    public let sequence: Int
    /// The reason, in words.
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
