internal import CVector

/// Parameters for deblurring a row.
public struct RowDeblur {
    /// A symmetric filter along rows and columns: the middle tap and one for each pair.
    public let taps: UnsafePointer<Float>
    /// Pairs of taps. The mean that separates paper from print covers as many elements to each side, every `step`-th of
    /// a row.
    public let radius: Int
    public let step: Int
    /// Elements to each side whose minimum and maximum are the local range: at most the radius.
    public let reach: Int
    /// How far an element may leave that range, as shares of it: print away from paper, and paper away from print.
    public let printOvershoot, paperOvershoot: Float

    public init(
        taps: UnsafePointer<Float>, radius: Int, step: Int, reach: Int, printOvershoot: Float, paperOvershoot: Float
    ) {
        precondition(1...radius ~= reach && step >= 1, "a range within the filter")
        (self.taps, self.radius, self.step, self.reach) = (taps, radius, step, reach)
        (self.printOvershoot, self.paperOvershoot) = (printOvershoot, paperOvershoot)
    }

    fileprivate var c: recto_deblur {
        recto_deblur(
            taps: taps, radius: radius, step: step, reach: reach, print: printOvershoot, paper: paperOvershoot)
    }
}

/// Rows of ``deblurRow(_:stride:count:by:columns:scratch:into:)``'s scratch.
public let deblurScratchRows = 3

/// Filters a row of a page and limits it to the local range.
/// - Parameters:
///   - source: The row, of which `count` elements are filtered starting at `radius`. All rows and columns that the
///     filter reaches must exist, and rows have 8 more elements.
///   - columns: Column sums over the rows that the filter reaches: `count` + 2 × radius of them and 8 more.
///   - scratch: ``deblurScratchRows`` × as many elements as `columns`.
///   - target: The first of `count` elements; 7 more may be written.
public func deblurRow(
    _ source: UnsafePointer<Float>, stride: Int, count: Int, by deblur: RowDeblur, columns: UnsafePointer<Float>,
    scratch: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>
) {
    precondition(count >= 0, "a row")
    recto_deblur_row(source, stride, count, deblur.c, columns, scratch, target)
}

extension Reference {
    /// The plain reference of the kernel `deblurRow`.
    public static func deblurRow(
        _ source: UnsafePointer<Float>, stride: Int, count: Int, by deblur: RowDeblur, columns: UnsafePointer<Float>,
        into target: UnsafeMutablePointer<Float>
    ) {
        let (radius, reach) = (deblur.radius, deblur.reach)
        func filter(_ value: (Int) -> Float) -> Float {
            (1...radius).reduce(value(0) * deblur.taps[0]) { $0 + (value(-$1) + value($1)) * deblur.taps[$1] }
        }
        for x in 0..<count {
            let middle = x + radius
            let sharp = filter { i in filter { j in source[middle + i + j * stride] } }
            let around = (-reach...reach).flatMap { i in (-reach...reach).map { source[middle + i + $0 * stride] } }
            let (low, high) = (around.min() ?? 0, around.max() ?? 0)
            let places = Swift.stride(from: x, through: x + 2 * radius, by: deblur.step)
            let sum = places.reduce(Float(0)) { $0 + columns[$1] }
            let mean: Float = sum * (1 / Float((2 * radius + 1) * (2 * radius / deblur.step + 1)))
            let contrast = high - low
            let isBright = mean > (high + low) * 0.5
            let floor = low - contrast * (isBright ? deblur.printOvershoot : deblur.paperOvershoot)
            let ceiling = high + contrast * (isBright ? deblur.paperOvershoot : deblur.printOvershoot)
            target[x] = min(max(sharp, floor), ceiling)
        }
    }
}

// MARK: - Body

@c @implementation
func recto_deblur_row_body(
    _ source: UnsafePointer<Float>!, _ stride: Int, _ count: Int, _ deblur: recto_deblur,
    _ columns: UnsafePointer<Float>!, _ scratch: UnsafeMutablePointer<Float>!, _ target: UnsafeMutablePointer<Float>!
) {
    let (radius, reach) = (deblur.radius, deblur.reach)
    let width = count &+ 2 &* radius
    let room = width &+ 8
    let (sharp, low) = (scratch.unsafelyUnwrapped, scratch + room)
    let high = low + room
    // SAFETY: scratch rows have room for whole vectors starting at each of `width` elements, source rows have 8 more.
    var x = 0
    while x < width {
        let p = source + x
        store(filtered(p, stride, deblur.taps, radius), sharp + x)
        var (least, most) = (load(p), load(p))
        var k = 1
        while k <= reach {
            let (a, b) = (load(p - k &* stride), load(p + k &* stride))
            least = vec_less(vec_less(a, b), least)
            most = vec_greater(vec_greater(a, b), most)
            k &+= 1
        }
        store(least, low + x)
        store(most, high + x)
        x &+= 8
    }
    let share = 1 / Float((2 &* radius &+ 1) &* (2 &* radius / deblur.step &+ 1))
    x = 0
    while x < count {
        let at = x &+ radius
        var (least, most) = (load(low + at), load(high + at))
        var k = 1
        while k <= reach {
            least = vec_less(vec_less(load(low + (at &- k)), load(low + (at &+ k))), least)
            most = vec_greater(vec_greater(load(high + (at &- k)), load(high + (at &+ k))), most)
            k &+= 1
        }
        var sum = SIMD8<Float>()
        k = 0
        while k <= 2 &* radius {
            sum += load(columns + (x &+ k))
            k &+= deblur.step
        }
        let mean: SIMD8<Float> = sum * share
        let contrast: SIMD8<Float> = most - least
        let middle: SIMD8<Float> = (most + least) * 0.5
        let (print, paper) = (SIMD8<Float>(repeating: deblur.print), SIMD8<Float>(repeating: deblur.paper))
        let isBright = mean .> middle
        let floor: SIMD8<Float> = least - contrast * paper.replacing(with: print, where: isBright)
        let ceiling: SIMD8<Float> = most + contrast * print.replacing(with: paper, where: isBright)
        let value = filtered(UnsafePointer(sharp + at), 1, deblur.taps, radius)
        store(vec_less(vec_greater(value, floor), ceiling), target + x)
        x &+= 8
    }
}

@inline(__always)
private func filtered(
    _ p: UnsafePointer<Float>, _ step: Int, _ taps: UnsafePointer<Float>, _ radius: Int
) -> SIMD8<Float> {
    var sum: SIMD8<Float> = load(p) * taps[0]
    var (k, reach) = (1, step)
    while k <= radius {
        let pair: SIMD8<Float> = load(p - reach) + load(p + reach)
        sum += pair * taps[k]
        k &+= 1
        reach &+= step
    }
    return sum
}
