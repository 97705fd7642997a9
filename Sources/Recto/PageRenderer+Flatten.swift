import RectoCodecs
import RectoCore
package import RectoVision

/// Flattening of bent pages.
extension PageRenderer {
    final class Flattener: @unchecked Sendable {
        // Sendable: the renderer hands it to one owner at a time.
        let pages = PageFlattener()
        let luma = FrameLuma()
    }

    /// How the last page to be flattened was analyzed.
    package var flatteningTrace: PageFlattener.Trace { flattener.memory.pages.trace }

    /// The minimum length of text lines in letter heights. Letters below each other form shorter lines: on generated
    /// pages the median is 27 to 98 along the text and 11 to 23 across it.
    private static let lineLength = 25.0
    private static let lengthening = 1.5

    /// A page turned by 90° is analyzed as turned and, if that fails, as it was, because its text may have been
    /// upright before. Any other page is analyzed sideways if its apparent lines are too short for text.
    mutating func flatten(_ page: Page) -> PageFlattener.Outcome {
        let start = ContinuousClock.now
        defer { timings.add(ContinuousClock.now - start, to: .flatten) }
        let quad = page.quad ?? Quad(page.originalSize)
        let outcome = flatten(page, Self.turned(quad, page))
        let isFlattened = if case .flattened = outcome { true } else { false }
        if page.renderOptions.rotation.quarterTurns % 2 == 1 {
            guard !isFlattened, case .flattened(let flat) = flatten(page, quad) else { return outcome }
            return .flattened(flat.turned(quarterTurns: page.renderOptions.rotation.quarterTurns))
        }
        let length = flatteningTrace.lineLength
        guard !isFlattened || page.renderOptions.flattening == .forced, length > 0, length < Self.lineLength else {
            return outcome
        }
        let aside = Self.turned(quad, page).rotatingCorners(by: -1)
        guard case .flattened(let flat) = flatten(page, aside),
            flatteningTrace.lineLength > max(Self.lineLength, Self.lengthening * length)
        else { return outcome }
        return .flattened(flat.turned(quarterTurns: -1))
    }

    /// - Parameter quad: The page's corners, its top-left one first.
    private mutating func flatten(_ page: Page, _ quad: Quad) -> PageFlattener.Outcome {
        // If the picture is the page, its sides were cut, not detected.
        let outline =
            page.quad == nil ? PageOutline(quad) : page.original.withFrame { refiner.outline(of: quad, in: $0) }
        let flattener = flattener.own()
        let papers = papers(of: page)
        return page.original.withFrame { frame in
            flattener.luma.withView(of: frame) { picture in
                flattener.pages.flatten(
                    picture, outline: outline, followsSides: page.quad != nil, focalLength: page.focalLength?.pixels,
                    papers: papers, isForced: page.renderOptions.flattening == .forced)
            }
        }
    }

    /// The aspect ratios of sheets that the page may have. Cards do not bend.
    private func papers(of page: Page) -> [Double] {
        let sizes: [PaperSize] =
            switch page.renderOptions.paper {
            case .automatic: rectifier.parameters.paperCandidates.filter { $0 != .id1 }
            case .fixed(let size): [size]
            case .measured: []
            }
        return sizes.flatMap { [Paper($0, .portrait).aspectRatio, Paper($0, .landscape).aspectRatio] }
    }
}
