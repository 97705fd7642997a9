public import FoundationEssentials
public import RectoCapture
public import RectoCodecs
public import RectoCore
public import RectoVision

// Whole sentences for `localizedDescription`. The errors' descriptions are phrases that follow the name of their
// subject, which the caller knows. If the error knows the name, the sentence includes it.

extension ParameterError: LocalizedError {
    /// The description includes the parameter's name.
    public var errorDescription: String? { description }
}

extension PictureError: LocalizedError {
    public var errorDescription: String? { "The picture \(description)" }
}

extension OutputError: LocalizedError {
    public var errorDescription: String? { "The file \(description)" }
}

extension DocumentWriter.Failure: LocalizedError {
    /// The description includes the file's name.
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
    /// Includes the name of the system call.
    public var errorDescription: String? { "The camera's driver failed: \(description)" }
}
