internal import RectoKernels

/// Points of a picture that can be found again: where they lie, how they are turned, how large they are, and how they look.
struct PicturePoints {
    /// Places in pixels of the picture.
    var x: [Float] = []
    var y: [Float] = []
    /// From the point to its neighbourhood's centroid.
    var direction: [Direction] = []
    /// Pixels of the picture that a pixel of the level covers on which the point was found.
    var size: [Float] = []
    /// Harris' response, comparable within a size.
    var response: [Float] = []
    /// Four words each.
    var bits: [UInt64] = []

    var count: Int { x.count }

    mutating func removeAll() {
        x.removeAll(keepingCapacity: true)
        y.removeAll(keepingCapacity: true)
        direction.removeAll(keepingCapacity: true)
        size.removeAll(keepingCapacity: true)
        response.removeAll(keepingCapacity: true)
        bits.removeAll(keepingCapacity: true)
    }

    /// Bits in which point `i` differs from a point of another picture.
    func distance(_ i: Int, _ other: PicturePoints, _ j: Int) -> Int {
        (0..<4).reduce(0) { $0 + (bits[4 * i + $1] ^ other.bits[4 * j + $1]).nonzeroBitCount }
    }
}
