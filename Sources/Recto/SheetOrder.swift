package import RectoCore

/// The order in which sheets that lie side by side are read: those above first, and from the left in a row.
package struct SheetOrder {
    private let quads: [Quad]

    package init(_ quads: [Quad]) { self.quads = quads }

    /// The indices of the sheets, first to last.
    package var indices: [Int] {
        var rest = Array(quads.indices)
        var order: [Int] = []
        while let next = rest.min(by: { rank($0, in: rest) < rank($1, in: rest) }) {
            order.append(next)
            rest.removeAll { $0 == next }
        }
        return order
    }

    /// The number of other sheets that come before a sheet, then its distance from the top. In odd arrangements each
    /// of three sheets may come before the next; then the highest is first.
    private func rank(_ sheet: Int, in rest: [Int]) -> (Int, Double) {
        (rest.count { $0 != sheet && precedes($0, sheet) }, quads[sheet].centroid.y)
    }

    /// Whether a sheet is left of another one in its row, or above its row.
    private func precedes(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (rows(of: first), rows(of: second))
        let shared = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
        let lower = min(a.upperBound - a.lowerBound, b.upperBound - b.lowerBound)
        let (here, there) = (quads[first].centroid, quads[second].centroid)
        return shared >= Self.leastShared * lower ? here.x < there.x : here.y < there.y
    }

    private func rows(of sheet: Int) -> ClosedRange<Double> {
        let heights = quads[sheet].corners.map { $0.y }
        return (heights.min() ?? 0)...(heights.max() ?? 0)
    }

    /// The share of the lower sheet's height that is beside another sheet of its row.
    private static let leastShared = 0.5
}
