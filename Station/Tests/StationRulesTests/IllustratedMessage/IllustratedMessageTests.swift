import StationRules
import Testing

@Suite struct IllustratedMessageTests {
    /// All messages of the station.
    static let all: [IllustratedMessage] =
        CameraState.allCases.compactMap(\.message)
        + [LibraryMessages.empty, LibraryMessages.unknownPlace, LibraryMessages.failed("The disk is full.")]
        + [DeviceMessages.empty] + [CodeFinding.foreign, .expired, .used].map { DeviceMessages.notActivated($0) }
        + [ArMessages.empty, ArMessages.noAnnotations, ArMessages.unknownScene]
        + CameraState.allCases.compactMap {
            $0.message(otherwise: MessageAction(label: "Open AR Scenes", destination: .scenes))
        }

    @Test("IM-1, IM-16: messages are empty, error or success, and each use has its drawing")
    func statesAndDrawings() {
        #expect(IllustratedMessage.State.allCases.map(\.rawValue) == ["empty", "error", "success"])
        #expect(CameraState.allCases.compactMap(\.message).allSatisfy { $0.illustration == .camera })
    }

    @Test("ES-6: what is missing for another reason is told in other words")
    func reasons() {
        #expect(Set(Self.all.map { "\($0.title) \($0.description ?? "")" }).count == Self.all.count)
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
    func words(_ message: IllustratedMessage) {
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
