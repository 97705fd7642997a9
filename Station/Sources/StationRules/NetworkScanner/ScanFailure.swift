/// Why a camera delivered no page.
public enum ScanFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There was nothing that looks like a page, for as long as was waited.
    case noPage
    case cameraAbsent
    case cameraBusy
    case cameraRefused
    case cameraLost
    /// The page was seen, and could not be made as it was asked for.
    case notRendered(String)
    /// The client did not come for its page in time.
    case notFetched

    /// One word for machines.
    public var code: String {
        switch self {
        case .noPage: "NoPageInView"
        case .cameraAbsent: "CameraNotFound"
        case .cameraBusy: "CameraInUse"
        case .cameraRefused: "CameraNotAllowed"
        case .cameraLost: "CameraLost"
        case .notRendered: "PageNotRendered"
        case .notFetched: "PageNotFetched"
        }
    }

    public var description: String {
        switch self {
        case .noPage: "No page was found in the camera's picture. Lay the page flat so that all of its edges show."
        case .cameraAbsent: "The camera is not connected."
        case .cameraBusy: "The camera is used by another program."
        case .cameraRefused: "The system does not let the station use the camera."
        case .cameraLost: "The camera stopped delivering pictures."
        case .notRendered(let reason): "The page cannot be made: \(reason)."
        case .notFetched: "Nobody came for the page in time."
        }
    }
}
