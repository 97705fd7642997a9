/// Numbers in rows without padding; the memory is kept from picture to picture.
///
/// Scratch of one owner, so accesses need no check that they exclude each other. The vision stages have the like; a generic
/// type of another module would not be specialised here.
final class Table<Element: BitwiseCopyable & Sendable> {
    @exclusivity(unchecked) private(set) var width = 0
    @exclusivity(unchecked) private(set) var height = 0
    @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<Element>
    private var capacity = 1

    init() { base = .allocate(capacity: capacity) }

    deinit { base.deallocate() }

    /// Gives the table a new size; what it holds is then unspecified.
    func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        guard width * height > capacity else { return }
        base.deallocate()
        capacity = width * height
        base = .allocate(capacity: capacity)
    }

    func fill(_ value: Element) { base.initialize(repeating: value, count: width * height) }

    @inline(__always)
    subscript(x: Int, y: Int) -> Element {
        get { base[y &* width &+ x] }
        set { base[y &* width &+ x] = newValue }
    }
}
