import StationRules
import Testing

@Suite struct IllustratedMessageTests {
    /// Messages of the station for different reasons.
    static let reasons: [IllustratedMessage] =
        CameraState.allCases.compactMap(\.message)
        + [LibraryMessages.empty, LibraryMessages.unknownPlace, LibraryMessages.failed("The disk is full.")]
        + [DeviceMessages.empty] + [CodeFinding.foreign, .expired, .used].map { DeviceMessages.notActivated($0) }
        + [ArMessages.empty, ArMessages.noAnnotations, ArMessages.unknownScene, ArMessages.noPicture]
        + [LibraryMessages.noOlder, LibraryMessages.noPins, LibraryMessages.noDrafts]
        + [DraftEnd.saved(1), .discarded, .damaged].map { DraftRefusal.ended($0).message }
        + [DraftRefusal.documentDeleted, .saving, .noPages].map(\.message)
        + [DeviceMessages.scanned, LibraryMessages.noActivity, ArMessages.notUploaded]
        + [GalleryMessages.unknownPage(of: "0123456789abcdef"), GalleryMessages.noPages]
        + [LibraryMessages.emptied(into: 1)]
        + [FeedbackMessages.partNotLoaded, FeedbackMessages.partUnreachable]
        + StationFailure.allCases.map { $0.message("the reason") }

    /// All messages, including those of a camera with each alternative.
    static let all =
        reasons
        + CameraState.allCases.compactMap {
            $0.message(otherwise: MessageAction(label: "Open AR Scenes", destination: .scenes))
        }

    @Test("IM-1, IM-16: messages are empty, error or success, and each use has its drawing")
    func statesAndDrawings() {
        #expect(IllustratedMessage.State.allCases.map(\.rawValue) == ["empty", "error", "success"])
        #expect(CameraState.allCases.compactMap(\.message).allSatisfy { $0.illustration == .camera })
    }

    @Test("ES-6: what is missing for another reason is told in other words")
    func eachReasonHasItsOwnWords() {
        #expect(Set(Self.reasons.map { "\($0.title) \($0.description ?? "")" }).count == Self.reasons.count)
    }

    @Test("IM-7: a list that is empty is told of in the words of what it shows, and in no default ones")
    func anEmptyListIsNamedByItsContents() {
        let lists = [
            LibraryMessages.empty, LibraryMessages.noOlder, LibraryMessages.noPins, ArMessages.empty,
            ArMessages.noAnnotations, DeviceMessages.empty,
        ]
        let things = ["documents", "documents", "documents", "scenes", "annotations", "devices"]
        for (message, thing) in zip(lists, things) { #expect(message.title.contains(thing)) }
        #expect(Set(lists.map(\.title)).count == lists.count)
        let defaults = ["No results found", "There’s no data yet", "No data", "Nothing found"]
        #expect(Self.all.allSatisfy { !defaults.contains($0.title) })
    }

    @Test("IM-16, IM-18: each use has a drawing and the state of its messages, and each message the state of its use")
    func uses() {
        #expect(Set(IllustratedMessage.Illustration.allCases.map(\.use)) == Set(IllustratedMessage.Use.allCases))
        for message in Self.all {
            guard let use = message.illustration?.use else { continue }
            #expect(use.state == message.state, "\(message.title)")
        }
        let told: [(IllustratedMessage, IllustratedMessage.Use)] = [
            (LibraryMessages.empty, .emptyList), (LibraryMessages.noPins, .emptyList),
            (LibraryMessages.noActivity, .noActivity), (LibraryMessages.noOlder, .noResults),
            (FeedbackMessages.partNotLoaded, .unableToLoad), (ArMessages.notUploaded, .unableToUpload),
            (FeedbackMessages.partUnreachable, .unableToConnect), (DeviceMessages.scanned, .taskCompleted),
        ]
        for (message, use) in told { #expect(message.illustration?.use == use) }
        #expect(Set(told.map(\.1)) == Set(IllustratedMessage.Use.allCases))
        #expect(CameraState.allCases.compactMap(\.message).allSatisfy { $0.illustration?.use == .unableToConnect })
    }

    @Test("IM-19: a message beside the picture that it speaks of has no drawing")
    func withoutIllustration() {
        #expect(ArMessages.noAnnotations.illustration == nil && !ArMessages.noAnnotations.title.isEmpty)
    }

    @Test("IM-20: errors have a cause, and no others do", arguments: all)
    func causes(_ message: IllustratedMessage) { #expect((message.cause != nil) == (message.state == .error)) }

    @Test("IM-20: who lacks permission is told where to give it, and where the system failed it is tried again")
    func waysOutOfCauses() throws {
        let permission = [CameraState.denied, .blocked, .refused].compactMap(\.message)
        #expect(permission.count == 3)
        let words = (permission + [StationFailure.noAccess.message("")]).compactMap(\.description)
        for text in words { #expect(text.contains("llow") || text.contains("access"), "\(text)") }
        let configuration = [CameraState.insecure, .absent, .busy].compactMap(\.message)
        for message in permission { #expect(message.cause == .permission) }
        for message in configuration { #expect(message.cause == .configuration) }
        let system = Self.all.filter { $0.cause == .system && $0.illustration != .notFound }
        #expect(system.count > 5)
        for message in system {
            let text = "\(message.description ?? "") \(message.actions.map(\.label).joined(separator: " "))"
            #expect(text.lowercased().contains("again"), "\(message.title)")
        }
    }

    @Test("EH-2: each failure of the station says what failed, and has a way back to the screen and one out of it")
    func failures() {
        let messages = StationFailure.allCases.map { $0.message("SQLite error 11") }
        #expect(Set(messages.map(\.title)).count == messages.count)
        for message in messages {
            #expect(message.details == "SQLite error 11")
            #expect(message.actions.map(\.destination) == [.reload, .library])
            #expect(message.sentences?.hasSuffix("Details: SQLite error 11.") == true)
        }
    }

    @Test("QR-16: a camera that was refused earlier leads to the settings, one that was refused now is asked for again")
    func refusedAccess() throws {
        let blocked = try #require(CameraState.blocked.message)
        #expect(blocked.actions[0].destination == .cameraSettings && blocked.description?.contains("settings") == true)
        #expect(CameraSettingsHelp.steps.count == 3)
        #expect(try #require(CameraState.denied.message).actions[0].destination == .askForCamera)
    }

    @Test("SU-3: the camera is asked for with reasons, and can be refused without the browser's question")
    func cameraRequest() throws {
        #expect(CameraState.unasked.message == nil && CameraRequest.reasons.count == 3)
        let way = MessageAction(label: "Open AR Scenes", destination: .scenes)
        let declined = try #require(CameraState.declined.message(otherwise: way))
        #expect(declined.actions.map(\.destination) == [.scenes, .askForCamera])
        #expect(try #require(CameraState.declined.message).actions[0].destination == .importFiles)
    }

    @Test("IM-10: drawings have five sizes")
    func drawingsHaveFiveSizes() {
        #expect(MessageSize.allCases.map(\.drawing.width) == [320, 160, 92, 64, 48])
        #expect(MessageSize.allCases.map(\.drawing.height) == [240, 160, 92, 64, 48])
    }

    @Test("IM-3, ES-3: titles are in sentence case and fit on a line", arguments: all)
    func titlesFitOnALine(_ message: IllustratedMessage) {
        #expect(message.title.count <= 40)
        #expect(message.title.first?.isUppercase == true)
        #expect(message.title.split(separator: " ").dropFirst().allSatisfy { $0.first?.isUppercase == false })
        #expect(!message.title.hasSuffix("."))
    }

    @Test("IM-4: descriptions have at most two sentences", arguments: all)
    func descriptionsHaveTwoSentencesAtMost(_ message: IllustratedMessage) {
        let sentences = (message.description ?? "").split(separator: ".")
        #expect(sentences.count <= 2)
    }

    @Test("IM-5: there are at most two ways on", arguments: all)
    func messagesHaveTwoActionsAtMost(_ message: IllustratedMessage) { #expect(message.actions.count <= 2) }

    @Test("IM-6: texts name what they speak of", arguments: all)
    func namedThings(_ message: IllustratedMessage) {
        let words = "\(message.title) \(message.description ?? "")".lowercased().split { !$0.isLetter }
        #expect(!words.contains("data") && !words.contains("object") && !words.contains("item"))
    }

    @Test("IM-8, EH-7: errors say what to do next", arguments: all)
    func errorsLeadOn(_ message: IllustratedMessage) {
        guard message.state == .error else { return }
        #expect(message.description != nil)
        #expect(!message.actions.isEmpty)
    }
}
