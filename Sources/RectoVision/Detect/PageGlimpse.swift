/// What a frame of a stream shows of a page that cannot be followed.
public enum PageGlimpse: Hashable, Sendable {
    /// The visible part of a page that the frame cuts at these sides.
    case cut(PictureSides)
    /// A page that fills the frame.
    case fillsFrame

    /// Whether both show a page in the same way.
    func isSame(as other: PageGlimpse) -> Bool {
        switch (self, other) {
        case (.cut, .cut), (.fillsFrame, .fillsFrame): true
        default: false
        }
    }
}
