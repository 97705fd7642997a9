/// Which bytes of a camera's Y, Cb and Cr stand for black, white and full color.
public enum YUVRange: Hashable, Sendable {
    /// Y 16…235, Cb and Cr 16…240 (BT.601 and BT.709 video): what most cameras send uncompressed.
    case limited
    /// All 0…255 (JPEG).
    case full
}
