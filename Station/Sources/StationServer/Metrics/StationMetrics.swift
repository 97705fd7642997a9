import FoundationEssentials
import Glibc
import HTTPTypes
import Hummingbird
import Recto
import RectoCore
import StationStore
import Synchronization

/// The station's counters in Prometheus format.
///
/// Source: "Prometheus exposition formats", text format 0.0.4.
final class StationMetrics: Sendable {
    private struct Stage {
        var seconds = 0.0
        var count = 0
    }

    private struct Requests: Hashable {
        let method: String
        let status: Int
    }

    private struct Counts {
        var requests: [Requests: Int] = [:]
        var requestSeconds = 0.0
        var captures: [String: Int] = [:]
        var stages: [StageTimings.Stage: Stage] = [:]
        var liveViews = 0
        var eventStreams = 0
    }

    private let counts = Mutex(Counts())

    func count(method: String, status: Int, _ duration: Duration) {
        counts.withLock {
            $0.requests[Requests(method: method, status: status), default: 0] += 1
            $0.requestSeconds += duration.inSeconds
        }
    }

    /// - Parameter outcome: `captured`, or the code of the failure.
    func countCapture(_ outcome: String) { counts.withLock { $0.captures[outcome, default: 0] += 1 } }

    func add(_ timings: StageTimings) {
        counts.withLock { counts in
            for stage in StageTimings.Stage.allCases {
                guard let duration = timings[stage] else { continue }
                counts.stages[stage, default: Stage()].seconds += duration.inSeconds
                counts.stages[stage, default: Stage()].count += 1
            }
        }
    }

    /// Counts a camera view while it is open.
    func duringLiveView(_ body: () async throws -> Void) async throws {
        counts.withLock { $0.liveViews += 1 }
        defer { counts.withLock { $0.liveViews -= 1 } }
        try await body()
    }

    /// The number of open camera views.
    var liveViews: Int { counts.withLock { $0.liveViews } }

    /// Begins an event stream.
    /// - Returns: Whether the limit allows another one.
    func beginEventStream(maximum: Int) -> Bool {
        counts.withLock {
            guard $0.eventStreams < maximum else { return false }
            $0.eventStreams += 1
            return true
        }
    }

    func endEventStream() { counts.withLock { $0.eventStreams -= 1 } }

    /// Returns all metrics in the text format.
    func text(_ library: Library) throws -> String {
        var page = MetricsText()
        page.add("recto_documents", .gauge, "Documents in the library.", [([], Double(try library.documentCount()))])
        page.add("recto_pages", .gauge, "Pages of all documents.", [([], Double(try library.pageCount()))])
        let counts = counts.withLock { $0 }
        let requests = counts.requests.sorted { ($0.key.method, $0.key.status) < ($1.key.method, $1.key.status) }
        page.add(
            "recto_http_requests_total", .counter, "Answered HTTP requests.",
            requests.map { ([("method", $0.key.method), ("status", "\($0.key.status)")], Double($0.value)) })
        page.add(
            "recto_http_request_seconds_total", .counter, "Time until the first byte of answers.",
            [([], counts.requestSeconds)])
        page.add(
            "recto_captures_total", .counter, "Captures requested from cameras, by outcome.",
            counts.captures.sorted { $0.key < $1.key }.map { ([("outcome", $0.key)], Double($0.value)) })
        let stages = StageTimings.Stage.allCases.compactMap { stage in counts.stages[stage].map { (stage, $0) } }
        page.add(
            "recto_stage_milliseconds_total", .counter, "Time spent in the engine's stages.",
            stages.map { ([("stage", $0.0.rawValue)], $0.1.seconds * 1000) })
        page.add(
            "recto_stage_runs_total", .counter, "Runs of the engine's stages.",
            stages.map { ([("stage", $0.0.rawValue)], Double($0.1.count)) })
        page.add("recto_live_views", .gauge, "Open camera views.", [([], Double(counts.liveViews))])
        page.add("recto_event_streams", .gauge, "Open event streams.", [([], Double(counts.eventStreams))])
        page.add(
            "process_resident_memory_bytes", .gauge, "Resident memory.",
            Self.residentBytes.map { [([], Double($0))] } ?? [])
        return page.text
    }

    /// The resident memory, from the second number in `/proc/self/statm`.
    private static var residentBytes: Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let numbers = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// Writes metrics in Prometheus text format.
struct MetricsText {
    enum Kind: String {
        case counter, gauge
    }

    private(set) var text = ""

    /// Adds a metric with its samples: labels and value.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [([(String, String)], Double)]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let inside = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
            text += "\(name)\(inside.isEmpty ? "" : "{\(inside)}") \(Self.number(value))\n"
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// Counts requests. It is the outermost middleware.
struct MetricsMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let metrics: StationMetrics

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        // Clients choose the method: only known ones become labels.
        let method = Self.known.contains(request.method) ? request.method.rawValue : "other"
        do {
            let response = try await next(request, context)
            metrics.count(method: method, status: response.status.code, ContinuousClock.now - start)
            return response
        } catch {
            let status = (error as? any HTTPResponseError)?.status ?? .internalServerError
            metrics.count(method: method, status: status.code, ContinuousClock.now - start)
            throw error
        }
    }

    private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
}
