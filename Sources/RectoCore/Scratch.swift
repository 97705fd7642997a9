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
