public import RectoCore
public import StationRules

/// Moves the fold between the two pages of an open book. `web/patterns/document-scanner/fold.js` moves its ends.
public struct FoldView: View {
    struct End: Sendable {
        let name: String
        let label: String
        let share: Double
        let percent: Int
        let x: Double
        let y: Double
    }

    let path: String
    let back: String
    let picture: String
    let width: Int
    let height: Int
    let outline: String
    let fold: String
    let ends: [End]
    let minimum = BookSpread.ends.lowerBound
    let maximum = BookSpread.ends.upperBound
    let step = BookSpread.step
    let largeStep = BookSpread.largeStep
    /// Both pages; `nil` for a single page that is to be split.
    let pages: Pages?

    /// The two pages of a fold.
    public struct Pages: Sendable {
        let leftOnly: String
        let rightOnly: String
        let facing: Int

        /// - Parameters:
        ///   - pages: The path of all pages.
        ///   - left: The number of the left page.
        ///   - right: The number of the right page.
        ///   - facing: The number of the page opposite the current one.
        public init(pages: String, left: Int, right: Int, facing: Int) {
            (leftOnly, rightOnly) = ("\(pages)/\(right)/delete?keep=\(left)", "\(pages)/\(left)/delete?keep=\(right)")
            self.facing = facing
        }
    }

    /// - Parameters:
    ///   - path: The path of either page.
    ///   - picture: The URL of the whole picture.
    ///   - pages: `nil` for a single page that is to be split.
    public init(path: String, picture: String, size: PixelSize, spread: BookSpread, pages: Pages?) {
        self.path = path + "/fold"
        back = path
        self.picture = picture
        (width, height) = (size.width, size.height)
        func text(_ points: [Point2D]) -> String { points.map { "\($0.x),\($0.y)" }.joined(separator: " ") }
        outline = text(spread.outline.corners)
        fold = text([spread.fold.top, spread.fold.bottom])
        ends = [
            End(
                name: "top", label: localized("Upper end of the fold"), share: spread.top,
                percent: Int((100 * spread.top).rounded()), x: spread.fold.top.x, y: spread.fold.top.y),
            End(
                name: "bottom", label: localized("Lower end of the fold"), share: spread.bottom,
                percent: Int((100 * spread.bottom).rounded()), x: spread.fold.bottom.x, y: spread.fold.bottom.y),
        ]
        self.pages = pages
    }

    public static let template = """
        <st-fold class="adjust" data-outline="{{outline}}" data-minimum="{{minimum}}" data-maximum="{{maximum}}" data-step="{{step}}" data-large-step="{{largeStep}}">
        <header class="bar top"><h1>Fold</h1></header>
        <div class="stage"><svg viewBox="0 0 {{width}} {{height}}" role="group" aria-label="Fold of the book">
        <image href="{{picture}}" width="{{width}}" height="{{height}}"/>
        <polygon class="outline" points="{{outline}}"/>
        <polyline class="fold-line" points="{{fold}}"/>
        {{#ends}}<circle class="handle" data-end="{{name}}" role="slider" tabindex="0" aria-label="{{label}}" aria-valuemin="10" aria-valuemax="90" aria-valuenow="{{percent}}" cx="{{x}}" cy="{{y}}" r="1"/>
        {{/ends}}
        </svg></div>
        <footer class="bar bottom">
        <a class="button plain" rel="up" href="{{back}}">Cancel</a>
        {{#pages}}<form method="post" action="{{leftOnly}}"><button class="button plain">Left Page Only</button></form>
        <form method="post" action="{{rightOnly}}"><button class="button plain">Right Page Only</button></form>
        <form method="post" action="{{back}}/unfold"><button class="button plain">One Page</button></form>{{/pages}}
        <form method="post" action="{{path}}">{{#pages}}<input type="hidden" name="facing" value="{{facing}}">{{/pages}}{{#ends}}<input type="hidden" name="{{name}}" value="{{share}}">{{/ends}}<button class="button primary">Done</button></form>
        </footer>
        </st-fold>
        """
}
