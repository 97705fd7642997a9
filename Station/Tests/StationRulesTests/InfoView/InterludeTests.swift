import StationRules
import Testing

@Suite struct InterludeTests {
    @Test("IV-5, IV-3: the label has three words at most, and title and text are short")
    func texts() {
        for cause in Interlude.Cause.allCases {
            let interlude = Interlude(cause, unread: 2)
            #expect(interlude.label.split(separator: " ").count <= 3)
            #expect(interlude.title.count < 50 && interlude.text.count < 160)
        }
        #expect(Interlude(.migrated, unread: 1).progress == "1 page is left")
    }

    @Test("IV-7: each button leads away, the emphasized one first")
    func actions() {
        #expect(Interlude(.restored, unread: 2).actions == [.proceed, .settings])
        #expect(Interlude.Action.allCases.allSatisfy { Interlude.path($0).hasPrefix("/") })
    }

    @Test("IV-8: where nothing is waited for, what is new says enough; those who do not decide are not held up")
    func due() {
        #expect(Interlude.isDue(hasUnread: true, reads: true, decides: true))
        #expect(!Interlude.isDue(hasUnread: false, reads: true, decides: true))
        #expect(!Interlude.isDue(hasUnread: true, reads: false, decides: true))
        #expect(!Interlude.isDue(hasUnread: true, reads: true, decides: false))
    }
}
