/// Working memory of a value that is not part of its state.
///
/// Copies of the value share it until one of them works, which then allocates separate memory. So each piece has one
/// owner at a time, and values that hold one stay `Sendable`.
package struct Scratch<Memory: AnyObject & Sendable>: Sendable {
    package private(set) var memory: Memory
    private let make: @Sendable () -> Memory

    /// - Parameter make: Allocates memory; called at once, and again for each copy that works.
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

/// Numbers in rows without padding, sized for the current picture; memory is reused between pictures.
///
/// Scratch memory with one owner, see ``Scratch``. So accesses need no exclusivity checks, which would slow down the
/// short accesses of inner loops. Everything is inlinable: an unspecialized generic type would be slow in other
/// modules, which cannot see that the storage is unchecked.
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

    /// Resizes the plane; its contents are then unspecified.
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
