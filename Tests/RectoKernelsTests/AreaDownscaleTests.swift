import RectoKernels
import Testing

@Suite struct AreaDownscaleTests {
    /// Source and target sides.
    static let ratios: [(Int, Int)] = [
        (1, 1), (7, 7), (33, 33), (5, 1), (17, 16), (31, 8), (64, 32), (65, 9), (100, 47), (129, 60), (200, 13),
        (97, 1),
        (70, 3),
    ]

    private static func downscale(_ source: GuardedRows<UInt8>, _ plan: AreaPlan, _ channels: Int) -> GuardedRows<UInt8>
    {
        let target = GuardedRows<UInt8>(width: plan.targetWidth * channels, height: plan.targetHeight)
        withScratch(plan.scratchByteCount(channels: channels)) { scratch in
            areaDownscale(
                source.plane(plan.sourceWidth, plan.sourceHeight), channels: channels, plan: plan,
                into: target.target(plan.targetWidth, plan.targetHeight), scratch: scratch)
        }
        return target
    }

    @Test(arguments: [1, 3]) func matchesItsReference(channels: Int) {
        for (i, (w, targetW)) in Self.ratios.enumerated() {
            let (h, targetH) = Self.ratios[(i * 5 + 3) % Self.ratios.count]
            let plan = AreaPlan(sourceWidth: w, sourceHeight: h, targetWidth: targetW, targetHeight: targetH)
            for side in GuardedRows<UInt8>.Guard.allCases {
                let shape = Shape(width: w, height: h, padding: i % 3 * 5, guarding: side)
                let source: GuardedRows<UInt8> = rows(w * channels, h, shape)
                source.fillWithNoise(seed: i)
                expectMatchesReference(
                    "\(w) × \(h) to \(targetW) × \(targetH)",
                    target: { [rows(targetW * channels, targetH, shape) as GuardedRows<UInt8>] }
                ) {
                    Reference.areaDownscale(
                        source.plane(plan.sourceWidth, plan.sourceHeight), channels: channels, plan: plan,
                        into: $0[0].target(plan.targetWidth, plan.targetHeight))
                } kernel: { found in
                    withScratch(plan.scratchByteCount(channels: channels)) { scratch in
                        areaDownscale(
                            source.plane(plan.sourceWidth, plan.sourceHeight), channels: channels, plan: plan,
                            into: found[0].target(plan.targetWidth, plan.targetHeight), scratch: scratch)
                    }
                }
            }
        }
    }

    /// The mean over each target pixel's exact area.
    private func exactMean(_ source: GuardedRows<UInt8>, _ plan: AreaPlan, _ x: Int, _ y: Int) -> Double {
        let (rx, ry) = (
            Double(plan.sourceWidth) / Double(plan.targetWidth), Double(plan.sourceHeight) / Double(plan.targetHeight)
        )
        var sum = 0.0
        for j in 0..<plan.sourceHeight {
            let rows = min(Double(j + 1), Double(y + 1) * ry) - max(Double(j), Double(y) * ry)
            for i in 0..<plan.sourceWidth where rows > 0 {
                let columns = min(Double(i + 1), Double(x + 1) * rx) - max(Double(i), Double(x) * rx)
                if columns > 0 { sum += rows * columns * Double(source[i, j]) }
            }
        }
        return sum / (rx * ry)
    }

    @Test func isWithinOneLevelOfTheTrueMean() {
        for (w, h, targetW, targetH) in [(50, 37, 23, 11), (64, 64, 63, 5), (128, 256, 1, 2), (90, 77, 20, 77)] {
            let plan = AreaPlan(sourceWidth: w, sourceHeight: h, targetWidth: targetW, targetHeight: targetH)
            let source = GuardedRows<UInt8>(width: w, height: h)
            source.fillWithNoise(seed: w)
            let target = Self.downscale(source, plan, 1)
            for y in 0..<targetH {
                for x in 0..<targetW {
                    #expect(abs(Double(target[x, y]) - exactMean(source, plan, x, y)) < 1)
                }
            }
        }
    }

    @Test(arguments: [0, 1, 127, 254, 255]) func constantPicturesStayAsTheyAre(value: UInt8) {
        for (w, targetW) in Self.ratios + [(256, 2), (640, 5)] {
            let plan = AreaPlan(sourceWidth: w, sourceHeight: w, targetWidth: targetW, targetHeight: targetW)
            for channels in [1, 3] {
                let source = GuardedRows<UInt8>(width: w * channels, height: w)
                source.fill { _, _ in value }
                #expect(Self.downscale(source, plan, channels).rows.allSatisfy { $0.allSatisfy { $0 == value } })
            }
        }
    }

    @Test func wholeRatiosAreMeansOfBlocks() {
        let source = GuardedRows<UInt8>(width: 6, height: 2)
        let pixels: [[UInt8]] = [[0, 10, 20, 100, 100, 100], [10, 10, 10, 103, 103, 103]]
        source.fill { x, y in pixels[y][x] }
        let plan = AreaPlan(sourceWidth: 6, sourceHeight: 2, targetWidth: 2, targetHeight: 1)
        #expect(Self.downscale(source, plan, 1).rows == [[10, 102]])
    }

    @Test(arguments: [[0, 1, 3], [1, 0, 2]])
    func planesOfYUYVAndUYVYMatchTheirReferences(offsets: [Int]) {
        for (i, (w, targetW)) in Self.ratios.enumerated() {
            let (h, targetH) = Self.ratios[(i * 5 + 3) % Self.ratios.count]
            let plan = AreaPlanYUYV(sourceWidth: w, sourceHeight: h, targetWidth: targetW, targetHeight: targetH)
            let shape = Shape(width: w, height: h, padding: i % 3 * 5, guarding: .after)
            let source: GuardedRows<UInt8> = rows((w + 1) / 2 * 4, h, shape)
            source.fillWithNoise(seed: i)
            expectMatchesReference(
                "\(w) × \(h) to \(targetW) × \(targetH)",
                target: { (0..<3).map { _ in rows(targetW, targetH, shape) as GuardedRows<UInt8> } }
            ) {
                for (target, (plan, first)) in zip($0, zip([plan.luma, plan.chroma, plan.chroma], offsets)) {
                    Reference.areaDownscale(
                        source.plane(plan.sourceWidth, plan.sourceHeight), channels: 1, plan: plan, first: first,
                        into: target.target(plan.targetWidth, plan.targetHeight))
                }
            } kernel: { found in
                withScratch(plan.scratchByteCount) { scratch in
                    areaDownscaleYUYV(
                        source.plane(plan.luma.sourceWidth, plan.luma.sourceHeight), plan: plan,
                        offsets: (offsets[0], offsets[1], offsets[2]),
                        into: YCbCrPlanes(
                            luma: found[0].target(plan.luma.targetWidth, plan.luma.targetHeight),
                            blue: found[1].target(plan.luma.targetWidth, plan.luma.targetHeight),
                            red: found[2].target(plan.luma.targetWidth, plan.luma.targetHeight)), scratch: scratch)
                }
            }
        }
    }

    @Test func chromaOfNV12MatchesItsReference() {
        for (i, (w, targetW)) in Self.ratios.enumerated() {
            let (h, targetH) = Self.ratios[(i * 5 + 3) % Self.ratios.count]
            let plan = AreaPlan(
                sourceWidth: w, sourceHeight: h, targetWidth: targetW, targetHeight: targetH, samples: .chromaOfNV12)
            let shape = Shape(width: w, height: h, padding: i % 3 * 5, guarding: .after)
            let source: GuardedRows<UInt8> = rows((w + 1) / 2 * 2, (h + 1) / 2, shape)
            source.fillWithNoise(seed: i)
            expectMatchesReference(
                "\(w) × \(h) to \(targetW) × \(targetH)",
                target: { (0..<2).map { _ in rows(targetW, targetH, shape) as GuardedRows<UInt8> } }
            ) {
                for (first, target) in $0.enumerated() {
                    Reference.areaDownscale(
                        source.plane(plan.sourceWidth, plan.sourceHeight), channels: 1, plan: plan, first: first,
                        into: target.target(plan.targetWidth, plan.targetHeight))
                }
            } kernel: { found in
                withScratch(plan.scratchByteCount()) { scratch in
                    areaDownscaleNV12(
                        chroma: source.plane((plan.sourceWidth + 1) / 2, (plan.sourceHeight + 1) / 2), plan: plan,
                        blue: found[0].target(plan.targetWidth, plan.targetHeight),
                        red: found[1].target(plan.targetWidth, plan.targetHeight), scratch: scratch)
                }
            }
        }
    }

    /// A plane of pairs shrinks as if each sample were repeated for all pixels that it covers.
    @Test func chromaIsTheMeanOverTheArea() {
        for (w, h, targetW, targetH) in [(50, 37, 23, 11), (7, 9, 7, 9), (33, 20, 20, 19), (90, 77, 20, 77)] {
            let plan = AreaPlan(
                sourceWidth: w, sourceHeight: h, targetWidth: targetW, targetHeight: targetH, samples: .chromaOfNV12)
            let source = GuardedRows<UInt8>(width: (w + 1) / 2 * 2, height: (h + 1) / 2)
            source.fillWithNoise(seed: w)
            let whole = GuardedRows<UInt8>(width: w, height: h)
            whole.fill { x, y in source[x / 2 * 2 + 1, y / 2] }
            let (blue, red) = (
                GuardedRows<UInt8>(width: targetW, height: targetH), GuardedRows<UInt8>(width: targetW, height: targetH)
            )
            withScratch(plan.scratchByteCount()) { scratch in
                areaDownscaleNV12(
                    chroma: source.plane((plan.sourceWidth + 1) / 2, (plan.sourceHeight + 1) / 2), plan: plan,
                    blue: blue.target(plan.targetWidth, plan.targetHeight),
                    red: red.target(plan.targetWidth, plan.targetHeight), scratch: scratch)
            }
            for y in 0..<targetH {
                for x in 0..<targetW { #expect(abs(Double(red[x, y]) - exactMean(whole, plan, x, y)) < 1) }
            }
        }
    }
}
