import Glibc
import RectoKernels
import TestSupport

/// Rows of elements in separate memory, with an unreadable page right after the last byte or right before the first: a
/// kernel that leaves the rows at that end crashes the test.
final class GuardedRows<Element: FixedWidthInteger & BitwiseCopyable> {
    enum Guard: CaseIterable {
        case before, after
    }

    let base: UnsafeMutablePointer<Element>
    let width: Int
    let height: Int
    /// Stride in elements.
    let stride: Int
    private let mapping: UnsafeMutableRawPointer
    private let mappedBytes: Int

    /// - Parameter width: Elements in a row; the last row has no padding after it.
    init(width: Int, height: Int, stride: Int? = nil, guarding side: Guard = .after) {
        self.width = width
        self.height = height
        self.stride = stride ?? width
        let page = 4096
        let count = height == 0 ? 0 : self.stride * (height - 1) + width
        let bytes = count * MemoryLayout<Element>.stride
        let inner = max(1, (bytes + page - 1) / page) * page
        mappedBytes = inner + 2 * page
        mapping = mmap(nil, mappedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        mprotect(mapping, page, PROT_NONE)
        mprotect(mapping + page + inner, page, PROT_NONE)
        let offset = side == .before ? page : page + inner - bytes
        base = (mapping + offset).bindMemory(to: Element.self, capacity: count)
        // Padding between the rows must not change.
        for i in 0..<count { base[i] = Element(truncatingIfNeeded: 0x5AA5) }
    }

    deinit { munmap(mapping, mappedBytes) }

    func fill(_ value: (_ x: Int, _ y: Int) -> Element) {
        for y in 0..<height {
            for x in 0..<width { base[y * stride + x] = value(x, y) }
        }
    }

    subscript(x: Int, y: Int) -> Element { base[y * stride + x] }

    /// The rows as a readable plane: `width` pixels of one or several elements.
    func plane(_ width: Int, _ height: Int) -> PlaneView<Element> {
        PlaneView(base, stride: stride, width: width, height: height)
    }

    /// The rows as a writable plane.
    func target(_ width: Int, _ height: Int) -> MutablePlaneView<Element> {
        MutablePlaneView(base, stride: stride, width: width, height: height)
    }

    /// All elements, including padding between the rows.
    var contents: [Element] {
        Array(UnsafeBufferPointer(start: base, count: height == 0 ? 0 : stride * (height - 1) + width))
    }

    /// The rows without padding.
    var rows: [[Element]] {
        (0..<height).map { y in (0..<width).map { self[$0, y] } }
    }
}

/// Passes an array as a plane.
func withPlane<Element: BitwiseCopyable>(
    _ elements: [Element], stride: Int? = nil, width: Int, height: Int, _ body: (PlaneView<Element>) -> Void
) {
    elements.withUnsafeBufferPointer {
        body(PlaneView($0.baseAddress!, stride: stride ?? width, width: width, height: height))
    }
}

/// Passes an array as a writable plane.
func withTarget<Element: BitwiseCopyable>(
    _ elements: inout [Element], stride: Int, width: Int, height: Int, _ body: (MutablePlaneView<Element>) -> Void
) {
    elements.withUnsafeMutableBufferPointer {
        body(MutablePlaneView($0.baseAddress!, stride: stride, width: width, height: height))
    }
}

/// Passes scratch memory that ends at an unreadable page, with all bytes initially `0xA5`.
func withScratch(_ byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    let words = GuardedRows<UInt32>(width: (byteCount + 3) / 4, height: 1)
    words.fill { _, _ in 0xA5A5_A5A5 }
    withExtendedLifetime(words) { body($0.base) }
}

extension GuardedRows where Element == UInt8 {
    /// Noise in which the extremes are frequent.
    func fillWithNoise(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 1)
        fill { _, _ in
            let bits = random.next()
            switch bits & 7 {
            case 0: return 0
            case 1: return 255
            default: return UInt8(truncatingIfNeeded: bits >> 8)
            }
        }
    }
}
