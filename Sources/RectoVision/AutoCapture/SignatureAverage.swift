/// The mean of the last signatures of a page that lies still: noise falls out of it.
package struct SignatureAverage: Sendable {
    private var cells = SignatureCells()
    private var count: Int32 = 0
    /// When its first signature was taken, in seconds.
    package private(set) var since = 0.0

    /// From so many signatures on the later ones count more than the earlier.
    private static let enough: Int32 = 4

    package init() {}

    /// Nothing before the first signature.
    package var signature: PageSignature? { count > 0 ? PageSignature(cells) : nil }
    package var isSettled: Bool { count == Self.enough }

    /// - Parameter now: The time in seconds.
    package mutating func add(_ signature: PageSignature, at now: Double) {
        if count == 0 { since = now }
        count = min(count + 1, Self.enough)
        let mean = isKnownUniquelyReferenced(&cells) ? cells : SignatureCells()
        mean.mix(count == 1 ? signature.cells : cells, signature.cells, share: count)
        cells = mean
    }

    package mutating func clear() { count = 0 }
}
