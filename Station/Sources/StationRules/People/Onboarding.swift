/// The one-time steps before a person uses the station, in a configurable order.
///
/// A completed step may be repeated until all are completed. Steps cannot be skipped, and never repeat afterwards.
package struct Onboarding: Hashable, Sendable {
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// Accepting the terms with a checkbox.
        case terms
        case name
        case passcode
        /// Consent forms, each of which may be declined: see ``ConsentForm``.
        case place
        case texts
        case figures
        /// Printed codes in case the passcode is forgotten.
        case codes
    }

    /// The default order. The terms come before any other question.
    package static let standard = Step.allCases

    package let order: [Step]
    package private(set) var done: Set<Step>

    /// - Parameters:
    ///   - order: The order, with each step at most once.
    ///   - done: The steps stored as completed.
    package init(order: [Step] = Self.standard, done: Set<Step> = []) {
        precondition(Set(order).count == order.count, "each step comes once")
        self.order = order
        self.done = done.intersection(order)
    }

    /// The next step; `nil` at the end.
    package var next: Step? { order.first { !done.contains($0) } }

    /// Whether a step may be shown and completed now.
    package func admits(_ step: Step) -> Bool { next != nil && (step == next || done.contains(step)) }

    /// Records that a step was completed.
    /// - Returns: Whether the step was allowed.
    package mutating func complete(_ step: Step) -> Bool {
        guard admits(step) else { return false }
        done.insert(step)
        return true
    }

    /// Returns the step before another; `nil` at the first.
    package func step(before step: Step) -> Step? {
        order.firstIndex(of: step).flatMap { $0 > 0 ? order[$0 - 1] : nil }
    }

    /// Returns the position of a step, from 1.
    package func number(of step: Step) -> Int { (order.firstIndex(of: step) ?? 0) + 1 }
}

extension Onboarding.Step {
    /// The consent form that the step shows; `nil` for other steps.
    package var consent: ConsentForm.Kind? { ConsentForm.Kind(rawValue: rawValue) }
}
