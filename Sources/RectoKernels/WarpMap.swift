internal import CVector

/// A warp's map, scaled to a depth of 1 at the target's center.
struct WarpMap {
    /// x0, y0, w0, dx, dy, dw: pixel x of a row lies at ((x0 + dx x) / w, (y0 + dy x) / w), w = w0 + dw x, in 1/128
    /// source pixels from the center of the first one, plus ½ so that truncation rounds. Then the raw value of its
    /// ``Shape``.
    typealias Row = (Float, Float, Float, Float, Float, Float, Float)

    /// How the positions of a row's pixels may be computed.
    enum Shape: Float {
        /// One by one: some may be NaN or beyond the horizon.
        case wild = 0
        /// Every eighth, with the others interpolated: off by at most 1/256 pixel.
        case smooth = 1
        /// By one division each, without a check.
        case tame = 2
    }

    /// Smallest depth; the horizon's depth is 0.
    static let smallestDepth: Float = 1e-6

    private let map: WarpCoefficients
    /// Whether neighbors in a row of the target lie below each other in the source instead of beside each other, as
    /// seen from the target's center.
    let isTurned: Bool
    /// Position of the last knot of a row.
    private let end: Double

    init(_ map: WarpCoefficients, targetWidth: Int, targetHeight: Int) {
        let depth = map.6 * Double(targetWidth) / 2 + map.7 * Double(targetHeight) / 2 + map.8
        let s = depth.isFinite && depth != 0 ? 1 / depth : 1
        self.map = (
            map.0 * s, map.1 * s, map.2 * s, map.3 * s, map.4 * s, map.5 * s, map.6 * s, map.7 * s, map.8 * s
        )
        end = Double((targetWidth + 15) / 16 * 16)
        // Change of the position per step in the row: x′ w − x w′, up to a factor w² that both share.
        let (x, y) = (Double(targetWidth) / 2, Double(targetHeight) / 2)
        let across = self.map.0 - (self.map.0 * x + self.map.1 * y + self.map.2) * self.map.6
        let down = self.map.3 - (self.map.3 * x + self.map.4 * y + self.map.5) * self.map.6
        isTurned = abs(down) > abs(across)
    }

    /// The map of a target with rows and columns exchanged.
    static func transposed(_ map: WarpCoefficients) -> WarpCoefficients {
        (map.1, map.0, map.2, map.4, map.3, map.5, map.7, map.6, map.8)
    }

    /// - Parameter y: The target row, whose center is at y + ½.
    func row(_ y: Int) -> Row {
        let (a, b, c, d, e, f, g, h, i) = map
        let center = Double(y) + 0.5
        let w = g * 0.5 + h * center + i
        // 128 (X / w − ½) + ½ = (128 X − 63.5 w) / w
        let x0 = 128 * (a * 0.5 + b * center + c) - 63.5 * w
        let y0 = 128 * (d * 0.5 + e * center + f) - 63.5 * w
        let (dx, dy) = (128 * a - 63.5 * g, 128 * d - 63.5 * g)
        let shape = shape((x0, dx), (y0, dy), (w, g))
        return (Float(x0), Float(y0), Float(w), Float(dx), Float(dy), Float(g), shape.rawValue)
    }

    /// A row is tame if the horizon is far and positions fit 32 bits as knots do. It is also smooth if linear
    /// interpolation between knots 8 pixels apart is off by at most 1/256 pixel.
    ///
    /// The error is up to 8² / 8 times the second derivative, 2 w′ (x w′ − x′ w) / w³, of which only w³ changes. NaN
    /// makes a row neither.
    private func shape(
        _ x: (start: Double, step: Double), _ y: (start: Double, step: Double), _ w: (start: Double, step: Double)
    ) -> Shape {
        let last = w.start + w.step * end
        let minimum = min(w.start, last)
        // Larger differences of depth would be lost in single precision.
        guard minimum > 1e-3, max(w.start, last) < 1e3 * minimum else { return .wild }
        func range(_ v: (start: Double, step: Double)) -> Double {
            max(abs(v.start) / w.start, abs(v.start + v.step * end) / last)
        }
        func curvature(_ v: (start: Double, step: Double)) -> Double {
            2 * abs(w.step) * abs(v.start * w.step - v.step * w.start) / (minimum * minimum * minimum)
        }
        guard range(x) < 0x1p25, range(y) < 0x1p25 else { return .wild }
        return 8 * curvature(x) <= 0.5 && 8 * curvature(y) <= 0.5 ? .smooth : .tame
    }

    /// Calls `body` for each row with its number among these, its seven coefficients and scratch for a ``WarpBlock``.
    func forEachRow(
        _ rows: Range<Int>, _ body: (_ i: Int, UnsafePointer<Float>, _ scratch: UnsafeMutableRawPointer) -> Void
    ) {
        withUnsafeTemporaryAllocation(byteCount: WarpBlock.byteCount + 32, alignment: 32) { memory in
            // SAFETY: a buffer of a fixed size above 0 has a base address; its first 32 bytes take 7 Floats.
            let base = memory.baseAddress.unsafelyUnwrapped
            let coefficients = base.bindMemory(to: Float.self, capacity: 8)
            for y in rows {
                UnsafeMutableRawPointer(coefficients).storeBytes(of: row(y), as: Row.self)
                body(y - rows.lowerBound, coefficients, base + 32)
            }
        }
    }
}

/// Rows of tiles.
extension WarpMap {
    typealias Place = (x: Double, y: Double, w: Double)

    /// dx, dy and dw of ``Row``, which all rows share.
    var steps: Place { (128 * map.0 - 63.5 * map.6, 128 * map.3 - 63.5 * map.6, map.6) }

    /// x0, y0 and w0 of a row, before ``row(_:)`` rounds the same values to single precision.
    @inline(__always)
    func start(_ y: Int) -> Place {
        let (a, b, c, d, e, f, g, h, i) = map
        let center = Double(y) + 0.5
        let w = g * 0.5 + h * center + i
        return (128 * (a * 0.5 + b * center + c) - 63.5 * w, 128 * (d * 0.5 + e * center + f) - 63.5 * w, w)
    }

    /// Whether the first `count` rows are smooth; a smooth set of rows may be reported as not smooth.
    ///
    /// The sums that decide on a row change linearly from row to row, so the first and the last row have their
    /// extremes.
    func areSmooth(rows count: Int) -> Bool {
        let (first, last, step) = (start(0), start(count - 1), steps)
        let depths = SIMD4(first.w, first.w + step.w * end, last.w, last.w + step.w * end)
        let minimum = depths.min()
        guard minimum > 1e-3, depths.max() < 1e3 * minimum else { return false }
        let reach = 0x1p25 * minimum
        // 8 times the curvature must be at most ½.
        let bend = minimum * minimum * minimum / 32
        let (firstDepth, lastDepth) = (first.w, last.w)
        func isSmooth(_ first: Double, _ last: Double, _ slope: Double) -> Bool {
            let ends = SIMD4(first, first + slope * end, last, last + slope * end)
            let turn = max(abs(first * step.w - slope * firstDepth), abs(last * step.w - slope * lastDepth))
            return ends.max() < reach && ends.min() > -reach && abs(step.w) * turn < bend
        }
        return isSmooth(first.x, last.x, step.x) && isSmooth(first.y, last.y, step.y)
    }
}

/// Source positions of a target row's pixels.
struct WarpPositions {
    typealias Pair = (x: SIMD8<Int32>, y: SIMD8<Int32>)

    let row: WarpMap.Row

    var shape: WarpMap.Shape { WarpMap.Shape(rawValue: row.6) ?? .wild }

    @inline(__always)
    init(_ row: UnsafePointer<Float>) {
        self.row = (row[0], row[1], row[2], row[3], row[4], row[5], row[6])
    }

    /// Positions of every eighth pixel of a smooth row from x + 8 to x + 64, in 1/4096 pixels.
    ///
    /// Beyond the row's last knot they are undefined.
    @inline(__always)
    func knots(_ x: Int) -> Pair {
        typealias F = SIMD8<Float>
        let (x0, y0, w0, dx, dy, dw, _) = row
        let lanes = SIMD8<Int32>(8, 16, 24, 32, 40, 48, 56, 64)
        let f = vec_float(lanes &+ SIMD8(repeating: Int32(truncatingIfNeeded: x)))
        let depth: F = F(repeating: w0) + F(repeating: dw) * f
        let inverse: F = F(repeating: 1) / depth
        let px: F = F(repeating: x0) + F(repeating: dx) * f
        let py: F = F(repeating: y0) + F(repeating: dy) * f
        let sx: F = px * inverse * F(repeating: 32)
        let sy: F = py * inverse * F(repeating: 32)
        return (vec_int(sx), vec_int(sy))
    }

    /// Positions of eight pixels of a tame row, in 1/128 pixels.
    @inline(__always)
    func exact(_ x: Int) -> Pair {
        typealias F = SIMD8<Float>
        let (x0, y0, w0, dx, dy, dw, _) = row
        let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
        let f = vec_float(lanes &+ SIMD8(repeating: Int32(truncatingIfNeeded: x)))
        let depth: F = vec_greater(F(repeating: w0) + F(repeating: dw) * f, F(repeating: WarpMap.smallestDepth))
        let inverse: F = F(repeating: 1) / depth
        let px: F = F(repeating: x0) + F(repeating: dx) * f
        let py: F = F(repeating: y0) + F(repeating: dy) * f
        return (vec_int(px * inverse), vec_int(py * inverse))
    }
}
