import RectoCore

/// The finder patterns of a picture, collected from several searches.
final class FinderPool {
    struct Parameters {
        /// The minimum correlation of a finder.
        var minimumScore: Float = 0.55
        /// The correlation above which another fit would hardly be better.
        var sureScore: Float = 0.7
        /// The correlation of a start above which one of another shape may fit better.
        var secondStart: Float = 0.3
        /// The minimum size of a module in pixels.
        var minimumModule: Float = 0.8
    }

    /// The finders, best first.
    private(set) var finders: [Finder] = []
    /// The same finders, and the places tried, by where they are.
    private let (placed, seen) = (PlaceGrid<Finder>(), PlaceGrid<FinderCandidate>())
    private let fitter = FinderFit()
    private let parameters = Parameters()
    /// The maximum number of finders to keep.
    private var limit = 0

    func clear(_ size: PixelSize, limit: Int) {
        self.limit = limit
        finders.removeAll(keepingCapacity: true)
        placed.clear(size)
        seen.clear(size)
    }

    /// Fits a finder at a place that has not been tried before.
    /// - Parameter candidate: The place, in pixels of the picture.
    /// - Returns: Whether a new finder was found.
    func add(_ candidate: FinderCandidate, _ field: LumaField) -> Bool {
        let place = SIMD2(candidate.x, candidate.y)
        guard !seen.contains(around: place, reach: Self.reach * candidate.module, where: { Self.isSame($0, candidate) })
        else { return false }
        let start = fitter.start(field, candidate)
        var finder = fitter.fit(field, start)
        if start.score >= parameters.secondStart, finder.map({ $0.score < parameters.sureScore }) ?? true {
            let other = fitter.fit(field, fitter.start(field, candidate, isSecond: true))
            if let other, other.score > finder?.score ?? -1 { finder = other }
        }
        guard let finder else { return false }
        seen.add(candidate, at: place)
        return insert(finder)
    }

    /// Keeps the better of two finders at the same place, and the best overall.
    private func insert(_ finder: Finder) -> Bool {
        let module = finder.module
        guard finder.score >= parameters.minimumScore, module >= parameters.minimumModule, module.isFinite else {
            return false
        }
        var near: Finder?
        placed.visit(around: finder.center, reach: 3 * module) { other in
            guard (other.center - finder.center).length < 3 * min(module, other.module) else { return }
            if other.score > near?.score ?? -.infinity { near = other }
        }
        if let near {
            guard near.score < finder.score else { return false }
            remove(near)
        }
        finders.insert(finder, at: index { $0.score < finder.score })
        placed.add(finder, at: finder.center)
        if finders.count > limit, let last = finders.last { remove(last) }
        return true
    }

    private func remove(_ finder: Finder) {
        placed.remove(at: finder.center) { $0.center == finder.center }
        let equal = finders[index { $0.score <= finder.score }...]
        if let i = equal.firstIndex(where: { $0.center == finder.center }) { finders.remove(at: i) }
    }

    /// Returns the index of the first finder that fulfills a condition, which those after it fulfill too.
    private func index(where isMatch: (Finder) -> Bool) -> Int {
        var (from, to) = (0, finders.count)
        while from < to {
            let middle = (from + to) / 2
            if isMatch(finders[middle]) { to = middle } else { from = middle + 1 }
        }
        return from
    }

    /// The distance of candidates at the same place along an axis, in modules.
    private static let reach: Float = 1.2

    private static func isSame(_ a: FinderCandidate, _ b: FinderCandidate) -> Bool {
        let reach = Self.reach * b.module
        let ratio = b.module / a.module
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach && ratio > 0.6 && ratio < 1.6
    }
}
