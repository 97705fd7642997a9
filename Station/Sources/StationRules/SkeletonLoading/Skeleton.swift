/// The structure of a screen whose content is not there yet.
public struct Skeleton: Hashable, Sendable {
    /// A container of placeholders, which has the lines, paddings and margins of the real one.
    public enum Part: Hashable, Sendable {
        /// The screen's bar: its title, or the way back.
        case bar(title: Bool)
        case header
        case list(of: Placeholder.ObjectCell, count: Int)
        case cards(CardPlaceholder, count: Int)
        /// Pictures of pages.
        case pages(count: Int)
    }

    public let parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// Of all its containers.
    public var placeholders: [Placeholder] {
        parts.flatMap { part -> [Placeholder] in
            switch part {
            case .bar(let title): title ? [.text(TextPlaceholder(.title1, .short)), .button] : [.button]
            case .header: [.objectHeader]
            case .list(let cell, let count): Array(repeating: .objectCell(cell), count: count)
            case .cards(let card, let count): Array(repeating: .card(card), count: count)
            case .pages(let count): Array(repeating: .image(.page), count: count)
            }
        }
    }
}
