import RectoCore
import RectoKernels

/// The grid of a version fitted to a picture.
struct SymbolFit {
    var version: Int
    var quad: SymbolQuad
    /// How well the fixed patterns match, −1…1, overall and for the timing patterns alone.
    var agreement: Float
    var timing: Float

    var shape: SymbolShape { SymbolShape(version: version) }

    /// The value for comparing versions: above 0.9 for the right one, below 0.65 for its neighbors.
    var rank: Float { agreement + 0.5 * timing }
}

/// Fits the grids of versions to three finder patterns.
final class SymbolFitter {
    struct Parameters {
        /// The number of starts per version that are optimized in a thorough fit.
        var climbs = 2
        /// The steps in modules.
        var climb = ParabolicClimb(parameterCount: 8, steps: [1, 0.5, 0.25, 0.12], rounds: 4)
        /// The match above which a start needs no optimization.
        var sure: Float = 0.92
    }

    private let parameters: Parameters
    private let alignment = AlignmentSearch()
    private let samples = Plane<Float>()

    init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Returns the version whose size is nearest to the measured one; it may be out of range.
    static func estimate(_ triple: FinderTriple) -> Int { Int(((triple.armModules - 10) / 4).rounded()) }

    /// Returns the possible versions of a triple. The larger the symbol, the less certain its size.
    static func versions(_ triple: FinderTriple) -> ClosedRange<Int>? {
        let estimate = estimate(triple)
        let spread = estimate < 7 ? 1 : estimate < 15 ? 2 : 3
        let (minimum, maximum) = (max(1, estimate - spread), min(40, estimate + spread))
        return minimum <= maximum ? minimum...maximum : nil
    }

    /// How well the timing patterns of a version match, from the finders alone.
    typealias Timing = (version: Int, agreement: Float)

    /// Returns the versions whose timing patterns match best, both together and the better one alone: the other may be
    /// hidden, for example by glare.
    func bestTiming(_ field: LumaField, _ triple: FinderTriple) -> (both: Timing, better: Timing)? {
        guard let versions = Self.versions(triple) else { return nil }
        var best: (both: Timing, better: Timing) = ((versions.lowerBound, -1), (versions.lowerBound, -1))
        for version in versions {
            let (both, better) = timing(field, triple, version: version)
            if both > best.both.agreement { best.both = (version, both) }
            if better > best.better.agreement { best.better = (version, better) }
        }
        return best
    }

    /// Returns all versions, best first.
    func timings(_ field: LumaField, _ triple: FinderTriple) -> [Timing] {
        guard let versions = Self.versions(triple) else { return [] }
        return versions.map { ($0, timing(field, triple, version: $0).both) }.sorted { $0.agreement > $1.agreement }
    }

    private func timing(_ field: LumaField, _ triple: FinderTriple, version: Int) -> (both: Float, better: Float) {
        let patterns = FixedPatterns.of(version)
        let corners = FinderCorners(triple, patterns.shape)
        var best: (both: Float, better: Float) = (-1, -1)
        corners.forEachMap { map in
            let found = timing(field, map, patterns)
            best = (max(best.both, found.both), max(best.better, found.better))
        }
        return best
    }

    private func timing(
        _ field: LumaField, _ map: GridMap, _ patterns: FixedPatterns
    ) -> (both: Float, better: Float) {
        samples.reshape(width: patterns.x.count + 8, height: 1)
        return patterns.x.withUnsafeBufferPointer { x in
            patterns.y.withUnsafeBufferPointer { y in
                // SAFETY: the timing patterns' samples are followed by others, or padded to a multiple of 8.
                field.sample(
                    map, x.baseAddress.unsafelyUnwrapped + patterns.timingStart,
                    y.baseAddress.unsafelyUnwrapped + patterns.timingStart, count: patterns.timingCount,
                    into: samples.base)
                return patterns.timing(samples.base)
            }
        }
    }

    /// Fits the grid of a version from its best start, optimizing it only if necessary.
    func quickFit(_ field: LumaField, _ triple: FinderTriple, version: Int) -> SymbolFit {
        let patterns = FixedPatterns.of(version)
        var best = bestStart(field, triple, patterns)
        if best.score < parameters.sure { best = climb(field, best, patterns, triple.module) }
        return fit(field, best, patterns)
    }

    /// Returns the best grid of a version from several starts.
    func thoroughFit(_ field: LumaField, _ triple: FinderTriple, version: Int) -> SymbolFit {
        let patterns = FixedPatterns.of(version)
        var best: Start = (SymbolQuad(), -1)
        for start in starts(field, triple, patterns).prefix(parameters.climbs) where best.score < parameters.sure {
            let top = climb(field, start, patterns, triple.module)
            if top.score > best.score { best = top }
        }
        return fit(field, best, patterns)
    }

    /// Whether a grid certainly is that of a symbol and of its version.
    func isSure(_ fit: SymbolFit) -> Bool { fit.agreement >= parameters.sure }

    /// Returns the grid of a version of Model 1 by the better of the finders' maps.
    /// - Parameter climbs: Whether it climbs from there.
    func modelOneFit(_ field: LumaField, _ triple: FinderTriple, version: Int, climbs: Bool = true) -> SymbolFit {
        let patterns = FixedPatterns.ofModelOne(version)
        var best: Start = (SymbolQuad(), -1)
        FinderCorners(triple, patterns.shape).forEachMap { map in
            let start = scored(field, map.quad(dimension: patterns.shape.dimension), patterns)
            if start.score > best.score { best = start }
        }
        return fit(field, climbs ? climb(field, best, patterns, triple.module) : best, patterns)
    }

    private func fit(_ field: LumaField, _ start: Start, _ patterns: FixedPatterns) -> SymbolFit {
        let (all, timing) = agreement(field, start.quad, patterns)
        return SymbolFit(version: patterns.shape.version, quad: start.quad, agreement: all, timing: timing)
    }

    private func agreement(_ field: LumaField, _ quad: SymbolQuad, _ patterns: FixedPatterns) -> (
        all: Float, timing: Float
    ) {
        samples.reshape(width: patterns.x.count, height: 1)
        // SAFETY: room for the patterns' samples rounded up to 8.
        field.sample(
            quad.map(dimension: patterns.shape.dimension), patterns.x, patterns.y, count: patterns.count,
            into: samples.base)
        return patterns.agreement(samples.base)
    }

    // MARK: - Starts

    private typealias Start = (quad: SymbolQuad, score: Float)

    private func scored(_ field: LumaField, _ quad: SymbolQuad, _ patterns: FixedPatterns) -> Start {
        (quad, agreement(field, quad, patterns).all)
    }

    /// Returns the best of the quads from the finders' maps and those through places that resemble the alignment
    /// pattern. The second map is used only if the first shows no such place.
    private func bestStart(_ field: LumaField, _ triple: FinderTriple, _ patterns: FixedPatterns) -> Start {
        let shape = patterns.shape
        let corners = FinderCorners(triple, shape)
        var best: Start = (SymbolQuad(), -1)
        func consider(_ quad: SymbolQuad) {
            let start = scored(field, quad, patterns)
            if start.score > best.score { best = start }
        }
        corners.forEachMap { consider($0.quad(dimension: shape.dimension)) }
        guard shape.version > 1 else { return best }
        corners.forEachMap { map in
            if best.score > parameters.sure { return }
            alignment.search(field, map, dimension: shape.dimension)
            for place in alignment.places {
                if let quad = corners.quad(through: place, by: map) { consider(quad) }
            }
        }
        return best
    }

    /// Returns the quads of all maps and all places that resemble the alignment pattern, best first.
    private func starts(_ field: LumaField, _ triple: FinderTriple, _ patterns: FixedPatterns) -> [Start] {
        let shape = patterns.shape
        let corners = FinderCorners(triple, shape)
        var starts: [Start] = []
        corners.forEachMap { map in
            starts.append(scored(field, map.quad(dimension: shape.dimension), patterns))
            guard shape.version > 1 else { return }
            alignment.search(field, map, dimension: shape.dimension)
            for place in alignment.places {
                if let quad = corners.quad(through: place, by: map) { starts.append(scored(field, quad, patterns)) }
            }
        }
        return starts.sorted { $0.score > $1.score }
    }

    // MARK: - Climb

    /// Moves the corners as long as the match improves.
    private func climb(_ field: LumaField, _ start: Start, _ patterns: FixedPatterns, _ module: Float) -> Start {
        let top = parameters.climb.climb(from: SymbolQuad(), value: start.score) {
            agreement(field, start.quad + $0 * module, patterns).all
        }
        return (start.quad + top.place * module, top.value)
    }
}
