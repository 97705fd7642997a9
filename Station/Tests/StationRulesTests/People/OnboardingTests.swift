import StationRules
import Testing

@Suite struct OnboardingTests {
    @Test("SU-1: the steps come in the order that is configured, and none is skipped")
    func order() {
        for order in [Onboarding.standard, [.name, .terms], [.codes], [.passcode, .codes, .terms, .name]] {
            var onboarding = Onboarding(order: order)
            for (place, step) in order.enumerated() {
                #expect(onboarding.next == step && onboarding.number(of: step) == place + 1)
                #expect(onboarding.step(before: step) == (place > 0 ? order[place - 1] : nil))
                for later in order[(place + 1)...] {
                    #expect(!onboarding.admits(later))
                    #expect(onboarding.complete(later) == false)
                }
                for earlier in order[..<place] { #expect(onboarding.admits(earlier)) }
                #expect(onboarding.complete(step) == true)
            }
            #expect(onboarding.next == nil)
            for step in Onboarding.Step.allCases { #expect(onboarding.complete(step) == false) }
        }
    }

    @Test("what was stored goes on where it was, and steps of another order count for nothing")
    func stored() {
        #expect(Onboarding(done: [.terms, .name]).next == .passcode)
        #expect(Onboarding(done: [.terms, .passcode]).next == .name)
        #expect(Onboarding(order: [.name], done: [.terms]).next == .name)
    }
}

@Suite struct PersonNameTests {
    @Test("case, accents and the width of spaces tell nobody apart")
    func keys() throws {
        #expect(try PersonName(" Zoë  Núñez ").text == "Zoë  Núñez")
        #expect(try PersonName(" Zoë  Núñez ").key == PersonName.key("ZOE\u{A0}nunez"))
        #expect(try PersonName("Zoe\u{301}").key == PersonName("Zoé").key)
        #expect(try PersonName("Ada").key != PersonName("Adam").key)
        for nothing in ["", " ", "\u{200B}\n"] {
            #expect(throws: PersonName.Failure.empty) { try PersonName(nothing) }
        }
        #expect(throws: PersonName.Failure.tooLong(maximum: 60)) { try PersonName(String(repeating: "a", count: 61)) }
    }

    @Test(
        "MU-3: where there is no picture there are the initials",
        arguments: [
            ("Ada", "A"), ("ada lovelace", "AL"), ("Ada King Lovelace", "AL"), ("„Zoë“", "Z"), ("3 D", "3D"), ("—", ""),
        ])
    func initials(name: String, letters: String) { #expect(PersonName.initials(name) == letters) }

    private func people(_ count: Int) -> [PeopleList.Person] {
        (0..<count).map { PeopleList.Person(id: Int64($0), name: "Person \($0)") }
    }

    @Test("MU-15: the search finds the beginnings of words, in any order, without case and accents")
    func search() {
        let all = ["Zoë Núñez", "Ada Lovelace", "Adam Núñez"].enumerated().map {
            PeopleList.Person(id: Int64($0), name: $1)
        }
        func found(_ words: String) -> [String] { PeopleList(all, words: words).people.map(\.name) }
        #expect(found("") == ["Ada Lovelace", "Adam Núñez", "Zoë Núñez"])
        #expect(found("nunez") == ["Adam Núñez", "Zoë Núñez"])
        #expect(found("NUN ad") == ["Adam Núñez"] && found("ada") == ["Ada Lovelace", "Adam Núñez"])
        #expect(found("ove").isEmpty && found("ada zoe").isEmpty)
    }

    @Test("MU-17: the chosen person stands in a section of their own where the list is longer than a small window")
    func sections() {
        #expect(!PeopleList(people(6), chosen: 2).hasSections && PeopleList(people(7), chosen: 2).hasSections)
        #expect(!PeopleList(people(40)).hasSections && !PeopleList(people(40), chosen: 99).hasSections)
        let searched = PeopleList(people(40), words: "39", chosen: 2)
        #expect(searched.chosen?.id == 2 && searched.people.map(\.id) == [39])
    }

    @Test("SU-14: an invitation says what it is good for, its steps, and that one follows the other")
    func invitation() {
        let link = InvitationLink.text(origin: "https://station.lan:8347", code: "abc_-1")
        #expect(link == "https://station.lan:8347/invitation#abc_-1")
        #expect(InvitationLink.code(in: link) == "abc_-1" && InvitationLink.code(in: "abc_-1") == "abc_-1")
        let text = PeopleMessages.invitation(link: link, duration: "3 days")
        #expect(text.contains("scan paper") && text.contains("one after the other") && text.contains(link))
        #expect(["1. ", "2. ", "3. "].allSatisfy { text.contains("\n\($0)") } && text.contains("once, for 3 days"))
    }
}
