public import FoundationEssentials
public import GRDB

/// The outcome of a capture, for statistics.
public struct CaptureMetric: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
    /// The row's identifier; 0 before it is stored.
    public var id: Int64 = 0
    public let at: Date
    /// The camera's name for people.
    public let source: String
    /// From the request to the page.
    public let milliseconds: Int
    /// `captured`, or the code of the failure.
    public let outcome: String
    /// The engine's measurements; `nil` if no page was tracked.
    public var sharpness: Double?
    public var contrast: Double?
    public var brightness: Double?
    public var glare: Double?

    public init(at: Date, source: String, milliseconds: Int, outcome: String) {
        self.at = at
        self.source = source
        self.milliseconds = milliseconds
        self.outcome = outcome
    }
}

extension Library {
    /// The maximum number of stored captures.
    public static let maximumCaptureMetrics = 10_000

    public func add(_ metric: CaptureMetric) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO capture_metric (at, source, milliseconds, outcome, sharpness, contrast, brightness, glare)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    metric.at, metric.source, metric.milliseconds, metric.outcome, metric.sharpness, metric.contrast,
                    metric.brightness, metric.glare,
                ])
            try database.execute(
                sql: "DELETE FROM capture_metric WHERE id <= ?",
                arguments: [database.lastInsertedRowID - Int64(Self.maximumCaptureMetrics)])
        }
    }

    /// The latest captures, the newest first.
    public func captureMetrics(limit: Int) throws(StoreError) -> [CaptureMetric] {
        try read {
            try CaptureMetric.fetchAll(
                $0, sql: "SELECT * FROM capture_metric ORDER BY id DESC LIMIT ?", arguments: [limit])
        }
    }
}
