import RectoCore
import RectoKernels

/// Fits the grids of symbols with one finder: Micro QR codes and rectangular ones.
final class SmallFitter {
    /// A grid fitted to a picture.
    struct Fit {
        var quad: SymbolQuad
        /// How well the fixed patterns match, −1…1, and the worst match of those beside the finder.
        var agreement, worst: Float
    }

    /// The minimum match of a grid from the finder alone.
    private static let start: Float = 0.45
    /// The minimum match of an optimized grid.
    static let minimum: Float = 0.7
    /// The minimum match of the worst pattern of an optimized grid.
    static let minimumOfWorst: Float = 0.5
    /// The maximum growth factor of a rectangular grid before it is optimized again.
    private static let growth: Float = 1.5
    private static let firstWidth = 16

    private let climb = ParabolicClimb(parameterCount: 8, steps: [0.6, 0.3, 0.15], rounds: 4)
    private let samples = Plane<Float>()
    private let micro = [11, 13, 15, 17].map { SmallPatterns(microOf: $0) }
    /// The patterns of the first 11, 13 and 15 modules of a Micro QR code, whatever its size.
    private let beginnings = [11, 13, 15].map { SmallPatterns(microUpTo: $0) }

    /// Returns the module axes of a finder after quarter turns; any of them may be the symbol's.
    static func axes(_ finder: Finder, quarter: Int) -> (right: SIMD2<Float>, down: SIMD2<Float>) {
        switch quarter {
        case 0: (finder.right, finder.down)
        case 1: (finder.down, -finder.right)
        case 2: (-finder.right, -finder.down)
        default: (-finder.down, finder.right)
        }
    }

    private static func quad(
        _ finder: Finder, _ axes: (right: SIMD2<Float>, down: SIMD2<Float>), width: Int, height: Int
    ) -> SymbolQuad {
        let origin = finder.center - (axes.right + axes.down) * 3.5
        let (right, down) = (axes.right * Float(width), axes.down * Float(height))
        return SymbolQuad(origin, origin + right, origin + right + down, origin + down)
    }

    /// Returns the grids of Micro QR codes that a finder may belong to, best first. Timing patterns do not
    /// distinguish a code from its mirror image.
    func microFits(_ field: LumaField, _ finder: Finder) -> [(version: Int, fit: Fit)] {
        var fits: [(version: Int, fit: Fit)] = []
        func consider(_ version: Int, _ quad: SymbolQuad) {
            let start = fit(field, quad, micro[version - 1])
            if start.agreement >= Self.start { fits.append((version, start)) }
        }
        for quarter in 0..<4 {
            let axes = Self.axes(finder, quarter: quarter)
            for (i, patterns) in micro.enumerated() {
                consider(i + 1, Self.quad(finder, axes, width: patterns.width, height: patterns.height))
            }
            grow(field, finder, axes) { consider($0, $1) }
        }
        let best = fits.sorted { $0.fit.agreement > $1.fit.agreement }.prefix(3)
        return best.map { ($0.version, climb(field, $0.fit, micro[$0.version - 1], finder.module)) }
            .filter { $0.fit.agreement >= Self.minimum && $0.fit.worst >= Self.minimumOfWorst }
            .sorted { $0.fit.agreement > $1.fit.agreement }
    }

    /// Follows the timing patterns from the finder, whose own map is not enough under strong perspective.
    /// - Parameter consider: Receives each version but the smallest with its grid by the modules before.
    private func grow(
        _ field: LumaField, _ finder: Finder, _ axes: (right: SIMD2<Float>, down: SIMD2<Float>),
        _ consider: (_ version: Int, _ quad: SymbolQuad) -> Void
    ) {
        var quad = Self.quad(finder, axes, width: beginnings[0].width, height: beginnings[0].height)
        for (i, patterns) in beginnings.enumerated() {
            let fit = climb(field, fit(field, quad, patterns), patterns, finder.module)
            guard fit.agreement >= Self.start else { return }
            let side = Float(micro[i + 1].width)
            quad = fit.quad.map(width: patterns.width, height: patterns.height).quad(width: side, height: side)
            consider(i + 2, quad)
        }
    }

    /// Fits the grid of a rectangular code: it grows along the symbol, and is optimized at each step.
    func rectangularFit(
        _ field: LumaField, _ finder: Finder, _ axes: (right: SIMD2<Float>, down: SIMD2<Float>),
        _ shape: RectangularShape
    ) -> Fit? {
        var width = min(Self.firstWidth, shape.width)
        var quad = Self.quad(finder, axes, width: width, height: shape.height)
        while true {
            let patterns = SmallPatterns(shape, width: width)
            let fit = climb(field, fit(field, quad, patterns), patterns, finder.module)
            guard fit.agreement >= Self.start else { return nil }
            if width == shape.width {
                return fit.agreement >= Self.minimum && fit.worst >= Self.minimumOfWorst ? fit : nil
            }
            let map = fit.quad.map(width: width, height: shape.height)
            width = min(shape.width, Int(Float(width) * Self.growth))
            quad = map.quad(width: Float(width), height: Float(shape.height))
        }
    }

    private func fit(_ field: LumaField, _ quad: SymbolQuad, _ patterns: SmallPatterns) -> Fit {
        samples.reshape(width: patterns.x.count, height: 1)
        // SAFETY: room for the patterns' samples rounded up to 8.
        field.sample(
            quad.map(width: patterns.width, height: patterns.height), patterns.x, patterns.y,
            count: patterns.count,
            into: samples.base)
        let (all, worst) = patterns.agreement(samples.base)
        return Fit(quad: quad, agreement: all, worst: worst)
    }

    /// Moves the corners as long as the match improves.
    private func climb(_ field: LumaField, _ start: Fit, _ patterns: SmallPatterns, _ module: Float)
        -> Fit
    {
        let top = climb.climb(from: SymbolQuad(), value: start.agreement) {
            fit(field, start.quad + $0 * module, patterns).agreement
        }
        return fit(field, start.quad + top.place * module, patterns)
    }
}

extension GridMap {
    /// Returns the quad of a rectangle of modules from the corner.
    fileprivate func quad(width: Float, height: Float) -> SymbolQuad {
        SymbolQuad(place(0, 0), place(width, 0), place(width, height), place(0, height))
    }
}
