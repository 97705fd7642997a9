import StationRules
import StationStore

extension Library {
    /// What looks for the anchor of a scene.
    func scanner(of scene: Int64) throws -> LiveArScanner {
        try LiveArScanner(
            features: try original(try self.scene(scene).features),
            annotations: try annotations(of: scene).map { Annotation($0.content) })
    }
}

extension Annotation {
    init(_ record: AnnotationRecord) {
        self.init(
            place: AnnotationPlace(x: record.x, y: record.y), title: record.title, subtitle: record.subtitle,
            icon: AnnotationIcon(record))
    }
}

extension AnnotationIcon {
    /// One that this version does not know becomes the usual one.
    init(_ record: AnnotationRecord) { self = AnnotationIcon(rawValue: record.icon) ?? .document }
}

extension AnnotationRecord {
    init(_ annotation: Annotation, document: Int64?) {
        self.init(
            x: annotation.place.x, y: annotation.place.y, title: annotation.title, subtitle: annotation.subtitle,
            icon: annotation.icon.rawValue, document: document)
    }
}
