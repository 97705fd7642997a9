public import RectoCore
import RectoKernels

/// Finds the quarter turn that makes the text of a straightened page upright, or that no text is visible.
///
/// The page is scaled to about 1,200 pixels along its long side and binarized by local means. Text lines are searched
/// for horizontally and vertically. Ascenders and descenders, the edges above and below, stems and the starts of
/// lines distinguish up from down; see `TextLines`. A small network weighs these in the same way for all four turns.
///
/// If a turn is found, the page is read three more times: at a coarser scale, and each of its halves alone. The
/// confidence combines all readings, so that a single wrong reading does not rotate a page. Pages with many marks
/// above their letters and few ascenders are not rotated: pointed Hebrew looks like that upside down.
///
/// - Complexity: Linear in the number of pixels.
public struct OrientationClassifier: Sendable {
    private var extractor = Scratch(OrientationFeatureExtractor())

    /// The long side at which a page is classified, in pixels; smaller pages are not scaled.
    public static let workingSide = 1200
    /// The long side of the coarser reading, relative to the first one's.
    private static let coarseShare = 0.75
    /// The weight of each half's reading relative to that of the whole page.
    private static let weightOfHalf = 0.5
    /// The confidence if the letters have marks instead of ascenders.
    private static let confidenceWithMarks = 0.5
    /// The minimum side of pages that are read in halves, in pixels.
    private static let shortestSide = 4

    public init() {}

    /// - Parameter page: Luma, W × H.
    public mutating func suggest(_ page: GrayView) -> OrientationSuggestion {
        let network = OrientationNetwork()
        let whole = network.decide(inputs(page))
        guard let rotation = whole.rotation, page.size.shortSide >= Self.shortestSide else { return whole }
        let side = min(page.size.longSide, Self.workingSide)
        let extractor = extractor.own()
        let hasManyMarks = extractor.hasMarksForAscenders(in: rotation)
        func evidence(_ part: GrayView, longSide: Int) -> Double {
            network.decide(extractor.inputs(part, longSide: longSide)).evidence(for: rotation)
        }
        let coarse = evidence(page, longSide: Int(Self.coarseShare * Double(side)))
        let halves = page.halves.reduce(0) { sum, half in
            let share = Double(half.size.longSide) / Double(page.size.longSide)
            return sum + evidence(half, longSide: max(Int(share * Double(side)), 1))
        }
        let mean =
            (whole.evidence(for: rotation) + coarse + Self.weightOfHalf * halves) / (2 + 2 * Self.weightOfHalf)
        let confidence = 1 / (1 + exp(-mean))
        return OrientationSuggestion(
            rotation: rotation, confidence: hasManyMarks ? min(confidence, Self.confidenceWithMarks) : confidence)
    }

    /// Returns the evidence for each of the four turns, clockwise from none.
    package mutating func inputs(_ page: GrayView) -> [OrientationInput] {
        extractor.own().inputs(page, longSide: Self.workingSide)
    }
}

/// The scratch memory and the steps of an ``OrientationClassifier``.
private final class OrientationFeatureExtractor: @unchecked Sendable {
    // Sendable: only the classifier that owns it uses it.
    private let small = Plane<UInt8>()
    private let bits = Plane<UInt8>()
    private let bytes = Plane<UInt32>()
    private let ink = InkStrips()
    private let turned = InkStrips()
    private let rules = InkStrips()
    private let finder = TextLineFinder()
    private let half = Plane<UInt8>()
    private var plan: AreaPlan?
    /// The lines of the last page read.
    private var (across, down) = (TextLines(), TextLines())

    /// The largest ink of detached marks above letters in Latin print, as a share of the letters' ink, and as a share of
    /// that of ascenders.
    private let largestMarks: Float = 0.04
    private let marksOfAscenders: Float = 0.5
    /// Half the side of the window for local means.
    private let windowRadius = 12
    /// The minimum difference of ink from the local mean, in levels.
    private let inkContrast = 12
    /// The heights of line cores at the working scale, in rows.
    private let coreHeights = 3...24
    /// The heights of line cores at half of the working scale, for large type.
    private let coreHeightsAtHalf = 12...60

    /// - Parameter longSide: The maximum long side in pixels; larger pages are reduced to it.
    func inputs(_ page: GrayView, longSide: Int) -> [OrientationInput] {
        var source = page.plane
        if page.size.longSide > longSide {
            reduce(page, toLongSide: longSide)
            source = small.view
        }
        let isDark = ByteHistogram(source).isOfLightType
        (across, down) = (TextLines(), TextLines())
        for scale in [1, 2] {
            if scale == 2 {
                guard min(source.width, source.height) > 1 else { break }
                half.reshape(width: source.width / 2, height: source.height / 2)
                // SAFETY: the plane has half the size, as the kernel requires.
                halve(source, channels: 1, into: half.mutableView)
                source = half.view
            }
            findInk(source, isLight: isDark)
            let heights = scale == 1 ? coreHeights : coreHeightsAtHalf
            finder.find(ink, coreHeights: heights, scale: scale, &across)
            finder.find(turned, coreHeights: heights, scale: scale, &down)
        }
        let area = page.size.longSide > longSide ? small.width * small.height : page.size.area
        return [false, true].flatMap { isInverted in
            [
                OrientationInput(across, others: down, isInverted: isInverted, area: area),
                OrientationInput(down, others: across, isInverted: isInverted, area: area),
            ]
        }
    }

    /// Whether, on the last page read and after a rotation, detached marks above the letters have much ink compared with
    /// the cores of the letters and with the ascenders.
    func hasMarksForAscenders(in turn: Rotation) -> Bool {
        let lines = turn == .none || turn == .half ? across : down
        let ink = turn == .none || turn == .clockwise90 ? lines.inkAbove : lines.inkBelow
        return ink[0] > largestMarks * (lines.coreInk + 1) && ink[0] > marksOfAscenders * ink[1]
    }

    private func reduce(_ page: GrayView, toLongSide side: Int) {
        let scale = Double(side) / Double(page.size.longSide)
        let (width, height) = (max(Int(Double(page.width) * scale), 1), max(Int(Double(page.height) * scale), 1))
        let plan =
            plan.flatMap {
                let isSame =
                    $0.sourceWidth == page.width && $0.sourceHeight == page.height && $0.targetWidth == width
                    && $0.targetHeight == height
                return isSame ? $0 : nil
            }
            ?? AreaPlan(
                sourceWidth: page.width, sourceHeight: page.height, targetWidth: width, targetHeight: height)
        self.plan = plan
        small.reshape(width: width, height: height)
        bytes.reshape(width: (plan.scratchByteCount() + 3) / 4, height: 1)
        // SAFETY: the plan is for these sizes, and the scratch has the requested size.
        areaDownscale(page.plane, channels: 1, plan: plan, into: small.mutableView, scratch: bytes.base)
    }

    /// Writes the page's ink, without rules, into ``ink``, and the same rotated by 90° into ``turned``.
    private func findInk(_ page: PlaneView<UInt8>, isLight: Bool) {
        let (width, height) = (page.width, page.height)
        bits.reshape(width: (width + 63) / 64 * 8, height: height)
        bits.fill(0)
        bytes.reshape(width: (boxMeanScratchByteCount(width: width, radius: windowRadius) + 3) / 4, height: 1)
        // SAFETY: rows of whole words, no shorter than the page's; the scratch has the requested size.
        localThreshold(
            page, radius: windowRadius, offset: isLight ? -inkContrast : inkContrast,
            into: MutablePlaneView(bits.base, stride: bits.width, width: (width + 7) / 8, height: height),
            scratch: bytes.base)
        ink.load(bits.base, stride: bits.width, width: width, height: height)
        if isLight { ink.invert() }
        ink.removeRules(rules)
        turned.load(turning: ink)
    }
}

/// The turn that makes the text of a page upright.
public struct OrientationSuggestion: Hashable, Sendable {
    /// The clockwise turn; `nil` if no text is visible.
    public let rotation: Rotation?
    /// The probability, 0…1, that the answer is right, whether it is a turn or the absence of text. For a turn it is
    /// the weighted mean of the log odds of several readings.
    public let confidence: Double

    /// The turn, if it is certain enough to be made without asking: a page that stays on its side is better than one
    /// turned upside down.
    public var sureRotation: Rotation? { confidence >= Self.sureConfidence ? rotation : nil }

    /// Chosen on half of the sources of real pictures; see docs/accuracy/text.md.
    private static let sureConfidence = 0.94
    /// The limit of one reading's evidence for or against a turn, as log odds.
    private static let largestEvidence = 7.0

    /// Returns this reading's evidence for a turn, as log odds: negative for another turn, and 0 if no text is
    /// visible.
    fileprivate func evidence(for turn: Rotation) -> Double {
        guard let rotation else { return 0 }
        let odds = min(max(logarithm(confidence / max(1 - confidence, 1e-9)), 0), Self.largestEvidence)
        return rotation == turn ? odds : -odds
    }

    package init(rotation: Rotation?, confidence: Double) {
        self.rotation = rotation
        self.confidence = confidence
    }
}

extension ImageView<Gray8> {
    /// The two halves along its long side.
    fileprivate var halves: [GrayView] {
        let (width, height) = (size.width, size.height)
        let upright = height >= width
        let first = upright ? height / 2 : width / 2
        func part(_ start: Int, _ length: Int) -> GrayView? {
            guard
                let size = try? upright
                    ? PixelSize(width: width, height: length) : PixelSize(width: length, height: height)
            else { return nil }
            return self.part(left: upright ? 0 : start, top: upright ? start : 0, size: size)
        }
        return [part(0, first), part(first, (upright ? height : width) - first)].compactMap { $0 }
    }
}
