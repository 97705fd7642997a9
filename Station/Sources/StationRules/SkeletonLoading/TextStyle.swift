/// The styles that text is set in.
public enum TextStyle: Hashable, Sendable, CaseIterable {
    case footnote, caption1, caption2
    case subhead, callout, body, headline, title3
    case title2, title1
    case largeTitle, mediumKPI
    case largeKPI
}
