import Foundation
import RectoCore

/// SmartDoc 2015, challenge 1, as images with a table `metadata.csv`; each background is a set.
package struct SmartDocTable {
    package let folder: String

    package func sets() throws -> [QuadSet] {
        let path = "\(folder)/metadata.csv"
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(whereSeparator: \.isNewline)
        let columns = (lines.first ?? "").split(separator: ",").map(String.init)
        var sets: [String: [QuadItem]] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == columns.count else { throw UnusableData(path: path, reason: "has a row \(line)") }
            let row = Dictionary(zip(columns, cells)) { first, _ in first }
            func corner(_ name: String) throws -> Point2D {
                guard let x = Double(row["\(name)_x"] ?? ""), let y = Double(row["\(name)_y"] ?? "") else {
                    throw UnusableData(path: path, reason: "has a row without the corner \(name): \(line)")
                }
                return Point2D(x: x, y: y)
            }
            guard let image = row["image_path"], let background = row["bg_name"] else {
                throw UnusableData(path: path, reason: "has no columns image_path and bg_name")
            }
            let truth = Quad(
                topLeft: try corner("tl"), topRight: try corner("tr"), bottomRight: try corner("br"),
                bottomLeft: try corner("bl"))
            sets[background, default: []].append(
                QuadItem(name: image, source: .file("\(folder)/\(image)"), truth: truth))
        }
        return sets.sorted { $0.key < $1.key }.map { QuadSet(name: $0.key, items: $0.value) }
    }
}
