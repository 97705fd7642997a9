/// What a person has entered of a scene.
public struct SceneDraft: Hashable, Sendable {
    public static let maximumTitleCharacters = 60

    /// As they were entered.
    public var title: String
    public var width: String

    public init(title: String = "", width: String = "") {
        self.title = title
        self.width = width
    }

    /// What is wrong, at the field where it is; nothing where all is well.
    public struct Problems: Hashable, Sendable {
        public var title: String?
        public var width: String?

        public init(title: String? = nil, width: String? = nil) {
            self.title = title
            self.width = width
        }

        /// Each with its field.
        public var messages: [ScreenMessage] {
            [
                title.map { ScreenMessage(.error, $0, field: "title", label: "Title") },
                width.map { ScreenMessage(.error, $0, field: "width", label: "Width in millimeters") },
            ].compactMap(\.self)
        }

        public var isEmpty: Bool { title == nil && width == nil }
    }

    public struct Checked: Hashable, Sendable {
        public let title: String
        public let width: AnchorWidth?
    }

    public func checked() -> Result<Checked, Problems> {
        var problems = Problems()
        var checkedTitle = ""
        var checkedWidth: AnchorWidth?
        do {
            checkedTitle = try EnteredLine(title, field: "title", characters: 1...Self.maximumTitleCharacters).text
        } catch { problems.title = "\(error)" }
        do { checkedWidth = try AnchorWidth.entered(width) } catch { problems.width = "\(error)" }
        return problems.isEmpty ? .success(Checked(title: checkedTitle, width: checkedWidth)) : .failure(problems)
    }
}

extension SceneDraft.Problems: Error {}
