/// What somebody goes through once before they use the station: one step after the other, in an order that is configured.
///
/// A step that is done may be done again until all are; none is skipped, and nothing is repeated afterwards.
package struct Onboarding: Hashable, Sendable {
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// What the station keeps of them, agreed to by a tick.
        case terms
        case name
        case passcode
        /// Forms that each may be refused: see ``ConsentForm``.
        case place
        case texts
        case figures
        /// Codes on paper, for when the passcode is forgotten.
        case codes
    }

    /// The terms first: before them nothing is asked.
    package static let standard = Step.allCases

    package let order: [Step]
    package private(set) var done: Set<Step>

    /// - Parameters:
    ///   - order: Each step at most once.
    ///   - done: The steps that are stored as done.
    package init(order: [Step] = Self.standard, done: Set<Step> = []) {
        precondition(Set(order).count == order.count, "each step comes once")
        self.order = order
        self.done = done.intersection(order)
    }

    /// The step that comes next; `nil` at the end.
    package var next: Step? { order.first { !done.contains($0) } }

    /// Whether a step may be shown and done now.
    package func admits(_ step: Step) -> Bool { next != nil && (step == next || done.contains(step)) }

    /// Notes that a step was done.
    /// - Returns: Whether it was its turn.
    package mutating func complete(_ step: Step) -> Bool {
        guard admits(step) else { return false }
        done.insert(step)
        return true
    }

    /// The step before another; `nil` at the first.
    package func step(before step: Step) -> Step? {
        order.firstIndex(of: step).flatMap { $0 > 0 ? order[$0 - 1] : nil }
    }

    /// The place of a step among all, from 1.
    package func number(of step: Step) -> Int { (order.firstIndex(of: step) ?? 0) + 1 }
}

extension Onboarding.Step {
    /// The form that the step shows; `nil` for other steps.
    package var consent: ConsentForm.Kind? { ConsentForm.Kind(rawValue: rawValue) }
}
