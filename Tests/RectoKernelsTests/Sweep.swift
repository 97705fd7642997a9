import RectoKernels
import Testing

/// A size, the padding of the rows and the guarded side; the tests try many.
struct Shape: CustomStringConvertible {
    var width: Int
    var height: Int
    var padding: Int
    var guarding: GuardedRows<UInt8>.Guard

    var description: String { "\(width) × \(height), padding \(padding), guard \(guarding)" }

    /// Every width from 0 to more than three vectors of 32 with few rows, and some odd sizes.
    static let narrow: [Shape] =
        (0...100).map {
            Shape(
                width: $0, height: [1, 2, 3, 5][$0 % 4], padding: $0 % 3 * 7, guarding: $0 % 2 == 0 ? .after : .before)
        }
        + [(131, 7), (193, 4), (257, 9), (96, 33), (64, 40), (33, 70)].flatMap { width, height in
            GuardedRows<UInt8>.Guard.allCases.map {
                Shape(width: width, height: height, padding: width % 5, guarding: $0)
            }
        }

    /// As `narrow`, without empty shapes.
    static let filled = narrow.filter { $0.width > 0 }
}

/// Runs a kernel at every level of the CPU and compares its results with those of its reference.
///
/// - Parameters:
///   - target: Allocates memory for a result.
///   - reference: Fills a result by the plain reference.
///   - kernel: Fills a result by the kernel.
func expectMatchesReference<Element: BitwiseCopyable>(
    _ what: @autoclosure () -> String, target: () -> [GuardedRows<Element>],
    reference: ([GuardedRows<Element>]) -> Void, kernel: ([GuardedRows<Element>]) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let expected = target()
    reference(expected)
    for level in InstructionSet.available {
        let found = target()
        InstructionSet.withForced(level) { kernel(found) }
        for (i, (a, b)) in zip(expected, found).enumerated() where a.contents != b.contents {
            let at = zip(a.contents, b.contents).enumerated().first { $1.0 != $1.1 }
            Issue.record(
                "\(what()), \(level), result \(i): \(String(describing: at)) of stride \(a.stride)",
                sourceLocation: sourceLocation)
        }
    }
}

/// A result with a shape's padding and guard.
func rows<Element: BitwiseCopyable>(_ width: Int, _ height: Int, _ shape: Shape) -> GuardedRows<Element> {
    GuardedRows(
        width: width, height: height, stride: width + shape.padding,
        guarding: shape.guarding == .after ? .after : .before)
}
