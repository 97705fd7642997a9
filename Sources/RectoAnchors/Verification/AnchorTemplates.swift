/// The parts of an anchor that frames are compared with: all patches, the distinct ones, the coarse ones, and the whole
/// anchor, in blocks and as a thumbnail.
package final class AnchorTemplates {
    private let model: AnchorModel
    private let pictures: AnchorModel.PatchPictures
    /// Time of the last access in the cache.
    fileprivate var lastUse = 0
    let all: PatchTemplates
    // Most poses are rejected by the first patches.
    lazy var distinct = PatchTemplates(pictures.distinct)
    lazy var coarse = PatchTemplates(pictures.coarse)
    lazy var blocks = AnchorBlocks(of: model.picture)
    lazy var thumbnail = OutlinePoses.Thumbnail(of: model.picture)

    init(_ model: AnchorModel) {
        self.model = model
        pictures = model.patchPictures
        all = PatchTemplates(pictures.all)
    }
}

/// The templates of the most recently used anchors. A large database has too many to keep all.
package struct TemplateCache {
    /// Maximum number of anchors whose templates are kept.
    package var capacity: Int
    private var known: [Int: AnchorTemplates] = [:]
    private var uses = 0

    package init(capacity: Int = 1) { self.capacity = capacity }

    /// An anchor's templates, made if they are not cached. The least recently used ones are evicted.
    package subscript(anchor: Int, model: AnchorModel) -> AnchorTemplates {
        mutating get {
            uses += 1
            if let templates = known[anchor] {
                templates.lastUse = uses
                return templates
            }
            while known.count >= capacity, let oldest = known.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                known[oldest.key] = nil
            }
            let made = AnchorTemplates(model)
            made.lastUse = uses
            known[anchor] = made
            return made
        }
    }
}
