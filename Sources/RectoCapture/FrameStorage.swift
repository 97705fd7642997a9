import RectoCore

/// Memory of this program for the bytes of one frame, which grows as far as frames need it.
package final class FrameStorage: @unchecked Sendable {
    // Sendable: whoever has the buffer that shows it is alone with it.
    package private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    package init() {}
    deinit { bytes.deallocate() }

    /// Gives room for so many bytes, the first `kept` of which stay as they are.
    package func reserve(_ count: Int, keeping kept: Int = 0) {
        guard count > bytes.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 2 * kept), alignment: 64)
        if kept > 0 { larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<kept])) }
        bytes.deallocate()
        bytes = larger
    }

    /// The frame of another buffer, as it is.
    package func copy(_ source: FrameBuffer, into target: FrameBuffer) {
        let (lumaCount, chromaCount) = (source.luma.count, source.chroma.count)
        // Kept apart by whole cache lines.
        let chromaStart = (lumaCount + 63) / 64 * 64
        reserve(chromaStart + chromaCount)
        let luma = UnsafeMutableRawBufferPointer(rebasing: bytes[..<lumaCount])
        let chroma = UnsafeMutableRawBufferPointer(rebasing: bytes[chromaStart..<chromaStart + chromaCount])
        luma.copyMemory(from: source.luma)
        chroma.copyMemory(from: source.chroma)
        target.shape = source.shape
        target.luma = UnsafeRawBufferPointer(luma)
        target.chroma = chromaCount > 0 ? UnsafeRawBufferPointer(chroma) : UnsafeRawBufferPointer(start: nil, count: 0)
        target.time = source.time
        target.sequence = source.sequence
        // What was decoded of the last frame is not of this one.
        target.handBack()
    }
}
