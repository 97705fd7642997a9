internal import CVector

/// Colour gradient of three float planes: magnitude and doubled angle of the structure tensor of single pixels.
///
/// Di Zenzo, "A note on the gradient of a multi-image", CVGIP 33, 1986, with Scharr's 3 × 3 derivative: the magnitude is
/// the root of the tensor's larger eigenvalue, in units of the planes a pixel; the angle is doubled so that opposite
/// directions are equal.
/// - Parameters:
///   - first, second, third: `width × height` floats each; borders are replicated. The second and third are left out
///     where there is no chroma.
///   - chromaWeight: Weight of the second and third plane against the first.
///   - magnitude, doubleCosine, doubleSine: `width × height` floats each; cosine and sine are 0 in flat places.
public func structureTensor(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    chromaWeight: Float, width: Int, height: Int,
    magnitude: UnsafeMutablePointer<Float>, doubleCosine: UnsafeMutablePointer<Float>,
    doubleSine: UnsafeMutablePointer<Float>
) {
    precondition(width >= 1 && height >= 1, "an empty plane")
    recto_structure_tensor(
        first, second, third, chromaWeight, width, height, magnitude, doubleCosine, doubleSine)
}

@c @implementation
func recto_structure_tensor_body(
    _ first: UnsafePointer<Float>!, _ second: UnsafePointer<Float>?, _ third: UnsafePointer<Float>?,
    _ chromaWeight: Float, _ width: Int, _ height: Int,
    _ magnitude: UnsafeMutablePointer<Float>!, _ doubleCosine: UnsafeMutablePointer<Float>!,
    _ doubleSine: UnsafeMutablePointer<Float>!
) {
    let lumaScale: Float = 1 / 32
    let chromaScale: Float = chromaWeight / 32
    for y in 0..<height {
        let up = max(y &- 1, 0) &* width
        let here = y &* width
        let down = min(y &+ 1, height &- 1) &* width
        @inline(__always) func pixel(_ x: Int) {
            let left = max(x &- 1, 0)
            let right = min(x &+ 1, width &- 1)
            var tensor = Tensor<Float>(a: 0, b: 0, c: 0)
            @inline(__always) func add(_ plane: UnsafePointer<Float>, _ scale: Float) {
                let q0: Float = plane[up &+ left]
                let q2: Float = plane[up &+ right]
                let q6: Float = plane[down &+ left]
                let q8: Float = plane[down &+ right]
                let across: Float = plane[here &+ right] - plane[here &+ left]
                let along: Float = plane[down &+ x] - plane[up &+ x]
                let gx: Float = (((q2 - q0) + (q8 - q6)) * 3 + across * 10) * scale
                let gy: Float = (((q6 - q0) + (q8 - q2)) * 3 + along * 10) * scale
                tensor.a += gx * gx
                tensor.b += gy * gy
                tensor.c += gx * gy
            }
            add(first, lumaScale)
            if let second, let third {
                add(second, chromaScale)
                add(third, chromaScale)
            }
            let difference: Float = tensor.a - tensor.b
            let cross: Float = tensor.c * 2
            let spread: Float = (difference * difference + cross * cross).squareRoot()
            let scale: Float = 1 / max(spread, 1e-12)
            magnitude[here &+ x] = (((tensor.a + tensor.b) + spread) * 0.5).squareRoot()
            doubleCosine[here &+ x] = difference * scale
            doubleSine[here &+ x] = cross * scale
        }
        pixel(0)
        var x = 1
        // SAFETY: the eight pixels and their neighbours lie within the row.
        while x &+ 9 <= width {
            typealias V = SIMD8<Float>
            var tensor = Tensor<V>(a: V(repeating: 0), b: V(repeating: 0), c: V(repeating: 0))
            @inline(__always) func add(_ plane: UnsafePointer<Float>, _ scale: Float) {
                let above = plane + (up &+ x)
                let middle = plane + (here &+ x)
                let below = plane + (down &+ x)
                let q0: V = load(above - 1)
                let q2: V = load(above + 1)
                let q6: V = load(below - 1)
                let q8: V = load(below + 1)
                let middleRight: V = load(middle + 1)
                let middleLeft: V = load(middle - 1)
                let across: V = middleRight - middleLeft
                let belowHere: V = load(below)
                let aboveHere: V = load(above)
                let along: V = belowHere - aboveHere
                let cornersX: V = (q2 - q0) + (q8 - q6)
                let cornersY: V = (q6 - q0) + (q8 - q2)
                let gx: V = (cornersX * 3 + across * 10) * scale
                let gy: V = (cornersY * 3 + along * 10) * scale
                tensor.a += gx * gx
                tensor.b += gy * gy
                tensor.c += gx * gy
            }
            add(first, lumaScale)
            if let second, let third {
                add(second, chromaScale)
                add(third, chromaScale)
            }
            let difference: V = tensor.a - tensor.b
            let cross: V = tensor.c * 2
            let squares: V = difference * difference + cross * cross
            let spread: V = vec_sqrt_f32(squares)
            let scale: V = V(repeating: 1) / vec_max_f32(spread, V(repeating: 1e-12))
            let sum: V = ((tensor.a + tensor.b) + spread) * 0.5
            store(vec_sqrt_f32(sum), magnitude + (here &+ x))
            store(difference * scale, doubleCosine + (here &+ x))
            store(cross * scale, doubleSine + (here &+ x))
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
