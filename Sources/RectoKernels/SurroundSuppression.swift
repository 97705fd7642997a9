/// Edge strength against what surrounds it: `m / (m + weight · mean(m) + floor)`, and 0 where `m < minimum`.
///
/// The mean is over a square window, clipped at the border, by running column sums. A cheap form of Grigorescu, Petkov
/// & Westenberg, "Contour and boundary detection improved by surround suppression of texture edges", 2004.
///
/// - Parameters:
///   - magnitude: `width × height` floats, not negative.
///   - radius: Half side of the window: it is `2 · radius + 1` pixels wide.
///   - strength: `width × height` floats; may not be `magnitude`.
///   - scratch: At least `2 · width + 1` floats.
public func suppressSurround(
    _ magnitude: UnsafePointer<Float>, width: Int, height: Int, radius: Int,
    weight: Float, floor: Float, minimum: Float,
    into strength: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>
) {
    let column = scratch
    let prefix = scratch + width
    column.update(repeating: 0, count: width)
    for y in 0..<min(radius, height) { add(magnitude + y * width, to: column, width: width, sign: 1) }
    for y in 0..<height {
        if y + radius < height { add(magnitude + (y + radius) * width, to: column, width: width, sign: 1) }
        if y - radius > 0 { add(magnitude + (y - radius - 1) * width, to: column, width: width, sign: -1) }
        let rows = Float(min(y + radius, height - 1) - max(y - radius, 0) + 1)
        var running: Float = 0
        for x in 0..<width {
            prefix[x] = running
            running += column[x]
        }
        prefix[width] = running
        let source = magnitude + y * width
        let target = strength + y * width
        for x in 0..<width {
            let start = max(x - radius, 0)
            let end = min(x + radius, width - 1) + 1
            let mean: Float = (prefix[end] - prefix[start]) / (rows * Float(end - start))
            let m: Float = source[x]
            target[x] = m < minimum ? 0 : m / (m + weight * mean + floor)
        }
    }
}

@inline(__always)
private func add(_ row: UnsafePointer<Float>, to column: UnsafeMutablePointer<Float>, width: Int, sign: Float) {
    for x in 0..<width { column[x] += sign * row[x] }
}
