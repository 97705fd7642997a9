import RectoCodecs
import RectoCore
import RectoVision

/// Fingers at the margins of flattened pages.
extension PageRenderer {
    /// Fingers are detected in color whatever the page's filter, so that the filter does not change the result.
    mutating func fingers(
        of page: Page, by plan: PageRectifier.Plan, through flat: FlatPage
    ) throws(PageRectifier.Failure) -> FingerFill? {
        guard page.renderOptions.fillsFingers, case .rgb(let original) = page.original else { return nil }
        let start = ContinuousClock.now
        defer { timings.add(ContinuousClock.now - start, to: .flatten) }
        let small = try rectifier.reduced(plan, toLongSide: FingerFill.workingSide)
        var straight = RGBImage(size: small.size)
        try original.withView { (view) throws(PageRectifier.Failure) in
            try rectifier.rectify(view, by: small, through: flat, into: &straight)
        }
        return straight.withView { FingerFill($0) }
    }
}

extension FingerFill {
    func note(on page: inout RenderedPage) { page.fingers = fingers(on: page.size) }
}
