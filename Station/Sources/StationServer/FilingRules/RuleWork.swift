import HTTPTypes
import StationRules
import StationStore
import Synchronization

/// Tries and runs rules on their own thread, one at a time: in a large library this takes seconds, during which nobody else
/// changes it.
final class RuleWork: Sendable {
    /// Another trial or run takes place.
    struct Busy: AnsweredError {
        var answer: (HTTPResponse.Status, IllustratedMessage) {
            (.conflict, LibraryMessages.failed(FilingRuleTexts.busy))
        }
    }

    private let isBusy = Mutex(false)

    /// - Throws: ``Busy``.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isFree = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return !isBusy
        }
        guard isFree else { throw Busy() }
        defer { isBusy.withLock { $0 = false } }
        let (person, language) = (Library.actingPerson, Language.current)
        return try await CPUWorkQueue.rules.run {
            try Library.$actingPerson.withValue(person) {
                try Language.$current.withValue(language) { try work() }
            }
        }
    }
}
