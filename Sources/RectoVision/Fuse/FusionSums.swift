import RectoCore
import RectoKernels

/// Weighted sums of frames' pixels at `scale` times the reference's resolution, by a Gaussian kernel.
///
/// Frames are shifted against each other by nearly the same fraction of a pixel over a tile: there the kernel is one filter
/// for each place within a pixel of the reference. So sums are kept apart by these places.
struct FusionSums {
    private let canvas: FusionCanvas
    private let scale: Int
    /// Elements of a row: whole tiles.
    private let stride: Int
    private var values, weights: [Float]
    /// Columns over which the shift's fraction is nearly the same: a multiple of the 8 that are gathered at once.
    private static let tileWidth = 32
    /// Rows over which it is.
    private static let tileHeight = 8
    /// Tiles whose shift changes by more than this from the middle to the edge, in pixels, are divided.
    private static let maximumBend = 0.08
    /// Taps so far from a place have no part in it, in pixels: one of the four may be far from it.
    private static let kernelReach = 1.5
    /// Sums of less weight say nothing.
    private static let minimumWeight: Float = 1e-4

    init(_ canvas: FusionCanvas, scale: Int) {
        (self.canvas, self.scale) = (canvas, scale)
        stride = (canvas.width + Self.tileWidth - 1) / Self.tileWidth * Self.tileWidth
        values = [Float](repeating: 0, count: scale * scale * stride * canvas.height)
        weights = values
    }

    /// Adds a frame.
    /// - Parameters:
    ///   - plane: A part of the frame.
    ///   - map: From the reference's pixels to the frame's.
    ///   - sigma: Of the kernel, in pixels of the frame.
    ///   - light: From `lightTop` rows above these sums on.
    mutating func add(_ plane: FusionPlane, _ map: Homography, sigma: Double, light: FusionLight, lightTop: Int) {
        var rows = light.rows(width: stride)
        var column = [Float](repeating: 0, count: Self.tileWidth + 8)
        for y in Swift.stride(from: 0, to: canvas.height, by: Self.tileHeight) {
            let height = min(Self.tileHeight, canvas.height - y)
            rows.fill(from: lightTop + y, count: height)
            for x in Swift.stride(from: 0, to: stride, by: Self.tileWidth) {
                addTile(plane, map, sigma, rows, &column, (x, y, Self.tileWidth, height))
            }
        }
    }

    private mutating func addTile(
        _ plane: FusionPlane, _ map: Homography, _ sigma: Double, _ light: FusionLightRows, _ column: inout [Float],
        _ tile: (x: Int, y: Int, width: Int, height: Int)
    ) {
        let left = Double(canvas.left + tile.x)
        let middle = Point2D(x: left + Double(tile.width) / 2, y: Double(canvas.top + tile.y) + Double(tile.height) / 2)
        let shift = map.map(middle) - middle
        // Beyond the page a map may lead anywhere.
        guard shift.length < Double(PixelSize.maximumSide) else { return }
        let edge = Point2D(x: left, y: middle.y)
        let bend = (map.map(edge) - edge - shift).length
        let (across, firstColumn) = taps(shift.x + Double(canvas.left - plane.left), sigma)
        let (down, firstRow) = taps(shift.y + Double(canvas.top - plane.top), sigma)
        let (x, y) = (tile.x + firstColumn, tile.y + firstRow)
        let isInside = x >= 0 && y >= 0 && x + tile.width + 3 <= plane.width && y + tile.height + 3 <= plane.height
        guard isInside && bend < Self.maximumBend || tile.width == 8 else {
            for part in Swift.stride(from: 0, to: tile.width, by: 8) {
                addTile(plane, map, sigma, light, &column, (tile.x + part, tile.y, 8, tile.height))
            }
            return
        }
        guard isInside else { return }
        let (stride, scale, apart) = (stride, scale, stride * canvas.height)
        values.withUnsafeMutableBufferPointer { values in
            weights.withUnsafeMutableBufferPointer { weights in
                column.withUnsafeMutableBufferPointer { column in
                    // SAFETY: tiles lie within the rows, which have room for whole ones; the sources are inside the plane.
                    guard let values = values.baseAddress, let weights = weights.baseAddress,
                        let column = column.baseAddress
                    else { return }
                    for phase in 0..<scale {
                        let taps = GatherTaps(down: down[phase], across: across)
                        for row in 0..<tile.height {
                            let at = phase * scale * apart + (tile.y + row) * stride + tile.x
                            gatherRow(
                                PlaneView<Float>(
                                    plane.row(y + row) + x, stride: plane.stride, width: tile.width, height: 4),
                                taps: taps, light: light.at(row, tile.x), column: column,
                                into: GatherSums(values: values + at, weights: weights + at, apart: apart))
                        }
                    }
                }
            }
        }
    }

    /// Four taps for each place within a pixel that is shifted by so much, and the first one's shift in whole pixels.
    private func taps(_ shift: Double, _ sigma: Double) -> (taps: [[Float]], first: Int) {
        let places = (0..<scale).map { shift + (Double($0) + 0.5) / Double(scale) - 0.5 }
        let first = Int(places[0].rounded()) - 1
        let taps = places.map { place in
            (0..<4).map { tap -> Float in
                let distance = Double(first + tap) - place
                return abs(distance) > Self.kernelReach ? 0 : Float(exp(-distance * distance / (2 * sigma * sigma)))
            }
        }
        return (taps, first)
    }

    /// Writes the sums' means, of `scale` times the canvas's size; where there are none, the reference's nearest pixels.
    /// - Parameter first: The first row in `result`.
    func writeMeans(else reference: FusionPlane, into result: FusionPlane, from first: Int) {
        let apart = stride * canvas.height
        for y in 0..<canvas.height {
            let own = reference.row(y + canvas.top - reference.top) + (canvas.left - reference.left)
            for phase in 0..<scale * scale {
                let to = result.row(first + y * scale + phase / scale) + phase % scale
                let at = phase * apart + y * stride
                for x in 0..<canvas.width {
                    let weight = weights[at + x]
                    to[x * scale] = weight > Self.minimumWeight ? values[at + x] / weight : own[x]
                }
            }
        }
    }
}
