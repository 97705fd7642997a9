public import StationRules

/// What a scanner does, and its jobs, the newest first: eSCL's `ScannerStatus`.
public struct ScannerStatusView: XMLView {
    struct Job: Sendable {
        let address: String
        let id: String
        let age: Int64
        let completed: Int
        let waiting: Int
        let state: String
        let reasons: [String]
    }

    let version = ScannerCapabilities.version
    let state: String
    let jobs: [Job]

    /// - Parameters:
    ///   - path: Of the scanner's jobs.
    ///   - time: Now, on the clock of the list.
    public init(_ list: ScanJobList, path: String, at time: Duration) {
        state = list.isBusy ? "Processing" : "Idle"
        jobs = list.jobs.reversed().map { job in
            Job(
                address: "\(path)/\(job.id)", id: job.id, age: (time - job.begun).components.seconds,
                completed: job.imagesCompleted, waiting: job.imagesToTransfer, state: job.state.code,
                reasons: job.state.reasons)
        }
    }

    public static let template = """
        <scan:ScannerStatus \(namespaces)>
        <pwg:Version>{{version}}</pwg:Version>
        <pwg:State>{{state}}</pwg:State>
        <scan:Jobs>
        {{#jobs}}
        <scan:JobInfo><pwg:JobUri>{{address}}</pwg:JobUri><pwg:JobUuid>{{id}}</pwg:JobUuid><scan:Age>{{age}}</scan:Age>\
        <pwg:ImagesCompleted>{{completed}}</pwg:ImagesCompleted><pwg:ImagesToTransfer>{{waiting}}</pwg:ImagesToTransfer>\
        <pwg:JobState>{{state}}</pwg:JobState><pwg:JobStateReasons>{{#reasons}}<pwg:JobStateReason>{{.}}</pwg:JobStateReason>{{/reasons}}</pwg:JobStateReasons></scan:JobInfo>
        {{/jobs}}
        </scan:Jobs>
        </scan:ScannerStatus>

        """
}
