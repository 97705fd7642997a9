/// The pages that must not be taken again: those that were taken, and those that the caller has.
struct KnownPages: Sendable {
    struct Entry: Sendable {
        /// A unique identifier, never reused.
        let id: Int
        /// The caller's number for the page, if any.
        var number: Int?
        var page: KnownPage
    }

    private var entries: [Entry] = []
    private var lastID = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a page, or another signature of one.
    /// - Parameter limit: The number of pages without a number that are kept.
    /// - Returns: The entry's identifier.
    mutating func add(_ page: KnownPage, number: Int?, limit: Int) -> Int {
        lastID += 1
        entries.append(Entry(id: lastID, number: number, page: page))
        if number == nil, entries.count(where: { $0.number == nil }) > limit,
            let oldest = entries.firstIndex(where: { $0.number == nil })
        {
            entries.remove(at: oldest)
        }
        return lastID
    }

    /// Updates an entry with what was learned about its page since it was added.
    mutating func update(_ id: Int, to page: KnownPage) {
        if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].page = page }
    }

    mutating func setNumber(_ number: Int, of id: Int) {
        if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].number = number }
    }

    mutating func removeAll() { entries.removeAll() }
    mutating func removeAll(numbered number: Int) { entries.removeAll { $0.number == number } }
    mutating func removeLast() { entries.removeLast() }

    /// Removes the pages that a signature matches.
    mutating func removeAll(like signature: PageSignature, _ dissimilarity: Double) {
        entries.removeAll { $0.page.isLike(signature, dissimilarity) }
    }

    /// The first entry that a signature matches.
    func first(like signature: PageSignature, _ dissimilarity: Double) -> Entry? {
        entries.first { $0.page.isLike(signature, dissimilarity) }
    }

    /// The last entry of the page with a number.
    func last(numbered number: Int) -> Entry? { entries.last { $0.number == number } }

    /// Whether a signature matches the page with a number.
    func isPage(_ number: Int, _ signature: PageSignature, _ dissimilarity: Double) -> Bool {
        entries.contains { $0.number == number && $0.page.isLike(signature, dissimilarity) }
    }
}
