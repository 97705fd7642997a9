package import RectoCore
import RectoKernels

/// Replaces the narrow strips of the desk that a straightened page shows along its border with paper: beside bowed
/// sides, and at the round corners of cards.
///
/// Each line of pixels from the border inwards must show the color of the desk beside it, then a single edge, then
/// paper, all within a few pixels: a stripe of print has an edge on each side, and behind print that reaches the border
/// there is no paper. The edges of neighboring lines must be equally deep. Where the edge is blurred, the desk's share
/// of each color is replaced as far as the color approaches that of paper from pixel to pixel. All else stays as it is.
package struct DeskFringe {
    /// The largest depth: a share of the page's long side, in pixels within a range.
    private static let depth = (share: 0.006, pixels: 4...12)
    /// Number of neighboring lines whose colors are measured together.
    private static let block = 32
    /// Distances from the border, in pixels: of the desk outside it, and of the paper behind the largest depth.
    private static let deskDistances: [Double] = [2, 3, 4, 5]
    private static let paperDistances = 2..<16
    /// The step between the lines at which the color of the paper is measured.
    private static let paperStep = 4
    /// Lines on both sides whose desk colors are averaged.
    private static let deskRadius = 2
    /// The range of pixels by brightness that is paper: above ink, below glare.
    private static let paperQuantiles = (from: 0.7, upTo: 0.9)
    /// The minimum difference of desk and paper, in levels (root mean square of the channels).
    fileprivate static let minimumContrast: Float = 24
    /// The maximum difference of the desk on the page from that beside it: a level, and multiples of its deviation.
    private static let tolerance = (level: Float(10), deviations: Float(2))
    /// Number of pixels behind the edge that must be paper, and their minimum share of paper.
    private static let pixelsBehind = 3
    private static let paperBehind: Float = 0.7
    /// Number of neighboring lines on both sides, the minimum share of them that has an edge, and the maximum
    /// difference from the median depth of their edges, in pixels.
    private static let neighbors = 24
    private static let minimumShare = 0.5
    private static let slack: Float = 1
    /// Number of lines that share these neighbors.
    private static let group = 8
    /// The same for round corners: at least, and as a share of the corner's depth.
    private static let cornerSlack = (pixels: Float(2), share: Float(0.15))
    /// The minimum depth of a corner at which its known shape replaces the color of the desk.
    private static let cornerDepth: Float = 2
    /// The smallest radius of a card's corners in ISO/IEC 7810, in millimeters.
    private static let cardRadius = 2.88

    /// The paper's share at which a blurred edge ends, and the number of pixels behind that.
    private static let blur = (end: Float(0.95), behind: 2)
    /// The weights of the channels in luma (ITU-R BT.601).
    fileprivate static let lumaWeights = SIMD4<Float>(0.299, 0.587, 0.114, 0)

    private let page: PixelSize
    private let pageToPicture: Homography
    /// The radius of the page's round corners in pixels; 0 if they are square.
    private let radius: Double

    package init(_ plan: PageRectifier.Plan) {
        (page, pageToPicture) = (plan.size, plan.pageToPicture)
        radius = plan.paper?.size == .id1 ? Self.cardRadius / 25.4 * plan.dotsPerInch : 0
    }

    /// - Parameters:
    ///   - target: The straightened page.
    ///   - picture: The picture that it was straightened from.
    package func paint<Layout, Original>(_ target: MutableImageView<Layout>, from picture: ImageView<Original>) {
        let channels = Layout.bitsPerPixel / 8
        let straight = StraightPage(plane: target.plane, channels: channels)
        let original = OriginalPicture(
            plane: picture.plane, channels: Original.bitsPerPixel / 8, isReadAsGray: channels == 1)
        for side in 0..<4 { paint(SideFrame(side, page), straight, original) }
    }

    /// A line of pixels from the border inwards.
    private struct Line {
        let desk: SIMD4<Float>
        let paper: SIMD4<Float>
        /// The maximum difference of the desk.
        let tolerance: Float
        /// The depth of a round corner.
        let corner: Float
        /// The paper's luma above that of the desk.
        let lumaContrast: Float
        private let deskLuma: Float
        private let paperLuma: Float
        /// The lowest and highest channels, without their luma, of mixtures of desk and paper.
        private let lowest: SIMD4<Float>
        private let highest: SIMD4<Float>
        /// The depth of the paper's edge, if there is a clear one.
        var edge: Float?
        /// The depth at which the edge ends if it is blurred.
        var blurEnd: Int?

        /// The first pixel behind the desk, which is a mixture with paper. Without a fringe the edge is at 0; otherwise
        /// in or after the middle of the first pixel.
        var mixed: Int? { edge.map { $0 >= 0.5 ? Int($0 + 0.5) : 0 } }

        init(desk: SIMD4<Float>, paper: SIMD4<Float>, tolerance: Float, corner: Float) {
            (self.desk, self.paper, self.tolerance, self.corner) = (desk, paper, tolerance, corner)
            (deskLuma, paperLuma) = (Self.luma(desk), Self.luma(paper))
            lumaContrast = paperLuma - deskLuma
            let (one, other) = (desk - deskLuma, paper - paperLuma)
            (lowest, highest) = (pointwiseMin(one, other) - tolerance, pointwiseMax(one, other) + tolerance)
        }

        /// 0 for the desk's color, 1 for the paper's.
        func paperShare(_ color: SIMD4<Float>) -> Float {
            let step = paper - desk
            return ((color - desk) * step).sum() / (step * step).sum()
        }

        func isDesk(_ color: SIMD4<Float>) -> Bool { difference(color, desk) <= tolerance }

        /// The same share by luma alone: JPEG files blur colors farther.
        func paperLuma(_ color: SIMD4<Float>) -> Float { (Self.luma(color) - deskLuma) / lumaContrast }

        /// Whether a color is a mixture on the desk's side of a blurred edge, which is at most `limit` pixels wide.
        func isBlurred(_ color: SIMD4<Float>, before next: SIMD4<Float>, within limit: Int) -> Bool {
            let (share, nextShare) = (paperLuma(color), paperLuma(next))
            return lumaContrast >= DeskFringe.minimumContrast && isBetween(color) && share > 0
                && nextShare - share >= nextShare / Float(limit)
        }

        /// Whether a color without its luma is between those of desk and paper.
        func isBetween(_ color: SIMD4<Float>) -> Bool {
            let hue = color - Self.luma(color)
            return all(hue .>= lowest .& hue .<= highest)
        }

        /// The color of the paper where a blurred edge mixes it with that of the desk.
        func unblurred(_ color: SIMD4<Float>) -> SIMD4<Float> {
            let share = min(max(paperLuma(color), 0), 1)
            return paper + share * (color - Self.luma(color) + paperLuma - paper)
        }

        private static func luma(_ color: SIMD4<Float>) -> Float { (color * DeskFringe.lumaWeights).sum() }
    }

    private func paint(
        _ side: SideFrame, _ target: StraightPage, _ picture: OriginalPicture
    ) {
        let corners = (0..<side.length).map { cornerDepth(at: Double(min($0, side.length - 1 - $0)) + 0.5) }
        let range = Self.depth.pixels
        let limit = min(max(Int(Self.depth.share * Double(page.longSide)), range.lowerBound), range.upperBound)
        let deepest = limit + Int((corners.max() ?? 0).rounded(.up))
        guard side.reach >= 2 * (deepest + Self.paperDistances.upperBound) else { return }
        var lines: [Line?] = []
        for start in stride(from: 0, to: side.length, by: Self.block) {
            let block = start..<min(start + Self.block, side.length)
            lines += self.lines(block, side, deepest, corners, target, picture)
        }
        for index in lines.indices {
            guard var line = lines[index] else { continue }
            line.edge = edge(of: line, index, side, limit, target)
            line.blurEnd = line.mixed.flatMap { endOfBlur(line, index, from: $0, limit, side, target) }
            lines[index] = line
        }
        var depths: [Float] = []
        for start in stride(from: 0, to: lines.count, by: Self.group) {
            let end = min(start + Self.group, lines.count)
            guard let usual = usualEdge(around: (start + end) / 2, lines, &depths) else { continue }
            for index in start..<end {
                if let line = lines[index] { paint(line, index, usual, side, target) }
            }
        }
    }

    /// How far a round corner is from a side, at a distance from its end.
    private func cornerDepth(at along: Double) -> Float {
        guard along < radius else { return 0 }
        return Float(radius - (radius * radius - (radius - along) * (radius - along)).squareRoot())
    }

    // MARK: - Colors

    /// Neighboring lines; `nil` without a desk beside them that is clearly darker than the paper.
    private func lines(
        _ block: Range<Int>, _ side: SideFrame, _ deepest: Int, _ corners: [Float], _ target: StraightPage,
        _ picture: OriginalPicture
    ) -> [Line?] {
        let none = [Line?](repeating: nil, count: block.count)
        var desks: [SIMD4<Float>] = []
        var deviation: Float = 0
        for index in block {
            var (sum, squares) = (SIMD4<Float>.zero, Float(0))
            for distance in Self.deskDistances {
                let point = side.point(Double(index) + 0.5, -distance)
                guard let color = picture.color(at: pageToPicture.map(point)) else { return none }
                sum += color
                squares += (color * color).sum()
            }
            let mean = sum / Float(Self.deskDistances.count)
            desks.append(mean)
            deviation += max(squares / Float(Self.deskDistances.count) - (mean * mean).sum(), 0) / 3
        }
        let tolerance =
            Self.tolerance.level + Self.tolerance.deviations * (deviation / Float(block.count)).squareRoot()
        let paper = paper(block, side, deepest, target)
        return desks.indices.map { place in
            let near = desks[max(place - Self.deskRadius, 0)..<min(place + Self.deskRadius + 1, desks.count)]
            let desk = near.reduce(.zero, +) / Float(near.count)
            guard desk.sum() < paper.sum(), difference(desk, paper) >= Self.minimumContrast else { return nil }
            return Line(
                desk: desk, paper: paper, tolerance: tolerance, corner: corners[block.lowerBound + place])
        }
    }

    /// The mean color of the paper behind the largest depth.
    private func paper(
        _ block: Range<Int>, _ side: SideFrame, _ deepest: Int, _ target: StraightPage
    ) -> SIMD4<Float> {
        var seen: [(brightness: Float, color: SIMD4<Float>)] = []
        seen.reserveCapacity((block.count / Self.paperStep + 1) * Self.paperDistances.count)
        for index in stride(from: block.lowerBound, to: block.upperBound, by: Self.paperStep) {
            for distance in Self.paperDistances {
                let color = target.color(side.pixel(index, deepest + distance))
                seen.append((color.sum(), color))
            }
        }
        seen.sort { $0.brightness < $1.brightness }
        let quantiles = Self.paperQuantiles
        let paper = seen[Int(quantiles.from * Double(seen.count))..<Int(quantiles.upTo * Double(seen.count))]
        return paper.reduce(SIMD4<Float>.zero) { $0 + $1.color } / Float(paper.count)
    }

    // MARK: - Edges

    /// The depth of the only edge from desk to paper; 0 without any desk; `nil` if the line may show something else.
    private func edge(
        of line: Line, _ index: Int, _ side: SideFrame, _ limit: Int, _ target: StraightPage
    ) -> Float? {
        let isCorner = line.corner >= Self.cornerDepth
        var former: Float = 0
        for depth in 0...limit + Int(line.corner.rounded(.up)) {
            let share = line.paperShare(target.color(side.pixel(index, depth)))
            guard share >= 0.5 else {
                former = share
                continue
            }
            let isPaper =
                (1...Self.pixelsBehind).allSatisfy {
                    line.paperShare(target.color(side.pixel(index, depth + $0))) >= Self.paperBehind
                } || endOfBlur(line, index, from: depth, limit, side, target) != nil
            // The last pixel before the edge is a mixture.
            let isDesk =
                isCorner
                || (0..<max(depth - 1, 0)).allSatisfy {
                    let color = target.color(side.pixel(index, $0))
                    return line.isDesk(color)
                        || line.isBlurred(color, before: target.color(side.pixel(index, $0 + 1)), within: limit)
                }
            guard isPaper, isDesk else { return nil }
            return depth == 0 ? 0 : Float(depth) - 0.5 + (0.5 - former) / (share - former)
        }
        return nil
    }

    /// What most neighboring lines show.
    private struct UsualEdge {
        /// The median depth, beyond that of a round corner.
        var depth: Float
        var isBlurred: Bool
    }

    /// The edge of neighboring lines; `nil` if too few have one.
    private func usualEdge(around index: Int, _ lines: [Line?], _ depths: inout [Float]) -> UsualEdge? {
        depths.removeAll(keepingCapacity: true)
        let near = max(index - Self.neighbors, 0)..<min(index + Self.neighbors + 1, lines.count)
        var blurred = 0
        for case let line? in lines[near] {
            guard let edge = line.edge else { continue }
            depths.append(edge - line.corner)
            if line.blurEnd != nil { blurred += 1 }
        }
        guard Double(depths.count) >= Self.minimumShare * Double(near.count) else { return nil }
        depths.sort()
        return UsualEdge(
            depth: depths[depths.count / 2],
            isBlurred: Double(blurred) >= Self.minimumShare * Double(depths.count))
    }

    // MARK: - Painting

    private func paint(
        _ line: Line, _ index: Int, _ usual: UsualEdge, _ side: SideFrame, _ target: StraightPage
    ) {
        let slack =
            line.corner >= Self.cornerDepth
            ? max(Self.cornerSlack.pixels, Self.cornerSlack.share * line.corner) : Self.slack
        guard let edge = line.edge, let mixed = line.mixed, abs(edge - line.corner - usual.depth) <= slack else {
            // Something reaches the border here: the desk's own color is replaced as far as its neighbors' edges.
            for depth in 0..<max(Int(usual.depth + line.corner), 0) {
                let pixel = side.pixel(index, depth)
                guard line.isDesk(target.color(pixel)) else { return }
                target.set(line.paper, pixel)
            }
            return
        }
        for depth in 0..<mixed { target.set(line.paper, side.pixel(index, depth)) }
        if usual.isBlurred, let end = line.blurEnd {
            for depth in mixed..<end {
                let pixel = side.pixel(index, depth)
                target.set(line.unblurred(target.color(pixel)), pixel)
            }
        } else if edge >= 0.5 {
            // On the edge, the desk's share of the color is replaced.
            let color = target.color(side.pixel(index, mixed))
            let missing = 1 - line.paperShare(color)
            if missing > 0 { target.set(color + missing * (line.paper - line.desk), side.pixel(index, mixed)) }
        }
    }

    /// The depth at which a blurred edge ends; `nil` if the edge is sharp, or a pixel is barely closer to paper than its
    /// predecessor, as on a printed stripe.
    private func endOfBlur(
        _ line: Line, _ index: Int, from start: Int, _ limit: Int, _ side: SideFrame, _ target: StraightPage
    ) -> Int? {
        var former = line.paperLuma(target.color(side.pixel(index, start)))
        guard line.lumaContrast >= Self.minimumContrast, former < Self.blur.end else { return nil }
        for depth in start + 1...start + limit {
            let color = target.color(side.pixel(index, depth))
            let share = line.paperLuma(color)
            guard share - former >= (1 - former) / Float(limit), line.isBetween(color) else { return nil }
            guard share < Self.blur.end else { return depth + Self.blur.behind }
            former = share
        }
        return nil
    }
}

/// The root mean square difference of two colors.
private func difference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float { squaredDifference(a, b).squareRoot() }

private func squaredDifference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let difference = a - b
    return (difference * difference).sum() / 3
}

/// Coordinates along a side of a page, clockwise from the top one, and from it inwards.
private struct SideFrame {
    private let page: PixelSize
    private let isLevel: Bool
    /// Whether depth is counted from the page's right or lower border.
    private let isFar: Bool

    init(_ side: Int, _ page: PixelSize) {
        (self.page, isLevel, isFar) = (page, side % 2 == 0, side == 1 || side == 2)
    }

    /// Number of pixels along the side, and from it to the opposite one.
    var length: Int { isLevel ? page.width : page.height }
    var reach: Int { isLevel ? page.height : page.width }

    func point(_ along: Double, _ depth: Double) -> Point2D {
        let place = isFar ? Double(reach) - depth : depth
        return isLevel ? Point2D(x: along, y: place) : Point2D(x: place, y: along)
    }

    func pixel(_ index: Int, _ depth: Int) -> (x: Int, y: Int) {
        let place = isFar ? reach - 1 - depth : depth
        return isLevel ? (index, place) : (place, index)
    }
}

/// The color of a pixel; a gray one has all channels alike.
private func pixelColor(_ pixel: UnsafePointer<UInt8>, _ channels: Int) -> SIMD4<Float> {
    guard channels == 3 else { return SIMD4(SIMD3(repeating: Float(pixel[0])), 0) }
    return SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
}

private struct OriginalPicture {
    let plane: PlaneView<UInt8>
    let channels: Int
    let isReadAsGray: Bool

    /// The color at a point; `nil` beyond the picture.
    func color(at point: Point2D) -> SIMD4<Float>? {
        guard 0..<Double(plane.width) ~= point.x, 0..<Double(plane.height) ~= point.y else { return nil }
        let color = pixelColor(plane.row(Int(point.y)) + Int(point.x) * channels, channels)
        guard isReadAsGray else { return color }
        return SIMD4(SIMD3(repeating: (color * DeskFringe.lumaWeights).sum()), 0)
    }
}

private struct StraightPage {
    let plane: MutablePlaneView<UInt8>
    let channels: Int

    func color(_ place: (x: Int, y: Int)) -> SIMD4<Float> {
        pixelColor(plane.row(place.y) + place.x * channels, channels)
    }

    func set(_ color: SIMD4<Float>, _ place: (x: Int, y: Int)) {
        let pixel = plane.row(place.y) + place.x * channels
        for channel in 0..<channels { pixel[channel] = UInt8(min(max(color[channel], 0), 255) + 0.5) }
    }
}
