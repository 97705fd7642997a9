extension [Finder] {
    /// The threes that may be symbols, the likeliest first.
    func triples(limit: Int) -> [FinderTriple] {
        var triples: [FinderTriple] = []
        for i in indices {
            for j in indices where j != i {
                for k in (j + 1)..<Swift.max(j + 1, endIndex) where k != i {
                    if let triple = FinderTriple(corner: self[i], self[j], self[k]) { triples.append(triple) }
                }
            }
        }
        triples.sort { $0.cost < $1.cost }
        return Array<FinderTriple>(triples.prefix(limit))
    }
}
