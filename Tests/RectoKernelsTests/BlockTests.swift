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
                    source.base, stride: source.stride, width: w, height: h, minimum: $0[0].base, maximum: $0[1].base,
                    mean: $0[2].base)
            } kernel: {
                blockLevels(
                    source.base, stride: source.stride, width: w, height: h, minimum: $0[0].base, maximum: $0[1].base,
                    mean: $0[2].base)
            }
        }
    }

    @Test func thresholdsMatchTheirReferences() {
        var random = SeededGenerator(seed: 7)
        for (across, down) in [(1, 1), (2, 3), (7, 2), (8, 5), (15, 9), (16, 1), (17, 4), (33, 6), (60, 7)] {
            let count = across * down
            var planes = [[UInt8]](repeating: [UInt8](repeating: 9, count: count + 16), count: 3)
            for i in 0..<count {
                let a = UInt8.random(in: 0...255, using: &random)
                // Most blocks are nearly flat.
                let b = Int(a) + (i % 5 == 0 ? Int.random(in: 20...255, using: &random) : 23)
                planes[0][i] = a
                planes[1][i] = UInt8(min(255, b))
                planes[2][i] = UInt8.random(in: 0...255, using: &random)
            }
            let size = (across + 2) * down
            var expected = [UInt8](repeating: 0, count: size)
            Reference.blockThresholds(
                minimum: planes[0], maximum: planes[1], mean: planes[2], across: across, down: down, contrast: 24,
                into: &expected)
            for level in InstructionSet.available {
                var found = [UInt8](repeating: 0, count: size + 8)
                var scratch = [UInt16](repeating: 0xA5A5, count: blockScratchCount(across: across))
                InstructionSet.withForced(level) {
                    blockThresholds(
                        minimum: planes[0], maximum: planes[1], mean: planes[2], across: across, down: down,
                        contrast: 24, into: &found, scratch: &scratch)
                }
                #expect(Array(found[..<size]) == expected, "\(across) × \(down), \(level)")
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
                    source.base, stride: source.stride, width: w, height: h, levels: levels.base, into: $0[0].base,
                    bitsStride: $0[0].stride)
            } kernel: { target in
                withScratch(2 * blockScratchCount(across: across)) {
                    thresholdAgainstBlocks(
                        source.base, stride: source.stride, width: w, height: h, levels: levels.base,
                        into: target[0].base, bitsStride: target[0].stride,
                        scratch: $0.assumingMemoryBound(to: UInt16.self))
                }
            }
        }
    }

    @Test func aPixelAtTheThresholdIsInk() {
        let pixels: [UInt8] = [99, 100, 101, 0]
        var bits: [UInt8] = [0]
        var scratch = [UInt16](repeating: 0, count: blockScratchCount(across: 1))
        thresholdAgainstBlocks(
            pixels, stride: 4, width: 4, height: 1, levels: [100, 100, 100], into: &bits, bitsStride: 1,
            scratch: &scratch)
        #expect(bits == [0b0000_1011])
    }
}
