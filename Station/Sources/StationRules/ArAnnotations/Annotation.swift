/// Something that hangs on an anchor: a marker in the world, and a card that tells what it stands for.
public struct Annotation: Hashable, Sendable {
    public let place: AnnotationPlace
    public let title: String
    /// Empty where there is none.
    public let subtitle: String
    public let icon: AnnotationIcon

    public init(place: AnnotationPlace, title: String, subtitle: String = "", icon: AnnotationIcon = .document) {
        self.place = place
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
    }
}
