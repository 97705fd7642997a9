import RectoCore
import RectoKernels

/// A stand-in: pages are not flattened in browsers.
struct PageMesh {
    var nodes: [Point2D] { [] }

    init(_ plan: PageRectifier.Plan, _ flat: FlatPage) {}

    func mapped(by map: Homography) -> PageMesh { self }

    func draw<Layout>(_ picture: ImageView<Layout>, into page: MutableImageView<Layout>, _ share: WorkPart) {}
}
