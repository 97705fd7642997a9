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

/// The terms that everybody agrees to.
package enum StationTerms {
    /// Rises with each change of their meaning.
    package static let version = 2

    /// What the station keeps of people.
    package static var kept: [String] {
        [
            localized("Recto keeps what you scan on this station. It sends nothing to anybody else."),
            localized(
                "It keeps your name, which of your devices signed in and when, and who changed which document. The people of this station see this; the owner manages it."
            ),
            localized(
                "Your passcode is not stored, only a value to check it against. Nobody can read it, not even the owner."
            ),
        ]
    }

    /// Who sees what people save.
    package static var shared: [String] {
        [
            localized(
                "Documents that you save can be opened by all owners and members, unless you set “Only me”. Then nobody else of this station sees them."
            ),
            localized(
                "Who runs the machine can still read its disk and its backups. If you are removed, your own documents go to an owner."
            ),
        ]
    }
}
