package import RectoKernels

/// Points of a picture that can be found again: their places, orientations, sizes and descriptors.
package struct Keypoints {
    /// Places in pixels of the picture.
    package var x: [Float] = []
    package var y: [Float] = []
    /// Direction from the point to the centroid of its neighborhood.
    package var direction: [Direction] = []
    /// Pixels of the picture per pixel of the level on which the point was found.
    package var size: [Float] = []
    /// Harris response, comparable among points of the same size.
    package var response: [Float] = []
    /// Descriptors of four words each.
    package var bits: [UInt64] = []

    package init() {}

    package var count: Int { x.count }

    package mutating func removeAll() {
        x.removeAll(keepingCapacity: true)
        y.removeAll(keepingCapacity: true)
        direction.removeAll(keepingCapacity: true)
        size.removeAll(keepingCapacity: true)
        response.removeAll(keepingCapacity: true)
        bits.removeAll(keepingCapacity: true)
    }

    /// The number of bits in which point `i` differs from a point of another picture.
    package func distance(_ i: Int, _ other: Keypoints, _ j: Int) -> Int {
        (0..<4).reduce(0) { $0 + (bits[4 * i + $1] ^ other.bits[4 * j + $1]).nonzeroBitCount }
    }

    /// Adds the points of the same picture at another scale.
    /// - Parameter scale: Pixels of this picture per pixel of the other.
    mutating func append(_ other: Keypoints, scale: Float) {
        for i in 0..<other.count {
            x.append(scale * other.x[i])
            y.append(scale * other.y[i])
            size.append(scale * other.size[i])
        }
        direction.append(contentsOf: other.direction)
        response.append(contentsOf: other.response)
        bits.append(contentsOf: other.bits)
    }
}
