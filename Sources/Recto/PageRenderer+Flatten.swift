import RectoCodecs
import RectoCore
package import RectoVision

/// Making bent pages flat.
extension PageRenderer {
    final class Flattener: @unchecked Sendable {
        // Sendable: the renderer hands it to one owner at a time.
        let pages = PageFlattener()
        let luma = FrameLuma()
    }

    /// How the last page was looked at that was to be made flat.
    package var flatteningTrace: PageFlattener.Trace { flattener.memory.pages.trace }

    /// A page that is turned by a quarter is looked at as it is turned, and if that leads nowhere as it was: its text may
    /// have been upright before.
    mutating func flatten(_ page: Page) -> PageFlattener.Outcome {
        let start = ContinuousClock.now
        defer { timings.add(ContinuousClock.now - start, to: .flatten) }
        let quad = page.quad ?? Quad(page.originalSize)
        let outcome = flatten(page, Self.turned(quad, page))
        guard page.rotation.quarterTurns % 2 == 1, case .refused = outcome,
            case .flattened(let flat) = flatten(page, quad)
        else { return outcome }
        return .flattened(flat.turned(quarterTurns: page.rotation.quarterTurns))
    }

    /// - Parameter quad: The page's corners, its top-left one first.
    private mutating func flatten(_ page: Page, _ quad: Quad) -> PageFlattener.Outcome {
        // A picture that is the page has sides that were cut, not seen.
        let outline =
            page.quad == nil ? PageOutline(quad) : page.original.withFrame { refiner.outline(of: quad, in: $0) }
        let flattener = flattener.own()
        let papers = papers(of: page)
        return page.original.withFrame { frame in
            flattener.luma.withView(of: frame) { picture in
                flattener.pages.flatten(
                    picture, outline: outline, followsSides: page.quad != nil, focalLength: page.focalLength?.pixels,
                    papers: papers, isForced: page.flattening == .forced)
            }
        }
    }

    /// Width over height of sheets that a page may be one of.
    private func papers(of page: Page) -> [Double] {
        let sizes: [PaperSize] =
            switch page.paper {
            case .automatic: rectifier.parameters.paperCandidates
            case .fixed(let size): [size]
            case .measured: []
            }
        return sizes.flatMap { [Paper($0, .portrait).aspectRatio, Paper($0, .landscape).aspectRatio] }
    }
}
