/// Numbers in rows without padding, as large as the frame at hand; the memory is kept from frame to frame.
///
/// Scratch: a stage owns its planes alone, see ``PageDetector``. So accesses need no check that they exclude each other,
/// which the many short ones of inner loops would feel.
package final class Plane<Element: BitwiseCopyable & Sendable> {
    @exclusivity(unchecked) package private(set) var width = 0
    @exclusivity(unchecked) package private(set) var height = 0
    @exclusivity(unchecked) package private(set) var base: UnsafeMutablePointer<Element>
    private var capacity: Int

    package init() {
        capacity = 1
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// Gives the plane a new size; what it holds is then unspecified.
    package func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        guard width * height > capacity else { return }
        base.deallocate()
        capacity = width * height
        base = .allocate(capacity: capacity)
    }

    package func fill(_ value: Element) { base.initialize(repeating: value, count: width * height) }

    package subscript(x: Int, y: Int) -> Element {
        get { base[y * width + x] }
        set { base[y * width + x] = newValue }
    }
}
