import Foundation
import RectoCore
import Scores
import Testing

@Suite("Folders with ground truth")
struct FolderTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recto-eval-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func write(_ text: String, to file: String) throws {
        let url = folder.appending(path: file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func sets() throws -> [QuadSet] {
        defer { try? FileManager.default.removeItem(at: folder) }
        return try QuadFolder(path: folder.path).sets()
    }

    private let square = Quad(
        topLeft: Point2D(x: 1, y: 2), topRight: Point2D(x: 9, y: 2), bottomRight: Point2D(x: 9, y: 8),
        bottomLeft: Point2D(x: 1, y: 8))

    @Test("A list of corners")
    func aListOfCornersIsRead() throws {
        try write(
            #"[{"file": "a.jpg", "width": 10, "height": 10, "corners_tl_tr_br_bl": [[1, 2], [9, 2], [9, 8], [1, 8]]}]"#,
            to: "corners.json")
        let set = try #require(try sets().first)
        #expect(set.items.map(\.name) == ["a.jpg"] && set.items.map(\.truth) == [square])
    }

    @Test("Pictures from the wild, by what they show")
    func picturesFromTheWildAreRead() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(
            #"""
            {"items": [
                {"file": "a.jpg", "set": "doc", "sheets": [{"corners": [[1, 2], [9, 2], [9, 8], [1, 8]], "main": true}]},
                {"file": "b.jpg", "set": "doc", "sheets": [], "near_duplicate_of": "a.jpg"},
                {"file": "c.png", "set": "full", "truth": "whole"}, {"file": "d.jpg", "set": "none", "what": "a cat"}]}
            """#,
            to: "ground_truth.json")
        let groups = try WildFolder(path: folder.path).groups()
        #expect(groups.map(\.name) == ["pages", "full frame", "no page"])
        #expect(groups.map { $0.items.map(\.name) } == [["a.jpg"], ["c.png"], ["d.jpg"]])
        guard case .pages(let outlines)? = groups.first?.items.first?.content else {
            throw UnusableData(path: "", reason: "")
        }
        #expect(outlines == [square])
        #expect(throws: UnusableData.self) { try WildFolder(path: folder.path + "/absent").groups() }
    }

    @Test("Sidecars, with a page and without")
    func sidecarsAreReadWithAPageAndWithout() throws {
        try write("", to: "a.jpg")
        try write(#"{"quad": [[1, 2], [9, 2], [9, 8], [1, 8]], "kind": "letter"}"#, to: "a.json")
        try write("", to: "b.png")
        try write(#"{"quad": null}"#, to: "b.json")
        try write("{}", to: "manifest.json")
        let set = try #require(try sets().first)
        #expect(set.items.map(\.name) == ["a.jpg", "b.png"] && set.items.map(\.truth) == [square, nil])
    }

    @Test("SmartDoc as images: a set for each background")
    func smartDocTable() throws {
        try write(
            """
            bg_name,model_name,image_path,frame_index,tl_x,tl_y,bl_x,bl_y,br_x,br_y,tr_x,tr_y
            background02,tax001,background02/tax001/frame_0001.jpeg,1,1,2,1,8,9,8,9,2
            background01,tax001,background01/tax001/frame_0001.jpeg,1,1,2,1,8,9,8,9,2
            background01,tax001,background01/tax001/frame_0002.jpeg,2,1,2,1,8,9,8,9,2
            """, to: "metadata.csv")
        let sets = try sets()
        #expect(sets.map(\.name) == ["background01", "background02"] && sets.map(\.items.count) == [2, 1])
        #expect(sets.allSatisfy { $0.items.allSatisfy { $0.truth == square } })
    }

    @Test("SmartDoc's own ground truth beside a folder of frames")
    func smartDocXML() throws {
        try write("", to: "clip/frame_0001.jpeg")
        try write("", to: "clip/frame_0002.jpeg")
        try write(
            """
            <?xml version='1.0' encoding='utf-8'?>
            <ground_truth version="0.3"><segmentation_results>
            <frame index="1" rejected="false"><point name="bl" x="1" y="8"/><point name="tl" x="1" y="2"/>
            <point name="tr" x="9" y="2"/><point name="br" x="9" y="8"/></frame>
            <frame index="2" rejected="true"/>
            </segmentation_results></ground_truth>
            """, to: "clip.gt.xml")
        let set = try #require(try sets().first)
        #expect(set.name == "clip" && set.items.map(\.truth) == [square, nil])
    }

    @Test(
        "What cannot be read is an error that names the file",
        arguments: [
            ("metadata.csv", "bg_name,image_path,tl_x\na,b"), ("metadata.csv", "bg_name,image_path\na,b"),
            ("corners.json", "[]["), ("clip.gt.xml", "<ground_truth><frame>"),
            ("clip.gt.xml", "<ground_truth><frame><point name='tl' x='1' y='2'/></frame></ground_truth>"),
            ("notes.txt", "nothing"),
        ])
    func anUnreadableFileIsNamed(file: String, text: String) throws {
        try write(text, to: file)
        #expect(throws: (any Error).self) { try sets() }
    }

    // MARK: Flat images

    private func planarSets() throws -> [PlanarSet] {
        defer { try? FileManager.default.removeItem(at: folder) }
        return try PlanarFolder(path: folder.path).sets()
    }

    @Test("Oxford's own homographies, in folders of a folder")
    func homographiesOfOxfordAreRead() throws {
        try write("", to: "boat/img1.pgm")
        try write("", to: "boat/img2.pgm")
        try write("1 0 5\n0 1 6\n0 0 1\n", to: "boat/H1to2p")
        let set = try #require(try planarSets().first)
        #expect(set.name == "boat" && set.anchors == ["\(folder.path)/boat/img1.pgm"])
        #expect(set.pictures.map(\.path) == ["\(folder.path)/boat/img2.pgm"])
        #expect(set.pictures[0].poses.values.map { $0.map(Point2D(x: 1, y: 1)) } == [Point2D(x: 6, y: 7)])
    }

    @Test("Homographies in one file")
    func homographiesOfOneFileAreRead() throws {
        try write(
            #"{"reference": "a.png", "homographies_1_to_n": {"b.png": [[1, 0, 5], [0, 1, 6], [0, 0, 1]]}}"#,
            to: "homographies.json")
        let set = try #require(try planarSets().first)
        #expect(set.anchors == ["\(folder.path)/a.png"] && set.pictures.map(\.path) == ["\(folder.path)/b.png"])
    }

    @Test("Poses in frames, of which one is not to be scored")
    func posesInFramesAreRead() throws {
        try write(
            """
            [{"anchor": "a.jpg", "frame": "1.jpg", "homography_anchor_to_frame": [[1, 0, 5], [0, 1, 6], [0, 0, 1]]},
             {"anchor": "b.jpg", "frame": "1.jpg", "score": false}]
            """, to: "reference_poses.json")
        let set = try #require(try planarSets().first)
        #expect(set.anchors.count == 2 && set.pictures.count == 1)
        #expect(Array(set.pictures[0].poses.keys) == ["\(folder.path)/a.jpg"])
        #expect(set.pictures[0].unscored == ["\(folder.path)/b.jpg"])
    }

    @Test("Homographies that are none", arguments: ["1 0 5\n0 1 6\n0 0", "1 0 5 0 1 6 0 0 one", "nan 0 5 0 1 6 0 0 1"])
    func unusableHomographiesAreRefused(text: String) throws {
        try write("", to: "img1.png")
        try write("", to: "img2.png")
        try write(text, to: "H1to2p")
        #expect(throws: UnusableData.self) { try planarSets() }
    }
}
