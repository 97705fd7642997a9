/// The triples of finder patterns that may be symbols, the likeliest first. Memory is kept from picture to picture.
final class FinderTriples {
    struct Parameters {
        /// Greatest cost of a triple.
        var cost: Float = 4
        /// At most so many triples.
        var limit = 64
    }

    private(set) var all: [FinderTriple] = []
    private let parameters: Parameters
    /// The sides from one finder to the others.
    private var arms: [FinderTriple.Arm] = []

    init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        all.reserveCapacity(parameters.limit + 1)
    }

    /// Fills ``all``.
    func find(in finders: [Finder]) {
        all.removeAll(keepingCapacity: true)
        for corner in finders {
            arms.removeAll(keepingCapacity: true)
            for end in finders {
                if let arm = FinderTriple.Arm(corner, end) { arms.append(arm) }
            }
            for (i, first) in arms.enumerated() {
                for second in arms[(i + 1)...] {
                    if let triple = FinderTriple(corner: corner, first, second) { insert(triple) }
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
