/// Memory that a value works in and that is none of its state.
///
/// Copies of the value share it until one of them works: it then takes memory of its own. So each piece has one owner at a
/// time, and values that hold one stay `Sendable`.
package struct Scratch<Memory: AnyObject & Sendable>: Sendable {
    package private(set) var memory: Memory
    private let make: @Sendable () -> Memory

    /// - Parameter make: Makes new memory; called at once, and again for each copy that works.
    package init(_ make: @autoclosure @escaping @Sendable () -> Memory) {
        memory = make()
        self.make = make
    }

    /// The memory, which no copy of the value uses.
    package mutating func own() -> Memory {
        if !isKnownUniquelyReferenced(&memory) { memory = make() }
        return memory
    }
}

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
