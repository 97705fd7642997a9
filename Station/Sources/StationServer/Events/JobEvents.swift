package import StationRules

/// What a listener has been told of jobs: it gets the state of each one, and then each change, of several that come at once
/// the last one.
package struct JobEvents {
    private var told: [String: Job] = [:]

    package init() {}

    /// The events of jobs that are not as they were told last.
    package mutating func text(_ jobs: [Job]) -> String {
        let changed = jobs.filter { told[$0.id] != $0 }
        told = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
        return changed.map { "event: job\ndata: \(JSONAnswer.text(APIJob($0)))\n\n" }.joined()
    }
}
