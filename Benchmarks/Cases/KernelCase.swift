import RectoCore
import RectoKernels

#if canImport(Glibc)
    import Glibc
#endif

/// A kernel to be measured: on a given picture, with what it writes to, it becomes a closure that runs it once.
public struct KernelCase {
    public let operation: String
    /// The pixels that a time is divided by: those of the source, for warps those of the target.
    public let size: String
    public let prepare: (KernelInputs) -> () -> Void

    /// The plain copy of a gray picture.
    public static let floor = "copy"
    /// Width and height of the A4 page at 200 dpi that pictures are warped to.
    public static let page = (width: 1654, height: 2339)
    /// Frames at the scale at which pages are looked for.
    static let working = (width: 320, height: 180)

    init(_ operation: String, _ size: String = "1080p", _ prepare: @escaping (KernelInputs) -> () -> Void) {
        self.operation = operation
        self.size = size
        self.prepare = prepare
    }

    /// All kernels, and a plain copy of memory as the floor.
    public static var all: [KernelCase] {
        conversions + scalings + frames + neighbourhoods + windows + rotations + warps + detection + proposals
            + surfaces + anchors
    }

    /// The size of the pictures that the cases but ``detection`` are for.
    public static func inputs() throws -> KernelInputs {
        KernelInputs(noiseOf: try PixelSize(width: 1920, height: 1080))
    }
}

// SAFETY, of all calls below: sources are pictures of the inputs' size without padding, and targets and scratch are
// made for that size; the closures keep both.
extension KernelCase {
    private static var conversions: [KernelCase] {
        [
            KernelCase(floor) { input in
                let target = Buffer<UInt8>(count: input.gray.count)
                return { _ = memcpy(target.base, input.gray.base, input.gray.count) }
            },
            KernelCase("lumaFromYUYV") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    lumaFromYUYV(
                        input.yuyv.base, stride: 2 * w, width: w, height: h, into: target.base, targetStride: w)
                }
            },
            KernelCase("planesFromYUYV") { input in
                let (w, h) = (input.size.width, input.size.height)
                let luma = Buffer<UInt8>(count: w * h)
                let (blue, red) = (Buffer<UInt8>(count: w * h / 2), Buffer<UInt8>(count: w * h / 2))
                return {
                    planesFromYUYV(
                        input.yuyv.base, stride: 2 * w, width: w, height: h, luma: luma.base, lumaStride: w,
                        blue: blue.base, red: red.base, chromaStride: w / 2)
                }
            },
            KernelCase("planesFromNV12") { input in
                let (w, h) = (input.size.width / 2, input.size.height / 2)
                let (blue, red) = (Buffer<UInt8>(count: w * h), Buffer<UInt8>(count: w * h))
                return {
                    planesFromNV12(
                        input.gray.base, stride: 2 * w, chromaWidth: w, chromaHeight: h, blue: blue.base,
                        red: red.base, targetStride: w)
                }
            },
            KernelCase("lumaFromRGB") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    lumaFromRGB(input.rgb.base, stride: 3 * w, width: w, height: h, into: target.base, targetStride: w)
                }
            },
            KernelCase("lumaFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    lumaFromRGBA(
                        input.rgba.base, stride: 4 * w, width: w, height: h, into: target.base, targetStride: w)
                }
            },
            KernelCase("planesFromRGB") { input in
                let (w, h) = (input.size.width, input.size.height)
                let targets = (0..<3).map { _ in Buffer<UInt8>(count: w * h) }
                return {
                    planesFromRGB(
                        input.rgb.base, stride: 3 * w, width: w, height: h, luma: targets[0].base,
                        blue: targets[1].base, red: targets[2].base, targetStride: w)
                }
            },
            KernelCase("planesFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let targets = (0..<3).map { _ in Buffer<UInt8>(count: w * h) }
                return {
                    planesFromRGBA(
                        input.rgba.base, stride: 4 * w, width: w, height: h, luma: targets[0].base,
                        blue: targets[1].base, red: targets[2].base, targetStride: w)
                }
            },
            KernelCase("rgbFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: 3 * w * h)
                return {
                    rgbFromRGBA(
                        input.rgba.base, stride: 4 * w, width: w, height: h, into: target.base, targetStride: 3 * w)
                }
            },
        ]
    }

    private static var scalings: [KernelCase] {
        [halving("halveGray", channels: 1), halving("halveRGB", channels: 3)]
            + [enlarging("enlargeGray", channels: 1), enlarging("enlargeRGB", channels: 3)]
            + [
                // 500 rows is where rivals look for pages, 320 columns where this engine does.
                area("areaGrayTo500Rows", channels: 1, width: 889, height: 500),
                area("areaGrayTo320Columns", channels: 1, width: working.width, height: working.height),
                area("areaRGBTo320Columns", channels: 3, width: working.width, height: working.height),
            ]
    }

    private static func enlarging(_ operation: String, channels: Int) -> KernelCase {
        KernelCase(operation) { input in
            let (w, h) = (input.size.width, input.size.height)
            let source = channels == 1 ? input.gray : input.rgb
            let target = Buffer<UInt8>(count: 4 * channels * w * h)
            return {
                enlarge(
                    source.base, stride: channels * w, width: w, height: h, channels: channels, into: target.base,
                    targetStride: 2 * channels * w)
            }
        }
    }

    private static func halving(_ operation: String, channels: Int) -> KernelCase {
        KernelCase(operation) { input in
            let (w, h) = (input.size.width, input.size.height)
            let source = channels == 1 ? input.gray : input.rgb
            let target = Buffer<UInt8>(count: channels * (w / 2) * (h / 2))
            return {
                RectoKernels.halve(
                    source.base, stride: channels * w, width: w, height: h, channels: channels, into: target.base,
                    targetStride: channels * (w / 2))
            }
        }
    }

    private static func area(_ operation: String, channels: Int, width: Int, height: Int) -> KernelCase {
        KernelCase(operation) { input in
            let (w, h) = (input.size.width, input.size.height)
            let source = channels == 1 ? input.gray : input.rgb
            let plan = AreaPlan(sourceWidth: w, sourceHeight: h, targetWidth: width, targetHeight: height)
            let target = Buffer<UInt8>(count: channels * width * height)
            let scratch = Buffer<UInt8>(count: plan.scratchByteCount(channels: channels))
            return {
                areaDownscale(
                    source.base, stride: channels * w, channels: channels, plan: plan, into: target.base,
                    targetStride: channels * width, scratch: scratch.base)
            }
        }
    }

    private static var neighbourhoods: [KernelCase] {
        [
            KernelCase("binomial3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    binomial3x3(input.gray.base, stride: w, width: w, height: h, into: target.base, targetStride: w)
                }
            },
            KernelCase("binomial5x5") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    binomial5x5(input.gray.base, stride: w, width: w, height: h, into: target.base, targetStride: w)
                }
            },
            KernelCase("sobel3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let (dx, dy) = (Buffer<Int16>(count: w * h), Buffer<Int16>(count: w * h))
                return {
                    sobel3x3(
                        input.gray.base, stride: w, width: w, height: h, dx: dx.base, dy: dy.base, gradientStride: w)
                }
            },
            KernelCase("scharr3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let (dx, dy) = (Buffer<Int16>(count: w * h), Buffer<Int16>(count: w * h))
                return {
                    scharr3x3(
                        input.gray.base, stride: w, width: w, height: h, dx: dx.base, dy: dy.base, gradientStride: w)
                }
            },
        ]
    }

    private static var windows: [KernelCase] {
        [
            KernelCase("boxMean31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                let scratch = Buffer<UInt8>(count: boxMeanScratchByteCount(width: w, radius: 15))
                return {
                    boxMean(
                        input.gray.base, stride: w, width: w, height: h, radius: 15, into: target.base,
                        targetStride: w, scratch: scratch.base)
                }
            },
            KernelCase("localThreshold31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let bits = Buffer<UInt8>(count: (w + 7) / 8 * h)
                let scratch = Buffer<UInt8>(count: boxMeanScratchByteCount(width: w, radius: 15))
                return {
                    localThreshold(
                        input.gray.base, stride: w, width: w, height: h, radius: 15, offset: 10, into: bits.base,
                        bitsStride: (w + 7) / 8, scratch: scratch.base)
                }
            },
            KernelCase("sauvola31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let bits = Buffer<UInt8>(count: (w + 7) / 8 * h)
                let scratch = Buffer<UInt8>(count: momentScratchByteCount(width: w, radius: 15))
                let sauvola = MomentThreshold(meanWeight: 0.8, spreadMeanWeight: 0.2 / 128)
                return {
                    momentThreshold(
                        input.gray.base, stride: w, width: w, height: h, radius: 15, by: sauvola, into: bits.base,
                        bitsStride: (w + 7) / 8, scratch: scratch.base)
                }
            },
            KernelCase("maximumVariance31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let scratch = Buffer<UInt8>(count: momentScratchByteCount(width: w, radius: 15))
                return {
                    _ = maximumVariance(
                        input.gray.base, stride: w, width: w, height: h, radius: 15, scratch: scratch.base)
                }
            },
        ]
    }

    private static var rotations: [KernelCase] {
        [("Gray", 1), ("RGB", 3)].flatMap { name, channels in
            [
                KernelCase("rotate90\(name)") { input in
                    let (w, h) = (input.size.width, input.size.height)
                    let source = channels == 1 ? input.gray : input.rgb
                    let target = Buffer<UInt8>(count: channels * w * h)
                    return {
                        rotate90(
                            source.base, stride: channels * w, width: w, height: h, channels: channels,
                            into: target.base, targetStride: channels * h)
                    }
                },
                KernelCase("rotate180\(name)") { input in
                    let (w, h) = (input.size.width, input.size.height)
                    let source = channels == 1 ? input.gray : input.rgb
                    let target = Buffer<UInt8>(count: channels * w * h)
                    return {
                        rotate180(
                            source.base, stride: channels * w, width: w, height: h, channels: channels,
                            into: target.base, targetStride: channels * w)
                    }
                },
                KernelCase("rotate270\(name)") { input in
                    let (w, h) = (input.size.width, input.size.height)
                    let source = channels == 1 ? input.gray : input.rgb
                    let target = Buffer<UInt8>(count: channels * w * h)
                    return {
                        rotate270(
                            source.base, stride: channels * w, width: w, height: h, channels: channels,
                            into: target.base, targetStride: channels * h)
                    }
                },
            ]
        }
    }

    private static var warps: [KernelCase] {
        let fine = (width: 2480, height: 3508)
        return ["Gray": 1, "RGB": 3].sorted { $0.key < $1.key }.flatMap { name, channels in
            [
                warp("warp\(name)", channels, to: page) { $0.quad },
                warp("warp\(name)At300", channels, to: fine) { $0.quad },
                warp("warp\(name)Steep", channels, to: page) { steepQuad(in: $0.size) },
                warp("warp\(name)Turned", channels, to: page) { $0.quad.rotatingCorners(by: -1) },
            ]
        }
    }

    /// A page in a picture, as large as an A4 page at 200 or 300 dpi.
    private static func warp(
        _ operation: String, _ channels: Int, to page: (width: Int, height: Int),
        quad: @escaping (KernelInputs) -> Quad
    ) -> KernelCase {
        KernelCase(operation, "\(page.width)x\(page.height)") { input in
            let (w, h) = (input.size.width, input.size.height)
            let map = pageToPicture(quad(input), page)
            let target = Buffer<UInt8>(count: channels * page.width * page.height)
            guard channels == 3 else {
                return {
                    warpGray(
                        input.gray.base, stride: w, width: w, height: h, map: map, into: target.base,
                        targetStride: page.width, targetWidth: page.width, targetHeight: page.height)
                }
            }
            return {
                warpRGB(
                    input.rgb.base, stride: 3 * w, width: w, height: h, map: map, into: target.base,
                    targetStride: 3 * page.width, targetWidth: page.width, targetHeight: page.height)
            }
        }
    }

    /// A sheet seen so obliquely that its far side is less than half as long as its near one.
    private static func steepQuad(in size: PixelSize) -> Quad {
        let (w, h) = (Double(size.width), Double(size.height))
        return Quad(
            topLeft: Point2D(x: 0.35 * w, y: 0.30 * h), topRight: Point2D(x: 0.52 * w, y: 0.24 * h),
            bottomRight: Point2D(x: 0.80 * w, y: 0.70 * h), bottomLeft: Point2D(x: 0.33 * w, y: 0.94 * h))
    }

    private static func pageToPicture(_ quad: Quad, _ page: (width: Int, height: Int)) -> WarpCoefficients {
        let page = Quad(width: Double(page.width), height: Double(page.height))
        guard let map = Homography(from: page, to: quad) else { preconditionFailure("the quad is convex") }
        return (map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h, map.i)
    }

    private static var detection: [KernelCase] {
        let (w, h) = working
        let size = "\(w)x\(h)"
        return [
            KernelCase("smoothPlaneOfBytes", size) { input in
                let (target, row) = (Buffer<Float>(count: w * h), Buffer<Float>(count: w + 4))
                return {
                    smoothPlane(input.gray.base, stride: w, width: w, height: h, into: target.base, row: row.base)
                }
            },
            KernelCase("smoothPlane", size) { input in
                let (target, row) = (Buffer<Float>(count: w * h), Buffer<Float>(count: w + 4))
                let plane = input.planes[0]
                return { smoothPlane(plane.base, width: w, height: h, into: target.base, row: row.base) }
            },
            KernelCase("halvePlane", size) { input in
                let target = Buffer<Float>(count: w * h / 4)
                let plane = input.planes[0]
                return { halvePlane(plane.base, width: w, height: h, into: target.base) }
            },
            KernelCase("structureTensor", size) { input in
                let (magnitude, direction) = (Buffer<Float>(count: w * h), Buffer<UInt8>(count: w * h))
                return {
                    structureTensor(
                        input.planes[0].base, input.planes[1].base, input.planes[2].base, chromaWeight: 2, width: w,
                        height: h, magnitude: magnitude.base, direction: direction.base)
                }
            },
            KernelCase("meanColors", size) { input in
                let target = Buffer<SIMD4<Float>>(count: w * h)
                let scratch = Buffer<Float>(count: meanColorsScratchCount(width: w))
                return {
                    meanColors(
                        input.planes[0].base, input.planes[1].base, input.planes[2].base, width: w, height: h,
                        into: target.base, scratch: scratch.base)
                }
            },
            KernelCase("suppressSurround", size) { input in
                let (target, scratch) = (Buffer<EdgePixel>(count: w * h), Buffer<Float>(count: 2 * w + 1))
                let direction = Buffer<UInt8>(count: w * h)
                let magnitude = input.planes[0]
                return {
                    suppressSurround(
                        magnitude.base, width: w, height: h, radius: 7, weight: 1, floor: 2, minimum: 1,
                        direction: direction.base, into: target.base, scratch: scratch.base)
                }
            },
        ]
    }

    private static var surfaces: [KernelCase] {
        [
            KernelCase("thresholdAgainstSurface") { input in
                let (w, h) = (input.size.width, input.size.height)
                let bits = Buffer<UInt8>(count: (w + 7) / 8 * h)
                let scratch = Buffer<UInt8>(count: surfaceScratchByteCount(width: w, channels: 1))
                return {
                    thresholdAgainstSurface(
                        input.gray.base, stride: w, width: w, height: h, surface: input.rgb.base,
                        surfaceStride: (w + 3) / 4, into: bits.base, bitsStride: (w + 7) / 8, scratch: scratch.base)
                }
            },
            flatten("flattenGray", channels: 1), flatten("flattenRGB", channels: 3),
        ]
    }

    private static func flatten(_ operation: String, channels: Int) -> KernelCase {
        KernelCase(operation) { input in
            let (w, h) = (input.size.width, input.size.height)
            let source = channels == 1 ? input.gray : input.rgb
            let cells = (w + 3) / 4 * channels
            let gains = Buffer<UInt16>(
                (0..<cells * ((h + 3) / 4)).map { UInt16(input.gray.base[$0]) % 100 + unitGain })
            let target = Buffer<UInt8>(count: channels * w * h)
            let scratch = Buffer<UInt8>(count: surfaceScratchByteCount(width: w, channels: channels))
            return {
                flattenWithSurface(
                    source.base, stride: channels * w, width: w, height: h, channels: channels, gains: gains.base,
                    gainStride: cells, into: target.base, targetStride: channels * w, scratch: scratch.base)
            }
        }
    }
}
