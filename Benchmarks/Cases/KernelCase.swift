import RectoCore
import RectoKernels

#if canImport(Glibc)
    import Glibc
#endif

/// A kernel to measure: given a picture and its target, it becomes a closure that runs it once.
public struct KernelCase {
    public let operation: String
    /// The number of pixels that a time is divided by: the source's, for warps the target's.
    public let size: String
    public let prepare: (KernelInputs) -> () -> Void

    /// The plain copy of a gray picture.
    public static let floor = "copy"
    /// Width and height of the A4 page at 200 dpi that pictures are warped to.
    public static let page = (width: 1654, height: 2339)
    /// Size of frames for page detection.
    static let working = (width: 320, height: 180)

    init(_ operation: String, _ size: String = "1080p", _ prepare: @escaping (KernelInputs) -> () -> Void) {
        self.operation = operation
        self.size = size
        self.prepare = prepare
    }

    /// All kernels, and a plain copy of memory as the floor.
    public static var all: [KernelCase] {
        conversions + scalings + frames + neighbourhoods + windows + rotations + warps + detection + proposals
            + surfaces + anchors + fusion
    }

    /// The size of the pictures for all cases except ``detection``.
    public static func inputs() throws -> KernelInputs {
        KernelInputs(noiseOf: try PixelSize(width: 1920, height: 1080))
    }
}

// SAFETY, of all calls below: sources are pictures of the inputs' size without padding, and targets and scratch memory
// are sized for that; the closures keep both alive.
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
                        PlaneView(input.yuyv.base, stride: 2 * w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("planesFromYUYV") { input in
                let (w, h) = (input.size.width, input.size.height)
                let luma = Buffer<UInt8>(count: w * h)
                let (blue, red) = (Buffer<UInt8>(count: w * h / 2), Buffer<UInt8>(count: w * h / 2))
                return {
                    planesFromYUYV(
                        PlaneView(input.yuyv.base, stride: 2 * w, width: w, height: h),
                        into: YCbCrPlanes(
                            luma: MutablePlaneView(luma.base, stride: w, width: w, height: h),
                            blue: MutablePlaneView(blue.base, stride: w / 2, width: (w + 1) / 2, height: h),
                            red: MutablePlaneView(red.base, stride: w / 2, width: (w + 1) / 2, height: h)))
                }
            },
            KernelCase("planesFromNV12") { input in
                let (w, h) = (input.size.width / 2, input.size.height / 2)
                let (blue, red) = (Buffer<UInt8>(count: w * h), Buffer<UInt8>(count: w * h))
                return {
                    planesFromNV12(
                        PlaneView(input.gray.base, stride: 2 * w, width: w, height: h),
                        blue: MutablePlaneView(blue.base, stride: w, width: w, height: h),
                        red: MutablePlaneView(red.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("lumaFromRGB") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    lumaFromRGB(
                        PlaneView(input.rgb.base, stride: 3 * w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("lumaFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    lumaFromRGBA(
                        PlaneView(input.rgba.base, stride: 4 * w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("planesFromRGB") { input in
                let (w, h) = (input.size.width, input.size.height)
                let targets = (0..<3).map { _ in Buffer<UInt8>(count: w * h) }
                return {
                    planesFromRGB(
                        PlaneView(input.rgb.base, stride: 3 * w, width: w, height: h),
                        into: YCbCrPlanes(
                            luma: MutablePlaneView(targets[0].base, stride: w, width: w, height: h),
                            blue: MutablePlaneView(targets[1].base, stride: w, width: w, height: h),
                            red: MutablePlaneView(targets[2].base, stride: w, width: w, height: h)))
                }
            },
            KernelCase("planesFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let targets = (0..<3).map { _ in Buffer<UInt8>(count: w * h) }
                return {
                    planesFromRGBA(
                        PlaneView(input.rgba.base, stride: 4 * w, width: w, height: h),
                        into: YCbCrPlanes(
                            luma: MutablePlaneView(targets[0].base, stride: w, width: w, height: h),
                            blue: MutablePlaneView(targets[1].base, stride: w, width: w, height: h),
                            red: MutablePlaneView(targets[2].base, stride: w, width: w, height: h)))
                }
            },
            KernelCase("rgbFromRGBA") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: 3 * w * h)
                return {
                    rgbFromRGBA(
                        PlaneView(input.rgba.base, stride: 4 * w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: 3 * w, width: w, height: h))
                }
            },
        ]
    }

    private static var scalings: [KernelCase] {
        [halving("halveGray", channels: 1), halving("halveRGB", channels: 3)]
            + [enlarging("enlargeGray", channels: 1), enlarging("enlargeRGB", channels: 3)]
            + [
                // Rivals search for pages at 500 rows, this engine at 320 columns.
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
                    PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                    into: MutablePlaneView(target.base, stride: 2 * channels * w, width: 2 * w, height: 2 * h))
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
                    PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                    into: MutablePlaneView(target.base, stride: channels * (w / 2), width: w / 2, height: h / 2))
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
                    PlaneView(source.base, stride: channels * w, width: plan.sourceWidth, height: plan.sourceHeight),
                    channels: channels, plan: plan,
                    into: MutablePlaneView(
                        target.base, stride: channels * width, width: plan.targetWidth, height: plan.targetHeight),
                    scratch: scratch.base)
            }
        }
    }

    private static var neighbourhoods: [KernelCase] {
        [
            KernelCase("binomial3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    binomial3x3(
                        PlaneView(input.gray.base, stride: w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("binomial5x5") { input in
                let (w, h) = (input.size.width, input.size.height)
                let target = Buffer<UInt8>(count: w * h)
                return {
                    binomial5x5(
                        PlaneView(input.gray.base, stride: w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("sobel3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let (dx, dy) = (Buffer<Int16>(count: w * h), Buffer<Int16>(count: w * h))
                return {
                    sobel3x3(
                        PlaneView(input.gray.base, stride: w, width: w, height: h),
                        dx: MutablePlaneView(dx.base, stride: w, width: w, height: h),
                        dy: MutablePlaneView(dy.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("scharr3x3") { input in
                let (w, h) = (input.size.width, input.size.height)
                let (dx, dy) = (Buffer<Int16>(count: w * h), Buffer<Int16>(count: w * h))
                return {
                    scharr3x3(
                        PlaneView(input.gray.base, stride: w, width: w, height: h),
                        dx: MutablePlaneView(dx.base, stride: w, width: w, height: h),
                        dy: MutablePlaneView(dy.base, stride: w, width: w, height: h))
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
                        PlaneView(input.gray.base, stride: w, width: w, height: h), radius: 15,
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h), scratch: scratch.base)
                }
            },
            KernelCase("localThreshold31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let bits = Buffer<UInt8>(count: (w + 7) / 8 * h)
                let scratch = Buffer<UInt8>(count: boxMeanScratchByteCount(width: w, radius: 15))
                return {
                    localThreshold(
                        PlaneView(input.gray.base, stride: w, width: w, height: h), radius: 15, offset: 10,
                        into: MutablePlaneView(bits.base, stride: (w + 7) / 8, width: (w + 7) / 8, height: h),
                        scratch: scratch.base)
                }
            },
            KernelCase("sauvola31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let bits = Buffer<UInt8>(count: (w + 7) / 8 * h)
                let scratch = Buffer<UInt8>(count: momentScratchByteCount(width: w, radius: 15))
                let sauvola = MomentThreshold(meanWeight: 0.8, spreadMeanWeight: 0.2 / 128)
                return {
                    momentThreshold(
                        PlaneView(input.gray.base, stride: w, width: w, height: h), radius: 15, by: sauvola,
                        into: MutablePlaneView(bits.base, stride: (w + 7) / 8, width: (w + 7) / 8, height: h),
                        scratch: scratch.base)
                }
            },
            KernelCase("maximumVariance31") { input in
                let (w, h) = (input.size.width, input.size.height)
                let scratch = Buffer<UInt8>(count: momentScratchByteCount(width: w, radius: 15))
                return {
                    _ = maximumVariance(
                        PlaneView(input.gray.base, stride: w, width: w, height: h), radius: 15, scratch: scratch.base)
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
                            PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                            into: MutablePlaneView(target.base, stride: channels * h, width: h, height: w))
                    }
                },
                KernelCase("rotate180\(name)") { input in
                    let (w, h) = (input.size.width, input.size.height)
                    let source = channels == 1 ? input.gray : input.rgb
                    let target = Buffer<UInt8>(count: channels * w * h)
                    return {
                        rotate180(
                            PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                            into: MutablePlaneView(target.base, stride: channels * w, width: w, height: h))
                    }
                },
                KernelCase("rotate270\(name)") { input in
                    let (w, h) = (input.size.width, input.size.height)
                    let source = channels == 1 ? input.gray : input.rgb
                    let target = Buffer<UInt8>(count: channels * w * h)
                    return {
                        rotate270(
                            PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                            into: MutablePlaneView(target.base, stride: channels * h, width: h, height: w))
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
                        PlaneView(input.gray.base, stride: w, width: w, height: h), map: map,
                        into: MutablePlaneView(target.base, stride: page.width, width: page.width, height: page.height))
                }
            }
            return {
                warpRGB(
                    PlaneView(input.rgb.base, stride: 3 * w, width: w, height: h), map: map,
                    into: MutablePlaneView(target.base, stride: 3 * page.width, width: page.width, height: page.height))
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
                    smoothPlane(
                        PlaneView(input.gray.base, stride: w, width: w, height: h), into: target.base, row: row.base)
                }
            },
            KernelCase("smoothPlane", size) { input in
                let (target, row) = (Buffer<Float>(count: w * h), Buffer<Float>(count: w + 4))
                let plane = input.planes[0]
                return {
                    smoothPlane(
                        PlaneView(plane.base, stride: w, width: w, height: h), into: target.base, row: row.base)
                }
            },
            KernelCase("sumTaps", size) { input in
                let reach = 7
                let target = Buffer<Float>(count: w * h)
                let first = input.planes[0].base + reach * w
                let weights = [Float](repeating: 0.1, count: 2 * reach + 1)
                return {
                    sumTaps(
                        first, stride: w, offsets: (-reach...reach).map { $0 * w }, weights: weights,
                        into: MutablePlaneView(target.base, stride: w, width: w, height: h - 2 * reach))
                }
            },
            KernelCase("halvePlane", size) { input in
                let target = Buffer<Float>(count: w * h / 4)
                let plane = input.planes[0]
                return {
                    halvePlane(
                        PlaneView(plane.base, stride: w, width: w, height: h),
                        into: MutablePlaneView(target.base, stride: w / 2, width: w / 2, height: h / 2))
                }
            },
            KernelCase("structureTensor", size) { input in
                let (magnitude, direction) = (Buffer<Float>(count: w * h), Buffer<UInt8>(count: w * h))
                return {
                    structureTensor(
                        FloatPlanes(
                            input.planes[0].base, input.planes[1].base, input.planes[2].base, width: w, height: h),
                        chromaWeight: 2, magnitude: magnitude.base, direction: direction.base)
                }
            },
            KernelCase("meanColors", size) { input in
                let target = Buffer<SIMD4<Float>>(count: w * h)
                let scratch = Buffer<Float>(count: meanColorsScratchCount(width: w))
                return {
                    meanColors(
                        FloatPlanes(
                            input.planes[0].base, input.planes[1].base, input.planes[2].base, width: w, height: h),
                        into: target.base, scratch: scratch.base)
                }
            },
            KernelCase("suppressSurround", size) { input in
                let (target, scratch) = (Buffer<EdgePixel>(count: w * h), Buffer<Float>(count: 2 * w + 1))
                let direction = Buffer<UInt8>(count: w * h)
                let magnitude = input.planes[0]
                return {
                    suppressSurround(
                        PlaneView(magnitude.base, stride: w, width: w, height: h), direction: direction.base,
                        by: SurroundSuppression(radius: 7, weight: 1, floor: 2, minimum: 1), into: target.base,
                        scratch: scratch.base)
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
                        PlaneView(input.gray.base, stride: w, width: w, height: h),
                        surface: PlaneView(
                            input.rgb.base, stride: (w + 3) / 4, width: (w + 3) / 4, height: (h + 3) / 4),
                        into: MutablePlaneView(bits.base, stride: (w + 7) / 8, width: (w + 7) / 8, height: h),
                        scratch: scratch.base)
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
                    PlaneView(source.base, stride: channels * w, width: w, height: h), channels: channels,
                    gains: PlaneView(gains.base, stride: cells, width: (w + 3) / 4, height: (h + 3) / 4),
                    into: MutablePlaneView(target.base, stride: channels * w, width: w, height: h),
                    scratch: scratch.base)
            }
        }
    }
}
