internal import RectoCore

/// What frames are compared with of an anchor: all its patches, the distinct ones, the coarse ones, and the whole of it, in
/// blocks and as a thumbnail.
struct AnchorSheets {
    let all, distinct, coarse: PatchSheets
    let blocks: AnchorBlocks
    let thumbnail: QuadPoses.Thumbnail?

    init(_ model: AnchorModel) {
        let pictures = model.patchPictures
        all = PatchSheets(pictures.all)
        distinct = PatchSheets(pictures.distinct)
        coarse = PatchSheets(pictures.coarse)
        blocks = AnchorBlocks(of: model.picture)
        thumbnail = QuadPoses.Thumbnail(of: model.picture)
    }
}
