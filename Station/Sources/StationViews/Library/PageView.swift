public import RectoCore
import StationRules

/// A page of a document: its picture with the words over it, to select and copy.
public struct PageView: View {
    /// A line of words, which run along its baseline.
    struct Line: Sendable {
        /// Of the type, in pixels of the picture that was read.
        let size: Int
        let isLeftward: Bool
        let words: [Word]
    }

    struct Word: Sendable {
        /// Where it begins: at the right if the line runs to the left.
        let x: Int
        let y: Int
        let width: Int
        let text: String
        /// What stands between it and the word before.
        let space: String
    }

    public let path: String
    /// "2 of 7".
    public let number: String
    let title: String
    let document: String
    let identifier: Int64
    let alternative: String
    let picture: String
    let png: String
    let previous: String?
    let next: String?
    let width: Int
    let height: Int
    let lines: [Line]
    let text: String?
    let reading: String
    let copy = TextMessages.copy
    let copied = TextMessages.copied
    let notCopied = TextMessages.notCopied

    /// - Parameters:
    ///   - title: Of the document.
    ///   - position: From 0.
    ///   - count: Of the document's pages.
    ///   - picture: The address of the picture.
    ///   - text: What is written on it; `nil` while it is not read.
    public init(
        title: String, document: Int64, position: Int, count: Int, picture: String, text: PageText?,
        reading: TextStatusView
    ) {
        self.document = "/documents/\(document)"
        identifier = document
        path = "\(self.document)/pages/\(position)"
        number = "\(position + 1) of \(count)"
        alternative = "Page \(number)"
        self.title = title
        self.picture = picture
        png = "\(path)/png"
        previous = position > 0 ? "\(self.document)/pages/\(position - 1)" : nil
        next = position + 1 < count ? "\(self.document)/pages/\(position + 1)" : nil
        width = text?.size.width ?? 1
        height = text?.size.height ?? 1
        lines = text?.lines.map(Line.init) ?? []
        self.text = lines.isEmpty ? nil : text?.text
        self.reading = reading.html
    }

    public static let template = """
        <header class="titlebar"><a class="button plain" href="{{document}}"><span class="icon icon-chevron-left" aria-hidden="true"></span>Document</a><h1 class="sibling"><span class="subhead">{{number}}</span> <span class="headline">{{title}}</span></h1><span class="space"></span>
        <nav class="actions" aria-label="Pages">{{#previous}}<a class="button" id="previous" rel="prev" href="{{.}}">Previous</a>{{/previous}}{{^previous}}<button class="button" id="previous" disabled>Previous</button>{{/previous}}{{#next}}<a class="button" id="next" rel="next" href="{{.}}">Next</a>{{/next}}{{^next}}<button class="button" id="next" disabled>Next</button>{{/next}}</nav></header>
        <div id="page" class="page-view" data-part data-document="{{identifier}}">
        <div class="actions">{{#text}}<button type="button" class="button" data-copies="page-text" data-copied="{{copied}}" data-not-copied="{{notCopied}}"><span class="icon icon-clipboard" aria-hidden="true"></span>{{copy}}</button>{{/text}}<a class="button" href="{{png}}" download><span class="icon icon-download" aria-hidden="true"></span>Save as PNG</a></div>
        {{{reading}}}
        <figure data-waits><img src="{{picture}}" alt="{{alternative}}">{{#text}}<svg class="words" viewBox="0 0 {{width}} {{height}}" preserveAspectRatio="none" aria-label="Text of the page">{{#lines}}
        <text font-size="{{size}}"{{#isLeftward}} direction="rtl"{{/isLeftward}}>{{#words}}{{space}}<tspan x="{{x}}" y="{{y}}" textLength="{{width}}" lengthAdjust="spacingAndGlyphs">{{text}}</tspan>{{/words}}</text>{{/lines}}
        </svg>{{/text}}</figure>
        {{#text}}<template id="page-text">{{text}}</template>{{/text}}
        </div>
        """
}

extension PageView.Line {
    fileprivate init(_ line: PageText.Line) {
        isLeftward = line.direction == .rightToLeft
        // The type whose letters reach from the line's upper edge to its lower one.
        size = max(1, Int(line.box.height.rounded()))
        var rest = line.text[...]
        words = line.words.map { word in
            let space = rest.first == " " ? " " : ""
            rest = rest.dropFirst(space.count + word.text.count)
            return PageView.Word(word, of: line, after: space)
        }
    }
}

extension PageView.Word {
    fileprivate init(_ word: PageText.Word, of line: PageText.Line, after space: String) {
        let (from, to) = (line.baseline.start, line.baseline.end)
        let middle = (word.box.left + word.box.right) / 2
        let slope = to.x > from.x ? (to.y - from.y) / (to.x - from.x) : 0
        x = Int((line.direction == .rightToLeft ? word.box.right : word.box.left).rounded())
        y = Int((from.y + slope * (middle - from.x)).rounded())
        width = max(1, Int(word.box.width.rounded()))
        text = word.text
        self.space = space
    }
}
