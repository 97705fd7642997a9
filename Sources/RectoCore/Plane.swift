/// Numbers in rows without padding, as large as the picture at hand; the memory is kept from picture to picture.
///
/// Scratch of one owner, see ``Scratch``. So accesses need no check that they exclude each other, which the many short ones
/// of inner loops would feel. All is inlinable, because an unspecialised generic type would be slow in other modules.
@usableFromInline
package final class Plane<Element: BitwiseCopyable & Sendable> {
    @usableFromInline @exclusivity(unchecked) package internal(set) var width = 0
    @usableFromInline @exclusivity(unchecked) package internal(set) var height = 0
    @usableFromInline @exclusivity(unchecked) package internal(set) var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int

    @inlinable
    package init() {
        capacity = 1
        base = .allocate(capacity: capacity)
    }

    @inlinable
    deinit { base.deallocate() }

    /// Gives the plane a new size; what it holds is then unspecified.
    @inlinable
    package func reshape(width: Int, height: Int) {
        self.width = width
        self.height = height
        guard width * height > capacity else { return }
        base.deallocate()
        capacity = width * height
        base = .allocate(capacity: capacity)
    }

    @inlinable
    package func fill(_ value: Element) { base.initialize(repeating: value, count: width * height) }

    @inlinable
    package subscript(x: Int, y: Int) -> Element {
        get { base[y &* width &+ x] }
        set { base[y &* width &+ x] = newValue }
    }
}
