package import RectoCore

extension GrayImage {
    /// The picture rotated clockwise by 90°.
    package var turnedOnce: GrayImage {
        get throws {
            let bytes = packedBytes
            let turned = (0..<width).flatMap { x in (0..<height).reversed().map { y in bytes[y * width + x] } }
            return try GrayImage(size: PixelSize(width: height, height: width), packed: turned)
        }
    }
}
