import RectoKernels
import Testing

@Suite struct WarpTests {
    static let identity: WarpCoefficients = (1, 0, 0, 0, 1, 0, 0, 0, 1)

    /// Maps that stay well inside, cross the borders, magnify, minify, and reach the horizon; and invalid ones.
    static let maps: [WarpCoefficients] = [
        identity,
        (0.5, 0.1, 12.3, -0.05, 0.6, 9.7, 1e-4, -2e-4, 1),
        (0.9, -0.2, 3, 0.1, 0.8, -5, 3e-3, 1e-3, 1),
        (3, 0.5, -40, 0.4, 2.5, -30, 0, 0, 1),
        (0.02, 0, 30, 0, 0.02, 20, 0, 0, 1),
        (1, 0, 0, 0, 1, 0, 0.01, 0.02, -1),
        (-1, 0, 50, 0, -1, 40, 0, 0, -1),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (.nan, 0, 0, 0, .infinity, 0, 0, 0, 1),
        (1e30, 0, 0, 0, 1e30, 0, 0, 0, 1),
        // Rotated by a quarter; by a quarter and seen obliquely, with a division for each position.
        (0.02, -0.5, 60, 0.45, 0.03, 2, 0, 0, 1),
        (0, -0.4, 60, 0.5, 0.02, 1, 0.012, 0.001, 1),
        (0.4, 0.02, 5, 0.03, 0.5, 2, 0.01, 0.002, 1),
    ]

    private func warp(
        _ source: GuardedRows<UInt8>, _ channels: Int, _ map: WarpCoefficients, into target: GuardedRows<UInt8>,
        parts: Int = 1
    ) {
        let kernel = channels == 1 ? warpGray(_:map:into:part:) : warpRGB(_:map:into:part:)
        for part in (0..<parts).reversed() {
            kernel(
                source.plane(source.width / channels, source.height), map,
                target.target(target.width / channels, target.height), WorkPart(part, of: parts))
        }
    }

    @Test(arguments: [1, 3]) func partsMakeTheWhole(channels: Int) {
        let source = GuardedRows<UInt8>(width: 200 * channels, height: 150)
        source.fillWithNoise(seed: 2)
        for map in Self.maps {
            for (width, height) in [(1, 1), (70, 50), (131, 67)] {
                let target = GuardedRows<UInt8>(width: width * channels, height: height)
                warp(source, channels, map, into: target)
                let whole = target.rows
                for parts in [2, 3, 7] {
                    target.fill { _, _ in 0 }
                    warp(source, channels, map, into: target, parts: parts)
                    #expect(target.rows == whole)
                }
            }
        }
    }

    @Test func rowsAloneAreThoseOfTheWhole() {
        let source = GuardedRows<UInt8>(width: 200, height: 150)
        source.fillWithNoise(seed: 2)
        for map in Self.maps {
            for (width, height) in [(1, 1), (70, 50), (131, 67)] {
                let whole = GuardedRows<UInt8>(width: width, height: height)
                warp(source, 1, map, into: whole)
                for start in stride(from: 0, to: height, by: 8) {
                    let rows = start..<min(start + 8, height)
                    let some = GuardedRows<UInt8>(width: width, height: rows.count)
                    warpGray(
                        source.plane(200, 150), map: map, rows: rows, ofHeight: height,
                        into: some.target(width, rows.count))
                    #expect(some.rows == Array(whole.rows[rows]))
                }
            }
        }
    }

    @Test(arguments: [1, 3]) func matchesItsReference(channels: Int) {
        let targets = [(1, 1), (5, 3), (63, 2), (64, 40), (65, 9), (130, 33), (200, 70)]
        let sources = [(1, 1), (2, 3), (70, 50), (211, 96)]
        for (i, map) in Self.maps.enumerated() {
            for (w, h) in sources {
                for (targetW, targetH) in targets {
                    let side: GuardedRows<UInt8>.Guard = (targetW + w) % 2 == 0 ? .after : .before
                    let shape = Shape(width: w, height: h, padding: i % 3, guarding: side)
                    let source: GuardedRows<UInt8> = rows(w * channels, h, shape)
                    source.fillWithNoise(seed: i)
                    expectMatchesReference(
                        "map \(i), \(w) × \(h) to \(targetW) × \(targetH)",
                        target: { [rows(targetW * channels, targetH, shape) as GuardedRows<UInt8>] }
                    ) {
                        Reference.warp(
                            source.plane(w, h), channels: channels, map: map, into: $0[0].target(targetW, targetH))
                    } kernel: {
                        warp(source, channels, map, into: $0[0])
                    }
                }
            }
        }
    }

    /// A window that moves to the very edge: blocks of pixels that are only just inside.
    @Test(arguments: [1, 3]) func matchesItsReferenceAlongTheEdges(channels: Int) {
        for side in GuardedRows<UInt8>.Guard.allCases {
            let shape = Shape(width: 80, height: 20, padding: 0, guarding: side)
            let source: GuardedRows<UInt8> = rows(80 * channels, 20, shape)
            source.fillWithNoise(seed: 5)
            for step in 0...40 {
                for (x, y) in [(Double(step) * 0.5 - 2, 0.3), (Double(step) * 0.5 - 2, Double(step) * 0.25 - 2)] {
                    let map: WarpCoefficients = (1, 0, x, 0, 1, y, 0, 0, 1)
                    expectMatchesReference(
                        "shift \(x), \(y)", target: { [rows(64 * channels, 12, shape) as GuardedRows<UInt8>] }
                    ) {
                        Reference.warp(source.plane(80, 20), channels: channels, map: map, into: $0[0].target(64, 12))
                    } kernel: {
                        warp(source, channels, map, into: $0[0])
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 3]) func theIdentityCopiesThePicture(channels: Int) {
        let source = GuardedRows<UInt8>(width: 150 * channels, height: 40)
        source.fillWithNoise(seed: 1)
        let target = GuardedRows<UInt8>(width: 150 * channels, height: 40)
        warp(source, channels, Self.identity, into: target)
        #expect(target.rows == source.rows)
    }

    @Test func scaleAndSignOfTheMapAreFree() {
        let source = GuardedRows<UInt8>(width: 100, height: 40)
        source.fillWithNoise(seed: 1)
        let map = Self.maps[1]
        let target = GuardedRows<UInt8>(width: 90, height: 30)
        warp(source, 1, map, into: target)
        let expected = target.rows
        for s in [-1.0, 4, -0.125] {
            let scaled: WarpCoefficients = (
                map.0 * s, map.1 * s, map.2 * s, map.3 * s, map.4 * s, map.5 * s, map.6 * s, map.7 * s, map.8 * s
            )
            warp(source, 1, scaled, into: target)
            #expect(target.rows == expected)
        }
    }

    @Test(arguments: [1, 3]) func constantPicturesStayAsTheyAre(channels: Int) {
        let source = GuardedRows<UInt8>(width: 100 * channels, height: 40)
        source.fill { _, _ in 201 }
        let target = GuardedRows<UInt8>(width: 130 * channels, height: 30)
        for map in Self.maps {
            warp(source, channels, map, into: target)
            #expect(target.rows.allSatisfy { $0.allSatisfy { $0 == 201 } })
        }
    }

    /// Compared with interpolation in double precision, on a smooth picture where the rounding of positions matters
    /// little.
    @Test func isBilinearInterpolation() {
        let source = GuardedRows<UInt8>(width: 200, height: 100)
        source.fill { x, y in UInt8(x / 2 + y) }
        let target = GuardedRows<UInt8>(width: 128, height: 60)
        let (a, b, c, d, e, f, g, h, i) = Self.maps[1]
        warp(source, 1, Self.maps[1], into: target)
        for y in 0..<60 {
            for x in 0..<128 {
                let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                let w = g * px + h * py + i
                let sx = (a * px + b * py + c) / w - 0.5
                let sy = (d * px + e * py + f) / w - 0.5
                let (x0, y0) = (Int(sx), Int(sy))
                let (fx, fy) = (sx - Double(x0), sy - Double(y0))
                let above = Double(source[x0, y0]) * (1 - fx) + Double(source[x0 + 1, y0]) * fx
                let below = Double(source[x0, y0 + 1]) * (1 - fx) + Double(source[x0 + 1, y0 + 1]) * fx
                #expect(abs(Double(target[x, y]) - (above * (1 - fy) + below * fy)) < 0.6)
            }
        }
    }

    /// Steep ramps reveal positions: from gentle views, whose positions are interpolated, to some that reach the
    /// horizon.
    @Test(arguments: [0, 1e-5, -1e-4, 3e-4, 1e-3, -1.5e-3, 4e-3, 0.03]) func positionsAreWithinA64thOfAPixel(g: Double)
    {
        let (width, height) = (203, 20)
        let target = GuardedRows<UInt8>(width: width, height: height)
        // Half a level for rounding, the error of the blend, and the share of the positions.
        let tolerance: Double = 0.5 + 1.0 / 64 + 8.0 / 64
        for (stepX, stepY) in [(0.13, 0.01), (0.02, 0.12), (-0.11, -0.03)] as [(Double, Double)] {
            // The center of a row, at 101, sees the center of the ramps, at 16.
            let x0: Double = 16 - 101 * stepX - 101 * 16 * g
            let y0: Double = 16 - 101 * stepY - 101 * 16 * g
            let map: WarpCoefficients = (stepX + 16 * g, 0.01, x0, stepY + 16 * g, 0.01, y0, g, 0, 1 - 101 * g)
            for isAcross in [true, false] {
                let source = GuardedRows<UInt8>(width: 32, height: 32)
                source.fill { x, y in UInt8(8 * (isAcross ? x : y)) }
                warp(source, 1, map, into: target)
                var worst: Double = 0
                let (a, b, c) = isAcross ? (map.0, map.1, map.2) : (map.3, map.4, map.5)
                for y in 0..<height {
                    for x in 0..<width {
                        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                        let depth: Double = g * px + map.8
                        guard depth > 1e-3 else { continue }
                        let position: Double = (a * px + b * py + c) / depth
                        let exact: Double = min(max(8 * (position - 0.5), 0), 248)
                        worst = max(worst, abs(Double(target[x, y]) - exact))
                    }
                }
                #expect(worst < tolerance)
            }
        }
    }
}
