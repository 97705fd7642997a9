import RectoCore
import RectoKernels
import RectoVision

/// The luma of frames, worked out where it does not lie by itself. Memory is kept from frame to frame.
final class FrameLuma {
    private let pixels = Plane<UInt8>()

    func withView<Result>(of frame: FrameView, _ body: (GrayView) -> Result) -> Result {
        let (width, height) = (frame.size.width, frame.size.height)
        switch frame {
        case .gray(let view): return body(view)
        case .nv12(let view): return body(gray(view.luma, view.size, view.lumaStride))
        case .rgb(let view):
            pixels.reshape(width: width, height: height)
            // SAFETY: the plane has the view's size.
            lumaFromRGB(
                view.base, stride: view.stride, width: width, height: height, into: pixels.base, targetStride: width)
        case .yuyv(let view):
            pixels.reshape(width: width, height: height)
            switch view.order {
            case .lumaFirst:
                // SAFETY: the plane has the view's size.
                lumaFromYUYV(
                    view.base, stride: view.stride, width: width, height: height, into: pixels.base,
                    targetStride: width)
            case .chromaFirst:
                for y in 0..<height {
                    let (row, target) = (view.base + y * view.stride + view.offsets.luma, pixels.base + y * width)
                    // SAFETY: a row has two bytes for each pixel.
                    for x in 0..<width { target[x] = row[2 * x] }
                }
            }
        }
        return body(gray(pixels.base, frame.size, width))
    }

    private func gray(_ base: UnsafePointer<UInt8>, _ size: PixelSize, _ stride: Int) -> GrayView {
        do {
            return try GrayView(base: base, byteCount: stride * size.height, size: size, stride: stride)
        } catch {
            preconditionFailure("rows as long as the frame's: \(error)")
        }
    }
}
