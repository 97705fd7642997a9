import Foundation
import RectoCore
import StationStore
import Testing
import TestSupport

@Suite struct SceneTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func library() throws -> Library { try Library(folder: folder.path("library")) }

    private func scene(_ title: String = "Shelf", picture: [UInt8] = [1, 2], at seconds: Double = 1_800_000_000) throws
        -> NewScene
    {
        NewScene(
            title: title, created: Date(timeIntervalSince1970: seconds), picture: picture,
            size: try PixelSize(width: 400, height: 300), features: [7, 7], physicalWidth: 0.21, score: 87)
    }

    private static let annotation = AnnotationRecord(
        x: 0.25, y: 0.75, title: "Contracts", subtitle: "Since 2019", icon: "folder", document: nil)

    private func document(_ library: Library) throws -> Int64 {
        try library.add(
            NewDocument(
                title: "Letter", captured: .now,
                pages: [.init(picture: [1, 2], size: try PixelSize(width: 40, height: 30), quad: nil)]))
    }

    @Test("AR-15: an anchor is kept with its picture, its features, its size and its width")
    func keepsAnchors() throws {
        let id = try library().add(scene())
        let again = try library()
        let record = try again.scene(id)
        #expect(record.title == "Shelf" && record.score == 87 && record.annotations == 0)
        #expect(record.width == 400 && record.height == 300 && record.physicalWidth == 0.21)
        #expect(record.created == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(try again.original(record.picture) == [1, 2])
        #expect(try again.original(record.features) == [7, 7])
        #expect(throws: StoreError.unknownScene(9)) { try again.scene(9) }
    }

    @Test func listsNewestFirst() throws {
        let library = try library()
        for (index, time) in [10.0, 30, 20].enumerated() { _ = try library.add(scene("\(index)", at: time)) }
        #expect(try library.scenes().map(\.title) == ["1", "2", "0"])
    }

    @Test func aSceneIsRenamed() throws {
        let library = try library()
        let id = try library.add(scene())
        try library.renameScene(id, to: "Rack")
        #expect(try library.scene(id).title == "Rack")
        #expect(throws: StoreError.unknownScene(9)) { try library.renameScene(9, to: "Rack") }
    }

    @Test("AA-9: an annotation has a place on the anchor, texts, an icon and a document")
    func keepsAnnotations() throws {
        let library = try library()
        let id = try library.add(scene())
        var content = Self.annotation
        content.document = try document(library)
        let first = try library.add(content, to: id)
        let second = try library.add(Self.annotation, to: id)
        #expect(try library.annotations(of: id).map(\.id) == [first, second])
        #expect(try library.annotation(first, of: id).content == content)
        #expect(try library.scene(id).annotations == 2)
        content.title = "Invoices"
        content.x = 0.5
        try library.change(first, of: id, to: content)
        #expect(try library.annotation(first, of: id).content == content)
        try library.deleteAnnotation(first, of: id)
        #expect(try library.annotations(of: id).map(\.id) == [second])
        let unknown = StoreError.unknownAnnotation(first, scene: id)
        #expect(throws: unknown) { try library.annotation(first, of: id) }
        #expect(throws: unknown) { try library.deleteAnnotation(first, of: id) }
        #expect(throws: unknown) { try library.change(first, of: id, to: content) }
        #expect(throws: StoreError.unknownScene(9)) { try library.add(content, to: 9) }
    }

    @Test func annotationsOfOtherScenesAreNotTouched() throws {
        let library = try library()
        let (one, other) = (try library.add(scene()), try library.add(scene()))
        let id = try library.add(Self.annotation, to: one)
        #expect(throws: StoreError.unknownAnnotation(id, scene: other)) { try library.deleteAnnotation(id, of: other) }
        #expect(try library.annotations(of: one).count == 1)
    }

    @Test("AA-9: an annotation outlives its document, and does not lead to one that never was")
    func documentsOfAnnotations() throws {
        let library = try library()
        let id = try library.add(scene())
        var content = Self.annotation
        content.document = try document(library)
        let annotation = try library.add(content, to: id)
        try library.delete(try #require(content.document))
        #expect(try library.annotation(annotation, of: id).content == Self.annotation)
        content.document = 99
        let other = try library.add(content, to: id)
        #expect(try library.annotation(other, of: id).content.document == nil)
    }

    @Test func deletesScenesAndWhatNothingElseHas() throws {
        let library = try library()
        let page = try document(library)
        let first = try library.add(scene(picture: [1, 2]))
        let second = try library.add(scene(picture: [3]))
        _ = try library.add(Self.annotation, to: first)
        let (one, other) = (try library.scene(first), try library.scene(second))
        try library.deleteScene(second)
        #expect(throws: StoreError.damagedBlob(other.picture.text)) { try library.original(other.picture) }
        // The first scene's anchor keeps its features, and its picture is also a page of a document.
        #expect(try library.original(one.features) == [7, 7])
        try library.delete(page)
        #expect(try library.original(one.picture) == [1, 2])
        try library.removeLeftovers()
        #expect(try library.original(one.picture) == [1, 2])
        try library.deleteScene(first)
        #expect(throws: StoreError.unknownScene(first)) { try library.scene(first) }
        #expect(throws: StoreError.unknownScene(first)) { try library.deleteScene(first) }
        #expect(throws: StoreError.damagedBlob(one.features.text)) { try library.original(one.features) }
        #expect(try library.annotations(of: first).isEmpty)
    }
}
