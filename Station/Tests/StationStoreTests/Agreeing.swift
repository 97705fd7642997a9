import FoundationEssentials
import StationRules
import StationStore

extension Library {
    /// Agrees to the form of a step.
    func agree(to step: Onboarding.Step, _ person: Int64, at date: Date) throws {
        guard let kind = step.consent else { preconditionFailure("\(step) has no form") }
        try decide(step, .standard(kind), isGiven: true, person, at: date)
    }
}
