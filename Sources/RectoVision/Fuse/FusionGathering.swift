import RectoCore
import RectoKernels

/// Gathers pixels of the frames at `scale` times the reference's resolution, with a Gaussian kernel.
///
/// Over a tile, frames are shifted against each other by nearly the same fraction of a pixel, so the kernel is one
/// filter for each place within a pixel of the reference. All frames are added to one tile's sums before the next tile
/// begins: the sums stay in the cache and take almost no memory.
struct FusionGathering {
    /// A frame, or a range of its rows.
    struct Source {
        let levels: PlaneView<UInt8>
        /// The frame's row that is the first of `levels`.
        var top = 0
        /// Map from the reference's pixels to the frame's.
        let map: Homography
        let light: FusionLightCells
    }

    private let canvas: FusionCanvas
    private let scale: Int
    private let taps: FusionTaps
    /// Number of sums for each place within a pixel.
    private static let apart = tileWidth * tileHeight
    /// Columns over which the shift's fraction is nearly constant: four cells of 8.
    private static let tileWidth = 32
    /// Rows over which it is nearly constant: those of a cell.
    private static let tileHeight = FusionLights.cell
    /// Tiles whose shift changes by more than this from middle to edge, in pixels, are divided.
    private static let maximumBend = 0.08
    /// Sums with less weight than this are ignored.
    private static let minimumWeight: Float = 1e-4

    /// - Parameters:
    ///   - canvas: The page's rectangle in the reference.
    ///   - sigma: Standard deviation of the kernel, in pixels of a frame.
    init(_ canvas: FusionCanvas, scale: Int, sigma: Double) {
        (self.canvas, self.scale) = (canvas, scale)
        taps = FusionTaps(scale: scale, sigma: sigma)
    }

    /// Writes rows of the means, or the reference's nearest pixels where there is no mean.
    /// - Parameters:
    ///   - rows: Rows of the canvas, from a multiple of 8 on.
    ///   - reference: The reference's levels, and the frame's row of the first of them.
    ///   - result: `scale` times the canvas's size.
    func gather(
        _ rows: Range<Int>, of sources: [Source], else reference: (levels: PlaneView<UInt8>, top: Int),
        into result: FusionPlane
    ) {
        let count = scale * scale * Self.apart
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + gatherScratchCount) { room in
            // SAFETY: values, weights and the scratch memory, each within its size.
            let values = room.baseAddress.unsafelyUnwrapped
            let scratch = values + 2 * count
            for y in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.tileHeight) {
                let height = min(Self.tileHeight, rows.upperBound - y)
                let own = reference.levels.row(canvas.top + y - reference.top) + canvas.left
                for x in stride(from: 0, to: canvas.width, by: Self.tileWidth) {
                    values.update(repeating: 0, count: 2 * count)
                    for source in sources {
                        add(source, Tile(x: x, y: y, width: Self.tileWidth, height: height), values, scratch)
                    }
                    let levels = PlaneView(
                        own + x, stride: reference.levels.stride, width: min(Self.tileWidth, canvas.width - x),
                        height: height)
                    writeMeans(values, else: levels, into: result.row(y * scale) + x * scale, stride: result.stride)
                }
            }
        }
    }

    /// Whole cells of a tile.
    private struct Tile {
        let x, y: Int
        /// First column in the tile's sums.
        var column = 0
        var width: Int
        let height: Int
    }

    private func add(
        _ source: Source, _ tile: Tile, _ values: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
    ) {
        let left = Double(canvas.left + tile.x + tile.column)
        let middle = Point2D(x: left + Double(tile.width) / 2, y: Double(canvas.top + tile.y) + Double(tile.height) / 2)
        let shift = source.map.map(middle) - middle
        // Beyond the page a map may have any value.
        guard shift.length < Double(PixelSize.maximumSide) else { return }
        let edge = Point2D(x: left, y: middle.y)
        let bend = (source.map.map(edge) - edge - shift).length
        let (across, down) = (taps.at(shift.x), taps.at(shift.y))
        let x = canvas.left + tile.x + tile.column + across.first
        let y = canvas.top + tile.y + down.first - source.top
        let levels = source.levels
        let isInside = x >= 0 && y >= 0 && x + tile.width + 3 <= levels.width && y + tile.height + 3 <= levels.height
        guard isInside && bend < Self.maximumBend || tile.width == 8 else {
            for part in stride(from: 0, to: tile.width, by: 8) {
                add(source, Tile(x: tile.x, y: tile.y, column: part, width: 8, height: tile.height), values, scratch)
            }
            return
        }
        guard isInside else { return }
        let weights = values + scale * scale * Self.apart
        taps.withSets(down: down.set, across: across.set) { taps in
            gatherTile(
                PlaneView(
                    levels.row(y) + x, stride: levels.stride, width: min(tile.width + 8, levels.width - x),
                    height: tile.height + 3),
                taps: taps, light: source.light.at(tile.x + tile.column, tile.y), scratch: scratch,
                into: TileSums(
                    values: values + tile.column, weights: weights + tile.column, width: tile.width,
                    height: tile.height, stride: Self.tileWidth, apart: Self.apart))
        }
    }

    /// - Parameter reference: The reference's pixels.
    private func writeMeans(
        _ values: UnsafeMutablePointer<Float>, else reference: PlaneView<UInt8>,
        into target: UnsafeMutablePointer<Float>, stride: Int
    ) {
        let weights = values + scale * scale * Self.apart
        for y in 0..<reference.height {
            let own = reference.row(y)
            for phase in 0..<scale * scale {
                let to = target + (y * scale + phase / scale) * stride + phase % scale
                let at = phase * Self.apart + y * Self.tileWidth
                for x in 0..<reference.width {
                    let weight = weights[at + x]
                    to[x * scale] = weight > Self.minimumWeight ? values[at + x] / weight : Float(own[x])
                }
            }
        }
    }
}

/// Taps of a Gaussian kernel for fractional shifts, in steps of 1/256 of a pixel.
struct FusionTaps {
    private let scale: Int
    /// Four taps for each place within a pixel and each fraction.
    private let table: [Float]
    private static let fractions = 256
    /// Distance in pixels beyond which taps do not contribute: one of the four may be that far away.
    private static let kernelReach = 1.5

    init(scale: Int, sigma: Double) {
        self.scale = scale
        table = (0..<Self.fractions).flatMap { fraction -> [Float] in
            let start = Double(fraction) / Double(Self.fractions)
            let first = Self.first(fraction)
            return (0..<scale).flatMap { place in
                (0..<4).map { tap -> Float in
                    let distance = Double(first + tap) - start - Double(place) / Double(scale)
                    return abs(distance) > Self.kernelReach ? 0 : Float(exp(-distance * distance / (2 * sigma * sigma)))
                }
            }
        }
    }

    /// Position of the first tap for a fraction: one before the nearest pixel.
    private static func first(_ fraction: Int) -> Int { fraction < fractions / 2 ? -1 : 0 }

    /// The first tap's offset in whole pixels for a shift, and the index of its taps.
    func at(_ shift: Double) -> (first: Int, set: Int) {
        // The first place within a pixel; with two places, the pixel's middle is that of both.
        let place = shift + 0.5 / Double(scale) - 0.5
        let steps = Int((place * Double(Self.fractions)).rounded())
        let fraction = steps & (Self.fractions - 1)
        return ((steps - fraction) / Self.fractions + Self.first(fraction), fraction * 4 * scale)
    }

    func withSets(down: Int, across: Int, _ body: (GatherTaps) -> Void) {
        table.withUnsafeBufferPointer { table in
            // SAFETY: the table is not empty and holds whole sets.
            let base = table.baseAddress.unsafelyUnwrapped
            body(GatherTaps(down: base + down, across: base + across, phases: scale))
        }
    }
}
