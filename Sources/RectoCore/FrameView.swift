/// A picture or camera frame of one of the layouts that the stages look at, lent to be read.
public enum FrameView {
    case gray(GrayView)
    case rgb(RGBView)
    case nv12(NV12View)
    case yuyv(YUYVView)

    public var size: PixelSize {
        switch self {
        case .gray(let view): view.size
        case .rgb(let view): view.size
        case .nv12(let view): view.size
        case .yuyv(let view): view.size
        }
    }
}
