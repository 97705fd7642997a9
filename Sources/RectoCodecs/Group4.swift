import CCodecShims
import RectoCore

extension BilevelImage {
    /// The pixels coded by ITU-T T.6 (CCITT Group 4), ink as black, in one block that ends with its end mark.
    func group4() throws(OutputError) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = codec_message()
        defer { codec_free(bytes) }
        // SAFETY: the view has `height` rows of `width` bits, `stride` bytes apart.
        let status = withView { view in
            codec_group4_encode(
                view.base, view.stride, UInt32(view.width), UInt32(view.height), &bytes, &count, &message)
        }
        guard status == CODEC_OK else { throw .encoding(message.string) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }
}
