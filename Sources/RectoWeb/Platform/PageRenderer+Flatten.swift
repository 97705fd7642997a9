import RectoCore
import RectoVision

/// See `Flattening`.
extension PageRenderer {
    final class Flattener: Sendable {}

    mutating func flatten(_ page: Page) -> PageFlattener.Outcome { .refused(.noPage) }

    func fingers(
        of page: Page, by plan: PageRectifier.Plan, through flat: FlatPage
    ) throws(PageRectifier.Failure) -> FingerFill? { nil }
}

/// A stand-in: fingers are only searched on flattened pages.
struct FingerFill {
    func paint<Layout>(_ page: MutableImageView<Layout>) {}

    func note(on page: inout RenderedPage) {}
}
