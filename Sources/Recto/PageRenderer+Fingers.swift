import RectoCodecs
import RectoCore
import RectoVision

/// Fingers at the margins of pages that are made flat.
extension PageRenderer {
    /// They are looked for in color, whatever the page's filter, so that it makes no difference to what is found.
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
