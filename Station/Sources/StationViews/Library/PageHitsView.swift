public import RectoCore
public import StationRules

/// The matches of a search on a page: their highlights over its picture, and the bar that moves between them.
public struct PageHitsView: View {
    struct Mark: Sendable {
        let number: Int
        let isCurrent: Bool
        let boxes: [Box]
    }

    struct Box: Sendable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        /// - Parameter margin: The space between the highlight and the letters.
        init(_ box: PageText.Box, margin: Double) {
            (x, y) = (Int((box.left - margin).rounded(.down)), Int((box.top - margin).rounded(.down)))
            width = Int((box.width + 2 * margin).rounded(.up))
            height = Int((box.height + 2 * margin).rounded(.up))
        }
    }

    let text: String
    let place: String
    let previous: String?
    let next: String?
    let width: Int
    let height: Int
    let marks: [Mark]
    let hasMarks: Bool

    /// - Parameters:
    ///   - text: The search text.
    ///   - hits: The matches on the page.
    ///   - size: The size of the picture that positions refer to.
    public init(_ hits: TextHits, _ navigation: HitNavigation, text: String, size: PixelSize, document: Int64) {
        func path(_ stop: HitNavigation.Stop?) -> String? {
            stop.map { PageView.path(of: document, $0.position, text: text, hit: $0.hit) }
        }
        self.text = SearchTexts.quoted(text)
        place = SearchTexts.hit(navigation.current, of: navigation.total)
        previous = path(navigation.previous)
        next = path(navigation.next)
        (width, height) = (size.width, size.height)
        marks = hits.hits.enumerated().map { index, hit in
            let number = navigation.first + index
            return Mark(
                number: number, isCurrent: number == navigation.current,
                boxes: hit.boxes.map { Box($0, margin: $0.height / 8) })
        }
        hasMarks = !marks.isEmpty
    }

    public static let template = """
        <div class="hits" id="hits" role="group" aria-label="Search hits"><p><span class="headline">{{text}}</span> <span class="subhead" role="status">{{place}}</span></p><span class="space"></span>{{#hasMarks}}<button type="button" class="bar-button" id="marks-button" data-marks aria-pressed="true" aria-label="Marks"><span class="icon icon-eye" aria-hidden="true"></span></button>{{/hasMarks}}{{#previous}}<a class="bar-button" id="previous-hit" data-hit href="{{.}}" aria-label="Previous hit"><span class="icon icon-chevron-up" aria-hidden="true"></span></a>{{/previous}}{{^previous}}<button type="button" class="bar-button" id="previous-hit" disabled aria-label="Previous hit"><span class="icon icon-chevron-up" aria-hidden="true"></span></button>{{/previous}}{{#next}}<a class="bar-button" id="next-hit" data-hit href="{{.}}" aria-label="Next hit"><span class="icon icon-chevron-down" aria-hidden="true"></span></a>{{/next}}{{^next}}<button type="button" class="bar-button" id="next-hit" disabled aria-label="Next hit"><span class="icon icon-chevron-down" aria-hidden="true"></span></button>{{/next}}</div>
        """

    /// The highlights over the picture.
    var svg: String { PageMarksView(width: width, height: height, marks: marks).html }
}

/// The highlights over the picture of a page.
struct PageMarksView: View {
    let width: Int
    let height: Int
    let marks: [PageHitsView.Mark]

    static let template = """
        <svg class="marks" id="marks" viewBox="0 0 {{width}} {{height}}" preserveAspectRatio="none" aria-hidden="true">{{#marks}}<g id="hit-{{number}}"{{#isCurrent}} class="current"{{/isCurrent}}>{{#boxes}}<rect x="{{x}}" y="{{y}}" width="{{width}}" height="{{height}}"/>{{/boxes}}</g>{{/marks}}</svg>
        """
}
