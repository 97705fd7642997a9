public import RectoKernels

// Views of pictures, frames and scratch memory that kernels take.

extension ImageView {
    @inlinable
    package var plane: PlaneView<UInt8> { PlaneView(base, stride: stride, width: width, height: height) }
}

extension MutableImageView {
    /// The width of a 1-bit picture's row is its number of bytes.
    @inlinable
    package var plane: MutablePlaneView<UInt8> {
        MutablePlaneView(base, stride: stride, width: Layout.bitsPerPixel < 8 ? rowBytes : width, height: height)
    }
}

extension YUYVView {
    package var plane: PlaneView<UInt8> { PlaneView(base, stride: stride, width: size.width, height: size.height) }
}

extension NV12View {
    /// A plane of Cb and Cr pairs.
    package var chromaPlane: PlaneView<UInt8> {
        PlaneView(chroma, stride: chromaStride, width: size.halvedUp.width, height: size.halvedUp.height)
    }
}

extension Plane {
    /// The plane as a read-only view.
    @inlinable
    package var view: PlaneView<Element> { PlaneView(base, stride: width, width: width, height: height) }
    /// The plane as a writable view.
    @inlinable
    package var mutableView: MutablePlaneView<Element> {
        MutablePlaneView(base, stride: width, width: width, height: height)
    }
}
