public import FoundationEssentials
public import GRDB
public import StationRules

/// The outcome of a capture, for statistics.
public struct CaptureMetric: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
    /// The row's identifier; 0 before it is stored.
    public var id: Int64 = 0
    public let at: Date
    /// The camera's display name.
    public let source: String
    /// The time from the request to the page.
    public let milliseconds: Int
    /// `captured`, or the code of the failure.
    public let outcome: String
    /// The outcome of a successful capture.
    public static let captured = "captured"
    /// The engine's measurements; `nil` if no page was tracked.
    public var sharpness: Double?
    public var contrast: Double?
    public var brightness: Double?
    public var glare: Double?
    /// The contrast of the finest detail at the page's edges; `nil` if no page was tracked or it shows no edges.
    public var fineDetail: Double?
    /// The time from the page's appearance to its picture; `nil` outside of camera views.
    public var lockMilliseconds: Int?
    /// The time from the picture to the stored page; `nil` outside of camera views.
    public var storeMilliseconds: Int?

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

    /// Stores the record of a capture, unless the person has not consented.
    public func add(_ metric: CaptureMetric, by person: Int64 = actingPerson) throws(StoreError) {
        try write { database in
            guard try Self.decision(on: .figures, of: person, database)?.isGiven ?? true else { return }
            try database.execute(
                sql: """
                    INSERT INTO capture_metric (at, source, milliseconds, outcome, sharpness, contrast, brightness, glare,
                        fineDetail, lockMilliseconds, storeMilliseconds, person)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    metric.at, metric.source, metric.milliseconds, metric.outcome, metric.sharpness, metric.contrast,
                    metric.brightness, metric.glare, metric.fineDetail, metric.lockMilliseconds,
                    metric.storeMilliseconds, person,
                ])
            try database.execute(
                sql: "DELETE FROM capture_metric WHERE id <= ?",
                arguments: [database.lastInsertedRowID - Int64(Self.maximumCaptureMetrics)])
        }
    }

    /// Returns the latest captures, newest first.
    public func captureMetrics(limit: Int) throws(StoreError) -> [CaptureMetric] {
        try read {
            try CaptureMetric.fetchAll(
                $0, sql: "SELECT * FROM capture_metric ORDER BY id DESC LIMIT ?", arguments: [limit])
        }
    }

    /// Returns the captures since a date, earliest first.
    public func captureRecords(since start: Date) throws(StoreError) -> [CaptureRecord] {
        try read {
            try CaptureMetric.fetchAll(
                $0, sql: "SELECT * FROM capture_metric WHERE at >= ? ORDER BY at, id", arguments: [start]
            ).map { CaptureRecord($0) }
        }
    }
}

extension CaptureRecord {
    fileprivate init(_ metric: CaptureMetric) {
        func seconds(_ milliseconds: Int?) -> Double? { milliseconds.map { Double($0) / 1000 } }
        self.init(
            at: metric.at, source: metric.source, isCaptured: metric.outcome == CaptureMetric.captured,
            sharpness: metric.sharpness, fineDetail: metric.fineDetail, brightness: metric.brightness,
            lock: seconds(metric.lockMilliseconds), storing: seconds(metric.storeMilliseconds))
    }
}
