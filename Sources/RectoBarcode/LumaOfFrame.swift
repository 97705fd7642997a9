import RectoCore
import RectoKernels

/// The luma of frames, worked out where it does not lie by itself. Memory is kept from frame to frame.
final class LumaOfFrame: @unchecked Sendable {
    // Sendable: `CodeReader` hands it to one owner at a time.
    private let pixels = Table<UInt8>()

    func withView<Result>(of frame: FrameView, _ body: (GrayView) -> Result) -> Result {
        switch frame {
        case .gray(let view): return body(view)
        case .nv12(let view): return body(gray(view.luma, view.size, view.lumaStride))
        case .rgb(let view):
            pixels.reshape(width: view.width, height: view.height)
            // SAFETY: the table has the view's size.
            lumaFromRGB(
                view.base, stride: view.stride, width: view.width, height: view.height, into: pixels.base,
                targetStride: view.width)
            return body(gray(pixels.base, view.size, view.width))
        case .yuyv(let view):
            let (width, height) = (view.size.width, view.size.height)
            pixels.reshape(width: width, height: height)
            for y in 0..<height {
                let row = view.base + y * view.stride + view.offsets.luma
                let target = pixels.base + y * width
                // SAFETY: a row has two bytes for each pixel.
                for x in 0..<width { target[x] = row[2 * x] }
            }
            return body(gray(pixels.base, view.size, width))
        }
    }

    private func gray(_ base: UnsafePointer<UInt8>, _ size: PixelSize, _ stride: Int) -> GrayView {
        do {
            return try GrayView(base: base, byteCount: stride * size.height, size: size, stride: stride)
        } catch {
            preconditionFailure("rows as long as the frame's: \(error)")
        }
    }
}
