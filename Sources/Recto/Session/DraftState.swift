/// The state that results from a journal's records.
struct DraftState: Equatable {
    /// All pages that ever existed, by number.
    private(set) var pages: [Int: DraftPage] = [:]
    /// The numbers of the current pages, in order.
    private(set) var order: [Int] = []
    /// The pages before their last retake.
    private(set) var former: [Int: DraftPage] = [:]
    /// Pages with a fused picture that have gone back to their original one, by the number of the original picture.
    private(set) var setAside: [Int: DraftPage] = [:]
    /// The numbers of all pictures that pages have had.
    private(set) var originals: Set<Int> = []

    /// The current pages, in order.
    var orderedPages: [DraftPage] { order.compactMap { pages[$0] } }

    /// The smallest number that no page or picture has used.
    var nextNumber: Int { max(pages.keys.max() ?? 0, originals.max() ?? 0) + 1 }

    /// The names of all pictures that a page has had; `nil` if none had one.
    func keys(of page: Int) -> [String]? {
        let keys = [former[page], pages[page]].compactMap { $0 }.flatMap {
            ($0.earlierKeys ?? []) + ($0.key.map { [$0] } ?? [])
        }
        return keys.isEmpty ? nil : Set(keys).sorted()
    }

    /// - Returns: Whether the record is consistent.
    mutating func apply(_ record: DraftRecord) -> Bool {
        switch record {
        case .draft: return true
        case .page(let page):
            guard page.isSound, page.id <= DraftOriginal.highestNumber else { return false }
            let known = pages.updateValue(page, forKey: page.id)
            if known == nil { order.append(page.id) }
            if let known, known.isTakenAgain(as: page) { former[page.id] = known }
            note(page, after: known)
            originals.formUnion(page.originals.map(\.number))
            return true
        case .order(let numbers):
            let known = numbers.filter { pages[$0] != nil }
            guard Set(known).count == known.count else { return false }
            order = known
            return known.count == numbers.count
        case .replacement(let page, let order): return apply(.page(page)) && apply(.order(order))
        case .originals(let numbers):
            let sound = numbers.filter { 1...DraftOriginal.highestNumber ~= $0 }
            originals.formUnion(sound)
            return sound.count == numbers.count
        }
    }

    /// Keeps track of a page that switches between its original and its fused picture.
    private mutating func note(_ page: DraftPage, after known: DraftPage?) {
        if let reference = page.reference { setAside[reference.original.number] = nil }
        if let known, known.reference?.original == page.original { setAside[page.original.number] = known }
    }

    /// Removes a page whose picture is missing.
    mutating func drop(_ page: Int) { order.removeAll { $0 == page } }

    /// The shortest list of records with the same result.
    var records: [DraftRecord] {
        [.draft(DraftRecord.version), .originals(originals.sorted())]
            + pages.keys.sorted().flatMap { records(of: former[$0]) + records(of: pages[$0]) }
            + [.order(order)]
    }

    private func records(of page: DraftPage?) -> [DraftRecord] {
        guard let page else { return [] }
        return [setAside[page.original.number], page].compactMap { $0.map(DraftRecord.page) }
    }
}

extension DraftPage {
    /// Its pictures: one, plus the original if the current one is fused.
    var originals: [DraftOriginal] { [original] + (reference.map { [$0.original] } ?? []) }

    /// Returns whether `page` has different pictures. A picture fused from this one and others does not count as
    /// different.
    func isTakenAgain(as page: DraftPage) -> Bool { !page.originals.contains { originals.contains($0) } }
}
