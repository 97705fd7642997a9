package import RectoCore

/// The memory of a frame while it passes from its producer to the consumer and back.
///
/// One of the two owns it at any time. ``FrameMailbox`` transfers it under a lock, so neither needs another one.
package final class FrameBuffer: @unchecked Sendable {
    /// The buffer's index among those of its owner.
    package let index: Int
    /// The owner, which gets the buffer back.
    private weak var owner: (any FrameBufferOwner)?
    /// Keeps the bytes valid even after the owner is gone.
    package var memory: AnyObject?

    package var shape: FrameShape?
    package var luma = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The second plane of NV12 in two pieces; otherwise empty.
    package var chroma = UnsafeRawBufferPointer(start: nil, count: 0)
    package var time = Duration.zero
    package var sequence = 0
    /// Number of times the buffer was lent, to recognize frames already handed back.
    package private(set) var generation = 0

    package init(index: Int, memory: AnyObject?, owner: (any FrameBufferOwner)?) {
        self.index = index
        self.memory = memory
        self.owner = owner
    }

    package func handBack() {
        generation += 1
        owner?.takeBack(self)
    }

    /// A view of the stored frame, which must not be JPEG.
    package func view() throws(ParameterError) -> FrameView {
        guard let shape, let base = luma.bindMemory(to: UInt8.self).baseAddress else {
            throw ParameterError("buffer", found: "nothing", required: "a frame")
        }
        let (size, stride) = (shape.size, shape.stride)
        switch shape.encoding {
        case .gray: return .gray(try GrayView(base: base, byteCount: luma.count, size: size, stride: stride))
        case .rgb: return .rgb(try RGBView(base: base, byteCount: luma.count, size: size, stride: stride))
        case .yuyv, .uyvy:
            let order: YUYVView.Order = shape.encoding == .yuyv ? .lumaFirst : .chromaFirst
            return .yuyv(
                try YUYVView(
                    base: base, byteCount: luma.count, size: size, stride: stride, order: order, range: shape.range))
        case .nv12:
            guard let pairs = chroma.bindMemory(to: UInt8.self).baseAddress else {
                return .nv12(try shape.joinedPlanes(base, byteCount: luma.count))
            }
            return .nv12(
                try NV12View(
                    luma: base, lumaByteCount: luma.count, lumaStride: stride, chroma: pairs,
                    chromaByteCount: chroma.count, chromaStride: shape.chromaStride, size: size, range: shape.range))
        case .jpeg: throw ParameterError("encoding", found: "jpeg", required: "pixels")
        }
    }
}

extension FrameShape {
    /// Views an NV12 frame in one piece, with the pairs after the rows of Y. The rows of the two planes may differ in
    /// length, for example if packed with an odd width.
    fileprivate func joinedPlanes(
        _ base: UnsafePointer<UInt8>, byteCount: Int
    ) throws(ParameterError) -> NV12View {
        let lumaCount = min(lumaByteCount, byteCount)
        // SAFETY: `byteCount` bytes are readable from `base`, and the pairs begin at or before their end.
        return try NV12View(
            luma: base, lumaByteCount: lumaCount, lumaStride: stride, chroma: base + lumaCount,
            chromaByteCount: byteCount - lumaCount, chromaStride: chromaStride, size: size, range: range)
    }
}

extension FrameBuffer {
    /// Refers to the memory of a view.
    func show(_ frame: FrameView) {
        func bytes(_ base: UnsafePointer<UInt8>, _ stride: Int, _ rows: Int, _ rowBytes: Int) -> UnsafeRawBufferPointer
        {
            UnsafeRawBufferPointer(start: base, count: stride * (rows - 1) + rowBytes)
        }
        let (width, height) = (frame.size.width, frame.size.height)
        let pairBytes = (width + 1) / 2 * 2
        chroma = UnsafeRawBufferPointer(start: nil, count: 0)
        switch frame {
        case .gray(let view):
            shape = FrameShape(.gray, view.size, range: .full, stride: view.stride)
            luma = bytes(view.base, view.stride, height, width)
        case .rgb(let view):
            shape = FrameShape(.rgb, view.size, range: .full, stride: view.stride)
            luma = bytes(view.base, view.stride, height, 3 * width)
        case .yuyv(let view):
            let encoding: FrameEncoding = view.order == .lumaFirst ? .yuyv : .uyvy
            shape = FrameShape(encoding, view.size, range: view.range, stride: view.stride)
            luma = bytes(view.base, view.stride, height, 2 * pairBytes)
        case .nv12(let view):
            shape = FrameShape(
                .nv12, view.size, range: view.range, stride: view.lumaStride, chromaStride: view.chromaStride)
            luma = bytes(view.luma, view.lumaStride, height, width)
            chroma = bytes(view.chroma, view.chromaStride, (height + 1) / 2, pairBytes)
        }
    }
}

/// An owner of lent buffers.
package protocol FrameBufferOwner: AnyObject, Sendable {
    /// Called on any thread, once for each time the buffer was handed out.
    func takeBack(_ buffer: FrameBuffer)
}
