import RectoCore
import RectoKernels

/// The edge pixels of a gradient field, sorted by the direction of their gradient.
///
/// After sorting, the pixels of one direction share a sine and a cosine, their votes fall into a few rows that stay in
/// the L1 cache, and a line finds the pixels along it without reading the others.
final class EdgeVoters {
    /// One bin per degree.
    static let angleBins = 180

    /// All voters of bin 0, then those of bin 1, …, and finally eight without a vote.
    private let voters = Plane<EdgeVoter>()
    /// Index of the first voter of each bin; one more entry at the end.
    private let starts = Plane<Int>()

    /// The strong pixels in reading order, and their bins.
    private let pixels = Plane<EdgeVoter>()
    private let bins = Plane<UInt8>()

    /// Collects the pixels of a field that are stronger than `minimum`.
    func collect(_ field: GradientField, minimum: Float) {
        let room = field.width * field.height + 8
        pixels.reshape(width: room, height: 1)
        bins.reshape(width: room, height: 1)
        // SAFETY: the field holds width × height edges; there is room for all, and 8 more.
        sort(collectVoters(field.edges.view, minimum: minimum, into: pixels.base, directions: bins.base))
    }

    /// Sorts the pixels by bin with a counting sort.
    private func sort(_ count: Int) {
        voters.reshape(width: count + 8, height: 1)
        starts.reshape(width: Self.angleBins + 1, height: 1)
        starts.fill(0)
        let (pixels, bins, voters, starts) = (pixels.base, bins.base, voters.base, starts.base)
        for index in 0..<count { starts[Int(bins[index]) &+ 1] &+= 1 }
        for bin in 0..<Self.angleBins { starts[bin &+ 1] &+= starts[bin] }
        // While a bin is filled, its start moves up to that of the next bin.
        for index in 0..<count {
            let bin = Int(bins[index])
            let target = starts[bin]
            starts[bin] = target &+ 1
            voters[target] = pixels[index]
        }
        for bin in stride(from: Self.angleBins, to: 0, by: -1) { starts[bin] = starts[bin - 1] }
        starts[0] = 0
        for index in count..<count + 8 { voters[index] = .none }
    }

    /// The voters of adjacent bins; the eight words after them may be read, and are also voters.
    func voters(ofBins bins: Range<Int>) -> (base: UnsafePointer<EdgeVoter>, count: Int) {
        let first = starts.base[bins.lowerBound]
        return (UnsafePointer(voters.base + first), starts.base[bins.upperBound] - first)
    }
}
