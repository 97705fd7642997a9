import RectoKernels
import Testing

@Suite struct WarpTileTests {
    private static let side = WarpTiles.side

    /// The result of `warp` for a row of tiles.
    private func warp(
        _ source: GuardedRows<UInt8>, _ channels: Int, _ maps: [WarpCoefficients], into target: GuardedRows<UInt8>
    ) {
        let kernel = channels == 1 ? warpGray(_:tiles:into:) : warpRGB(_:tiles:into:)
        maps.withUnsafeBufferPointer {
            kernel(
                source.plane(source.width / channels, source.height), $0,
                target.target(target.width / channels, target.height))
        }
    }

    /// The result of the plain reference for each tile.
    private func reference(
        _ source: GuardedRows<UInt8>, _ channels: Int, _ maps: [WarpCoefficients], into target: GuardedRows<UInt8>
    ) {
        let whole = target.target(target.width / channels, target.height)
        for (index, map) in maps.enumerated() {
            let left = index * Self.side
            Reference.warp(
                source.plane(source.width / channels, source.height), channels: channels, map: map,
                into: MutablePlaneView(
                    whole.base + left * channels, stride: whole.stride, width: min(Self.side, whole.width - left),
                    height: whole.height))
        }
    }

    private func expectTilesAreThoseOfTheReference(
        _ name: String, _ channels: Int, source: (width: Int, height: Int), target: (width: Int, height: Int),
        map: (Int) -> WarpCoefficients
    ) {
        let side: GuardedRows<UInt8>.Guard = target.width % 2 == 0 ? .after : .before
        let shape = Shape(width: source.width, height: source.height, padding: target.width % 3, guarding: side)
        let pixels: GuardedRows<UInt8> = rows(source.width * channels, source.height, shape)
        pixels.fillWithNoise(seed: target.width)
        let maps = (0..<(target.width + Self.side - 1) / Self.side).map(map)
        expectMatchesReference(
            "\(name), \(source) to \(target)",
            target: { [rows(target.width * channels, target.height, shape) as GuardedRows<UInt8>] }
        ) {
            reference(pixels, channels, maps, into: $0[0])
        } kernel: {
            warp(pixels, channels, maps, into: $0[0])
        }
    }

    /// Different kinds of maps side by side: upright, turned, across the border, and invalid.
    @Test(arguments: [1, 3]) func tilesOfAllKindsMatchTheReference(channels: Int) {
        for source in [(1, 1), (2, 3), (70, 50), (211, 96)] {
            for target in [(1, 1), (16, 16), (50, 9), (64, 16), (65, 16), (203, 13)] {
                for first in WarpTests.maps.indices {
                    expectTilesAreThoseOfTheReference("from map \(first)", channels, source: source, target: target) {
                        WarpTests.maps[(first + $0) % WarpTests.maps.count]
                    }
                }
            }
        }
    }

    /// Tiles of one page, upright and turned, whose rows are all smooth; they leave the source on all sides.
    @Test(arguments: [1, 3]) func tilesOfABentPageMatchTheReference(channels: Int) {
        for isTurned in [false, true] {
            for shift in stride(from: -40.0, to: 120, by: 9) {
                for width in [61, 64, 144] {
                    expectTilesAreThoseOfTheReference(
                        "turned \(isTurned), by \(shift)", channels, source: (120, 90), target: (width, 16)
                    ) { tile in
                        let (along, bend) = (16 * Double(tile) * 0.9 - 6, Double(tile * tile % 7) * 0.01)
                        return isTurned
                            ? (bend, 0.9, shift, 0.8, -0.1, along, 1e-4, -3e-4, 1)
                            : (0.9, -0.1, along, bend, 0.8, shift, 1e-4, -3e-4, 1)
                    }
                }
            }
        }
    }
}
