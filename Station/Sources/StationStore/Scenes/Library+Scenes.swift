public import FoundationEssentials
public import GRDB
public import RectoCore
import Synchronization

/// Scenes: anchors with their annotations.
extension Library {
    /// Stores a scene after its anchor's files, so that a listed scene is complete.
    public func add(_ scene: NewScene) throws(StoreError) -> Int64 {
        try changes.withLock { _ throws(StoreError) in
            let picture = try blobs.add(scene.picture)
            let features = try blobs.add(scene.features)
            return try write { database in
                try database.execute(
                    sql: """
                        INSERT INTO anchor (picture, width, height, features, physicalWidth, score)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        picture.text, scene.size.width, scene.size.height, features.text, scene.physicalWidth,
                        scene.score,
                    ])
                try database.execute(
                    sql: "INSERT INTO scene (title, created, anchor) VALUES (?, ?, ?)",
                    arguments: [scene.title, scene.created, database.lastInsertedRowID])
                return database.lastInsertedRowID
            }
        }
    }

    /// Returns all scenes, newest first.
    public func scenes() throws(StoreError) -> [SceneRecord] {
        try read { try SceneRecord.fetchAll($0, sql: "\(Self.sceneSelection) ORDER BY created DESC, scene.id DESC") }
    }

    /// Returns the scenes whose annotations link to a document, newest first.
    public func scenes(leadingTo document: Int64) throws(StoreError) -> [SceneRecord] {
        try read {
            try SceneRecord.fetchAll(
                $0,
                sql: """
                    \(Self.sceneSelection) WHERE scene.id IN (SELECT scene FROM annotation WHERE document = ?)
                    ORDER BY created DESC, scene.id DESC
                    """, arguments: [document])
        }
    }

    public func scene(_ id: Int64) throws(StoreError) -> SceneRecord {
        let found = try read {
            try SceneRecord.fetchOne($0, sql: "\(Self.sceneSelection) WHERE scene.id = ?", arguments: [id])
        }
        guard let found else { throw .unknownScene(id) }
        return found
    }

    public func renameScene(_ id: Int64, to title: String) throws(StoreError) {
        try change(.unknownScene(id), "UPDATE scene SET title = ? WHERE id = ?", [title, id])
    }

    /// Removes a scene with its annotations, its anchor, and files that nothing else uses.
    public func deleteScene(_ id: Int64) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let scene = try scene(id)
            // Deleting the anchor deletes the scene.
            try change(
                .unknownScene(id), "DELETE FROM anchor WHERE id = (SELECT anchor FROM scene WHERE id = ?)", [id])
            try removeUnused([scene.picture.text, scene.features.text])
        }
    }

    // MARK: Annotations

    /// Returns the annotations of a scene in the order in which they were added.
    public func annotations(of scene: Int64) throws(StoreError) -> [StoredAnnotation] {
        try read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM annotation WHERE scene = ? ORDER BY id", arguments: [scene]
            ).map(Self.annotation)
        }
    }

    public func annotation(_ id: Int64, of scene: Int64) throws(StoreError) -> StoredAnnotation {
        let found = try read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM annotation WHERE id = ? AND scene = ?", arguments: [id, scene]
            ).map(Self.annotation)
        }
        guard let found else { throw .unknownAnnotation(id, scene: scene) }
        return found
    }

    public func add(_ annotation: AnnotationRecord, to scene: Int64) throws(StoreError) -> Int64 {
        _ = try self.scene(scene)
        return try write { database in
            try database.execute(
                sql: """
                    INSERT INTO annotation (scene, x, y, title, subtitle, icon, document)
                    VALUES (?, ?, ?, ?, ?, ?, (SELECT id FROM document WHERE id = ?))
                    """,
                arguments: [scene] + Self.arguments(annotation))
            return database.lastInsertedRowID
        }
    }

    public func change(_ id: Int64, of scene: Int64, to annotation: AnnotationRecord) throws(StoreError) {
        try change(
            .unknownAnnotation(id, scene: scene),
            """
            UPDATE annotation SET x = ?, y = ?, title = ?, subtitle = ?, icon = ?,
                document = (SELECT id FROM document WHERE id = ?)
            WHERE id = ? AND scene = ?
            """, Self.arguments(annotation) + [id, scene])
    }

    public func deleteAnnotation(_ id: Int64, of scene: Int64) throws(StoreError) {
        try change(
            .unknownAnnotation(id, scene: scene), "DELETE FROM annotation WHERE id = ? AND scene = ?", [id, scene])
    }

    private static let sceneSelection = """
        SELECT scene.id, title, created, picture, width, height, features, physicalWidth, score,
            (SELECT count(*) FROM annotation WHERE scene = scene.id) AS annotations
        FROM scene JOIN anchor ON anchor.id = scene.anchor
        """

    private static func annotation(_ row: Row) throws -> StoredAnnotation {
        StoredAnnotation(id: row["id"], content: try AnnotationRecord(row: row))
    }

    private static func arguments(_ annotation: AnnotationRecord) -> StatementArguments {
        [
            annotation.x, annotation.y, annotation.title, annotation.subtitle, annotation.icon, annotation.document,
        ]
    }

    /// Changes a row.
    /// - Throws: `unknown` if the row does not exist.
    private func change(_ unknown: StoreError, _ sql: String, _ arguments: StatementArguments) throws(StoreError) {
        let count = try write { database in
            try database.execute(sql: sql, arguments: arguments)
            return database.changesCount
        }
        guard count > 0 else { throw unknown }
    }
}

extension SceneRecord: FetchableRecord {}
extension AnnotationRecord: FetchableRecord {}

/// A scene of the library: an anchor with annotations.
public struct SceneRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    public let created: Date
    /// The number of annotations.
    public let annotations: Int
    /// The anchor's picture: a PNG or JPEG file.
    public let picture: BlobName
    /// The picture's size, in pixels.
    public let width: Int
    public let height: Int
    /// The features for recognition: a database with this anchor only.
    public let features: BlobName
    /// The width of the print in meters, if known.
    public let physicalWidth: Double?
    /// The anchor's quality score, `0...100`.
    public let score: Int
}

/// A scene to store.
public struct NewScene: Sendable {
    public var title: String
    public var created: Date
    /// The anchor: a PNG or JPEG file.
    public var picture: [UInt8]
    public var size: PixelSize
    /// A database with this anchor only, as bytes.
    public var features: [UInt8]
    /// The width of the print in meters, if known.
    public var physicalWidth: Double?
    /// The anchor's quality score, `0...100`.
    public var score: Int

    public init(
        title: String, created: Date, picture: [UInt8], size: PixelSize, features: [UInt8], physicalWidth: Double?,
        score: Int
    ) {
        self.title = title
        self.created = created
        self.picture = picture
        self.size = size
        self.features = features
        self.physicalWidth = physicalWidth
        self.score = score
    }
}

/// An annotation on a scene's anchor.
public struct AnnotationRecord: Hashable, Codable, Sendable {
    /// The horizontal position relative to the size of the anchor's picture: `0...1`.
    public var x: Double
    public var y: Double
    public var title: String
    /// Empty without a subtitle.
    public var subtitle: String
    /// The icon's name.
    public var icon: String
    /// The linked document, as long as it is in the library.
    public var document: Int64?

    public init(x: Double, y: Double, title: String, subtitle: String, icon: String, document: Int64?) {
        self.x = x
        self.y = y
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.document = document
    }
}

/// A stored annotation.
public struct StoredAnnotation: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let content: AnnotationRecord
}
