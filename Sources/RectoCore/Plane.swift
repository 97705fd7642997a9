/// Numbers in rows without padding, as large as the picture at hand; the memory is kept from picture to picture.
///
/// Scratch of one owner, see ``Scratch``. So accesses need no check that they exclude each other, which the many short ones
/// of inner loops would feel. All is inlinable: an unspecialised generic type would be slow in other modules, and these do not
/// see that what is stored is unchecked.
@usableFromInline
package final class Plane<Element: BitwiseCopyable & Sendable> {
    @usableFromInline @exclusivity(unchecked) var columns = 0
    @usableFromInline @exclusivity(unchecked) var rows = 0
    @usableFromInline @exclusivity(unchecked) var elements: UnsafeMutablePointer<Element>
    @usableFromInline @exclusivity(unchecked) var capacity = 1

    @inlinable
    package init() { elements = .allocate(capacity: 1) }

    @inlinable
    deinit { elements.deallocate() }

    @inlinable package var width: Int { columns }
    @inlinable package var height: Int { rows }
    @inlinable package var base: UnsafeMutablePointer<Element> { elements }

    /// Gives the plane a new size; what it holds is then unspecified.
    @inlinable
    package func reshape(width: Int, height: Int) {
        columns = width
        rows = height
        guard width * height > capacity else { return }
        elements.deallocate()
        capacity = width * height
        elements = .allocate(capacity: capacity)
    }

    @inlinable
    package func fill(_ value: Element) { elements.initialize(repeating: value, count: columns * rows) }

    @inlinable
    package subscript(x: Int, y: Int) -> Element {
        get { elements[y &* columns &+ x] }
        set { elements[y &* columns &+ x] = newValue }
    }
}
