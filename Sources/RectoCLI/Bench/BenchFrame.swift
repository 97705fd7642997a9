import RectoCapture
import RectoCore

/// A frame that is measured: one of a source, or one in memory.
enum BenchFrame {
    case captured(CapturedFrame)
    case drawn(FrameView, time: Duration, number: Int)

    var size: PixelSize {
        switch self {
        case .captured(let frame): frame.size
        case .drawn(let view, _, _): view.size
        }
    }

    /// What it is stored as.
    var encoding: FrameEncoding {
        switch self {
        case .captured(let frame): frame.encoding
        case .drawn(.gray, _, _): .gray
        case .drawn(.rgb, _, _): .rgb
        case .drawn(.nv12, _, _): .nv12
        case .drawn(.yuyv(let view), _, _): view.order == .lumaFirst ? .yuyv : .uyvy
        }
    }

    /// Frames of the source that were left out before it.
    var gap: Int {
        switch self {
        case .captured(let frame): frame.gap
        case .drawn: 0
        }
    }

    func withView<Result>(_ detail: FrameDetail, _ body: (FrameView) throws -> Result) throws -> Result {
        switch self {
        case .captured(let frame): try frame.withView(detail, body)
        case .drawn(let view, _, _): try body(view)
        }
    }
}
