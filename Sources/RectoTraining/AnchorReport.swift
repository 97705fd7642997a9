import Dispatch
import Foundation
import RectoAnchors
import RectoCore
import RectoPictures
import Synchronization

/// Recognition of anchors in generated scenes.
struct AnchorReport {
    /// Results of one scene.
    private struct Row: Sendable {
        let seed: UInt64
        let kind: PageKind
        let tilt, share: Double
        /// Mean distance of the corners; infinite if the anchor was not found or could not be built.
        let error: Double
        /// Times for the scene, and for its desk without the anchor.
        let milliseconds, millisecondsWithout: Double
        /// The evidence of the pixels.
        var evidence = ""
    }

    private let rows: [Row]
    /// Whether each scene gets a separate line.
    private let verbose: Bool

    /// Builds each scene's anchor and recognizes it, alone in its database.
    init(seed: UInt64, count: Int, verbose: Bool) throws {
        let results = Mutex([Result<Row, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Result { try Self.row(seed: seed + UInt64(index)) }
            results.withLock { $0[index] = result }
        }
        rows = try results.withLock { try $0.compactMap { try $0?.get() } }
        self.verbose = verbose
    }

    private static func row(seed: UInt64) throws -> Row {
        let scene = try AnchorScene(seed: seed)
        func row(_ error: Double, _ milliseconds: Double, without: Double) -> Row {
            Row(
                seed: seed, kind: scene.kind, tilt: scene.tilt, share: scene.share, error: error,
                milliseconds: milliseconds, millisecondsWithout: without)
        }
        let database: AnchorDatabase
        do throws(AnchorDatabaseError) {
            database = try AnchorDatabase.build(images: [scene.anchor], names: ["anchor"], physicalWidths: [nil])
        } catch {
            return row(.infinity, 0, without: 0)
        }
        var matcher = try AnchorMatcher(database)
        let matches = scene.picture.withView { matcher.match($0) }
        _ = scene.desk.withView { matcher.match($0) }
        // Timed after all scratch memory exists.
        let time = ThreadClock.milliseconds { _ = scene.picture.withView { matcher.match($0) } }
        let without = ThreadClock.milliseconds { _ = scene.desk.withView { matcher.match($0) } }
        var found = row(
            matches.first.map { scene.error(of: $0.homography) } ?? .infinity, time, without: without)
        if let match = matches.first { found.evidence = match.evidence }
        return found
    }

    var lines: [String] {
        var lines = verbose ? rows.map(Self.line) : []
        lines.append(Self.line("all", rows))
        for (low, high) in [(0.0, 30.0), (30, 45), (45, 60)] {
            lines.append(Self.line("tilt \(Int(low))–\(Int(high))°", rows.filter { $0.tilt >= low && $0.tilt < high }))
        }
        for (low, high) in [(0.25, 0.45), (0.45, 0.7), (0.7, 1.0)] {
            lines.append(
                Self.line(
                    "size \(Int(low * 100))–\(Int(high * 100)) %", rows.filter { $0.share >= low && $0.share < high }))
        }
        for kind in PageKind.allCases where rows.contains(where: { $0.kind == kind }) {
            lines.append(Self.line(kind.rawValue, rows.filter { $0.kind == kind }))
        }
        return lines
    }

    private static func line(_ row: Row) -> String {
        "\(row.seed) \(row.kind.rawValue) tilt \(Int(row.tilt))° size \(Int(row.share * 100)) %: "
            + String(format: "%.2f px, %.1f ms", row.error, row.milliseconds) + row.evidence
    }

    private static func line(_ name: String, _ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "\(name): none" }
        func share(_ bound: Double) -> String {
            String(format: "%.3f", Double(rows.count { $0.error < bound }) / Double(rows.count))
        }
        func times(_ value: (Row) -> Double) -> String {
            let times = rows.map(value).sorted()
            return String(format: "%.1f (90 %%: %.1f)", times[times.count / 2], times[times.count * 9 / 10])
        }
        return "\(name): \(rows.count) scenes, < 3 px \(share(3)), < 5 px \(share(5)), < 10 px \(share(10)), "
            + "median ms \(times(\.milliseconds)), without the anchor \(times(\.millisecondsWithout))"
    }
}

extension AnchorMatch {
    /// The evidence of the pixels, as printed in the reports.
    var evidence: String {
        ", \(inliers) of \(visible) patches" + String(format: ", correlation %.2f", correlation)
    }
}
