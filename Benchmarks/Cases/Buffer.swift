/// Zeroed memory for a kernel, aligned to a cache line.
public final class Buffer<Element: BitwiseCopyable> {
    public let base: UnsafeMutablePointer<Element>
    public let count: Int

    public init(count: Int) {
        let byteCount = count * MemoryLayout<Element>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        // SAFETY: `count` elements of a trivial type, all of whose bytes are set.
        base = memory.bindMemory(to: Element.self, capacity: count)
        self.count = count
    }

    public convenience init(_ elements: [Element]) {
        self.init(count: elements.count)
        // SAFETY: as many elements as were allocated.
        elements.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: base, count: $0.count).copyMemory(from: $0) }
    }

    deinit { UnsafeMutableRawPointer(base).deallocate() }
}
