public import RectoCore

/// What a camera streams.
public struct CameraFormat: Hashable, Sendable, CustomStringConvertible {
    public let fourcc: FourCC
    public let encoding: FrameEncoding
    public let size: PixelSize
    /// Frames a second that the driver has set; nothing if it does not say.
    public let framesPerSecond: Double?
    public let range: YUVRange

    public var description: String {
        let rate = framesPerSecond.map { " at \(($0 * 100).rounded() / 100) frames/s" } ?? ""
        return "\(fourcc) \(size)\(rate)"
    }
}

/// What is wanted of a camera; it gets as near as it can.
public struct CameraRequest: Hashable, Sendable {
    /// Default 1920 × 1080; each side 1…65535.
    public var width = 1920
    public var height = 1080
    /// Frames a second. Default 30.
    public var framesPerSecond = 30.0
    /// Only this, whatever the camera lists; by default all that are read, those that need no decoding rather than JPEG,
    /// and those with color rather than gray, unless they are slower or smaller.
    public var encoding: FrameEncoding?

    public init() {}
}
