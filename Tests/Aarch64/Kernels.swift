// Kernels on the same random bytes on every machine: prints a line with a digest for each, which must be the same. In Embedded
// Swift, with the sources of RectoKernels in one module: a toolchain has its library for aarch64 even where it has no other.

/// xorshift64*
struct Random {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}

/// Memory for what kernels read and write. Kernels that read past the end of a row find some there.
struct Bench {
    static let (width, height, stride) = (243, 97, 1024)
    private static let room = 1 << 20

    private(set) var random = Random()
    let source = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    let target = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    let others = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 64)
    let floats = UnsafeMutablePointer<Float>.allocate(capacity: room)
    let moreFloats = UnsafeMutablePointer<Float>.allocate(capacity: room)

    /// Other bytes and numbers, smooth here and noisy there, and nothing in the target.
    mutating func refill() {
        for index in 0..<Self.room {
            let noise = UInt8(truncatingIfNeeded: random.next() >> 56)
            source[index] = index / 97 % 3 == 0 ? noise : UInt8(truncatingIfNeeded: index / 5 &+ Int(noise % 4))
            floats[index] = Float(noise) - 100
        }
        target.initialize(repeating: 0, count: Self.room)
        others.initialize(repeating: 0, count: Self.room)
        moreFloats.initialize(repeating: 0, count: Self.room)
        scratch.initializeMemory(as: UInt8.self, repeating: 0, count: Self.room)
    }

    /// FNV-1a of all that kernels may have written, but for scratch.
    func digest(_ sum: inout UInt64) {
        for index in 0..<Self.room {
            sum = (sum ^ UInt64(target[index])) &* 1_099_511_628_211
            sum = (sum ^ UInt64(others[index])) &* 1_099_511_628_211
        }
        for index in 0..<Self.room { sum = (sum ^ UInt64(moreFloats[index].bitPattern)) &* 1_099_511_628_211 }
    }
}

struct Operation: Sendable {
    let name: StaticString
    let run: @Sendable (borrowing Bench) -> Void
}

/// A tilted view of the source.
private let tilted: WarpCoefficients = (0.9, 0.12, 5, -0.1, 0.85, 12, 0.0004, -0.0003, 1)
/// A quarter turn, and a little more.
private let turned: WarpCoefficients = (0.1, 0.9, 3, -0.8, 0.1, 90, 0.0002, 0.0003, 1)

private let operations: [Operation] = {
    let (width, height, stride) = (Bench.width, Bench.height, Bench.stride)
    return [
        Operation(name: "binomial3x3") { bench in
            binomial3x3(
                bench.source, stride: stride, width: width, height: height, into: bench.target, targetStride: stride)
        },
        Operation(name: "binomial5x5") { bench in
            binomial5x5(
                bench.source, stride: stride, width: width, height: height, into: bench.target, targetStride: stride)
        },
        Operation(name: "boxMean") { bench in
            boxMean(
                bench.source, stride: stride, width: width, height: height, radius: 9, into: bench.target,
                targetStride: stride, scratch: bench.scratch)
        },
        Operation(name: "halve") { bench in
            halve(
                bench.source, stride: stride, width: width, height: height, channels: 3, into: bench.target,
                targetStride: stride)
        },
        Operation(name: "enlarge") { bench in
            enlarge(
                bench.source, stride: stride, width: width, height: height, channels: 1, into: bench.target,
                targetStride: stride)
        },
        Operation(name: "areaDownscale") { bench in
            let plan = AreaPlan(sourceWidth: width, sourceHeight: height, targetWidth: 100, targetHeight: 41)
            areaDownscale(
                bench.source, stride: stride, channels: 1, plan: plan, into: bench.target, targetStride: stride,
                scratch: bench.scratch)
        },
        Operation(name: "streamChecksum") { bench in
            let sum = streamChecksum(bench.source, count: 100_003)
            for shift in 0..<8 { bench.target[shift] = UInt8(truncatingIfNeeded: sum >> (8 * shift)) }
        },
        Operation(name: "lumaFromRGB") { bench in
            lumaFromRGB(
                bench.source, stride: stride, width: width, height: height, into: bench.target, targetStride: stride)
        },
        Operation(name: "rgbFromRGBA") { bench in
            rgbFromRGBA(
                bench.source, stride: stride, width: width, height: height, into: bench.target, targetStride: stride)
        },
        Operation(name: "planesFromYUYV") { bench in
            planesFromYUYV(
                bench.source, stride: stride, width: width - 1, height: height, luma: bench.target, lumaStride: stride,
                blue: bench.others, red: bench.others + 512 * stride, chromaStride: stride)
        },
        Operation(name: "scharr3x3") { bench in
            bench.target.withMemoryRebound(to: Int16.self, capacity: height * stride) { dx in
                bench.others.withMemoryRebound(to: Int16.self, capacity: height * stride) { dy in
                    scharr3x3(
                        bench.source, stride: stride, width: width, height: height, dx: dx, dy: dy,
                        gradientStride: stride)
                }
            }
        },
        Operation(name: "smoothPlane") { bench in
            smoothPlane(
                bench.source, stride: stride, width: width, height: height, gain: 1.1, offset: -3,
                into: bench.moreFloats, row: bench.scratch.assumingMemoryBound(to: Float.self))
        },
        Operation(name: "structureTensor") { bench in
            structureTensor(
                bench.floats, bench.floats + 40_000, bench.floats + 80_000, chromaWeight: 0.7, width: width,
                height: height, magnitude: bench.moreFloats, direction: bench.target)
        },
        Operation(name: "integralImage") { bench in
            bench.target.withMemoryRebound(to: UInt32.self, capacity: (height + 1) * 256) { table in
                integralImage(
                    bench.source, stride: stride, width: width, height: height, into: table, tableStride: 256)
            }
        },
        Operation(name: "localThreshold") { bench in
            localThreshold(
                bench.source, stride: stride, width: width, height: height, radius: 12, offset: 7, into: bench.target,
                bitsStride: 64, scratch: bench.scratch)
        },
        Operation(name: "momentThreshold") { bench in
            let rule = MomentThreshold(meanWeight: 0.8, offset: 2, spreadMeanWeight: 0.002, spreadOffset: 0.1)
            momentThreshold(
                bench.source, stride: stride, width: width, height: height, radius: 12, by: rule, into: bench.target,
                bitsStride: 64, scratch: bench.scratch)
        },
        Operation(name: "warpGray") { bench in
            for (map, target) in [(tilted, bench.target), (turned, bench.others)] {
                warpGray(
                    bench.source, stride: stride, width: width, height: height, map: map, into: target,
                    targetStride: stride, targetWidth: 217, targetHeight: 91)
            }
        },
        Operation(name: "warpRGB") { bench in
            warpRGB(
                bench.source, stride: stride, width: width, height: height, map: tilted, into: bench.target,
                targetStride: stride, targetWidth: 217, targetHeight: 91)
        },
        Operation(name: "rotate90") { bench in
            rotate90(
                bench.source, stride: stride, width: width, height: height, channels: 3, into: bench.target,
                targetStride: stride)
        },
        Operation(name: "cornerScores") { bench in
            cornerScores(
                bench.source, stride: stride, width: width, height: height, threshold: 15, into: bench.target,
                scoreStride: stride)
        },
    ]
}()

@main enum Kernels {
    static func main() {
        var bench = Bench()
        for operation in operations {
            var digest: UInt64 = 14_695_981_039_346_656_037
            for _ in 0..<3 {
                bench.refill()
                operation.run(bench)
                bench.digest(&digest)
            }
            print(operation.name, terminator: " ")
            print(digest)
        }
    }
}
