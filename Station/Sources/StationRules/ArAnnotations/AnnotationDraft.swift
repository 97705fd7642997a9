/// The entries of the form for new and existing annotations.
public struct AnnotationDraft: Hashable, Sendable {
    public static let maximumTitleCharacters = 60
    public static let maximumSubtitleCharacters = 120
    /// The maximum number of annotations of a scene.
    public static let maximumAnnotations = 50

    /// The title as entered.
    public var title: String
    public var subtitle: String
    public var icon: AnnotationIcon
    public var place: AnnotationPlace
    /// The linked document.
    public var document: Int64?

    public init(
        title: String = "", subtitle: String = "", icon: AnnotationIcon = .document, place: AnnotationPlace = .middle,
        document: Int64? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.place = place
        self.document = document
    }

    /// The errors by field.
    public struct Problems: Error, Hashable, Sendable {
        public var title: String?
        public var subtitle: String?

        public init(title: String? = nil, subtitle: String? = nil) {
            self.title = title
            self.subtitle = subtitle
        }

        /// The errors as messages with their fields.
        public var messages: [ScreenMessage] {
            [
                title.map { ScreenMessage(.error, $0, field: "title", label: localized("Title")) },
                subtitle.map { ScreenMessage(.error, $0, field: "subtitle", label: localized("Subtitle")) },
            ].compactMap(\.self)
        }
    }

    public func checked() -> Result<Annotation, Problems> {
        var problems = Problems()
        func line(
            _ text: String, _ field: EnteredLine.Field, _ range: ClosedRange<Int>
        ) -> Result<String, EnteredLine.Failure> {
            Result { () throws(EnteredLine.Failure) in try EnteredLine(text, field: field, characters: range).text }
        }
        let lines = (
            title: line(title, .title, 1...Self.maximumTitleCharacters),
            subtitle: line(subtitle, .subtitle, 0...Self.maximumSubtitleCharacters)
        )
        if case .failure(let failure) = lines.title { problems.title = "\(failure)" }
        if case .failure(let failure) = lines.subtitle { problems.subtitle = "\(failure)" }
        guard case (.success(let title), .success(let subtitle)) = lines else { return .failure(problems) }
        return .success(Annotation(place: place, title: title, subtitle: subtitle, icon: icon))
    }
}
