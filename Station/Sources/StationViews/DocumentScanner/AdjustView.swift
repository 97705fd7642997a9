import RectoCore
public import StationRules

/// Adjusts the corners of a scan on its picture.
public struct AdjustView: View {
    struct Corner: Sendable {
        let index: Int
        let name: String
        let x: Double
        let y: Double
        let valueText: String
    }

    struct Side: Sendable {
        let index: Int
        let name: String
    }

    let path: String
    let back: String
    let picture: String
    let version: Int
    let width: Int
    let height: Int
    let points: String
    let corners: [Corner]
    let sides: [Side]
    let step: Double
    let largeStep: Double
    let placeText = PlaceText.pixels.pattern
    let value: String
    /// A note about another effect of moving its corners.
    let note: String?

    private static var sideNames: [String] {
        [localized("Top side"), localized("Right side"), localized("Bottom side"), localized("Left side")]
    }
    private static var names: [String] {
        [
            localized("Top left corner"), localized("Top right corner"), localized("Bottom right corner"),
            localized("Bottom left corner"),
        ]
    }

    /// - Parameters:
    ///   - hasFold: Whether the page shares a fold with another one.
    ///   - version: The number of the picture in which the corners are chosen.
    public init(path: String, picture: String, version: Int = 0, editor: CornerEditor, hasFold: Bool = false) {
        note =
            hasFold
            ? localized("This page meets another one in a fold. They part if a corner at the fold is moved.") : nil
        self.path = path + "/adjust"
        back = path
        (self.picture, self.version) = (picture, version)
        width = editor.size.width
        height = editor.size.height
        let quad = editor.quad.corners
        points = quad.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
        value = quad.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: ",")
        corners = quad.enumerated().map { index, point in
            Corner(
                index: index, name: Self.names[index], x: point.x, y: point.y,
                valueText: PlaceText.pixels.text(x: point.x, y: point.y))
        }
        sides = Self.sideNames.enumerated().map { Side(index: $0, name: $1) }
        step = CornerEditor.step
        largeStep = CornerEditor.largeStep
    }

    private static func text(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    public static let template = """
        <st-quad class="adjust" data-path="{{path}}" data-width="{{width}}" data-height="{{height}}" data-step="{{step}}" data-large-step="{{largeStep}}" data-place="{{placeText}}">
        <header class="bar top"><h1>Adjust</h1></header>
        <div class="stage"><svg viewBox="0 0 {{width}} {{height}}" role="group" aria-label="Corners of the document">
        <image href="{{picture}}" width="{{width}}" height="{{height}}"/>
        <polygon class="outline" points="{{points}}"/>
        {{#corners}}<circle class="handle" data-corner="{{index}}" role="button" tabindex="0" aria-label="{{name}}" aria-description="{{valueText}}" cx="{{x}}" cy="{{y}}" r="1"/>
        {{/corners}}
        {{#sides}}<circle class="side-handle" data-side="{{index}}" role="button" tabindex="0" aria-label="{{name}}" r="1"/>
        {{/sides}}
        </svg>
        <canvas class="magnifier" width="120" height="120" hidden aria-hidden="true"></canvas></div>
        <p class="hidden" role="status" aria-live="polite"></p>
        {{#note}}<p class="parting">{{.}}</p>{{/note}}
        <footer class="bar bottom">
        <a class="button plain" rel="up" href="{{back}}">Cancel</a>
        <button type="button" class="button plain" data-reset>Reset</button>
        <button type="button" class="button plain" data-whole>Whole Picture</button>
        <form method="post" action="{{path}}"><input type="hidden" name="corners" value="{{value}}"><input type="hidden" name="picture" value="{{version}}"><button class="button primary">Done</button></form>
        </footer>
        </st-quad>
        """
}
