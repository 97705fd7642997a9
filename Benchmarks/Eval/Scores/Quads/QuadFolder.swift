import Foundation
import RectoCodecs
import RectoCore

/// Reads folders of pictures with the corners of their pages, in all supported layouts:
///
/// - `corners.json`: a list of `{"file", "corners_tl_tr_br_bl": [[x, y], …]}`, the pictures in `images`;
/// - pictures with a JSON file of the same name that has `"quad"`, four corners or null, as `recto-pictures make` writes them;
/// - `metadata.csv`: the frames of SmartDoc 2015, challenge 1, as images;
/// - `NAME.gt.xml`: SmartDoc's ground truth of a video, with its frames in the folder `NAME`, ordered by name.
package struct QuadFolder {
    package let path: String

    package init(path: String) { self.path = path }

    package func sets() throws -> [QuadSet] {
        let name = URL(filePath: path).standardized.lastPathComponent
        if exists("corners.json") { return [QuadSet(name: name, items: try listed())] }
        if exists("metadata.csv") { return try SmartDocTable(folder: path).sets() }
        let files = try entries(path)
        let truths = files.filter { $0.hasSuffix(".gt.xml") }
        if !truths.isEmpty { return try truths.map(video) }
        let items = try files.compactMap(sidecar)
        guard !items.isEmpty else { throw UnusableData(path: path, reason: "holds no pictures with corners") }
        return [QuadSet(name: name, items: items)]
    }

    private func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(file)") }

    private func entries(_ folder: String) throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
            throw UnusableData(path: folder, reason: "cannot be read")
        }
    }

    private struct Listed: Decodable {
        var file: String
        var corners: [[Double]]

        private enum CodingKeys: String, CodingKey {
            case file
            case corners = "corners_tl_tr_br_bl"
        }
    }

    private func listed() throws -> [QuadItem] {
        let data = try Data(contentsOf: URL(filePath: "\(path)/corners.json"))
        return try JSONDecoder().decode([Listed].self, from: data).map { item in
            let file = item.file.contains("/") ? item.file : "images/\(item.file)"
            return QuadItem(
                name: item.file, source: .file("\(path)/\(file)"), truth: try Quad(jsonCorners: item.corners))
        }
    }

    private struct Sidecar: Decodable {
        var quad: [[Double]]?
    }

    /// - Returns: `nil` if the file does not belong to a picture.
    private func sidecar(_ file: String) throws -> QuadItem? {
        guard file.hasSuffix(".json") else { return nil }
        let stem = file.dropLast(".json".count)
        guard let picture = [".jpg", ".jpeg", ".png"].map({ stem + $0 }).first(where: { exists(String($0)) })
        else { return nil }
        let data = try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
        let corners = try JSONDecoder().decode(Sidecar.self, from: data).quad
        return QuadItem(
            name: String(picture), source: .file("\(path)/\(picture)"),
            truth: try corners.map { try Quad(jsonCorners: $0) })
    }

    private func video(_ file: String) throws -> QuadSet {
        let name = String(file.dropLast(".gt.xml".count))
        let truths = try SmartDocXML(path: "\(path)/\(file)").quads
        let frames = try entries("\(path)/\(name)")
        guard frames.count == truths.count else {
            throw UnusableData(
                path: "\(path)/\(name)", reason: "holds \(frames.count) frames, required: \(truths.count)")
        }
        let items = zip(frames, truths).map { frame, truth in
            QuadItem(name: "\(name)/\(frame)", source: .file("\(path)/\(name)/\(frame)"), truth: truth)
        }
        return QuadSet(name: name, items: items)
    }
}

extension Quad {
    package init(jsonCorners corners: [[Double]]) throws {
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 }) else {
            throw UnusableData(path: "\(corners)", reason: "are not four corners")
        }
        try self.init(corners: corners.map { Point2D(x: $0[0], y: $0[1]) })
    }
}
