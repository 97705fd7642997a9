internal import CVector

/// Strength and direction of an edge pixel, in one word so that a single load fetches both.
public struct EdgePixel: BitwiseCopyable, Equatable, Sendable {
    /// The strength as a float whose lowest 8 bits hold the direction.
    public let word: UInt32

    /// - Parameters:
    ///   - strength: 0…1.
    ///   - direction: Direction of the gradient, in whole degrees, 0…179.
    @inlinable
    public init(strength: Float, direction: UInt8) {
        word = strength.bitPattern & ~0xFF | UInt32(direction)
    }

    /// 0…1, in steps of at most 2⁻¹⁶.
    @inlinable public var strength: Float { Float(bitPattern: word & ~0xFF) }
    /// In whole degrees, 0…179.
    @inlinable public var direction: UInt8 { UInt8(truncatingIfNeeded: word) }
}

/// Parameters for suppressing edges by their surroundings.
public struct SurroundSuppression: Hashable, Sendable {
    /// Half side of the window: it is `2 · radius + 1` pixels wide.
    let radius: Int
    /// Weight of the surroundings' mean.
    let weight: Float
    let floor: Float
    /// Magnitude below which there is no edge.
    let minimum: Float

    public init(radius: Int, weight: Float, floor: Float, minimum: Float) {
        precondition(radius >= 0, "an empty window")
        (self.radius, self.weight, self.floor, self.minimum) = (radius, weight, floor, minimum)
    }
}

/// Edge strength relative to the surroundings: `m / (m + weight · mean(m) + floor)`, and 0 where `m < minimum`.
///
/// The mean is over a square window, clipped at the border, by running column sums. A cheap form of Grigorescu, Petkov
/// & Westenberg, "Contour and boundary detection improved by surround suppression of texture edges", 2004.
/// - Parameters:
///   - magnitude: Non-negative floats, in rows without padding.
///   - direction: `width × height` whole degrees, 0…179.
///   - edges: `width × height`: the strength, and the unchanged direction.
///   - scratch: At least `2 · width + 1` floats.
public func suppressSurround(
    _ magnitude: PlaneView<Float>, direction: UnsafePointer<UInt8>, by suppression: SurroundSuppression,
    into edges: UnsafeMutablePointer<EdgePixel>, scratch: UnsafeMutablePointer<Float>
) {
    let (width, height) = (magnitude.width, magnitude.height)
    precondition(width >= 1 && height >= 1 && magnitude.stride == width, "an empty plane, or rows with padding")
    // SAFETY: an edge pixel is one word.
    edges.withMemoryRebound(to: UInt32.self, capacity: width * height) { words in
        recto_suppress_surround(
            magnitude.base, width, height, suppression.radius, suppression.weight, suppression.floor,
            suppression.minimum, direction, words, scratch)
    }
}

@c @implementation
func recto_suppress_surround_body(
    _ magnitude: UnsafePointer<Float>!, _ width: Int, _ height: Int, _ radius: Int, _ weight: Float, _ floor: Float,
    _ minimum: Float, _ direction: UnsafePointer<UInt8>!, _ edges: UnsafeMutablePointer<UInt32>!,
    _ scratch: UnsafeMutablePointer<Float>!
) {
    let column: UnsafeMutablePointer<Float> = scratch
    // SAFETY: the other width + 1 elements of the scratch, of the same size.
    let prefix = UnsafeMutableRawPointer(scratch + width).bindMemory(to: Int32.self, capacity: width &+ 1)
    let fixedPoint = Reference.surroundFixedPoint(width: width, radius: radius)
    column.update(repeating: 0, count: width)
    for y in 0..<min(radius, height) { add(magnitude + y &* width, to: column, width: width, sign: 1) }
    for y in 0..<height {
        if y &+ radius < height { add(magnitude + (y &+ radius) &* width, to: column, width: width, sign: 1) }
        if y > radius { add(magnitude + (y &- radius &- 1) &* width, to: column, width: width, sign: -1) }
        let rows = Float(min(y &+ radius, height &- 1) &- max(y &- radius, 0) &+ 1)
        // Sums of integers, because a chain of float additions takes four times as long.
        var x = 0
        while x &+ 8 <= width {
            vec_store_i32x8(prefix + (x &+ 1), vec_nearest(load(column + x), fixedPoint))
            x &+= 8
        }
        while x < width {
            prefix[x &+ 1] = Reference.fixedPoint(column[x], fixedPoint)
            x &+= 1
        }
        prefix[0] = 0
        for x in 0..<width { prefix[x &+ 1] &+= prefix[x] }
        let source = magnitude + y &* width
        let directions = direction + y &* width
        let target = edges + y &* width
        @inline(__always) func pixel(_ x: Int) {
            let start = max(x &- radius, 0)
            let end = min(x &+ radius, width &- 1) &+ 1
            let share: Float = weight / (rows * Float(end &- start) * fixedPoint)
            let m: Float = source[x]
            let around: Float = Float(prefix[end] &- prefix[start]) * share
            let strength: Float = m < minimum ? 0 : m / ((m + around) + floor)
            target[x] = EdgePixel(strength: strength, direction: directions[x]).word
        }
        x = 0
        while x < min(radius, width) {
            pixel(x)
            x &+= 1
        }
        typealias V = SIMD8<Float>
        let share: Float = weight / (rows * Float(2 &* radius &+ 1) * fixedPoint)
        // SAFETY: the window of the last of eight pixels ends within the row.
        while x &+ 8 &+ radius <= width {
            let m: V = load(source + x)
            let end: SIMD8<Int32> = vec_load_i32x8(prefix + (x &+ radius &+ 1))
            let start: SIMD8<Int32> = vec_load_i32x8(prefix + (x &- radius))
            let strength: V = vec_suppress(m, end, start, share, floor, minimum)
            let low: SIMD8<UInt32> = vec_u32_from_bytes(vec_load8(directions + x))
            let high: SIMD8<UInt32> = unsafeBitCast(strength, to: SIMD8<UInt32>.self) & SIMD8(repeating: ~0xFF)
            vec_store_u32x8(target + x, high | low)
            x &+= 8
        }
        while x < width {
            pixel(x)
            x &+= 1
        }
    }
}

@inline(__always)
private func add(_ row: UnsafePointer<Float>, to column: UnsafeMutablePointer<Float>, width: Int, sign: Float) {
    var x = 0
    while x &+ 8 <= width {
        let sum: SIMD8<Float> = load(column + x)
        let value: SIMD8<Float> = load(row + x)
        store(sum + value * sign, column + x)
        x &+= 8
    }
    while x < width {
        column[x] += row[x] * sign
        x &+= 1
    }
}
