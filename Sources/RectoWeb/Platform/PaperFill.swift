import RectoCore

/// A stand-in: without flattening, no page extends beyond its picture.
struct PaperFill {
    init?(_ mesh: PageMesh, beyond picture: PixelSize) { return nil }

    func fill<Layout>(_ target: MutableImageView<Layout>) {}
}
