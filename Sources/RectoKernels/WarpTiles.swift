internal import CVector

/// Square tiles of a picture, each warped by a separate projective map.
///
/// A warp works in blocks of 64 pixels, of which a tile's row fills a quarter, so blocks combine the rows of four
/// tiles.
public enum WarpTiles {
    /// Side of a tile, in pixels.
    public static let side = 16
    /// Number of tiles in a block.
    static let count = 4
}

/// Warps a row of tiles, bit-identical to `warpGray` for each.
/// - Parameters:
///   - source: As for `warpGray`.
///   - maps: One for each tile from the left, from the tile's pixels to the source.
///   - target: Up to ``WarpTiles/side`` pixels high; the last tile may be narrower than the others.
public func warpGray(
    _ source: PlaneView<UInt8>, tiles maps: UnsafeBufferPointer<WarpCoefficients>,
    into target: MutablePlaneView<UInt8>
) {
    forEachBlock(source, channels: 1, maps, target) { rows, drawn, scratch in
        warpTilesGray(source, rows, drawn, scratch)
    } tile: { map, tile in
        warpGray(source, map: map, into: tile)
    }
}

/// The same in color, as by `warpRGB`.
public func warpRGB(
    _ source: PlaneView<UInt8>, tiles maps: UnsafeBufferPointer<WarpCoefficients>,
    into target: MutablePlaneView<UInt8>
) {
    forEachBlock(source, channels: 3, maps, target) { rows, drawn, scratch in
        recto_warp_tiles_rgb(source.c, rows, drawn, scratch, isFast)
    } tile: { map, tile in
        warpRGB(source, map: map, into: tile)
    }
}

/// Not inlined: a call compiled in another file would use the kernel's baseline clones.
@inline(never)
private func warpTilesGray(
    _ source: PlaneView<UInt8>, _ rows: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>,
    _ scratch: UnsafeMutableRawPointer
) {
    recto_warp_tiles_gray(source.c, rows, target, scratch, isFast)
}

/// - Parameters:
///   - block: Receives the rows of four tiles, room for their pixels, and scratch.
///   - tile: Receives a tile with a row that is not smooth.
@inline(__always)
private func forEachBlock(
    _ source: PlaneView<UInt8>, channels: Int, _ maps: UnsafeBufferPointer<WarpCoefficients>,
    _ target: MutablePlaneView<UInt8>,
    _ block: (UnsafePointer<Float>, UnsafeMutablePointer<UInt8>, _ scratch: UnsafeMutableRawPointer) -> Void,
    tile: (WarpCoefficients, MutablePlaneView<UInt8>) -> Void
) {
    let (side, count) = (WarpTiles.side, WarpTiles.count)
    checkWarp(source, channels: channels)
    target.check(width: target.width, height: target.height, channels: channels)
    precondition(target.height <= side && maps.count == (target.width + side - 1) / side, "another number of tiles")
    func part(_ index: Int) -> MutablePlaneView<UInt8> {
        MutablePlaneView(
            target.base + index * side * channels, stride: target.stride, width: min(side, target.width - index * side),
            height: target.height)
    }
    let rowBytes = TileRows.count * 4
    // For color four more bytes are written.
    let pixelBytes = side * side * count * channels + 32
    withUnsafeTemporaryAllocation(byteCount: rowBytes + pixelBytes + WarpBlock.byteCount, alignment: 32) { memory in
        // SAFETY: a buffer of a fixed size above 0 has a base address, and room for all three.
        let base = memory.baseAddress.unsafelyUnwrapped
        let rows = TileRows(base.bindMemory(to: Float.self, capacity: TileRows.count))
        let drawn = (base + rowBytes).bindMemory(to: UInt8.self, capacity: pixelBytes)
        for first in stride(from: 0, to: maps.count, by: count) {
            let tiles = first..<min(first + count, maps.count)
            var areSmooth = true
            var turned = SIMD4<UInt8>(repeating: 0)
            for place in 0..<count {
                // With fewer than four tiles left, the last one is drawn again.
                let index = min(first + place, maps.count - 1)
                let (width, height) = (part(index).width, target.height)
                var map = WarpMap(maps[index], targetWidth: width, targetHeight: height)
                if channels == 1 && map.isTurned {
                    map = WarpMap(WarpMap.transposed(maps[index]), targetWidth: height, targetHeight: width)
                    turned[place] = 1
                }
                areSmooth = areSmooth && rows.set(place, map)
            }
            guard areSmooth else {
                for index in tiles { tile(maps[index], part(index)) }
                continue
            }
            block(rows.base, drawn, base + rowBytes + pixelBytes)
            for index in tiles {
                let pixels = PlaneView(
                    drawn + (index - first) * side * channels, stride: side * count * channels, width: side,
                    height: side)
                put(pixels, channels, isTurned: turned[index - first] != 0, into: part(index))
            }
        }
    }
}

/// Copies a tile's pixels, transposed if the tile is turned.
@inline(__always)
private func put(
    _ pixels: PlaneView<UInt8>, _ channels: Int, isTurned: Bool, into target: MutablePlaneView<UInt8>
) {
    if isTurned {
        transposeBytes(
            PlaneView(pixels.base, stride: pixels.stride, width: target.height, height: target.width), into: target)
    } else if target.width == WarpTiles.side {
        for y in 0..<target.height {
            target.row(y).update(from: pixels.row(y), count: WarpTiles.side * channels)
        }
    } else {
        for y in 0..<target.height { target.row(y).update(from: pixels.row(y), count: target.width * channels) }
    }
}

/// The coefficients of the rows of four tiles, as vectors of eight lanes: two for each tile.
///
/// dx, dy and dw, shared by all rows of a tile, then x0, y0 and w0 by row.
private struct TileRows {
    static let count = 8 * 3 * (1 + WarpTiles.side)

    let base: UnsafeMutablePointer<Float>

    init(_ base: UnsafeMutablePointer<Float>) { self.base = base }

    /// - Parameter place: Index of the tile among the four.
    /// - Returns: Whether all rows are certainly smooth; otherwise nothing is set.
    @inline(__always)
    func set(_ place: Int, _ map: WarpMap) -> Bool {
        let steps = map.steps
        guard map.areSmooth(rows: WarpTiles.side) else { return false }
        func set(_ vector: Int, _ value: Double) {
            let lanes = base + 8 * vector + 2 * place
            lanes[0] = Float(value)
            lanes[1] = Float(value)
        }
        set(0, steps.x)
        set(1, steps.y)
        set(2, steps.w)
        for y in 0..<WarpTiles.side {
            let start = map.start(y)
            set(3 + 3 * y, start.x)
            set(4 + 3 * y, start.y)
            set(5 + 3 * y, start.w)
        }
        return true
    }
}

// MARK: - Bodies

@c @implementation
func recto_warp_tiles_gray_body(
    _ source: recto_plane, _ rows: UnsafePointer<Float>!, _ target: UnsafeMutablePointer<UInt8>!,
    _ scratch: UnsafeMutableRawPointer!, _ fast: Int
) {
    if fast != 0 {
        warpTiles(source, 1, rows, target, WarpBlock(scratch), fast: true)
    } else {
        warpTiles(source, 1, rows, target, WarpBlock(scratch), fast: false)
    }
}

@c @implementation
func recto_warp_tiles_rgb_body(
    _ source: recto_plane, _ rows: UnsafePointer<Float>!, _ target: UnsafeMutablePointer<UInt8>!,
    _ scratch: UnsafeMutableRawPointer!, _ fast: Int
) {
    if fast != 0 {
        warpTiles(source, 3, rows, target, WarpBlock(scratch), fast: true)
    } else {
        warpTiles(source, 3, rows, target, WarpBlock(scratch), fast: false)
    }
}

@inline(__always)
private func warpTiles(
    _ source: recto_plane, _ channels: Int, _ rows: UnsafePointer<Float>, _ target: UnsafeMutablePointer<UInt8>,
    _ block: WarpBlock, fast: Bool
) {
    typealias F = SIMD8<Float>
    @inline(__always)
    func vector(_ index: Int) -> F { vec_load_f32x8(rows + 8 &* index) }
    let (dx, dy, dw) = (vector(0), vector(1), vector(2))
    var y = 0
    while y < WarpTiles.side {
        let (x0, y0, w0) = (vector(3 &+ 3 &* y), vector(4 &+ 3 &* y), vector(5 &+ 3 &* y))
        // As in `WarpPositions.knots`.
        @inline(__always)
        func knots(_ f: F) -> WarpPositions.Pair {
            let depth: F = w0 + dw * f
            let inverse: F = F(repeating: 1) / depth
            let px: F = x0 + dx * f
            let py: F = y0 + dy * f
            let sx: F = px * inverse * F(repeating: 32)
            let sy: F = py * inverse * F(repeating: 32)
            return (vec_int(sx), vec_int(sy))
        }
        let first = knots(F(0, 8, 0, 8, 0, 8, 0, 8))
        let next = knots(F(8, 16, 8, 16, 8, 16, 8, 16))
        let out = target + 64 &* channels &* y
        var reach = block.place(first, next, source, channels)
        if !fast && reach == .windows { reach = .inside }
        switch reach {
        case .windows:
            permuteGray(source.base, source.stride, block, out)
        case .inside:
            block.store(source.stride, channels)
            if channels == 1 {
                blendGray(source.base, source.stride, block, out, 64, fast: fast)
            } else {
                blendRGB(source.base, source.stride, block, out, 64, fast: fast)
            }
        case .anywhere:
            var i = 0
            while i < 64 {
                let position = block.position(i)
                let sx = min(max(position.x, 0), 128 &* (source.width &- 1))
                let sy = min(max(position.y, 0), 128 &* (source.height &- 1))
                var c = 0
                while c < channels {
                    out[i &* channels &+ c] = Reference.sample(source, channels, c, sx, sy)
                    c &+= 1
                }
                i &+= 1
            }
        }
        y &+= 1
    }
}
