/// The finder patterns of a picture, found by several searches.
final class FinderPool {
    struct Parameters {
        /// Minimum correlation of a finder.
        var minimumScore: Float = 0.55
        /// Minimum pixels of a module.
        var minimumModule: Float = 0.8
        /// At most so many finders, the best ones.
        var limit = 24
    }

    /// The finders, the best first.
    private(set) var finders: [Finder] = []
    private var seen: [FinderCandidate] = []
    private let fitter = FinderFit()
    private let parameters = Parameters()

    func clear() {
        finders.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
    }

    /// Fits a finder at a place, if that was not tried before.
    /// - Parameter candidate: In pixels of the picture.
    /// - Returns: Whether there is a finder, and it is new.
    func add(_ candidate: FinderCandidate, _ field: LumaField) -> Bool {
        guard !seen.contains(where: { Self.isSame($0, candidate) }),
            let finder = fitter.fit(field, fitter.start(field, candidate))
        else { return false }
        seen.append(candidate)
        return insert(finder)
    }

    /// Keeps the better one of those that lie at the same place, and the best ones of all.
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
        if finders.count > parameters.limit { finders.removeLast() }
        return true
    }

    private static func isSame(_ a: FinderCandidate, _ b: FinderCandidate) -> Bool {
        let reach = 1.2 * b.module
        let ratio = b.module / a.module
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach && ratio > 0.6 && ratio < 1.6
    }
}
