import RectoCore

/// Filters on planes at a coarse scale. Borders are replicated throughout.

/// Applies `combine` over 2 `radius` + 1 neighbors along each axis, one axis after the other.
private func separable(
    _ source: Plane<UInt8>, radius: Int, into target: Plane<UInt8>, scratch: Plane<UInt8>,
    _ combine: (_ taps: UnsafePointer<UnsafePointer<UInt8>>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) -> Void
) {
    let (width, height) = (source.width, source.height)
    target.reshape(width: width, height: height)
    let padded = width + 2 * radius
    scratch.reshape(width: padded, height: 1)
    // SAFETY: every tap points to `width` bytes: of a row of the source, or of the padded row at an offset of at most
    // 2 `radius`.
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>.self, capacity: 2 * radius + 1) { taps in
        guard let first = taps.baseAddress else { return }
        for y in 0..<height {
            for j in 0...2 * radius {
                first[j] = UnsafePointer(source.base + min(max(y + j - radius, 0), height - 1) * width)
            }
            combine(first, width, scratch.base + radius)
            for x in 0..<radius {
                scratch.base[x] = scratch.base[radius]
                scratch.base[radius + width + x] = scratch.base[radius + width - 1]
            }
            for i in 0...2 * radius { first[i] = UnsafePointer(scratch.base + i) }
            combine(first, width, target.base + y * width)
        }
    }
}

/// The maximum over 7 × 7.
func maximum7x7(_ source: Plane<UInt8>, into target: Plane<UInt8>, scratch: Plane<UInt8>) {
    separable(source, radius: 3, into: target, scratch: scratch) { taps, count, out in
        let (a, b, c, d) = (taps[0], taps[1], taps[2], taps[3])
        let (e, f, g) = (taps[4], taps[5], taps[6])
        for x in 0..<count { out[x] = max(max(max(a[x], b[x]), max(c[x], d[x])), max(max(e[x], f[x]), g[x])) }
    }
}

/// The minimum over 7 × 7.
func minimum7x7(_ source: Plane<UInt8>, into target: Plane<UInt8>, scratch: Plane<UInt8>) {
    separable(source, radius: 3, into: target, scratch: scratch) { taps, count, out in
        let (a, b, c, d) = (taps[0], taps[1], taps[2], taps[3])
        let (e, f, g) = (taps[4], taps[5], taps[6])
        for x in 0..<count { out[x] = min(min(min(a[x], b[x]), min(c[x], d[x])), min(min(e[x], f[x]), g[x])) }
    }
}

/// The median of 5 values down each column, then of 5 of these along the row: close to the median of 5 × 5.
func median5x5(_ source: Plane<UInt8>, into target: Plane<UInt8>, scratch: Plane<UInt8>) {
    separable(source, radius: 2, into: target, scratch: scratch) { taps, count, out in
        let (a, b, c, d, e) = (taps[0], taps[1], taps[2], taps[3], taps[4])
        for x in 0..<count {
            let low = max(min(a[x], b[x]), min(c[x], d[x]))
            let high = min(max(a[x], b[x]), max(c[x], d[x]))
            out[x] = max(min(low, high), min(max(low, high), e[x]))
        }
    }
}

/// The mean over 3 × 3.
func boxMean3x3(_ source: Plane<Float>, into target: Plane<Float>, scratch: Plane<Float>) {
    boxMean(source, radius: 1, into: target, scratch: scratch) { $0[-1] + $0[0] + $0[1] }
}

/// The mean over 7 × 7.
func boxMean7x7(_ source: Plane<Float>, into target: Plane<Float>, scratch: Plane<Float>) {
    boxMean(source, radius: 3, into: target, scratch: scratch) {
        (($0[-3] + $0[-2]) + ($0[-1] + $0[0])) + (($0[1] + $0[2]) + $0[3])
    }
}

/// - Parameter sum: Returns the sum of the 2 `radius` + 1 values around the given one.
@inline(__always)
private func boxMean(
    _ source: Plane<Float>, radius: Int, into target: Plane<Float>, scratch: Plane<Float>,
    sum: (UnsafePointer<Float>) -> Float
) {
    let (width, height) = (source.width, source.height)
    target.reshape(width: width, height: height)
    scratch.reshape(width: width + 2 * radius, height: 1)
    let sums = scratch.base + radius
    let (from, to) = (source.base, target.base)
    let share = 1 / Float((2 * radius + 1) * (2 * radius + 1))
    // SAFETY: source rows are clamped to the plane; the row of sums is padded by `radius` on both sides.
    for x in 0..<width { sums[x] = Float(radius) * from[x] }
    for y in 0...radius {
        let row = from + min(y, height - 1) * width
        for x in 0..<width { sums[x] += row[x] }
    }
    for y in 0..<height {
        let out = to + y * width
        for k in 1...radius { (sums[-k], sums[width - 1 + k]) = (sums[0], sums[width - 1]) }
        for x in 0..<width { out[x] = sum(sums + x) * share }
        let entering = from + min(y + radius + 1, height - 1) * width
        let leaving = from + max(y - radius, 0) * width
        for x in 0..<width { sums[x] += entering[x] - leaving[x] }
    }
}

/// The filter (1 2 1)ᵀ(1 2 1) / 16.
func binomialMean(_ source: Plane<Float>, into target: Plane<Float>, scratch: Plane<Float>) {
    let (width, height) = (source.width, source.height)
    target.reshape(width: width, height: height)
    scratch.reshape(width: width + 2, height: 1)
    let row = scratch.base + 1
    // SAFETY: the padded row holds width + 2 values; source rows are clamped.
    for y in 0..<height {
        let above = source.base + max(y - 1, 0) * width
        let here = source.base + y * width
        let below = source.base + min(y + 1, height - 1) * width
        for x in 0..<width { row[x] = above[x] + 2 * here[x] + below[x] }
        (row[-1], row[width]) = (row[0], row[width - 1])
        let out = target.base + y * width
        for x in 0..<width { out[x] = (row[x - 1] + 2 * row[x] + row[x + 1]) * (1 / 16) }
    }
}

/// The minimum (`sign` = 1) or maximum (−1) over 3 × 3.
func extremum3x3(_ source: Plane<Float>, sign: Float, into target: Plane<Float>, scratch: Plane<Float>) {
    let (width, height) = (source.width, source.height)
    target.reshape(width: width, height: height)
    scratch.reshape(width: width + 2, height: 1)
    let row = scratch.base + 1
    @inline(__always) func minimum(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
    // SAFETY: the padded row holds width + 2 values; source rows are clamped.
    for y in 0..<height {
        let above = source.base + max(y - 1, 0) * width
        let here = source.base + y * width
        let below = source.base + min(y + 1, height - 1) * width
        for x in 0..<width { row[x] = minimum(minimum(sign * above[x], sign * here[x]), sign * below[x]) }
        (row[-1], row[width]) = (row[0], row[width - 1])
        let out = target.base + y * width
        for x in 0..<width { out[x] = sign * minimum(minimum(row[x - 1], row[x]), row[x + 1]) }
    }
}

/// The minimum (`sign` = 1) or maximum (−1) over (2 `radius` + 1)² cells.
///
/// Windows of 1, 2, 4 … cells are combined until they have the required length, along both axes at once.
func extremum(
    _ source: Plane<Float>, radius: Int, sign: Float, into target: Plane<Float>, scratch: (Plane<Float>, Plane<Float>)
) {
    let (row, joined) = scratch
    let (width, height) = (source.width, source.height)
    let (paddedWidth, paddedHeight) = (width + 2 * radius, height + 2 * radius)
    target.reshape(width: width, height: height)
    row.reshape(width: paddedWidth, height: paddedHeight)
    joined.reshape(width: paddedWidth, height: paddedHeight)
    let (from, to) = (source.base, target.base)
    var (padded, next) = (row.base, joined.base)
    for y in 0..<paddedHeight {
        let line = from + min(max(y - radius, 0), height - 1) * width
        let out = padded + y * paddedWidth
        for x in 0..<radius { (out[x], out[radius + width + x]) = (sign * line[0], sign * line[width - 1]) }
        for x in 0..<width { out[radius + x] = sign * line[x] }
    }
    let side = 2 * radius + 1
    let count = paddedWidth * paddedHeight
    /// Combines each window with the one at `distance`. Values beyond a row's end are not used.
    func join(_ distance: Int) {
        // SAFETY: x + distance < count.
        let (near, further, out) = (padded, padded + distance, next)
        for x in 0..<count - distance { out[x] = further[x] < near[x] ? further[x] : near[x] }
        for x in count - distance..<count { out[x] = near[x] }
        swap(&padded, &next)
    }
    for unit in [1, paddedWidth] {
        var length = 1
        while 2 * length <= side {
            join(unit * length)
            length *= 2
        }
        if length < side { join(unit * (side - length)) }
    }
    for y in 0..<height {
        let (values, out) = (padded + y * paddedWidth, to + y * width)
        for x in 0..<width { out[x] = sign * values[x] }
    }
}

/// Halves a plane, rounding its size up: each cell is the mean of up to 2 × 2 values.
func mean2x2(_ source: Plane<Float>, into target: Plane<Float>) {
    target.reshape(width: (source.width + 1) / 2, height: (source.height + 1) / 2)
    for y in 0..<target.height {
        let upper = source.base + 2 * y * source.width
        let lower = source.base + min(2 * y + 1, source.height - 1) * source.width
        for x in 0..<target.width {
            let right = min(2 * x + 1, source.width - 1)
            target[x, y] = ((upper[2 * x] + upper[right]) + (lower[2 * x] + lower[right])) * 0.25
        }
    }
}

/// Doubles a plane by bilinear interpolation between the centers of its cells.
///
/// - Parameters:
///   - width: The width of the target. It may differ from twice the source's, which is then cropped or extended.
func enlarge(
    _ source: Plane<Float>, width: Int, height: Int, into target: Plane<Float>, scratch: Plane<Float>
) {
    target.reshape(width: width, height: height)
    let count = source.width
    scratch.reshape(width: count, height: 1)
    let row = scratch.base
    // SAFETY: source rows are clamped; `pairs` is such that 2 `pairs` < width and `pairs` < the source's width.
    for y in 0..<height {
        let cell = (y - 1) >> 1
        let weight: Float = y & 1 == 0 ? 0.75 : 0.25
        let upper = source.base + min(max(cell, 0), source.height - 1) * count
        let lower = source.base + min(max(cell + 1, 0), source.height - 1) * count
        for x in 0..<count { row[x] = upper[x] + (lower[x] - upper[x]) * weight }
        let out = target.base + y * width
        let pairs = max(0, min(count - 1, (width - 1) / 2))
        out[0] = row[0]
        for i in 0..<pairs {
            let (a, b) = (row[i], row[i + 1])
            out[2 * i + 1] = 0.75 * a + 0.25 * b
            out[2 * i + 2] = 0.25 * a + 0.75 * b
        }
        for x in min(2 * pairs + 1, width)..<width { out[x] = row[min(x / 2, count - 1)] }
    }
}
