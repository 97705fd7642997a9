/// The threes of finder patterns that may be symbols, the likeliest first. Memory is kept from picture to picture.
final class FinderTriples {
    struct Parameters {
        /// Greatest cost of a three.
        var cost: Float = 4
        /// At most so many threes.
        var limit = 64
    }

    private(set) var all: [FinderTriple] = []
    private let parameters: Parameters

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        all.reserveCapacity(parameters.limit + 1)
    }

    /// Fills ``all``.
    func find(in finders: [Finder]) {
        all.removeAll(keepingCapacity: true)
        for i in finders.indices {
            for j in finders.indices where j != i {
                for k in finders.indices where k > j && k != i {
                    if let triple = FinderTriple(corner: finders[i], finders[j], finders[k]) { insert(triple) }
                }
            }
        }
    }

    private func insert(_ triple: FinderTriple) {
        guard triple.cost <= parameters.cost else { return }
        if all.count == parameters.limit {
            guard all[all.count - 1].cost > triple.cost else { return }
            all.removeLast()
        }
        all.insert(triple, at: all.firstIndex { $0.cost > triple.cost } ?? all.endIndex)
    }
}
