import StationRules
import Testing

@Suite struct IllustratedMessageTests {
    /// Messages of the station, each for a reason of its own.
    static let reasons: [IllustratedMessage] =
        CameraState.allCases.compactMap(\.message)
        + [LibraryMessages.empty, LibraryMessages.unknownPlace, LibraryMessages.failed("The disk is full.")]
        + [DeviceMessages.empty] + [CodeFinding.foreign, .expired, .used].map { DeviceMessages.notActivated($0) }
        + [ArMessages.empty, ArMessages.noAnnotations, ArMessages.unknownScene, ArMessages.noPicture]
        + [LibraryMessages.noOlder, LibraryMessages.noPins, LibraryMessages.unreadableDraft]
        + [LibraryMessages.stationFailed("the disk is full"), DeviceMessages.scanned]

    /// All of them, those of a camera with each of their ways on.
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
    func words() {
        #expect(Set(Self.reasons.map { "\($0.title) \($0.description ?? "")" }).count == Self.reasons.count)
    }

    @Test("IM-7: a list that is empty is told of in the words of what it shows, and in no default ones")
    func contexts() {
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

    @Test("IM-18: what is empty, failed, or done has a message of its state")
    func uses() {
        #expect(
            [LibraryMessages.empty, LibraryMessages.noPins, DeviceMessages.empty].allSatisfy { $0.state == .empty })
        #expect(LibraryMessages.noOlder.state == .error && LibraryMessages.noOlder.illustration == .noResults)
        #expect(CameraState.allCases.compactMap(\.message).allSatisfy { $0.state == .error })
        #expect(DeviceMessages.scanned.state == .success && DeviceMessages.scanned.illustration == .done)
    }

    @Test("IM-10: drawings have five sizes")
    func sizes() {
        #expect(MessageSize.allCases.map(\.drawing.width) == [320, 160, 92, 64, 48])
        #expect(MessageSize.allCases.map(\.drawing.height) == [240, 160, 92, 64, 48])
    }

    @Test("IM-3, ES-3: titles are in sentence case and fit on a line", arguments: all)
    func titles(_ message: IllustratedMessage) {
        #expect(message.title.count <= 40)
        #expect(message.title.first?.isUppercase == true)
        #expect(message.title.split(separator: " ").dropFirst().allSatisfy { $0.first?.isUppercase == false })
        #expect(!message.title.hasSuffix("."))
    }

    @Test("IM-4: descriptions have at most two sentences", arguments: all)
    func descriptions(_ message: IllustratedMessage) {
        let sentences = (message.description ?? "").split(separator: ".")
        #expect(sentences.count <= 2)
    }

    @Test("IM-5: there are at most two ways on", arguments: all)
    func actions(_ message: IllustratedMessage) { #expect(message.actions.count <= 2) }

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
