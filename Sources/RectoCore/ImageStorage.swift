/// The memory of an owned image: aligned for vectors and padded behind the last row.
@usableFromInline
final class ImageStorage: @unchecked Sendable {
    // Sendable: the bytes change only through `Image`, which copies storage that is shared.
    @usableFromInline static let alignment = 64

    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline let count: Int

    @usableFromInline
    init(zeroed count: Int) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
        self.bytes = raw.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        self.count = count
    }

    @usableFromInline
    init(copying other: ImageStorage) {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: other.count, alignment: Self.alignment)
        self.bytes = raw.initializeMemory(as: UInt8.self, from: other.bytes, count: other.count)
        self.count = other.count
    }

    deinit { UnsafeMutableRawPointer(bytes).deallocate() }
}
