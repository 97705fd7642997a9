import CCodecShims

extension PictureError {
    init(
        _ format: PictureFormat, _ status: codec_status, _ message: codec_message, _ width: UInt32, _ height: UInt32
    ) {
        switch status {
        case CODEC_TRUNCATED: self = .truncated(format)
        case CODEC_UNSUPPORTED: self = .unsupported(format, message.string)
        case CODEC_NO_MEMORY: self = .notEnoughMemory(width: Int(width), height: Int(height))
        default: self = .corrupt(format, message.string)
        }
    }
}

extension codec_message {
    /// The message up to its terminating zero.
    var string: String {
        withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
