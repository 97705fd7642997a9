/// Colour gradient of three float planes: magnitude and doubled angle of the structure tensor of single pixels.
///
/// Di Zenzo, "A note on the gradient of a multi-image", CVGIP 33, 1986, with Scharr's 3 × 3 derivative: the magnitude is
/// the root of the tensor's larger eigenvalue, in units of the planes a pixel; the angle is doubled so that opposite
/// directions are equal.
///
/// - Parameters:
///   - first, second, third: `width × height` floats each; borders are replicated.
///   - chromaWeight: Weight of the second and third plane against the first.
public func structureTensor(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ third: UnsafePointer<Float>,
    chromaWeight: Float, width: Int, height: Int,
    magnitude: UnsafeMutablePointer<Float>, doubleCosine: UnsafeMutablePointer<Float>,
    doubleSine: UnsafeMutablePointer<Float>
) {
    let lumaScale: Float = 1 / 32
    let chromaScale: Float = chromaWeight / 32
    for y in 0..<height {
        let up = max(y - 1, 0) * width
        let here = y * width
        let down = min(y + 1, height - 1) * width
        for x in 0..<width {
            let left = max(x - 1, 0)
            let right = min(x + 1, width - 1)
            var a: Float = 0
            var b: Float = 0
            var c: Float = 0
            @inline(__always) func add(_ plane: UnsafePointer<Float>, _ scale: Float) {
                let q0: Float = plane[up + left]
                let q2: Float = plane[up + right]
                let q6: Float = plane[down + left]
                let q8: Float = plane[down + right]
                let across: Float = plane[here + right] - plane[here + left]
                let along: Float = plane[down + x] - plane[up + x]
                let gx: Float = (3 * ((q2 - q0) + (q8 - q6)) + 10 * across) * scale
                let gy: Float = (3 * ((q6 - q0) + (q8 - q2)) + 10 * along) * scale
                a += gx * gx
                b += gy * gy
                c += gx * gy
            }
            add(first, lumaScale)
            add(second, chromaScale)
            add(third, chromaScale)
            let difference: Float = a - b
            let cross: Float = 2 * c
            let spread: Float = (difference * difference + cross * cross).squareRoot()
            let scale: Float = 1 / max(spread, 1e-12)
            magnitude[here + x] = (0.5 * ((a + b) + spread)).squareRoot()
            doubleCosine[here + x] = difference * scale
            doubleSine[here + x] = cross * scale
        }
    }
}
