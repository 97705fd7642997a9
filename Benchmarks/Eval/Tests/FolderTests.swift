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
    func list() throws {
        try write(
            #"[{"file": "a.jpg", "width": 10, "height": 10, "corners_tl_tr_br_bl": [[1, 2], [9, 2], [9, 8], [1, 8]]}]"#,
            to: "corners.json")
        let set = try #require(try sets().first)
        #expect(set.items.map(\.name) == ["a.jpg"] && set.items.map(\.truth) == [square])
    }

    @Test("Sidecars, with a page and without")
    func sidecars() throws {
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
    func damaged(file: String, text: String) throws {
        try write(text, to: file)
        #expect(throws: (any Error).self) { try sets() }
    }
}
