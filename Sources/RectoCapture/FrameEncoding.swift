/// How the pixels of a captured frame are stored.
public enum FrameEncoding: String, Hashable, Codable, Sendable, CaseIterable {
    /// One byte a pixel, 0 is black.
    case gray
    /// Red, green and blue, a byte each.
    case rgb
    /// Y0 Cb Y1 Cr for each two pixels of a row (4:2:2).
    case yuyv
    /// Cb Y0 Cr Y1 for each two pixels of a row (4:2:2).
    case uyvy
    /// A plane of Y and one of Cb Cr pairs at half the size (4:2:0).
    case nv12
    /// A JPEG picture.
    case jpeg
}
