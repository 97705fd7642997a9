/// Shows films to scanners for so long that what grows is seen to grow.
public enum StressRun {
    public struct Growth: Sendable {
        public let frames: Int
        public let captures: Int
        /// Once all memory was taken that is kept, and in the end.
        public let before: ProcessUse
        public let after: ProcessUse

        /// Whether nothing grew but what the allocator's moods make of it: 4 MB is less than fifty bytes for each of a
        /// hundred thousand frames, and less than the pictures of five pages.
        public var isNone: Bool {
            after.memory - before.memory < 4 << 20 && after.descriptors == before.descriptors
        }
    }

    public struct Complaint: Error, CustomStringConvertible {
        public let description: String
    }

    /// Showings after which a scanner has taken all memory that it keeps.
    private static let warmUp = 8

    /// Shows a film until so many frames have been looked at, in turns as pixels and as JPEG files.
    /// - Throws: ``Complaint`` if the pages of a showing are not those of the first.
    public static func growth(_ film: StressFilm, frames: Int) throws -> Growth {
        let scanner = try FilmScanner(film)
        var (captures, before) = (0, ProcessUse())
        var first: [Bool: Int] = [:]
        let showings = max(frames / film.count + 1, 2 * warmUp)
        for showing in 0..<showings {
            if showing == warmUp { before = ProcessUse() }
            let isJPEG = showing % 2 == 1
            let taken = try scanner.show(isJPEG: isJPEG).captures.count
            guard taken == first[isJPEG, default: taken] else {
                throw Complaint(description: "showing \(showing): \(taken) pages, at first \(first[isJPEG] ?? 0)")
            }
            first[isJPEG] = taken
            captures += taken
        }
        return Growth(frames: showings * film.count, captures: captures, before: before, after: ProcessUse())
    }

    /// What scanners say of a film, each in a thread of its own, beside each other.
    public static func accounts(_ film: StressFilm, scanners: Int, showings: Int) async throws
        -> [[FilmScanner.Account]]
    {
        try await withThrowingTaskGroup(of: [FilmScanner.Account].self) { group in
            for _ in 0..<scanners {
                group.addTask {
                    let scanner = try FilmScanner(film)
                    return try (0..<showings).map { try scanner.show(isJPEG: $0 % 2 == 1) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
