import StationRules
import Testing

@Suite struct ScreenMessagesTests {
    @Test("EH-4: several messages are counted by their kind, the gravest first; one stands alone")
    func severalMessagesAreCountedByKind() throws {
        let error = ScreenMessage(.error, "Enter a title.", field: "title", label: "Title")
        #expect(ScreenMessages([]) == nil && ScreenMessages([error]) == nil)
        let messages = try #require(
            ScreenMessages([
                ScreenMessage(.warning, "It is blurred."), error, ScreenMessage(.information, "Kept."),
                ScreenMessage(.error, "Enter a width.", field: "width"),
            ]))
        #expect(messages.overview == "2 errors, 1 warning, 1 note")
        #expect(messages.messages.map(\.kind) == [.error, .error, .warning, .information])
    }

    @Test("kinds differ in their icons")
    func kindsDifferInTheirIcons() {
        #expect(Set(ScreenMessage.Kind.allCases.map(\.icon)).count == ScreenMessage.Kind.allCases.count)
    }

    @Test("EH-8: what a form is told leads to the field")
    func aFormsMessageLeadsToItsField() {
        let annotation = AnnotationDraft.Problems(title: "Enter a title.", subtitle: "Shorten the subtitle.")
        #expect(annotation.messages.map(\.field) == ["title", "subtitle"])
        let scene = SceneDraft.Problems(title: nil, width: "Enter the width as a number.")
        #expect(scene.messages.map(\.field) == ["width"])
        #expect(scene.messages.map(\.label) == ["Width in millimeters"])
    }

    @Test("EH-6: what the station failed at is told from what can be corrected")
    func failuresDifferFromWhatCanBeCorrected() {
        #expect([400, 404, 409, 413, 422].map { ErrorLevel(status: $0) } == Array(repeating: .user, count: 5))
        #expect([500, 503].map { ErrorLevel(status: $0) } == [.app, .app])
        for failure in StationFailure.allCases {
            #expect(failure.message("").title != LibraryMessages.failed("No.").title)
        }
    }
}
