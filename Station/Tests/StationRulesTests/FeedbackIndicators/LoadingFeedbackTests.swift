import StationRules
import Testing

@Suite struct LoadingFeedbackTests {
    @Test("FI-2, FI-3, FI-4, FI-10, SK-2, SK-17: one kind of feedback, by what is there and known")
    func oneKind() {
        let skeleton = Skeleton([.header])
        #expect(LoadingFeedback(of: .nothing, structure: skeleton) == .skeleton(skeleton))
        #expect(LoadingFeedback(of: .nothing) == .fullScreen)
        // A skeleton would replace existing content.
        #expect(LoadingFeedback(of: .beginning, structure: skeleton) == .inline)
        #expect(LoadingFeedback(of: .outdated, structure: skeleton) == .overlay)
    }

    @Test("SK-1, SK-16: nothing within a second, then a skeleton, and after ten seconds that it takes too long")
    func feedbackDependsOnTheTimeThatHasPassed() {
        #expect(LoadingTime.stage(after: 0) == .nothing)
        #expect(LoadingTime.stage(after: 999) == .nothing)
        #expect(LoadingTime.stage(after: 1000) == .skeleton)
        #expect(LoadingTime.stage(after: 9999) == .skeleton)
        #expect(LoadingTime.stage(after: 10_000) == .late)
    }

    @Test("FI-6: what leads to another page is told on the full screen, what stays in a modal")
    func whatLeadsToAnotherPageIsFullScreen() {
        #expect(CheckoutTask.Presentation(leadsAway: true) == .fullScreen)
        #expect(CheckoutTask.Presentation(leadsAway: false) == .modal)
        #expect(CheckoutTask.save.presentation == .fullScreen)
        #expect(CheckoutTask.export.presentation == .modal)
        #expect(!CheckoutTask.save.canBeStopped && CheckoutTask.export.canBeStopped)
    }

    @Test("FI-12: analyzing stays on the screen, can be stopped, and tells what it does")
    func analyzing() {
        #expect(CheckoutTask.analyze.presentation == .modal && CheckoutTask.analyze.canBeStopped)
        #expect(CheckoutTask.analyze.label(.processing) == "Measuring the picture")
    }

    @Test("FI-5: each state of a checkout has a label of its own")
    func eachStateOfACheckoutHasALabel() {
        for task in CheckoutTask.allCases {
            #expect(Set(CheckoutTask.State.allCases.map { task.label($0) }).count == CheckoutTask.State.allCases.count)
        }
    }
}
