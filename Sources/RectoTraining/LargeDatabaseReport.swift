import Dispatch
import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import Synchronization

/// The cost of finding one anchor among many.
struct LargeDatabaseReport {
    /// A matcher's result for a scene, and the times for it and for its desk without the anchor.
    private struct Search {
        var isFound = false
        /// A different anchor that ranks first, and the number of anchors found on the desk.
        var wrong: String?
        var falsePositives = 0
        var milliseconds = 0.0, millisecondsWithout = 0.0
    }

    /// A scene whose anchor is searched alone and among all.
    private struct Row {
        let seed: UInt64
        let alone, among: Search
    }

    private let anchors: Int
    private var rows: [Row] = []
    /// Whether each scene gets a separate line.
    private let verbose: Bool

    /// Scenes with seeds from `seed` on, whose anchors are the first in the database.
    /// - Parameters:
    ///   - file: The database file, written if it does not exist, since building takes a while.
    ///   - onlyUnique: Leaves out the generator's cards, certificates, prints and posters, which share content.
    init(seed: UInt64, scenes: Int, anchors: Int, file: String?, onlyUnique: Bool, verbose: Bool) throws {
        let seeds = Array((seed...).lazy.filter { !onlyUnique || AnchorScene.isUnique($0) }.prefix(anchors))
        let database = try Self.database(seeds, file: file)
        self.anchors = database.anchors.count
        let known = Set(database.anchors.map(\.name))
        self.verbose = verbose
        var all = try AnchorMatcher(database)
        for seed in seeds.filter({ known.contains("\($0)") }).prefix(scenes) {
            let scene = try AnchorScene(seed: seed)
            var single = try AnchorMatcher(try Self.build(scene.anchor, seed))
            let alone = Self.search(for: seed, scene, &single)
            rows.append(Row(seed: seed, alone: alone, among: Self.search(for: seed, scene, &all)))
        }
    }

    private static func database(_ seeds: [UInt64], file: String?) throws -> AnchorDatabase {
        if let file, FileManager.default.fileExists(atPath: file) { return try AnchorDatabase(contentsOfFile: file) }
        let built = Mutex([AnchorDatabase?](repeating: nil, count: seeds.count))
        DispatchQueue.concurrentPerform(iterations: seeds.count) { index in
            // Unsuitable pictures are left out.
            guard let image = try? AnchorScene.anchor(seed: seeds[index]),
                let database = try? build(image, seeds[index])
            else { return }
            built.withLock { $0[index] = database }
        }
        let database = try AnchorDatabase.joined(built.withLock { $0.compactMap { $0 } })
        if let file {
            let writer = try AtomicFile(path: file)
            try database.withBytes { try writer.write($0) }
            try writer.commit()
        }
        return database
    }

    private static func build(_ image: GrayImage, _ seed: UInt64) throws -> AnchorDatabase {
        try AnchorDatabase.build(images: [image], names: ["\(seed)"], physicalWidths: [nil])
    }

    /// Largest mean distance of a found anchor's corners, in pixels.
    private static let tolerance = 10.0

    /// Searches for a scene's anchor, which is found if it ranks first and in its place; the second search is timed.
    private static func search(for seed: UInt64, _ scene: AnchorScene, _ matcher: inout AnchorMatcher) -> Search {
        var search = Search()
        var matches = scene.picture.withView { matcher.match($0) }
        search.milliseconds = ThreadClock.milliseconds { matches = scene.picture.withView { matcher.match($0) } }
        if let first = matches.first {
            search.isFound = first.anchor.name == "\(seed)" && scene.error(of: first.homography) < tolerance
            if first.anchor.name != "\(seed)" { search.wrong = first.anchor.name }
        }
        search.falsePositives = scene.desk.withView { matcher.match($0) }.count
        search.millisecondsWithout = ThreadClock.milliseconds { _ = scene.desk.withView { matcher.match($0) } }
        return search
    }

    var lines: [String] {
        let known = rows.filter(\.alone.isFound)
        let missed = known.filter { !$0.among.isFound }
        return (verbose ? rows.map(Self.line) : []) + [
            "\(rows.count) scenes, \(anchors) anchors: found alone \(known.count), of these first among all "
                + "\(known.count - missed.count)",
            "not found among all: " + missed.map { "\($0.seed)" }.joined(separator: " "),
            "median ms (90 %) of all scenes: \(Self.times(rows, \.milliseconds))",
            "of those in which it is found alone: \(Self.times(known, \.milliseconds))",
            "of the desks without an anchor: \(Self.times(rows, \.millisecondsWithout))",
            "another anchor first: "
                + rows.compactMap { row in row.among.wrong.map { "\($0) in \(row.seed)" } }.joined(separator: ", "),
            "anchors on desks: alone \(rows.reduce(0) { $0 + $1.alone.falsePositives }), "
                + "among all \(rows.reduce(0) { $0 + $1.among.falsePositives })",
        ]
    }

    private static func line(_ row: Row) -> String {
        func text(_ search: Search) -> String {
            let result = search.isFound ? "found" : search.wrong ?? "none"
            return String(
                format: "\(result) %.1f ms, without %.1f", search.milliseconds, search.millisecondsWithout)
        }
        return "\(row.seed): alone \(text(row.alone)); among all \(text(row.among))"
    }

    private static func times(_ rows: [Row], _ value: (Search) -> Double) -> String {
        func text(_ values: [Double]) -> String {
            guard !values.isEmpty else { return "none" }
            let sorted = values.sorted()
            return String(format: "%.1f (%.1f)", sorted[sorted.count / 2], sorted[sorted.count * 9 / 10])
        }
        return "alone \(text(rows.map { value($0.alone) })), among all \(text(rows.map { value($0.among) }))"
    }
}
