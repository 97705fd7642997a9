public import StationRules

/// The skeleton of a screen in the containers of the real one.
public struct SkeletonView: View {
    struct Part: Sendable {
        let container: String
        let placeholders: [String]
    }

    let parts: [Part]

    public init(_ skeleton: Skeleton) {
        parts = skeleton.parts.map { part in
            Part(
                container: Self.container(of: part),
                placeholders: Skeleton([part]).placeholders.map { PlaceholderView($0).html })
        }
    }

    public static let template = """
        <div class="skeleton">{{#parts}}<div class="skeleton-part {{container}}">{{#placeholders}}{{{.}}}{{/placeholders}}</div>{{/parts}}</div>
        """

    /// Returns the CSS class of the real element.
    private static func container(of part: Skeleton.Part) -> String {
        switch part {
        case .bar: "titlebar"
        case .search: "skeleton-search"
        case .header: "skeleton-header"
        case .list: "documents"
        case .cards: "cards"
        case .pages: "sheets"
        case .facts: "skeleton-facts"
        }
    }
}

/// A single placeholder. Cells, cards and headers have the CSS classes of the real elements, and therefore the same
/// lines, paddings and margins in windows of any width.
public struct PlaceholderView: View {
    let kind: String
    let content: String

    public init(_ placeholder: Placeholder) {
        kind = placeholder.kind
        content =
            switch placeholder {
            case .text(let text): Self.text(text)
            case .image(let size, let icon): Self.image(size, icon)
            case .avatar(let size): Self.shape("avatar avatar-\(size.rawValue)")
            case .button: Self.shape("button")
            case .objectCell(let cell): Self.cell(cell)
            case .card(let card, let size): Self.card(card, size)
            case .objectHeader: Self.header
            }
    }

    public static let template = """
        <div class="placeholder-place" data-kind="{{kind}}" aria-hidden="true">{{{content}}}</div>
        """

    private static func shape(_ classes: String, _ content: String = "") -> String {
        "<span class=\"placeholder placeholder-\(classes)\">\(content)</span>"
    }

    private static func text(_ text: TextPlaceholder) -> String {
        shape("text text-\(text.height.rawValue) width-\(text.width.rawValue)")
    }

    /// Returns a placeholder in a line as high as the text.
    private static func line(_ style: TextStyle, _ width: TextPlaceholder.Width, _ classes: String) -> String {
        "<span class=\"\(classes) line\">\(text(TextPlaceholder(style, width)))</span>"
    }

    private static func image(_ size: Placeholder.ImageSize, _ icon: String?) -> String {
        shape("image image-\(size.rawValue)", icon.map { "<span class=\"icon icon-\($0)\"></span>" } ?? "")
    }

    private static func cell(_ cell: Placeholder.ObjectCell) -> String {
        let lines = line(.headline, .long, "headline") + (cell.isMultiline ? line(.footnote, .medium, "subhead") : "")
        let trailing =
            switch cell.trailing {
            case .chevron: "<span class=\"icon icon-chevron-right\"></span>"
            case .button: shape("button")
            case nil: ""
            }
        let leading = cell.image.map { image($0, nil) } ?? ""
        return "<div class=\"cell\">\(leading)<span class=\"text\">\(lines)</span>\(trailing)</div>"
    }

    private static func card(_ card: CardPlaceholder, _ size: CardSize) -> String {
        let title = "<span class=\"card-header\"><span class=\"card-titles\">\(line(.headline, .long, "headline"))"
        let content =
            switch card {
            case .oneLine: title + "</span></span>"
            case .multiline: image(.media, nil) + title + line(.footnote, .medium, "subhead") + "</span></span>"
            case .table: title + "</span></span>" + rows(3, of: [.short, .medium, .short])
            case .list: title + "</span></span>" + rows(3, of: [.long])
            case .generic: image(.media, nil) + title + "</span></span>"
            }
        let footer =
            switch card {
            case .multiline: "<span class=\"card-footer\">\(shape("button"))\(shape("button"))</span>"
            case .oneLine, .table, .list, .generic: ""
            }
        return "<div class=\"card card-\(size.rawValue)\"><span class=\"card-main\">\(content)</span>\(footer)</div>"
    }

    private static func rows(_ count: Int, of widths: [TextPlaceholder.Width]) -> String {
        let row = widths.map { text(TextPlaceholder(.footnote, $0)) }.joined()
        return String(repeating: "<span class=\"placeholder-row\">\(row)</span>", count: count)
    }

    /// A title, its facts, the reading progress and the actions.
    private static let header =
        "<div class=\"object\">\(line(.title1, .long, "object-title"))\(line(.footnote, .medium, "subhead"))"
        + line(.footnote, .medium, "subhead") + "<p class=\"actions\">\(shape("button"))\(shape("button"))</p></div>"
}
