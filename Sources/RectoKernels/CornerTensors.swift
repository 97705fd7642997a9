internal import CVector

/// Sums over 7 × 7 pixels of the squares and the product of Sobel derivatives: the change of levels around a pixel.
public struct CornerTensor: BitwiseCopyable, Hashable, Sendable {
    public var xx, yy, xy: Int32

    public init(xx: Int32, yy: Int32, xy: Int32) { (self.xx, self.yy, self.xy) = (xx, yy, xy) }

    /// Large at corners, negative at edges: the determinant minus 0.04 times the squared trace.
    ///
    /// Source: Harris & Stephens, "A combined corner and edge detector", Alvey 1988.
    @inline(__always)
    public var harrisResponse: Float {
        let (a, b, c) = (Float(xx), Float(yy), Float(xy))
        let trace: Float = a + b
        return (a * b - c * c) - 0.04 * (trace * trace)
    }
}

/// Distance of a place from the left and upper border that its tensor needs, and the distance that may be read to the
/// right and below.
public let cornerTensorBorder = PlaceBorder(before: 4, after: 6)

/// The tensors of some pixels.
/// - Parameters:
///   - places: `count` places, no closer to the border than ``cornerTensorBorder``.
///   - tensors: One for each place.
public func cornerTensors(
    _ source: PlaneView<UInt8>, places: UnsafePointer<PixelPlace>, count: Int,
    into tensors: UnsafeMutablePointer<CornerTensor>
) {
    // SAFETY: a tensor is three integers.
    let sums = UnsafeMutableRawPointer(tensors).assumingMemoryBound(to: Int32.self)
    recto_corner_tensors(source.base, source.stride, words(places), count, sums)
}

extension Reference {
    /// The plain reference of the kernel `cornerTensors`.
    public static func cornerTensors(
        _ source: PlaneView<UInt8>, places: UnsafePointer<PixelPlace>, count: Int,
        into tensors: UnsafeMutablePointer<CornerTensor>
    ) {
        for i in 0..<count {
            var tensor = CornerTensor(xx: 0, yy: 0, xy: 0)
            for y in places[i].y - 3...places[i].y + 3 {
                for x in places[i].x - 3...places[i].x + 3 {
                    func level(_ dx: Int, _ dy: Int) -> Int32 { Int32(source.row(y + dy)[x + dx]) }
                    let right: Int32 = level(1, -1) + 2 * level(1, 0) + level(1, 1)
                    let left: Int32 = level(-1, -1) + 2 * level(-1, 0) + level(-1, 1)
                    let below: Int32 = level(-1, 1) + 2 * level(0, 1) + level(1, 1)
                    let above: Int32 = level(-1, -1) + 2 * level(0, -1) + level(1, -1)
                    let (gx, gy) = (right - left, below - above)
                    tensor.xx += gx * gx
                    tensor.yy += gy * gy
                    tensor.xy += gx * gy
                }
            }
            tensors[i] = tensor
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_corner_tensors_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ places: UnsafePointer<UInt32>!, _ n: Int,
    _ sums: UnsafeMutablePointer<Int32>!
) {
    var i = 0
    while i < n {
        let place = places[i]
        let (x, y) = (Int(place & 0xFFFF), Int(place &>> 16))
        // SAFETY: 9 rows of 10 bytes from here, within the picture as the caller guarantees.
        vec_corner_tensor(row(source, y &- 4, stride) + (x &- 4), stride, sums + 3 &* i)
        i &+= 1
    }
}
