package import Foundation
package import FoundationXML
import RectoCore

/// The ground truth of a video of SmartDoc 2015: elements `frame` with `point`s named tl, tr, br and bl.
package final class SmartDocXML: NSObject, XMLParserDelegate {
    /// One quad for each frame, in file order; `nil` where the page is marked as not visible.
    private(set) var quads: [Quad?] = []
    private var isRejected = false
    private var corners: [String: Point2D] = [:]
    private var failure: String?

    package init(path: String) throws {
        super.init()
        let parser = XMLParser(data: try Data(contentsOf: URL(filePath: path)))
        parser.delegate = self
        guard parser.parse(), failure == nil else {
            throw UnusableData(path: path, reason: failure ?? "is not well-formed XML")
        }
    }

    package func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        switch name {
        case "frame":
            corners = [:]
            isRejected = attributes["rejected"] == "true"
        case "point":
            guard let corner = attributes["name"], let x = Double(attributes["x"] ?? ""),
                let y = Double(attributes["y"] ?? "")
            else {
                failure = "has a point without a name, x and y"
                return
            }
            corners[corner] = Point2D(x: x, y: y)
        default: break
        }
    }

    package func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
    {
        guard name == "frame" else { return }
        if isRejected { return quads.append(nil) }
        guard let topLeft = corners["tl"], let topRight = corners["tr"], let bottomRight = corners["br"],
            let bottomLeft = corners["bl"]
        else {
            failure = "has a frame without four corners"
            return
        }
        quads.append(Quad(topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft))
    }
}
