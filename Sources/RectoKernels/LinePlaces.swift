internal import CVector

/// A line across a frame, and parallels to it.
public struct PlacedLine: BitwiseCopyable, Sendable {
    /// The line's normal.
    var (cosine, sine): (Float, Float)
    /// The line's point nearest to the frame's center, relative to that center.
    var (footX, footY): (Float, Float)
    /// The frame's center.
    var (centerX, centerY): (Float, Float)
    /// Offset of the outer parallels.
    var (acrossX, acrossY): (Float, Float)

    /// - Parameters:
    ///   - offset: Offset of the line from the frame's center.
    ///   - distance: Distance of the outer parallels from the line.
    public init(cosine: Float, sine: Float, offset: Float, width: Int, height: Int, distance: Float) {
        (self.cosine, self.sine) = (cosine, sine)
        (footX, footY) = (cosine * offset, sine * offset)
        (centerX, centerY) = (Float(width) / 2, Float(height) / 2)
        (acrossX, acrossY) = (cosine * distance, sine * distance)
    }
}

/// The pixels nearest to points of a line at a spacing of one pixel, and to the points beside them on four parallels.
/// - Parameters:
///   - first: Position of the first point along the line, whose direction is its normal turned by 90°, from the foot of
///     the frame's center.
///   - width, height: Size of the frame, at most 1024 each. Points outside use a pixel of the border.
///   - places: Pixel indices in reading order, in five rows with one index per point and room for that rounded up to 8:
///     on the parallels before the line at the outer distance and at one pixel, on the line, and behind it at one
///     pixel and at the outer distance.
public func linePlaces(
    _ line: PlacedLine, first: Int, width: Int, height: Int, into places: MutablePlaneView<Int32>
) {
    precondition(places.height == 5, "five rows of places")
    precondition(1...1024 ~= width && 1...1024 ~= height, "frame too large for its places")
    // SAFETY: a line is eight floats.
    withUnsafePointer(to: line) { line in
        line.withMemoryRebound(to: Float.self, capacity: 8) { line in
            recto_line_places(line, first, places.width, width, height, places.base, places.stride)
        }
    }
}

@c @implementation
func recto_line_places_body(
    _ line: UnsafePointer<Float>!, _ first: Int, _ count: Int, _ width: Int, _ height: Int,
    _ places: UnsafeMutablePointer<Int32>!, _ stride: Int
) {
    typealias V = SIMD8<Float>
    typealias I = SIMD8<Int32>
    let zero = V(repeating: 0)
    let (right, bottom) = (V(repeating: Float(width &- 1)), V(repeating: Float(height &- 1)))
    let columns = I(repeating: Int32(truncatingIfNeeded: width))
    let (cosine, sine) = (V(repeating: line[0]), V(repeating: line[1]))
    let (footX, footY) = (V(repeating: line[2]), V(repeating: line[3]))
    let (centerX, centerY) = (V(repeating: line[4]), V(repeating: line[5]))
    let (acrossX, acrossY) = (V(repeating: line[6]), V(repeating: line[7]))
    @inline(__always) func store(_ x: V, _ y: V, _ row: Int, _ place: Int) {
        let column: I = vec_nearest(vec_less(vec_greater(x, zero), right), 1)
        let line: I = vec_nearest(vec_less(vec_greater(y, zero), bottom), 1)
        let index: I = line &* columns &+ column
        UnsafeMutableRawPointer(places + (row &* stride &+ place)).storeBytes(of: index, as: I.self)
    }
    var place = 0
    while place < count {
        let t: V = V(0, 1, 2, 3, 4, 5, 6, 7) + V(repeating: Float(first &+ place))
        let x: V = (footX - sine * t) + centerX
        let y: V = (footY + cosine * t) + centerY
        store(x - acrossX, y - acrossY, 0, place)
        store(x - cosine, y - sine, 1, place)
        store(x, y, 2, place)
        store(x + cosine, y + sine, 3, place)
        store(x + acrossX, y + acrossY, 4, place)
        place &+= 8
    }
}

extension Reference {
    /// The plain reference of the kernel `linePlaces`: the five rows.
    public static func linePlaces(_ line: PlacedLine, first: Int, count: Int, width: Int, height: Int) -> [[Int32]] {
        let steps: [(x: Float, y: Float)] = [
            (-line.acrossX, -line.acrossY), (-line.cosine, -line.sine), (0, 0), (line.cosine, line.sine),
            (line.acrossX, line.acrossY),
        ]
        func nearest(_ position: Float, _ size: Int) -> Int32 {
            Int32(min(max(position, 0), Float(size - 1)).rounded(.toNearestOrEven))
        }
        return steps.map { step in
            (0..<count).map { place in
                let t = Float(first + place)
                let x: Float = line.footX - line.sine * t + line.centerX + step.x
                let y: Float = line.footY + line.cosine * t + line.centerY + step.y
                return nearest(y, height) * Int32(width) + nearest(x, width)
            }
        }
    }
}
