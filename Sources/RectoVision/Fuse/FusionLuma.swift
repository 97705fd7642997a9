import RectoCore
import RectoKernels

/// The gathered luma of a page, deblurred by the blur measured on it.
struct FusionLuma {
    /// Standard deviation in frame pixels of the blur of lens, sensor and demosaicing; 0 if it could not be measured.
    private(set) var blur = 0.0
    private let plane: FusionPlane
    private let alone: FusionLight

    /// - Parameters:
    ///   - gathered: The page at `scale` times the frames' resolution.
    ///   - kernel: Standard deviation of the gathering kernel in frame pixels.
    ///   - noise: Noise of `gathered`, in gray levels.
    ///   - alone: Its weights are the shares of the unchanged reference.
    ///   - page: Length of the page's longest side in frame pixels.
    ///   - restores: Whether print is sampled so coarsely that it is restored.
    ///   - workers: Threads that share the restoration.
    init(
        _ gathered: FusionPlane, scale: Int, kernel: Double, noise: Double, alone: FusionLight, page: Double,
        restores: Bool, workers: Int
    ) {
        (plane, self.alone) = (gathered, alone)
        let filter = FusionDeblur(scale: scale, kernel: kernel, noise: noise, page: page)
        blur = filter.measuredBlur(of: gathered)
        guard blur > 0 else { return }
        let blurred = restores ? gathered.copy() : nil
        filter.deblur(plane, blur: blur)
        guard let blurred else { return }
        let sigma = (blur * blur + kernel * kernel).squareRoot()
        FusionRestoration(scale: scale, sigma: sigma, noise: noise, workers: workers).restore(plane, from: blurred)
    }

    /// Writes the page into a range of rows of a gray picture, at the canvas. Each row can be written once.
    /// - Parameters:
    ///   - rows: Rows of the picture.
    ///   - target: Shows the reference, `scale` times as large.
    func write(_ rows: Range<Int>, into target: MutableImageView<Gray8>, scale: Int, canvas: FusionCanvas) {
        let own = self.rows(in: rows, scale: scale, canvas)
        let shares = FusionWeights(alone, width: canvas.width)
        for y in own {
            let (from, to) = (plane.row(y), target.row(canvas.top * scale + y) + canvas.left * scale)
            if let share = shares.mixed(y / scale) {
                for x in 0..<plane.width { to[x] = mixed(from[x], to[x], share[x / scale]) }
            } else {
                for x in 0..<plane.width { to[x] = from[x].level }
            }
        }
        plane.release(own)
    }

    /// Writes the page into a range of rows of a color picture. Each row can be written once.
    /// - Parameters:
    ///   - rows: Rows of the picture.
    ///   - target: Shows the reference, `scale` times as large.
    ///   - colors: R − Y and B − Y at half the reference's resolution.
    func write(
        _ rows: Range<Int>, into target: MutableImageView<RGB8>, colors: [FusionPlane], scale: Int, canvas: FusionCanvas
    ) {
        let own = self.rows(in: rows, scale: scale, canvas)
        let (red, blue) = (
            FusionEnlarging(colors[0], by: 2 * scale, width: plane.width),
            FusionEnlarging(colors[1], by: 2 * scale, width: plane.width)
        )
        let shares = FusionWeights(alone, width: canvas.width)
        for y in own {
            let colors = (luma: plane.row(y), red: red.row(y), blue: blue.row(y))
            let to = target.row(canvas.top * scale + y) + 3 * canvas.left * scale
            if let share = shares.mixed(y / scale) {
                for x in 0..<plane.width {
                    let (r, g, b) = Self.rgb(colors, x)
                    let own = share[x / scale]
                    to[3 * x] = mixed(r, to[3 * x], own)
                    to[3 * x + 1] = mixed(g, to[3 * x + 1], own)
                    to[3 * x + 2] = mixed(b, to[3 * x + 2], own)
                }
            } else {
                Self.write(colors, count: plane.width, into: to)
            }
        }
        plane.release(own)
    }

    private typealias Colors = (
        luma: UnsafeMutablePointer<Float>, red: UnsafePointer<Float>, blue: UnsafePointer<Float>
    )

    /// Converts luma, R − Y and B − Y of a pixel to red, green and blue.
    @inline(__always)
    private static func rgb(_ colors: Colors, _ x: Int) -> (Float, Float, Float) {
        let (luma, r, b) = (colors.luma[x], colors.red[x], colors.blue[x])
        let green: Float = luma - (0.299 * r + 0.114 * b) * (1 / 0.587)
        return (luma + r, green, luma + b)
    }

    /// Writes a row that has no share of the reference.
    private static func write(_ colors: Colors, count: Int, into target: UnsafeMutablePointer<UInt8>) {
        typealias V = SIMD8<Float>
        func load(_ row: UnsafePointer<Float>, _ x: Int) -> V { UnsafeRawPointer(row + x).loadUnaligned(as: V.self) }
        var x = 0
        while x + 8 <= count {
            let (luma, r, b) = (load(colors.luma, x), load(colors.red, x), load(colors.blue, x))
            let green: V = luma - (0.299 * r + 0.114 * b) * (1 / 0.587)
            let levels = ((luma + r).levels, green.levels, (luma + b).levels)
            let to = target + 3 * x
            for i in 0..<8 { (to[3 * i], to[3 * i + 1], to[3 * i + 2]) = (levels.0[i], levels.1[i], levels.2[i]) }
            x += 8
        }
        while x < count {
            let (r, g, b) = rgb(colors, x)
            (target[3 * x], target[3 * x + 1], target[3 * x + 2]) = (r.level, g.level, b.level)
            x += 1
        }
    }

    /// The page's rows that lie in a range of the picture's rows.
    private func rows(in rows: Range<Int>, scale: Int, _ canvas: FusionCanvas) -> Range<Int> {
        let top = canvas.top * scale
        return (rows.lowerBound - top..<rows.upperBound - top).clamped(to: 0..<plane.height)
    }

    /// Blends a fused value with the reference's by its share.
    @inline(__always)
    private func mixed(_ fused: Float, _ own: UInt8, _ share: Float) -> UInt8 {
        let held = min(max(fused, 0), 255)
        return (held + (Float(own) - held) * share).level
    }
}

extension Float {
    /// Rounds to the nearest gray level.
    @inline(__always)
    fileprivate var level: UInt8 {
        let held = self < 0 ? 0 : self > 255 ? 255 : self
        // From 2²³ on, single precision holds whole numbers only: the low bits are the level.
        return UInt8(truncatingIfNeeded: (held + 8_388_608).bitPattern)
    }
}

extension SIMD8<Float> {
    /// Rounds to the nearest gray levels.
    @inline(__always)
    fileprivate var levels: SIMD8<UInt8> {
        let held = replacing(with: 0, where: self .< 0).replacing(with: 255, where: self .> 255)
        return SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(held + 8_388_608, to: SIMD8<UInt32>.self))
    }
}

/// Removes a Gaussian blur from a page: a Wiener filter along rows and columns, limited to the local range.
struct FusionDeblur {
    private let scale: Int
    private let kernel: Double
    private let noise: Double
    private let halfPower: Double
    /// The blur is the widest that overshoots by at most this share of the contrast: cameras sharpen by an unknown
    /// amount.
    private let maximumOvershoot: Float = 0.06
    /// Tried blurs, in tenths of a frame pixel.
    private static let triedTenths = 2...11
    /// Where overshoot is measured: print with more contrast than this, in gray levels, the fewest such pixels, and
    /// their distance from the part's border, in frame pixels.
    private static let minimumContrast: Float = 40
    private static let minimumPixels: Float = 200
    private static let border = 8
    /// Radius of the filter, and of the mean that separates paper from print, in frame pixels.
    private static let reach = 6
    /// How far a pixel may leave the local range, as shares of the contrast: print away from the paper, and paper away
    /// from the print.
    private static let printOvershoot: Float = 0.8
    private static let paperOvershoot: Float = 0.15
    /// Power of the noise relative to that of print at frequency 0, for noise of one gray level.
    private static let noisePower = 2.5e-5
    /// Print's power falls with frequency: the frequency at half power in cycles along a page's longest side, and its
    /// lower bound in cycles per frame pixel.
    private static let halfPower = 46.0
    private static let minimumHalfPower = 0.045
    /// Number of frequencies at which the filter's response is computed.
    private static let frequencies = 256
    /// Side of the part on which the blur is measured, in pixels of the page.
    private static let partSide = 320

    /// - Parameter page: Length of the page's longest side in frame pixels.
    init(scale: Int, kernel: Double, noise: Double, page: Double) {
        (self.scale, self.kernel, self.noise) = (scale, kernel, noise)
        halfPower = max(Self.halfPower / page, Self.minimumHalfPower)
    }

    /// The blur in frame pixels, at most 1.1; 0 without print.
    func measuredBlur(of page: FusionPlane) -> Double {
        let part = busiest(page)
        let (low, high) = part.envelope(radius: envelope)
        var best = 0.0
        for tenths in Self.triedTenths {
            let blur = Double(tenths) / 10
            let sharp = part.filtered(taps(blur))
            var (sum, count): (Float, Float) = (0, 0)
            let margin = Self.border * scale
            for y in margin..<max(part.height - margin, margin) {
                let (s, l, h) = (sharp.row(y), low.row(y), high.row(y))
                for x in margin..<max(part.width - margin, margin) where h[x] - l[x] > Self.minimumContrast {
                    sum += max(s[x] - h[x], 0) / (h[x] - l[x] + 1)
                    count += 1
                }
            }
            guard count > Self.minimumPixels, sum / count <= maximumOvershoot else { break }
            best = blur
        }
        return best
    }

    /// Removes the blur. Print may become darker, but paper beside it gets no ring. The border that the filter does not
    /// reach stays as it is.
    func deblur(_ page: FusionPlane, blur: Double) {
        let (radius, width) = (radius, page.width)
        let count = width - 2 * radius
        guard count > 0 else { return }
        let columns = FusionPlane(width: width, height: 1 + deblurScratchRows)
        // Rows that later rows are still filtered with.
        let waiting = FusionPlane(width: width, height: radius + 1)
        taps(blur).withUnsafeBufferPointer { taps in
            // SAFETY: one tap and `radius` pairs.
            let deblur = RowDeblur(
                taps: taps.baseAddress.unsafelyUnwrapped, radius: radius, step: scale, reach: envelope,
                printOvershoot: Self.printOvershoot, paperOvershoot: Self.paperOvershoot)
            for y in radius...max(page.height, radius) {
                let done = waiting.row(y % (radius + 1))
                // The previous row in that place, which no later row is filtered with.
                if y > 2 * radius { (page.row(y - radius - 1) + radius).update(from: done, count: count) }
                guard y < page.height - radius else { continue }
                if y == radius {
                    for other in 0...2 * radius { columns.add(page.row(other)) }
                } else {
                    columns.add(page.row(y + radius))
                }
                // SAFETY: rows have room for whole vectors; the scratch holds three rows of the width plus 8.
                deblurRow(
                    page.row(y), stride: page.stride, count: count, by: deblur, columns: columns.row(0),
                    scratch: columns.row(1), into: done)
                columns.subtract(page.row(y - radius))
            }
        }
    }

    private var radius: Int { Self.reach * scale }
    /// Radius of the local range.
    private var envelope: Int { 3 * scale / 2 }

    /// Half of the filter for the blur of the frames and the kernel, from the middle tap outwards.
    private func taps(_ blur: Double) -> [Float] {
        let sigma = (blur * blur + kernel * kernel).squareRoot() * Double(scale)
        let ratio = Self.noisePower * max(noise * noise, 1)
        let half = halfPower / Double(scale)
        let steps = Self.frequencies
        let response = (0..<steps).map { i -> Double in
            let f = (Double(i) + 0.5) / Double(2 * steps)
            let passed = exp(-2 * Double.pi * Double.pi * sigma * sigma * f * f)
            return passed / (passed * passed + ratio * (1 + f * f / (half * half)))
        }
        let taps = (0...radius).map { k -> Double in
            let window = 0.5 + 0.5 * cos(Double.pi * Double(k) / Double(radius + 1))
            let sum = response.enumerated().reduce(0.0) {
                $0 + $1.element * cos(2 * Double.pi * (Double($1.offset) + 0.5) / Double(2 * steps) * Double(k))
            }
            return window * sum / Double(steps)
        }
        let sum = 2 * taps.reduce(0, +) - taps[0]
        return taps.map { Float($0 / sum) }
    }

    /// The part with the strongest fine print, some hundreds of pixels wide.
    private func busiest(_ page: FusionPlane) -> FusionPlane {
        let side = min(Self.partSide, page.width, page.height)
        var (best, most): ((x: Int, y: Int), Float) = ((0, 0), -1)
        for y in stride(from: 0, through: page.height - side, by: side / 2) {
            for x in stride(from: 0, through: page.width - side, by: side / 2) {
                var sum: Float = 0
                for row in stride(from: y, to: y + side - scale, by: 3) {
                    let p = page.row(row) + x
                    for i in stride(from: 0, to: side - scale, by: 2) { sum += abs(p[i + scale] - p[i]) }
                }
                if sum > most { (best, most) = ((x, y), sum) }
            }
        }
        let part = FusionPlane(width: side, height: side)
        for y in 0..<side { part.row(y).update(from: page.row(best.y + y) + best.x, count: side) }
        return part
    }
}

extension FusionPlane {
    /// Minimum and maximum of the square around each element.
    fileprivate func envelope(radius: Int) -> (low: FusionPlane, high: FusionPlane) {
        (extremes(radius) { $0 < $1 ? $0 : $1 }, extremes(radius) { $0 > $1 ? $0 : $1 })
    }

    @inline(__always)
    private func extremes(_ radius: Int, _ better: (Float, Float) -> Float) -> FusionPlane {
        let (down, result) = (FusionPlane(width: width, height: height), FusionPlane(width: width, height: height))
        for y in 0..<height {
            let to = down.row(y)
            to.update(from: row(y), count: width)
            for other in max(y - radius, 0)...min(y + radius, height - 1) where other != y {
                let from = row(other)
                for x in 0..<width { to[x] = better(to[x], from[x]) }
            }
        }
        for y in 0..<height {
            let (from, to) = (down.row(y), result.row(y))
            to.update(from: from, count: width)
            for shift in 1...radius where shift < width {
                for x in shift..<width { to[x] = better(to[x], from[x - shift]) }
                for x in 0..<width - shift { to[x] = better(to[x], from[x + shift]) }
            }
        }
        return result
    }

    /// Adds a row to the first row.
    fileprivate func add(_ row: UnsafePointer<Float>) { for x in 0..<width { base[x] += row[x] } }

    /// Subtracts a row from the first row.
    fileprivate func subtract(_ row: UnsafePointer<Float>) { for x in 0..<width { base[x] -= row[x] } }
}

/// Rows of a linearly enlarged plane, one at a time.
private struct FusionEnlarging {
    private let plane: FusionPlane
    private let factor, width: Int
    private let between, result: FusionPlane

    /// - Parameters:
    ///   - factor: An even number.
    ///   - width: Width of the rows, at least `factor` times the plane's; beyond the plane they repeat their last
    ///     value.
    init(_ plane: FusionPlane, by factor: Int, width: Int) {
        (self.plane, self.factor, self.width) = (plane, factor, width)
        (between, result) = (FusionPlane(width: plane.width, height: 1), FusionPlane(width: width, height: 1))
    }

    /// A row, valid until the next call.
    func row(_ y: Int) -> UnsafePointer<Float> {
        let (last, step) = (plane.width - 1, 1 / Float(factor))
        let place = min(max((Float(y) + 0.5) * step - 0.5, 0), Float(plane.height - 1))
        let upper = Int(place)
        let share = place - Float(upper)
        let (above, below) = (plane.row(upper), plane.row(min(upper + 1, plane.height - 1)))
        let (line, to) = (between.row(0), result.row(0))
        for x in 0...last { line[x] = above[x] + (below[x] - above[x]) * share }
        let half = factor / 2
        for x in 0..<half { to[x] = line[0] }
        for x in 0..<last {
            let (start, change) = (to + x * factor + half, (line[x + 1] - line[x]) * step)
            for k in 0..<factor { start[k] = line[x] + change * (Float(k) + 0.5) }
        }
        for x in last * factor + half..<width { to[x] = line[last] }
        return UnsafePointer(to)
    }
}
