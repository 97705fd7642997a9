/// What frames are compared with of an anchor: all its patches, the distinct ones, the coarse ones, and the whole of it, in
/// blocks and as a thumbnail.
final class AnchorTemplates {
    private let model: AnchorModel
    private let pictures: (all: AnchorPicture, distinct: AnchorPicture, coarse: AnchorPicture)
    let all: PatchTemplates
    // Most poses are refuted by the first patches.
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
