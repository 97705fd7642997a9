import RectoCore
import RectoKernels

extension RGBImage {
    var luma: GrayImage {
        var gray = GrayImage(size: size)
        writeLuma(to: &gray)
        return gray
    }

    /// - Precondition: `gray` has the image's size.
    func writeLuma(to gray: inout GrayImage) {
        precondition(gray.size == size)
        gray.withMutableView { target in
            withView { source in
                // SAFETY: both views are of the same size.
                lumaFromRGB(
                    PlaneView(source.base, stride: source.stride, width: source.width, height: source.height),
                    into: MutablePlaneView(
                        target.base, stride: target.stride, width: target.width, height: target.height))
            }
        }
    }
}
