import Testing

/// Swift ends a program whose accesses to a variable overlap, in optimized code too. A build that left these checks out would hide
/// such errors from all other tests.
@Suite("Checks of exclusive access") struct ExclusivityTests {
    private struct Line {
        private(set) var rate = 0

        @inline(never)
        mutating func show(_ text: () -> Int) { rate += text() }
    }

    private final class Log {
        private var line = Line()

        /// Reads the line while it is being changed.
        @inline(never)
        func show() -> Int {
            line.show { line.rate }
            return line.rate
        }
    }

    @Test("A call that changes a value, with a closure that reads it, ends the process")
    func overlappingAccess() async {
        await #expect(processExitsWith: .failure) { _ = Log().show() }
    }
}
