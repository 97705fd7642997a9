public import RectoCore
import StationRules

/// The question about a page that was found without certainty: its outline on the picture, and one tap for each answer.
public struct CropCheckView: View {
    let path: String
    let question = CropMessages.question
    /// The outline's corners in pixels of the shown picture.
    let points: String
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - path: The path of the page.
    ///   - quad: The corners in pixels of the picture.
    ///   - quarterTurns: How often the picture is turned clockwise where it is shown.
    public init(path: String, quad: Quad, size: PixelSize, quarterTurns: Int) {
        self.path = path
        let shown = quarterTurns % 2 == 0 ? size : size.transposed
        (width, height) = (shown.width, shown.height)
        points = quad.corners.map { corner in
            let (x, y) = (corner.x, corner.y)
            let turned: (x: Double, y: Double) =
                switch quarterTurns {
                case 1: (Double(size.height) - y, x)
                case 2: (Double(size.width) - x, Double(size.height) - y)
                case 3: (y, Double(size.width) - x)
                default: (x, y)
                }
            return "\(Int(turned.x.rounded())),\(Int(turned.y.rounded()))"
        }.joined(separator: " ")
    }

    public static let template = """
        <div class="message-strip crop-check" role="status"><span class="icon icon-bounding-box" aria-hidden="true"></span><p>{{question}}</p><div class="actions"><form method="post" action="{{path}}/crop"><button class="button primary">Crop</button></form><form method="post" action="{{path}}/whole"><button class="button">Keep Whole Picture</button></form></div></div>
        """

    /// The outline over the picture.
    var svg: String { CropOutlineView(points: points, width: width, height: height).html }
}

struct CropOutlineView: View {
    let points: String
    let width: Int
    let height: Int

    static let template = """
        <svg class="crop-outline" viewBox="0 0 {{width}} {{height}}" preserveAspectRatio="none" aria-hidden="true"><polygon points="{{points}}"/></svg>
        """
}
