/// What frames are compared with of an anchor: all its patches, the distinct ones, the coarse ones, and the whole of it, in
/// blocks and as a thumbnail.
final class AnchorSheets {
    private let model: AnchorModel
    private let pictures: (all: AnchorPicture, distinct: AnchorPicture, coarse: AnchorPicture)
    let all: PatchSheets
    // Most poses are refuted by the first patches.
    lazy var distinct = PatchSheets(pictures.distinct)
    lazy var coarse = PatchSheets(pictures.coarse)
    lazy var blocks = AnchorBlocks(of: model.picture)
    lazy var thumbnail = QuadPoses.Thumbnail(of: model.picture)

    init(_ model: AnchorModel) {
        self.model = model
        pictures = model.patchPictures
        all = PatchSheets(pictures.all)
    }
}
