public import RectoCore
import RectoKernels

/// How well one frame shows the page, as measured by ``PageQualityMeter``.
public struct PageQuality: Hashable, Sendable {
    /// Energy of the strongest edges relative to the page's contrast. It has no absolute meaning: of two frames of the
    /// same page, the sharper one has the higher value.
    public var sharpness: Float
    /// Share of the edges' energy that is in the finest detail, 0...1: below about 0.1 the picture is out of focus or
    /// blurred, whatever is on the page; `nil` if the page shows no edges.
    public var highFrequencyRatio: Float?
    /// Brightness of the page's lightest twentieth, 0...255, which depends on its paper and the light on it.
    public var brightness: Float
    /// Brightness of the lightest twentieth of the immediate surroundings of the page, 0...255.
    public var surroundBrightness: Float
    /// Difference in brightness between the darkest and the lightest twentieth, 0...255.
    public var contrast: Float
    /// Share of the page that reflects a lamp, 0...1: white without any detail, amid paper that is not white.
    public var glareShare: Float
    /// Mean brightness of 8 × 8 parts of the page, row by row, 0...255. Their changes from frame to frame show whether
    /// anything moves on the page.
    public var parts: SIMD64<UInt8>

    public init(
        sharpness: Float, highFrequencyRatio: Float?, brightness: Float, surroundBrightness: Float = 0,
        contrast: Float, glareShare: Float, parts: SIMD64<UInt8> = SIMD64()
    ) {
        self.sharpness = sharpness
        self.highFrequencyRatio = highFrequencyRatio
        self.brightness = brightness
        self.surroundBrightness = surroundBrightness
        self.contrast = contrast
        self.glareShare = glareShare
        self.parts = parts
    }
}

/// Measures how well a frame shows a page: its sharpness, light and glare.
///
/// Brightness is sampled at 96 × 96 places of the page, and sharpness in 16 windows at the frame's resolution.
/// Sharpness is the gradient energy of strong edges over the page's contrast (Tenengrad; Pertuz, Puig & Garcia,
/// "Analysis of focus measure operators for shape-from-focus", Pattern Recognition 46(5), 2013). The high-frequency
/// ratio compares gradients over two pixels with gradients over six; the two are alike for print of any size until it
/// is blurred.
///
/// Cost at 1920 × 1080 on one core: see docs/performance.md. No allocation after the first frame.
public final class PageQualityMeter {
    /// Places in each direction at which brightness is sampled.
    private static let places = 96
    /// The border of the page that is skipped, as a share of its width and height: the corners are not exact to the
    /// pixel.
    private static let margin: Float = 0.03
    /// Parts in each direction whose mean brightness is reported.
    private static let partsAcross = 8
    /// Windows in each direction in which sharpness is measured, and the maximum length of their sides in pixels.
    private static let windows = 4
    private static let longestWindow = 64
    /// Side of a window, in square roots of the quad's area.
    private static let windowShare = 0.09
    /// Minimum gradient over six pixels that counts as an edge, as a share of the page's contrast.
    private static let minimumEdge: Float = 0.25
    /// The fewest edge pixels from which sharpness can be judged.
    private static let minimumEdgePixels = 60
    /// The lowest contrast that is assumed when edges are searched for: weaker gradients are noise.
    private static let minimumContrast: Float = 40
    /// The minimum brightness of glare. The paper around it is darker than that, but bright and nearly even: see
    /// ``paperLevels`` and ``paperSpread``.
    private static let glareLevel: Float = 250
    /// The minimum share of glare in the places that are brighter than the paper may be. If the share is lower, they
    /// are white paper.
    private static let minimumShareOfBright: Float = 0.3
    private static let paperLevels: ClosedRange<Float> = 100...240
    /// Number of places within which glare becomes paper.
    private static let glareFade = 6
    /// Number of places over which print is looked past.
    private static let printReach = 2
    /// The levels of paper around glare differ by less than this between the ``middleShares``.
    private static let paperSpread: Float = 50
    /// Shares of the places that are darker than the page's dark and light levels; their difference is the contrast.
    private static let extremes: (dark: Float, light: Float) = (0.05, 0.95)
    /// The quantiles between which the middle shares of the page's levels lie.
    private static let middleShares: (low: Float, high: Float) = (0.3, 0.7)
    /// Minimum length of the sides of a window, in pixels.
    private static let shortestWindow = 20

    private var brightness = [Float](repeating: 0, count: places * places)
    /// The brightness of the paper at each place, and a step on the way to it: for what looks like glare.
    private var paperLight = [Float](repeating: 0, count: places * places)
    private var rowLight = [Float](repeating: 0, count: places * places)
    private var window = [Int32](repeating: 0, count: longestWindow * longestWindow)
    private var histogram = [Int32](repeating: 0, count: 256)

    public init() {}

    /// - Parameter quad: Corners in pixels of the frame; parts of the page outside the frame count as the frame's
    ///   border.
    /// - Returns: `nil` if the quad is not convex and clockwise or barely in the frame.
    public func measure(_ quad: Quad, in frame: FrameView) -> PageQuality? { measure(quad, LumaPlane(frame)) }

    /// Measures a page in a frame that has already been ingested for other stages as well.
    package func measure(_ quad: Quad, in frame: IngestedFrame) -> PageQuality? { measure(quad, frame.luma) }

    private func measure(_ quad: Quad, _ picture: LumaPlane) -> PageQuality? {
        guard quad.canBeFollowed(in: picture.size), let map = Homography(unitSquareTo: quad) else { return nil }
        readBrightness(map, picture)
        let (dark, light) = (level(Self.extremes.dark), level(Self.extremes.light))
        let contrast = light - dark
        let edges = edges(map, side: windowSide(quad), contrast: max(contrast, Self.minimumContrast), picture)
        let isKnown = edges.count >= Self.minimumEdgePixels
        let highFrequencyRatio = isKnown ? Float(edges.fine) / Float(edges.broad) : nil
        let contrastAsStored = contrast / picture.gain
        let strength =
            isKnown ? Float(edges.fine) / Float(edges.count) / (contrastAsStored * contrastAsStored) : 0
        return PageQuality(
            sharpness: strength, highFrequencyRatio: highFrequencyRatio, brightness: light,
            surroundBrightness: surroundBrightness(map, picture), contrast: contrast, glareShare: glareShare(),
            parts: parts())
    }

    /// Sets ``brightness`` and its histogram.
    private func readBrightness(_ map: Homography, _ picture: LumaPlane) {
        let map = GridMap(map)
        for bin in histogram.indices { histogram[bin] = 0 }
        let pitch: Float = (1 - 2 * Self.margin) / Float(Self.places)
        brightness.withUnsafeMutableBufferPointer { brightness in
            histogram.withUnsafeMutableBufferPointer { histogram in
                for row in 0..<Self.places {
                    let v: Float = Self.margin + (Float(row) + 0.5) * pitch
                    // SAFETY: a buffer that is not empty has a base address; its rows are of whole vectors.
                    let line = brightness.baseAddress.unsafelyUnwrapped + row * Self.places
                    picture.sample(
                        CellRow(map: map, y: v, start: Self.margin, pitch: pitch), .one, count: Self.places, into: line)
                    for column in 0..<Self.places {
                        let value = picture.full(line[column])
                        line[column] = value
                        histogram[Int(min(max(value, 0), 255))] &+= 1
                    }
                }
            }
        }
    }

    /// The brightness that one in twenty of the places around the page exceeds.
    private func surroundBrightness(_ map: Homography, _ picture: LumaPlane) -> Float {
        var lightest = SIMD8<Float>.zero
        let step = 1 / Double(Self.placesAlong)
        for place in 0..<Self.placesAlong {
            let along = (Double(place) + 0.5) * step
            for (u, v) in [
                (along, -Self.surround), (along, 1 + Self.surround), (-Self.surround, along),
                (1 + Self.surround, along),
            ] {
                let point = map.map(Point2D(x: u, y: v))
                guard 0..<Double(picture.size.width) ~= point.x, 0..<Double(picture.size.height) ~= point.y else {
                    continue
                }
                var value = picture.nearest(Float(point.x), Float(point.y))
                for rank in lightest.indices where value > lightest[rank] { swap(&value, &lightest[rank]) }
            }
        }
        return lightest[4 * Self.placesAlong / 20 - 1]
    }

    /// Places along each side of the page, and their distance from it, as a share of the page's width and height.
    private static let placesAlong = 24
    private static let surround = 0.1

    /// The brightness that a share of the places does not exceed.
    private func level(_ share: Float) -> Float {
        let wanted = Int32(share * Float(Self.places * Self.places))
        var count: Int32 = 0
        for bin in histogram.indices {
            count += histogram[bin]
            if count > wanted { return Float(bin) }
        }
        return 255
    }

    /// The share of places that are white like all places around them, although the paper is not; 0 in a photograph or
    /// on a dark sheet, where white places prove nothing, and on overexposed paper.
    private func glareShare() -> Float {
        let (low, middle, high) = (level(Self.middleShares.low), level(0.5), level(Self.middleShares.high))
        guard middle >= Self.paperLevels.lowerBound, high <= Self.paperLevels.upperBound, high - low < Self.paperSpread
        else { return 0 }
        var count = 0
        for row in 1..<Self.places - 1 {
            for column in 1..<Self.places - 1 where brightness[row * Self.places + column] >= Self.glareLevel {
                let isWhiteAround = (-1...1).allSatisfy { down in
                    (-1...1).allSatisfy { across in
                        brightness[(row + down) * Self.places + column + across] >= Self.paperLevels.upperBound
                    }
                }
                if isWhiteAround { count += 1 }
            }
        }
        let bright = histogram[Int(Self.paperLevels.upperBound)...].reduce(0, +)
        guard count > 0, Float(count) >= Self.minimumShareOfBright * Float(bright), whiteEndsSoon() else { return 0 }
        return Float(count) / Float(Self.places * Self.places)
    }

    /// Whether white becomes paper within a few places at most of its border, as around a lamp: on paper that is overexposed it
    /// fades over the page.
    private func whiteEndsSoon() -> Bool {
        spreadLight()
        var (soon, later) = (0, 0)
        func look(_ place: Int, _ step: Int, left: Int) {
            guard left >= Self.glareFade, paperLight[place] >= Self.glareLevel,
                paperLight[place + step] < Self.glareLevel
            else { return }
            if paperLight[place + Self.glareFade * step] <= Self.paperLevels.upperBound {
                soon += 1
            } else {
                later += 1
            }
        }
        for row in 0..<Self.places {
            for column in 0..<Self.places {
                let place = row * Self.places + column
                let (right, below) = (Self.places - 1 - column, Self.places - 1 - row)
                look(place, 1, left: right)
                look(place, -1, left: column)
                look(place, Self.places, left: below)
                look(place, -Self.places, left: row)
            }
        }
        return soon >= later
    }

    /// Sets ``paperLight``: the greatest brightness within two places, which print hardly lowers.
    private func spreadLight() {
        let (places, reach) = (Self.places, Self.printReach)
        for row in 0..<places {
            for column in 0..<places {
                var most: Float = 0
                for other in max(column - reach, 0)...min(column + reach, places - 1) {
                    most = max(most, brightness[row * places + other])
                }
                rowLight[row * places + column] = most
            }
        }
        for row in 0..<places {
            for column in 0..<places {
                var most: Float = 0
                for other in max(row - reach, 0)...min(row + reach, places - 1) {
                    most = max(most, rowLight[other * places + column])
                }
                paperLight[row * places + column] = most
            }
        }
    }

    private func parts() -> SIMD64<UInt8> {
        let side = Self.places / Self.partsAcross
        var parts = SIMD64<UInt8>()
        for part in 0..<Self.partsAcross * Self.partsAcross {
            let (top, left) = (part / Self.partsAcross * side, part % Self.partsAcross * side)
            var sum: Float = 0
            for row in top..<top + side {
                for column in left..<left + side { sum += brightness[row * Self.places + column] }
            }
            parts[part] = UInt8(min(max(sum / Float(side * side), 0), 255))
        }
        return parts
    }

    private func windowSide(_ quad: Quad) -> Int {
        min(Self.longestWindow, max(Self.shortestWindow, Int(Self.windowShare * abs(quad.area).squareRoot())))
    }

    /// Sums over edge pixels of the squared gradients over two pixels and over six, in levels as stored.
    private struct Edges {
        var fine = 0
        var broad = 0
        var count = 0
    }

    private func edges(
        _ map: Homography, side: Int, contrast: Float, _ picture: LumaPlane
    ) -> Edges {
        let minimumStep = Self.minimumEdge * contrast / picture.gain
        let minimum = Int32((minimumStep * minimumStep).rounded(.up))
        var sum = Edges()
        for row in 0..<Self.windows {
            for column in 0..<Self.windows {
                let center = map.map(
                    Point2D(
                        x: (Double(column) + 0.5) / Double(Self.windows), y: (Double(row) + 0.5) / Double(Self.windows))
                )
                let (left, top) = (center.x - Double(side) / 2, center.y - Double(side) / 2)
                guard left >= 0, top >= 0, left + Double(side) <= Double(picture.size.width),
                    top + Double(side) <= Double(picture.size.height)
                else { continue }
                add(Int(left), Int(top), side: side, minimum: minimum, picture, to: &sum)
            }
        }
        return sum
    }

    /// - Parameter minimum: Minimum squared gradient over six pixels that counts as an edge, in levels as stored.
    private func add(
        _ left: Int, _ top: Int, side: Int, minimum: Int32, _ picture: LumaPlane, to sum: inout Edges
    ) {
        window.withUnsafeMutableBufferPointer { window in
            for row in 0..<side {
                for column in 0..<side {
                    window[row &* side &+ column] = Int32(picture.byte(left &+ column, top &+ row))
                }
            }
            for row in 3..<side - 3 {
                // At most 58 times 2 · 255².
                var (fine, broad, count): (Int32, Int32, Int32) = (0, 0, 0)
                for place in row &* side &+ 3..<(row &+ 1) &* side &- 3 {
                    let wideX: Int32 = window[place &+ 3] &- window[place &- 3]
                    let wideY: Int32 = window[place &+ 3 &* side] &- window[place &- 3 &* side]
                    let x: Int32 = window[place &+ 1] &- window[place &- 1]
                    let y: Int32 = window[place &+ side] &- window[place &- side]
                    let energy: Int32 = wideX &* wideX &+ wideY &* wideY
                    // Without a branch, so that the loop can be vectorized.
                    let isEdge: Int32 = energy >= minimum ? -1 : 0
                    fine &+= (x &* x &+ y &* y) & isEdge
                    broad &+= energy & isEdge
                    count &-= isEdge
                }
                sum.fine += Int(fine)
                sum.broad += Int(broad)
                sum.count += Int(count)
            }
        }
    }
}
