import StationRules
import Testing

@Suite struct ConsentFormTests {
    private let form = ConsentForm(
        .terms, version: 3, isMandatory: true,
        pages: ["First", "Second", "Third"].map { ConsentForm.Page(title: $0, paragraphs: ["Why"]) })
    private let single = ConsentForm(
        .place, version: 1, isMandatory: false, pages: [ConsentForm.Page(title: "Only", paragraphs: ["Why"])])

    @Test(
        "CF-9: a sequence slides up with Cancel and Next; its later pages push and go back by title; the last has the actions"
    )
    func sequence() {
        let pages = (1...3).map { form.screen($0) }
        #expect(pages.map(\.leading) == [.cancel, .back(title: "First", number: 1), .back(title: "Second", number: 2)])
        #expect(pages.map(\.next) == [2, 3, nil])
        #expect(pages.map(\.entrance) == [.slides, .pushes, .pushes])
        #expect(pages.map(\.answers.isEmpty) == [true, true, false])
        // An unknown page counts as the first.
        for number in [-1, 0, 4, .max] { #expect(form.screen(number) == pages[0]) }
    }

    @Test("CF-11: a single form has no title in its bar, and its actions at once")
    func alone() {
        let screen = single.screen(1)
        #expect(screen.title == nil && screen.next == nil && screen.leading == .cancel)
        #expect(screen.entrance == .slides && screen.answers == [.notNow, .allow])
        #expect((1...3).map { form.screen($0).title } == ["1 of 3", "2 of 3", "3 of 3"])
    }

    @Test("CF-6: who denies what is needed is told so, and nothing goes on")
    func mandatory() {
        #expect(form.effect(of: .deny) == .alert)
        // Unavailable answers do not continue either.
        #expect(form.effect(of: .notNow) == .alert)
        #expect(!ConsentMessages.needed.text.isEmpty)
    }

    @Test("CF-7: what is optional has Not Now and Allow, and both go on without an alert")
    func optional() {
        #expect(single.screen(1).answers.map { ConsentMessages.label($0) } == ["Not Now", "Allow"])
        #expect(single.effect(of: .notNow) == .goesOn(isGiven: false))
        #expect(single.effect(of: .allow) == .goesOn(isGiven: true))
        #expect(single.effect(of: .deny) == .alert)
    }

    @Test("CF-8: what is mandatory has Deny and Allow, and Allow goes on")
    func allow() {
        #expect(form.screen(3).answers.map { ConsentMessages.label($0) } == ["Deny", "Allow"])
        #expect(form.effect(of: .allow) == .goesOn(isGiven: true))
    }

    @Test("CF-12: single forms are modals of their own, and so is a sequence among them")
    func modals() {
        let forms = ConsentForm.all
        #expect(forms.map(\.kind) == ConsentForm.Kind.allCases)
        #expect(forms.map(\.isSequential) == [true, false, false, false])
        #expect(forms.map(\.isMandatory) == [true, false, false, false])
        // Each begins like a modal, and none leads to a page of another one.
        for form in forms {
            #expect(form.screen(1).entrance == .slides && form.screen(1).leading == .cancel)
            #expect(form.screen(form.pages.count).next == nil)
        }
        // Each is a separate step, and all questions precede the codes, which are the last step.
        let steps = Onboarding.Step.allCases
        #expect(steps.compactMap(\.consent) == ConsentForm.Kind.allCases)
        #expect(steps.last == .codes && steps.first == .terms)
    }

    @Test("CF-5: before somebody leaves the steps they are asked, and No goes on")
    func cancel() {
        #expect((ConsentMessages.quit.confirm, ConsentMessages.quit.cancel) == ("Yes", "No"))
        #expect(ConsentMessages.quit.title == "Stop setting up?")
    }
}
