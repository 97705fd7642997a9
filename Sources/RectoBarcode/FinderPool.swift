
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
    private var seen: [(hit: FinderHit, finder: Finder)] = []
    private let fitter = FinderFit()
    private let parameters = Parameters()

    /// How many places were looked at.
    var placeCount: Int { seen.count }

    func clear() {
        finders.removeAll(keepingCapacity: true)
        seen.removeAll(keepingCapacity: true)
    }

    /// Fits finders at places that were not looked at before.
    /// - Parameter scale: Pixels of the picture for each of those that the places count in.
    func add(_ places: [FinderHit], scale: Float, _ field: LumaField) {
        var isNew = false
        for place in places {
            let hit = FinderHit(
                x: place.x * scale, y: place.y * scale, across: place.across * scale, down: place.down * scale)
            if seen.contains(where: { Self.isSame($0.hit, hit) }) { continue }
            seen.append((hit, fitter.fit(field, hit)))
            isNew = true
        }
        if isNew { select() }
    }

    private static func isSame(_ a: FinderHit, _ b: FinderHit) -> Bool {
        let reach = 1.2 * b.module
        let ratio = b.module / a.module
        return abs(a.x - b.x) < reach && abs(a.y - b.y) < reach && ratio > 0.6 && ratio < 1.6
    }

    private func select() {
        finders.removeAll(keepingCapacity: true)
        seen.sort { $0.finder.score > $1.finder.score }
        for (_, finder) in seen {
            if finder.score < parameters.leastScore || finders.count == parameters.limit { break }
            let module = finder.module
            guard module >= parameters.leastModule, module.isFinite else { continue }
            if finders.contains(where: { ($0.centre - finder.centre).length < 3 * module }) { continue }
            finders.append(finder)
        }
    }
}
