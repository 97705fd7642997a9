import FoundationEssentials
import Recto
import StationRules

/// The scan jobs of one camera, with their pages.
actor ScanJobs {
    /// The answer to a client that requests its page.
    enum Next: Sendable {
        case page(ScanFile)
        /// The page is not ready yet.
        case later
        /// There are no more pages.
        case none
        case failed(ScanFailure)
        case canceled
    }

    private let cameras: StationCameras
    private let camera: Int
    private let start = ContinuousClock.now
    private var list: ScanJobList
    private var files: [String: ScanFile] = [:]
    private var work: [String: Task<Void, Never>] = [:]

    init(_ cameras: StationCameras, camera: Int, limits: ScanJobList.Limits) {
        self.cameras = cameras
        self.camera = camera
        list = ScanJobList(limits)
    }

    /// The current jobs, and the time on the list's clock.
    var status: (list: ScanJobList, time: Duration) {
        tidy()
        return (list, time)
    }

    /// Begins a job.
    /// - Returns: Its identifier; `nil` if the scanner is busy.
    func begin(_ settings: ScanSettings) async -> String? {
        let isInUse = await cameras.isInUse(camera)
        tidy()
        let id = UUID().uuidString.lowercased()
        guard !isInUse, list.add(id: id, settings, at: time) != nil else { return nil }
        work[id] = Task { await scan(id, settings) }
        return id
    }

    /// Returns the job's page, waiting for it up to a limit.
    /// - Returns: `nil` if the job does not exist.
    func next(of id: String, waiting: Duration) async -> Next? {
        let end = ContinuousClock.now + waiting
        while list[id]?.state == .processing, ContinuousClock.now < end {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return .later }
        }
        tidy()
        guard let job = list[id] else { return nil }
        switch job.state {
        case .processing: return .later
        case .completed: return Next.none
        case .canceled: return .canceled
        case .aborted(let failure): return .failed(failure)
        case .ready:
            handle(.fetched, of: id)
            return files.removeValue(forKey: id).map { .page($0) } ?? Next.none
        }
    }

    /// Returns the finished page of a job; `nil` without one.
    func file(of id: String) -> ScanFile? {
        tidy()
        return files[id]
    }

    /// - Returns: Whether the job exists.
    func cancel(_ id: String) -> Bool {
        tidy()
        guard list[id] != nil else { return false }
        handle(.canceled, of: id)
        work.removeValue(forKey: id)?.cancel()
        files[id] = nil
        return true
    }

    private func scan(_ id: String, _ settings: ScanSettings) async {
        defer { work[id] = nil }
        do {
            let captured = try await cameras.page(from: camera)
            let file = try await CPUWorkQueue.shared.run { try ScanFile(captured.page, settings) }
            // The job may have been canceled.
            guard list[id]?.state == .processing else { return }
            files[id] = file
            handle(.scanned, of: id)
        } catch { handle(.failed(error as? ScanFailure ?? .notRendered("\(error)")), of: id) }
    }

    private var time: Duration { ContinuousClock.now - start }

    private func handle(_ event: ScanJob.Event, of id: String) { list.handle(event, of: id, at: time) }

    private func tidy() {
        list.expire(at: time)
        files = files.filter { list[$0.key]?.state == .ready }
    }
}
