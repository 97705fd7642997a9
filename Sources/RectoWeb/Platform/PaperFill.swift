import RectoCore

/// Pages are not made flat in browsers, so none goes on beyond its picture.
struct PaperFill {
    init?(_ mesh: PageMesh, beyond picture: PixelSize) { return nil }

    func fill<Layout>(_ target: MutableImageView<Layout>) {}
}
