/// The finder patterns of a picture, collected from several searches.
final class FinderPool {
    struct Parameters {
        /// The minimum correlation of a finder.
        var minimumScore: Float = 0.55
        /// The correlation above which another fit would hardly be better.
        var sureScore: Float = 0.7
        /// The correlation of an untilted start above which an extremely tilted one may fit better.
        var stretchedStart: Float = 0.3
        /// The minimum size of a module in pixels.
        var minimumModule: Float = 0.8
    }

    /// The finders, best first.
    private(set) var finders: [Finder] = []
    private var seen: [FinderCandidate] = []
    private let fitter = FinderFit()
    private let parameters = Parameters()
    /// The maximum number of finders to keep.
    private var limit = 0

    func clear(limit: Int) {
        self.limit = limit
        finders.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
    }

    /// Fits a finder at a place that has not been tried before.
    /// - Parameters:
    ///   - candidate: The place, in pixels of the picture.
    ///   - isStretched: Whether it may be stretched by an extreme tilt.
    /// - Returns: Whether a new finder was found.
    func add(_ candidate: FinderCandidate, _ field: LumaField, isStretched: Bool) -> Bool {
        guard !seen.contains(where: { Self.isSame($0, candidate) }) else { return false }
        let start = fitter.start(field, candidate)
        var finder = fitter.fit(field, start)
        if isStretched, start.score >= parameters.stretchedStart,
            finder.map({ $0.score < parameters.sureScore }) ?? true
        {
            let other = fitter.fit(field, fitter.start(field, candidate, isStretched: true))
            if let other, other.score > finder?.score ?? -1 { finder = other }
        }
        guard let finder else { return false }
        seen.append(candidate)
        return insert(finder)
    }

    /// Keeps the better of two finders at the same place, and the best overall.
    private func insert(_ finder: Finder) -> Bool {
        let module = finder.module
        guard finder.score >= parameters.minimumScore, module >= parameters.minimumModule, module.isFinite else {
            return false
        }
        let near = finders.firstIndex { ($0.center - finder.center).length < 3 * min(module, $0.module) }
        if let near {
            guard finders[near].score < finder.score else { return false }
            finders.remove(at: near)
        }
        finders.insert(finder, at: finders.firstIndex { $0.score < finder.score } ?? finders.endIndex)
        if finders.count > limit { finders.removeLast() }
        return true
    }

    private static func isSame(_ a: FinderCandidate, _ b: FinderCandidate) -> Bool {
        let reach = 1.2 * b.module
        let ratio = b.module / a.module
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach && ratio > 0.6 && ratio < 1.6
    }
}
