/// A signature drawn on a page with a pointer, pen or finger.
package struct Signature: Hashable, Sendable {
    /// A point in ten-thousandths of the page's width and height.
    package struct Point: Hashable, Sendable {
        package let x: Int
        package let y: Int

        package init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    }

    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        /// A single point or a line that is too short.
        case tooShort
        case tooLong(maximum: Int)
        case damaged

        package var description: String {
            switch self {
            case .empty: localized("Draw your signature first.")
            case .tooShort: localized("This is too small for a signature. Draw it larger.")
            case .tooLong: localized("This has too many lines for a signature. Draw it again.")
            case .damaged: localized("The signature did not arrive whole. Draw it again.")
            }
        }
    }

    package static let scale = 10_000
    /// The maximum number of points in all strokes together.
    package static let maximumPoints = 4000
    /// The minimum extent in ten-thousandths.
    private static let minimumExtent = 200

    package let strokes: [[Point]]

    /// - Parameter text: Strokes separated by `;`, their points by spaces, and the coordinates of a point by a comma.
    package init(_ text: String) throws(Failure) {
        // A point takes at most twelve characters.
        guard text.utf8.count <= 12 * Self.maximumPoints else { throw .tooLong(maximum: Self.maximumPoints) }
        var strokes: [[Point]] = []
        for stroke in text.split(separator: ";") {
            var points: [Point] = []
            for point in stroke.split(separator: " ") {
                let numbers = point.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
                guard numbers.count == 2, let x = numbers[0], let y = numbers[1], 0...Self.scale ~= x,
                    0...Self.scale ~= y
                else { throw .damaged }
                points.append(Point(x: x, y: y))
            }
            if !points.isEmpty { strokes.append(points) }
        }
        let all = strokes.joined()
        guard !all.isEmpty else { throw .empty }
        guard all.count <= Self.maximumPoints else { throw .tooLong(maximum: Self.maximumPoints) }
        self.strokes = strokes
        guard max(extent.width, extent.height) >= Self.minimumExtent else { throw .tooShort }
    }

    /// The bounding box.
    package var box: (left: Int, top: Int, right: Int, bottom: Int) {
        let all = strokes.joined()
        let (x, y) = (all.map(\.x), all.map(\.y))
        return (x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
    }

    private var extent: (width: Int, height: Int) { (box.right - box.left, box.bottom - box.top) }
}

/// Messages about signatures.
package enum SignatureMessages {
    /// The line below the signature.
    package static func line(name: String, time: String) -> String { localized("Signed by \(name), \(time)") }
    /// The watermark across it, which prevents reuse elsewhere.
    package static func watermark(title: String, page: Int) -> String {
        localized("Only for “\(title)”, page \(page)")
    }
    /// The file name of the page before signing.
    package static func original(page: Int) -> String { localized("Page \(page) before it was signed") }
    package static var signed: String { localized("Page signed") }
    package static var changed: String {
        localized("Somebody has changed the pages meanwhile. Look at the page, then sign it.")
    }
}
