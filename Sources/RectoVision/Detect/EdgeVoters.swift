/// The edge pixels of a gradient field, sorted by the direction of their gradient.
///
/// Sorted, the pixels of one direction share a sine and a cosine, their votes fall into a few rows that stay in the
/// first cache, and a line finds the pixels that run along it without looking at the others.
final class EdgeVoters {
    /// One bin a degree.
    static let angleBins = 180

    /// Position from the frame's centre, and edge strength, of all voters of bin 0, then of bin 1, ….
    let x = Plane<Float>()
    let y = Plane<Float>()
    let strength = Plane<Float>()
    /// Index of the first voter of each bin; one more entry at the end.
    private(set) var starts = [Int](repeating: 0, count: angleBins + 1)

    /// Place in the frame, row in the upper and column in the lower 16 bits, and bin of each strong pixel.
    private let places = Plane<UInt32>()
    private let bins = Plane<UInt8>()

    /// Takes the pixels of a field that are stronger than `minimum`.
    func collect(_ field: GradientField, minimum: Float) { sort(gather(field, minimum), field) }

    /// Lists the strong pixels in reading order.
    private func gather(_ field: GradientField, _ minimum: Float) -> Int {
        let (width, height) = (field.width, field.height)
        // A pixel that is too weak is written as well, and then overwritten.
        places.reshape(width: width * height + 1, height: 1)
        bins.reshape(width: width * height + 1, height: 1)
        let (strength, direction) = (field.strength.base, field.direction.base)
        let (places, bins) = (places.base, bins.base)
        var count = 0
        for row in 0..<height {
            for column in 0..<width {
                let index = row &* width &+ column
                // SAFETY: count is at most the number of pixels before this one.
                places[count] = UInt32(truncatingIfNeeded: row &<< 16 | column)
                bins[count] = direction[index]
                count &+= strength[index] > minimum ? 1 : 0
            }
        }
        return count
    }

    /// Counting sort by bin.
    private func sort(_ count: Int, _ field: GradientField) {
        // Eight elements to spare: readers load eight at a time.
        for plane in [x, y, strength] { plane.reshape(width: count + 8, height: 1) }
        let (centreX, centreY, width) = (Float(field.width) / 2, Float(field.height) / 2, field.width)
        let (places, bins, strengths) = (places.base, bins.base, field.strength.base)
        let (x, y, strength) = (x.base, y.base, strength.base)
        starts.withUnsafeMutableBufferPointer { starts in
            starts.update(repeating: 0)
            for index in 0..<count { starts[Int(bins[index]) &+ 1] &+= 1 }
            for bin in 0..<Self.angleBins { starts[bin &+ 1] &+= starts[bin] }
            // Each start moves up to the next one's place while its bin is filled.
            for index in 0..<count {
                let bin = Int(bins[index])
                let target = starts[bin]
                starts[bin] = target &+ 1
                let (row, column) = (Int(places[index] &>> 16), Int(places[index] & 0xFFFF))
                x[target] = Float(column) - centreX
                y[target] = Float(row) - centreY
                strength[target] = strengths[row &* width &+ column]
            }
            for bin in stride(from: Self.angleBins, to: 0, by: -1) { starts[bin] = starts[bin - 1] }
            starts[0] = 0
        }
    }
}
