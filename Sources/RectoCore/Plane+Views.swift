public import RectoKernels

// What kernels take of pictures, frames and scratch.

extension ImageView {
    @inlinable
    package var plane: PlaneView<UInt8> { PlaneView(base, stride: stride, width: width, height: height) }
}

extension MutableImageView {
    /// Of a 1-bit picture a row is as wide as it has bytes.
    @inlinable
    package var plane: MutablePlaneView<UInt8> {
        MutablePlaneView(base, stride: stride, width: Layout.bitsPerPixel < 8 ? rowBytes : width, height: height)
    }
}

extension YUYVView {
    package var plane: PlaneView<UInt8> { PlaneView(base, stride: stride, width: size.width, height: size.height) }
}

extension NV12View {
    /// Pairs of Cb and Cr.
    package var chromaPlane: PlaneView<UInt8> {
        PlaneView(chroma, stride: chromaStride, width: size.halvedUp.width, height: size.halvedUp.height)
    }
}

extension Plane {
    /// The plane, to be read.
    @inlinable
    package var view: PlaneView<Element> { PlaneView(base, stride: width, width: width, height: height) }
    /// The plane, to be written.
    @inlinable
    package var mutableView: MutablePlaneView<Element> {
        MutablePlaneView(base, stride: width, width: width, height: height)
    }
}
