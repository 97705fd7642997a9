internal import CVector

/// Colour gradient of three float planes: magnitude and direction of the structure tensor of single pixels.
///
/// Di Zenzo, "A note on the gradient of a multi-image", CVGIP 33, 1986, with Scharr's 3 × 3 derivative: the magnitude is
/// the root of the tensor's larger eigenvalue, in units of the planes a pixel; opposite directions are equal.
/// - Parameters:
///   - first, second, third: `width × height` floats each; borders are replicated. The second and third are left out
///     where there is no chroma.
///   - chromaWeight: Weight of the second and third plane against the first.
///   - magnitude: `width × height` floats.
///   - direction: `width × height` whole degrees, 0…179; right to about 0.1° before rounding, 0 in flat places.
public func structureTensor(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    chromaWeight: Float, width: Int, height: Int,
    magnitude: UnsafeMutablePointer<Float>, direction: UnsafeMutablePointer<UInt8>
) {
    precondition(width >= 1 && height >= 1, "an empty plane")
    recto_structure_tensor(
        first, second, third, chromaWeight, width, height, magnitude, direction)
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
            @inline(__always) func tensor(_ plane: UnsafePointer<Float>) -> Tensor<Float> {
                let q0: Float = plane[up &+ left]
                let q2: Float = plane[up &+ right]
                let q6: Float = plane[down &+ left]
                let q8: Float = plane[down &+ right]
                let rising: Float = q8 - q0
                let falling: Float = q2 - q6
                let across: Float = plane[here &+ right] - plane[here &+ left]
                let along: Float = plane[down &+ x] - plane[up &+ x]
                let gx: Float = (rising + falling) * 3 + across * 10
                let gy: Float = (rising - falling) * 3 + along * 10
                return Tensor(a: gx * gx, b: gy * gy, c: gx * gy)
            }
            var sum = tensor(first)
            if let second, let third {
                let (blue, red) = (tensor(second), tensor(third))
                sum.a += (blue.a + red.a) * weight
                sum.b += (blue.b + red.b) * weight
                sum.c += (blue.c + red.c) * weight
            }
            let difference: Float = sum.a - sum.b
            let cross: Float = sum.c * 2
            let spread: Float = (difference * difference + cross * cross).squareRoot()
            magnitude[here &+ x] = (((sum.a + sum.b) + spread) * 0.5).squareRoot() * (1 / 32)
            direction[here &+ x] = Reference.halfAngle(difference, cross)
        }
        pixel(0)
        var x = 1
        // SAFETY: the eight pixels and their neighbours lie within the row.
        while x &+ 9 <= width {
            typealias V = SIMD8<Float>
            @inline(__always) func tensor(_ plane: UnsafePointer<Float>) -> Tensor<V> {
                let above = plane + (up &+ x)
                let middle = plane + (here &+ x)
                let below = plane + (down &+ x)
                let q0: V = load(above - 1)
                let q2: V = load(above + 1)
                let q6: V = load(below - 1)
                let q8: V = load(below + 1)
                let rising: V = q8 - q0
                let falling: V = q2 - q6
                let middleRight: V = load(middle + 1)
                let middleLeft: V = load(middle - 1)
                let across: V = middleRight - middleLeft
                let belowHere: V = load(below)
                let aboveHere: V = load(above)
                let along: V = belowHere - aboveHere
                let gx: V = (rising + falling) * 3 + across * 10
                let gy: V = (rising - falling) * 3 + along * 10
                return Tensor(a: gx * gx, b: gy * gy, c: gx * gy)
            }
            var sum = tensor(first)
            if let second, let third {
                let (blue, red) = (tensor(second), tensor(third))
                sum.a += (blue.a + red.a) * weight
                sum.b += (blue.b + red.b) * weight
                sum.c += (blue.c + red.c) * weight
            }
            let difference: V = sum.a - sum.b
            let cross: V = sum.c * 2
            let squares: V = difference * difference + cross * cross
            let spread: V = vec_sqrt_f32(squares)
            let larger: V = ((sum.a + sum.b) + spread) * 0.5
            store(vec_sqrt_f32(larger) * V(repeating: 1 / 32), magnitude + (here &+ x))
            let degrees: SIMD8<Int32> = vec_half_angles(difference, cross)
            vec_store8(direction + (here &+ x), vec_bytes_from_i32(degrees))
            x &+= 8
        }
        while x < width {
            pixel(x)
            x &+= 1
        }
    }
}

/// a = Σ gx², b = Σ gy², c = Σ gx gy over the channels.
private struct Tensor<Value> {
    var a: Value
    var b: Value
    var c: Value
}

extension Reference {
    /// Half the angle of a vector in whole degrees, 0…179, right to about 0.1° before rounding: a rational approximation
    /// of the arc tangent in one octant. The vector may have any length.
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
