import ArgumentParser
import RectoCore

/// Corners as eight numbers: x,y of top-left, top-right, bottom-right and bottom-left.
struct CornersArgument: ExpressibleByArgument {
    var quad: Quad

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 8 else { return nil }
        let values = numbers.compactMap { $0 }
        guard values.count == 8, values.allSatisfy(\.isFinite),
            let quad = try? Quad(corners: (0..<4).map { Point2D(x: values[2 * $0], y: values[2 * $0 + 1]) })
        else { return nil }
        self.quad = quad
    }
}
