public import RectoCore

/// Takes signatures of pages. The memory of signatures that nobody holds any more is used again.
public final class PageSignatureExtractor {
    private static let side = PageSignature.side
    private static let sumSide = side + 1
    /// Samples each way in a cell.
    private static let samples = 3
    /// The local mean is of this many cells to each side.
    private static let meanReach = 6
    /// The border of the page that is left out.
    private static let margin: Float = 0.02
    /// More cells than this are not kept for use again.
    private static let capacity = 4

    private var spare: [SignatureCells] = []
    /// The page before its local mean is taken off, and sums over all cells above and to the left.
    private var page = [Float](repeating: 0, count: side * side)
    private var sums = [Float](repeating: 0, count: sumSide * sumSide)

    public init() { spare.reserveCapacity(Self.capacity) }

    /// - Parameter quad: Corners in pixels of the frame.
    /// - Returns: Nothing if the quad is not convex and clockwise or hardly in the frame.
    public func signature(of quad: Quad, in frame: FrameView) -> PageSignature? {
        guard quad.canBeFollowed(in: frame.size), let map = Homography(unitSquareTo: quad) else { return nil }
        straighten(map, LumaPlane(frame))
        let cells = freeCells()
        takeOffMean(into: cells)
        return PageSignature(cells)
    }

    private func freeCells() -> SignatureCells {
        for index in spare.indices where isKnownUniquelyReferenced(&spare[index]) { return spare[index] }
        let cells = SignatureCells()
        // What others hold is theirs now.
        if spare.count == Self.capacity { spare.removeFirst() }
        spare.append(cells)
        return cells
    }

    /// Fills ``page`` with the mean brightness of each cell.
    private func straighten(_ map: Homography, _ picture: LumaPlane) {
        let m = SIMD8(
            Float(map.a), Float(map.b), Float(map.c), Float(map.d), Float(map.e), Float(map.f), Float(map.g),
            Float(map.h))
        let pitch: Float = (1 - 2 * Self.margin) / Float(Self.side)
        let step: Float = pitch / Float(Self.samples)
        let share: Float = 1 / Float(Self.samples * Self.samples)
        page.withUnsafeMutableBufferPointer { page in
            for row in 0..<Self.side {
                let v: Float = Self.margin + (Float(row) + 0.5) * pitch
                for column in 0..<Self.side {
                    let u: Float = Self.margin + (Float(column) + 0.5) * pitch
                    let w: Float = 1 / (m[6] * u + m[7] * v + 1)
                    let x: Float = (m[0] * u + m[1] * v + m[2]) * w
                    let y: Float = (m[3] * u + m[4] * v + m[5]) * w
                    // Within a cell the map is taken for affine.
                    let across = SIMD2<Float>(m[0] - m[6] * x, m[3] - m[6] * y) * (w * step)
                    let down = SIMD2<Float>(m[1] - m[7] * x, m[4] - m[7] * y) * (w * step)
                    let mean = Self.sum(around: SIMD2(x, y), across, down, picture) * share
                    page[row &* Self.side &+ column] = picture.full(mean)
                }
            }
        }
    }

    /// Of the samples of a cell, as they are stored.
    @inline(__always)
    private static func sum(
        around centre: SIMD2<Float>, _ across: SIMD2<Float>, _ down: SIMD2<Float>, _ picture: LumaPlane
    ) -> Float {
        // A pixel more: the places are rounded.
        let reach: SIMD2<Float> = pointwiseMax(across, -across) + pointwiseMax(down, -down) + 1
        let isInside = picture.contains(centre, reach: reach)
        var sum = 0
        for row: Float in [-1, 0, 1] {
            for column: Float in [-1, 0, 1] {
                let point: SIMD2<Float> = centre + across * column + down * row
                sum &+= isInside ? Int(picture.byte(under: point)) : Int(picture.byte(nearest: point))
            }
        }
        return Float(sum)
    }

    /// Writes the page less the mean of the cells around each.
    private func takeOffMean(into cells: SignatureCells) {
        let cells = cells.base
        page.withUnsafeBufferPointer { page in
            sums.withUnsafeMutableBufferPointer { sums in
                Self.addUp(page, into: sums)
                for row in 0..<Self.side {
                    let (first, end) = (max(0, row - Self.meanReach), min(Self.side, row + Self.meanReach + 1))
                    let (top, bottom) = (first * Self.sumSide, end * Self.sumSide)
                    for column in 0..<Self.side {
                        let left = max(0, column - Self.meanReach)
                        let right = min(Self.side, column + Self.meanReach + 1)
                        let sum: Float =
                            sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
                        let mean: Float = sum / Float((end - first) * (right - left))
                        // Of brightness 0…255: within ±2040.
                        let difference = SignatureCells.scale * (page[row * Self.side + column] - mean)
                        cells[row * Self.side + column] = Int16(difference.rounded())
                    }
                }
            }
        }
    }

    /// Sums of all cells above and to the left.
    private static func addUp(_ page: UnsafeBufferPointer<Float>, into sums: UnsafeMutableBufferPointer<Float>) {
        for row in 0..<side {
            var sum: Float = 0
            for column in 0..<side {
                sum += page[row * side + column]
                sums[(row + 1) * sumSide + column + 1] = sums[row * sumSide + column + 1] + sum
            }
        }
    }
}
