internal import CVector

/// Float planes without padding: the luma or a color of a frame.
public struct FloatPlanes {
    let first: UnsafePointer<Float>
    let second: UnsafePointer<Float>?
    let third: UnsafePointer<Float>?
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - first: `width × height` floats, as in the others. The second and third are omitted without chroma.
    public init(
        _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?, width: Int,
        height: Int
    ) {
        precondition(width >= 1 && height >= 1, "an empty plane")
        (self.first, self.second, self.third, self.width, self.height) = (first, second, third, width, height)
    }
}

/// Color gradient of three float planes: magnitude and direction of the structure tensor of single pixels.
///
/// Di Zenzo, "A note on the gradient of a multi-image", CVGIP 33, 1986, with Scharr's 3 × 3 derivative: the magnitude
/// is the square root of the tensor's larger eigenvalue, in units of the planes per pixel; opposite directions are
/// equal.
/// - Parameters:
///   - planes: Borders are replicated.
///   - chromaWeight: Weight of the second and third plane relative to the first.
///   - magnitude: `width × height` floats.
///   - direction: `width × height` whole degrees, 0…179, accurate to about 0.1° before rounding; 0 in flat places.
public func structureTensor(
    _ planes: FloatPlanes, chromaWeight: Float, magnitude: UnsafeMutablePointer<Float>,
    direction: UnsafeMutablePointer<UInt8>
) {
    recto_structure_tensor(
        planes.first, planes.second, planes.third, chromaWeight, planes.width, planes.height, magnitude, direction)
}

@c @implementation
func recto_structure_tensor_body(
    _ first: UnsafePointer<Float>!, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    _ chromaWeight: Float, _ width: Int, _ height: Int,
    _ magnitude: UnsafeMutablePointer<Float>!, _ direction: UnsafeMutablePointer<UInt8>!
) {
    let weight: Float = chromaWeight * chromaWeight
    for y in 0..<height {
        let up = max(y &- 1, 0) &* width
        let here = y &* width
        let down = min(y &+ 1, height &- 1) &* width
        @inline(__always) func pixel(_ x: Int) {
            let left = max(x &- 1, 0)
            let right = min(x &+ 1, width &- 1)
            var (a, b, c): (Float, Float, Float) = (0, 0, 0)
            @inline(__always) func add(_ plane: UnsafePointer<Float>, _ weight: Float) {
                let rising: Float = plane[down &+ right] - plane[up &+ left]
                let falling: Float = plane[up &+ right] - plane[down &+ left]
                let across: Float = plane[here &+ right] - plane[here &+ left]
                let along: Float = plane[down &+ x] - plane[up &+ x]
                let gx: Float = (rising + falling) * 3 + across * 10
                let gy: Float = (rising - falling) * 3 + along * 10
                a += gx * gx * weight
                b += gy * gy * weight
                c += gx * gy * weight
            }
            add(first, 1)
            if let second, let third {
                add(second, weight)
                add(third, weight)
            }
            let difference: Float = a - b
            let cross: Float = c * 2
            let spread: Float = (difference * difference + cross * cross).squareRoot()
            magnitude[here &+ x] = (((a + b) + spread) * 0.5).squareRoot() * (1 / 32)
            direction[here &+ x] = Reference.halfAngle(difference, cross)
        }
        pixel(0)
        var x = 1
        // SAFETY: the eight pixels and their neighbors lie within the row.
        while x &+ 9 <= width {
            let place = here &+ x
            vec_structure_tensor(
                first + place, second.map { $0 + place }, third.map { $0 + place }, up &- here, down &- here, weight,
                magnitude + place, direction + place)
            x &+= 8
        }
        while x < width {
            pixel(x)
            x &+= 1
        }
    }
}

extension Reference {
    /// Half the angle of a vector in whole degrees, 0…179, accurate to about 0.1° before rounding: a rational
    /// approximation of the arc tangent in one octant. The vector may have any length.
    public static func halfAngle(_ cosine: Float, _ sine: Float) -> UInt8 {
        let x: Float = abs(cosine)
        let y: Float = abs(sine)
        let ratio: Float = min(x, y) / (max(x, y) + 1e-12)
        let octant: Float = ratio * (60.641_748 - ratio * 15.641_748)
        let quadrant: Float = y > x ? 90 - octant : octant
        let half: Float = cosine < 0 ? 180 - quadrant : quadrant
        let full: Float = sine < 0 ? 360 - half : half
        let direction: Float = full * 0.5
        let wrapped: Float = direction >= 179.5 ? 0 : direction
        return UInt8(truncatingIfNeeded: Int32(bitPattern: (wrapped + 12_582_912).bitPattern) &- 0x4B40_0000)
    }
}
