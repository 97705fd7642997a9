public import FoundationEssentials
public import RectoCapture
public import RectoCodecs
public import RectoCore
public import RectoVision

// Whole sentences for `localizedDescription`. The errors' own descriptions follow the name of what they speak of, which the
// caller knows; where the error knows it, it is named.

extension ParameterError: LocalizedError {
    /// Names the parameter.
    public var errorDescription: String? { description }
}

extension PictureError: LocalizedError {
    public var errorDescription: String? { "The picture \(description)" }
}

extension OutputError: LocalizedError {
    public var errorDescription: String? { "The file \(description)" }
}

extension DocumentWriter.Failure: LocalizedError {
    /// Names the file.
    public var errorDescription: String? { description }
}

extension SessionError: LocalizedError {
    public var errorDescription: String? { "The draft \(description)" }
}

extension PageRectifier.Failure: LocalizedError {
    public var errorDescription: String? { "The picture \(description)" }
}

extension CaptureError: LocalizedError {
    public var errorDescription: String? { "The source \(description)" }
}

extension FrameDecoder.Failure: LocalizedError {
    public var errorDescription: String? { "The frame \(description)" }
}

extension DeviceFault: LocalizedError {
    /// Names the call.
    public var errorDescription: String? { "The camera's driver fails: \(description)" }
}
