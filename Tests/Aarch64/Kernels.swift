// Runs kernels on the same random bytes on every machine and prints a line with a digest for each, which must be equal.
// In Embedded Swift, with the sources of RectoKernels in one module: a toolchain has this library for aarch64 even if
// it has no other.

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

/// Memory that kernels read and write, with room for kernels that read past the end of a row.
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

    /// Fills in new bytes and numbers, smooth in some parts and noisy in others, and clears the target.
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

    /// FNV-1a of everything that kernels may have written, except scratch memory.
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
/// A quarter turn and a little more.
private let turned: WarpCoefficients = (0.1, 0.9, 3, -0.8, 0.1, 90, 0.0002, 0.0003, 1)

private let operations: [Operation] = {
    let (width, height, stride) = (Bench.width, Bench.height, Bench.stride)
    return [
        Operation(name: "binomial3x3") { bench in
            binomial3x3(
                PlaneView(bench.source, stride: stride, width: width, height: height),
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height))
        },
        Operation(name: "binomial5x5") { bench in
            binomial5x5(
                PlaneView(bench.source, stride: stride, width: width, height: height),
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height))
        },
        Operation(name: "boxMean") { bench in
            boxMean(
                PlaneView(bench.source, stride: stride, width: width, height: height), radius: 9,
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height),
                scratch: bench.scratch)
        },
        Operation(name: "halve") { bench in
            halve(
                PlaneView(bench.source, stride: stride, width: width, height: height), channels: 3,
                into: MutablePlaneView(bench.target, stride: stride, width: width / 2, height: height / 2))
        },
        Operation(name: "enlarge") { bench in
            enlarge(
                PlaneView(bench.source, stride: stride, width: width, height: height), channels: 1,
                into: MutablePlaneView(bench.target, stride: stride, width: 2 * width, height: 2 * height))
        },
        Operation(name: "areaDownscale") { bench in
            let plan = AreaPlan(sourceWidth: width, sourceHeight: height, targetWidth: 100, targetHeight: 41)
            areaDownscale(
                PlaneView(bench.source, stride: stride, width: plan.sourceWidth, height: plan.sourceHeight),
                channels: 1, plan: plan,
                into: MutablePlaneView(
                    bench.target, stride: stride, width: plan.targetWidth, height: plan.targetHeight),
                scratch: bench.scratch)
        },
        Operation(name: "streamChecksum") { bench in
            let sum = streamChecksum(bench.source, count: 100_003)
            for shift in 0..<8 { bench.target[shift] = UInt8(truncatingIfNeeded: sum >> (8 * shift)) }
        },
        Operation(name: "lumaFromRGB") { bench in
            lumaFromRGB(
                PlaneView(bench.source, stride: stride, width: width, height: height),
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height))
        },
        Operation(name: "rgbFromRGBA") { bench in
            rgbFromRGBA(
                PlaneView(bench.source, stride: stride, width: width, height: height),
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height))
        },
        Operation(name: "planesFromYUYV") { bench in
            planesFromYUYV(
                PlaneView(bench.source, stride: stride, width: width - 1, height: height),
                into: YCbCrPlanes(
                    luma: MutablePlaneView(bench.target, stride: stride, width: width - 1, height: height),
                    blue: MutablePlaneView(bench.others, stride: stride, width: (width - 1 + 1) / 2, height: height),
                    red: MutablePlaneView(
                        bench.others + 512 * stride, stride: stride, width: (width - 1 + 1) / 2, height: height)))
        },
        Operation(name: "scharr3x3") { bench in
            bench.target.withMemoryRebound(to: Int16.self, capacity: height * stride) { dx in
                bench.others.withMemoryRebound(to: Int16.self, capacity: height * stride) { dy in
                    scharr3x3(
                        PlaneView(bench.source, stride: stride, width: width, height: height),
                        dx: MutablePlaneView(dx, stride: stride, width: width, height: height),
                        dy: MutablePlaneView(dy, stride: stride, width: width, height: height))
                }
            }
        },
        Operation(name: "smoothPlane") { bench in
            smoothPlane(
                PlaneView(bench.source, stride: stride, width: width, height: height), gain: 1.1, offset: -3,
                into: bench.moreFloats, row: bench.scratch.assumingMemoryBound(to: Float.self))
        },
        Operation(name: "structureTensor") { bench in
            structureTensor(
                FloatPlanes(bench.floats, bench.floats + 40_000, bench.floats + 80_000, width: width, height: height),
                chromaWeight: 0.7, magnitude: bench.moreFloats, direction: bench.target)
        },
        Operation(name: "integralImage") { bench in
            bench.target.withMemoryRebound(to: UInt32.self, capacity: (height + 1) * 256) { table in
                integralImage(
                    PlaneView(bench.source, stride: stride, width: width, height: height),
                    into: MutablePlaneView(table, stride: 256, width: width + 1, height: height + 1))
            }
        },
        Operation(name: "localThreshold") { bench in
            localThreshold(
                PlaneView(bench.source, stride: stride, width: width, height: height), radius: 12, offset: 7,
                into: MutablePlaneView(bench.target, stride: 64, width: (width + 7) / 8, height: height),
                scratch: bench.scratch)
        },
        Operation(name: "momentThreshold") { bench in
            let rule = MomentThreshold(meanWeight: 0.8, offset: 2, spreadMeanWeight: 0.002, spreadOffset: 0.1)
            momentThreshold(
                PlaneView(bench.source, stride: stride, width: width, height: height), radius: 12, by: rule,
                into: MutablePlaneView(bench.target, stride: 64, width: (width + 7) / 8, height: height),
                scratch: bench.scratch)
        },
        Operation(name: "warpGray") { bench in
            for (map, target) in [(tilted, bench.target), (turned, bench.others)] {
                warpGray(
                    PlaneView(bench.source, stride: stride, width: width, height: height), map: map,
                    into: MutablePlaneView(target, stride: stride, width: 217, height: 91))
            }
        },
        Operation(name: "warpRGB") { bench in
            warpRGB(
                PlaneView(bench.source, stride: stride, width: width, height: height), map: tilted,
                into: MutablePlaneView(bench.target, stride: stride, width: 217, height: 91))
        },
        Operation(name: "rotate90") { bench in
            rotate90(
                PlaneView(bench.source, stride: stride, width: width, height: height), channels: 3,
                into: MutablePlaneView(bench.target, stride: stride, width: height, height: width))
        },
        Operation(name: "cornerScores") { bench in
            cornerScores(
                PlaneView(bench.source, stride: stride, width: width, height: height), threshold: 15,
                into: MutablePlaneView(bench.target, stride: stride, width: width, height: height))
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
