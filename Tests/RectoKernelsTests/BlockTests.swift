import RectoKernels
import TestSupport
import Testing

@Suite struct BlockTests {
    @Test func levelsMatchTheirReferences() {
        for shape in Shape.filled where shape.height > 0 {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            let blocks = (w + 7) / 8 * ((h + 7) / 8)
            expectMatchesReference(
                shape.description, target: { (0..<3).map { _ in GuardedRows<UInt8>(width: blocks, height: 1) } }
            ) {
                Reference.blockLevels(
                    source.plane(w, h),
                    into: BlockLevels(
                        minimum: $0[0].base, maximum: $0[1].base, mean: $0[2].base, across: (w + 7) / 8,
                        down: (h + 7) / 8))
            } kernel: {
                blockLevels(
                    source.plane(w, h),
                    into: BlockLevels(
                        minimum: $0[0].base, maximum: $0[1].base, mean: $0[2].base, across: (w + 7) / 8,
                        down: (h + 7) / 8))
            }
        }
    }

    @Test func thresholdsMatchTheirReferences() {
        var random = SeededGenerator(seed: 7)
        for (across, down) in [(1, 1), (2, 3), (7, 2), (8, 5), (15, 9), (16, 1), (17, 4), (33, 6), (60, 7)] {
            let count = across * down
            let planes = (0..<3).map { _ in GuardedRows<UInt8>(width: count + 16, height: 1) }
            for i in 0..<count {
                let a = UInt8.random(in: 0...255, using: &random)
                // Most blocks are nearly flat.
                let b = Int(a) + (i % 5 == 0 ? Int.random(in: 20...255, using: &random) : 23)
                planes[0].base[i] = a
                planes[1].base[i] = UInt8(min(255, b))
                planes[2].base[i] = UInt8.random(in: 0...255, using: &random)
            }
            let size = (across + 2) * down
            let blocks = BlockLevels(
                minimum: planes[0].base, maximum: planes[1].base, mean: planes[2].base, across: across, down: down)
            // The levels do not keep their memory alive.
            withExtendedLifetime(planes) {
                var expected = [UInt8](repeating: 0, count: size)
                Reference.blockThresholds(blocks, contrast: 24, into: &expected)
                for level in InstructionSet.available {
                    var found = [UInt8](repeating: 0, count: size + 8)
                    var scratch = [UInt16](repeating: 0xA5A5, count: blockScratchCount(across: across))
                    InstructionSet.withForced(level) {
                        blockThresholds(blocks, contrast: 24, into: &found, scratch: &scratch)
                    }
                    #expect(Array(found[..<size]) == expected, "\(across) × \(down), \(level)")
                }
            }
        }
    }

    @Test func inkMatchesItsReference() {
        for shape in Shape.filled where shape.height > 0 {
            let (w, h) = (shape.width, shape.height)
            let source: GuardedRows<UInt8> = rows(w, h, shape)
            source.fillWithNoise(seed: w)
            let (across, down) = ((w + 7) / 8, (h + 7) / 8)
            let levels = GuardedRows<UInt8>(width: (across + 2) * down, height: 1)
            levels.fillWithNoise(seed: h)
            expectMatchesReference(shape.description, target: { [rows(across, h, shape) as GuardedRows<UInt8>] }) {
                Reference.thresholdAgainstBlocks(
                    source.plane(w, h), levels: levels.base, into: $0[0].target((w + 7) / 8, h))
            } kernel: { target in
                withScratch(2 * blockScratchCount(across: across)) {
                    thresholdAgainstBlocks(
                        source.plane(w, h), levels: levels.base, into: target[0].target((w + 7) / 8, h),
                        scratch: $0.assumingMemoryBound(to: UInt16.self))
                }
            }
        }
    }

    @Test func aPixelAtTheThresholdIsInk() {
        let pixels = GuardedRows<UInt8>(width: 4, height: 1)
        pixels.fill { x, _ in [99, 100, 101, 0][x] }
        let bits = GuardedRows<UInt8>(width: 1, height: 1)
        var scratch = [UInt16](repeating: 0, count: blockScratchCount(across: 1))
        thresholdAgainstBlocks(pixels.plane(4, 1), levels: [100, 100, 100], into: bits.target(1, 1), scratch: &scratch)
        #expect(bits[0, 0] == 0b0000_1011)
    }
}
