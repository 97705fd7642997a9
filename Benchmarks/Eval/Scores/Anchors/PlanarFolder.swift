import Foundation
import RectoCore

/// Reads folders of pictures that show flat images in known poses, in all supported layouts:
///
/// - `H1to2p` …: the homographies of the Oxford set (Mikolajczyk and others 2005) from `img1` to `img2` …, nine numbers
///   in
///   row order;
/// - `homographies.json`: the same as `{"reference", "homographies_1_to_n": {file: 3 × 3}}`;
/// - `reference_poses.json`: a list of
///   `{"anchor", "frame" or "scene", "homography_anchor_to_frame" or "…_scene", "score"}`;
/// - folders of such folders.
package struct PlanarFolder {
    package let path: String

    package init(path: String) { self.path = path }

    package func sets() throws -> [PlanarSet] {
        if let own = try own { return [own] }
        let sets: [PlanarSet] = try entries().compactMap { entry in try PlanarFolder(path: "\(path)/\(entry)").own }
        guard !sets.isEmpty else { throw UnusableData(path: path, reason: "holds no pictures with homographies") }
        return sets
    }

    /// - Returns: `nil` if the folder itself has no supported layout.
    private var own: PlanarSet? {
        get throws {
            let files = try entries()
            if files.contains("reference_poses.json") { return try listed() }
            if files.contains("homographies.json") { return try matrices() }
            let texts = files.filter { $0.hasPrefix("H1to") && $0.hasSuffix("p") }
            return texts.isEmpty ? nil : try oxford(texts, files)
        }
    }

    private var name: String { URL(filePath: path).standardized.lastPathComponent }

    private func entries() throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw UnusableData(path: path, reason: "cannot be read")
        }
        return isFolder.boolValue ? try FileManager.default.contentsOfDirectory(atPath: path).sorted() : []
    }

    private func oxford(_ texts: [String], _ files: [String]) throws -> PlanarSet {
        func picture(_ number: Substring) throws -> String {
            guard let file = files.first(where: { $0.hasPrefix("img\(number).") }) else {
                throw UnusableData(path: path, reason: "has no picture img\(number)")
            }
            return "\(path)/\(file)"
        }
        let anchor = try picture("1")
        let pictures = try texts.map { file in
            let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
            let numbers = try text.split(whereSeparator: \.isWhitespace).map { word in
                guard let number = Double(word) else {
                    throw UnusableData(path: "\(path)/\(file)", reason: "holds \(word), which is no number")
                }
                return number
            }
            let pose = try homography([numbers], "\(path)/\(file)")
            return PlanarSet.Picture(path: try picture(file.dropFirst("H1to".count).dropLast()), poses: [anchor: pose])
        }
        return PlanarSet(name: name, anchors: [anchor], pictures: pictures)
    }

    private struct Matrices: Decodable {
        var reference: String
        var homographies: [String: [[Double]]]

        private enum CodingKeys: String, CodingKey {
            case reference
            case homographies = "homographies_1_to_n"
        }
    }

    private func matrices() throws -> PlanarSet {
        let file = "\(path)/homographies.json"
        let matrices = try JSONDecoder().decode(Matrices.self, from: Data(contentsOf: URL(filePath: file)))
        let anchor = "\(path)/\(matrices.reference)"
        let pictures = try matrices.homographies.sorted { $0.key < $1.key }.map { name, rows in
            PlanarSet.Picture(path: "\(path)/\(name)", poses: [anchor: try homography(rows, file)])
        }
        return PlanarSet(name: name, anchors: [anchor], pictures: pictures)
    }

    private struct Listed: Decodable {
        var anchor: String
        var frame: String?
        var scene: String?
        var toFrame: [[Double]]?
        var toScene: [[Double]]?
        var score: Bool?

        private enum CodingKeys: String, CodingKey {
            case anchor, frame, scene, score
            case toFrame = "homography_anchor_to_frame"
            case toScene = "homography_anchor_to_scene"
        }
    }

    private func listed() throws -> PlanarSet {
        let file = "\(path)/reference_poses.json"
        let poses = try JSONDecoder().decode([Listed].self, from: Data(contentsOf: URL(filePath: file)))
        var set = PlanarSet(name: name)
        for pose in poses {
            guard let frame = pose.frame ?? pose.scene else {
                throw UnusableData(path: file, reason: "has a pose without a picture")
            }
            let (anchor, picture) = ("\(path)/\(pose.anchor)", "\(path)/\(frame)")
            if !set.anchors.contains(anchor) { set.anchors.append(anchor) }
            let index = set.pictures.firstIndex { $0.path == picture } ?? set.pictures.endIndex
            if index == set.pictures.endIndex { set.pictures.append(PlanarSet.Picture(path: picture)) }
            if pose.score == false {
                set.pictures[index].unscored.insert(anchor)
            } else {
                set.pictures[index].poses[anchor] = try homography(pose.toFrame ?? pose.toScene ?? [], file)
            }
        }
        return set
    }

    private func homography(_ rows: [[Double]], _ file: String) throws -> Homography {
        let m = rows.flatMap(\.self)
        guard m.count == 9, m.allSatisfy(\.isFinite) else {
            throw UnusableData(path: file, reason: "holds a homography that is not of nine numbers")
        }
        return Homography(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    }
}
