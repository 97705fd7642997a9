/// The finder patterns of a picture, found by several searches.
final class FinderPool {
    struct Parameters {
        /// Least correlation of a finder.
        var leastScore: Float = 0.5
        /// Least pixels of a module.
        var leastModule: Float = 0.8
        /// At most so many finders, the best ones.
        var limit = 24
    }

    /// The finders, the best first.
    private(set) var finders: [Finder] = []
    private var seen: [FinderHit] = []
    private let fitter = FinderFit()
    private let parameters = Parameters()

    func clear() {
        finders.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
    }

    /// Fits finders at places that were not looked at before.
    /// - Parameters:
    ///   - scale: Pixels of the picture for each of those that the places count in.
    ///   - origin: Where those count from.
    func add(_ places: [FinderHit], scale: Float, from origin: SIMD2<Float>, _ field: LumaField) {
        for place in places {
            let hit = FinderHit(
                x: place.x * scale + origin.x, y: place.y * scale + origin.y, across: place.across * scale,
                down: place.down * scale)
            if seen.contains(where: { Self.isSame($0, hit) }) { continue }
            seen.append(hit)
            if let finder = fitter.fit(field, fitter.start(field, hit)) { insert(finder) }
        }
    }

    /// Keeps the better one of those that lie at the same place, and the best ones of all.
    private func insert(_ finder: Finder) {
        let module = finder.module
        guard finder.score >= parameters.leastScore, module >= parameters.leastModule, module.isFinite else { return }
        let near = finders.firstIndex { ($0.centre - finder.centre).length < 3 * min(module, $0.module) }
        if let near {
            guard finders[near].score < finder.score else { return }
            finders.remove(at: near)
        }
        finders.insert(finder, at: finders.firstIndex { $0.score < finder.score } ?? finders.endIndex)
        if finders.count > parameters.limit { finders.removeLast() }
    }

    private static func isSame(_ a: FinderHit, _ b: FinderHit) -> Bool {
        let reach = 1.2 * b.module
        let ratio = b.module / a.module
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach && ratio > 0.6 && ratio < 1.6
    }
}
