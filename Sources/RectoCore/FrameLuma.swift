import RectoKernels

/// The luma of frames, computed if the layout has no luma plane. Memory is reused from frame to frame.
package final class FrameLuma: @unchecked Sendable {
    // Sendable: scratch memory with one owner, see ``Scratch``.
    private let pixels = Plane<UInt8>()

    package init() {}

    package func withView<Result>(of frame: FrameView, _ body: (GrayView) -> Result) -> Result {
        let (width, height) = (frame.size.width, frame.size.height)
        switch frame {
        case .gray(let view): return body(view)
        case .nv12(let view):
            // SAFETY: the frame has rows of luma of its size.
            return body(GrayView(uncheckedBase: view.luma, size: view.size, stride: view.lumaStride))
        case .rgb(let view):
            pixels.reshape(width: width, height: height)
            // SAFETY: the plane has the view's size.
            lumaFromRGB(view.plane, into: pixels.mutableView)
        case .yuyv(let view):
            pixels.reshape(width: width, height: height)
            copyLuma(of: view)
        }
        return body(GrayView(uncheckedBase: pixels.base, size: frame.size, stride: width))
    }

    private func copyLuma(of view: YUYVView) {
        guard view.order == .chromaFirst else {
            // SAFETY: the plane has the view's size.
            lumaFromYUYV(view.plane, into: pixels.mutableView)
            return
        }
        // SAFETY: starting at the first luma, a row is one byte shorter than the kernel may read, so the last column is
        // left out.
        let (first, last, height) = (view.base + view.offsets.luma, view.size.width - 1, view.size.height)
        lumaFromYUYV(
            PlaneView(first, stride: view.stride, width: last, height: height),
            into: MutablePlaneView(pixels.base, stride: pixels.width, width: last, height: height))
        for y in 0..<height { pixels[last, y] = first[y * view.stride + 2 * last] }
    }
}
