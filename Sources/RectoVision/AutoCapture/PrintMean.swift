/// The mean of the last prints of a page that lies still: noise falls out of it.
package struct PrintMean: Sendable {
    private var cells = PrintCells()
    private var count: Int32 = 0
    /// When its first print was taken, in seconds.
    package private(set) var since = 0.0

    /// From so many prints on the later ones count more than the earlier.
    private static let enough: Int32 = 4

    package init() {}

    /// Nothing before the first print.
    package var print: PagePrint? { count > 0 ? PagePrint(cells) : nil }
    package var isSettled: Bool { count == Self.enough }

    /// - Parameter now: The time in seconds.
    package mutating func add(_ print: PagePrint, at now: Double) {
        if count == 0 { since = now }
        count = min(count + 1, Self.enough)
        let mean = isKnownUniquelyReferenced(&cells) ? cells : PrintCells()
        mean.mix(count == 1 ? print.cells : cells, print.cells, share: count)
        cells = mean
    }

    package mutating func clear() { count = 0 }
}
