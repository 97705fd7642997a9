/// Shows videos to scanners long enough to detect growth.
public enum StressRun {
    public struct Growth: Sendable {
        public let frames: Int
        public let captures: Int
        /// Use after all permanent memory was allocated, and at the end.
        public let before: ProcessUse
        public let after: ProcessUse

        /// Whether there was no growth beyond the allocator's variation: 4 MB is less than fifty bytes for each of a
        /// hundred thousand frames, and less than the pictures of five pages.
        public var isNone: Bool {
            after.memory - before.memory < 4 << 20 && after.descriptors == before.descriptors
        }
    }

    public struct Complaint: Error, CustomStringConvertible {
        public let description: String
    }

    /// Showings after which a scanner has allocated all its permanent memory.
    private static let warmUp = 8

    /// Shows a video until the given number of frames has been processed, alternating between pixels and JPEG files.
    /// - Throws: ``Complaint`` if the pages of a showing differ from those of the first.
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

    /// The results of scanners for a video, each in a separate thread, concurrently.
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
