import RectoCore
import RectoKernels

// SAFETY, of all calls below: sources are pictures of the inputs' size without padding, of which the upper left part is
// used; targets and scratch memory are sized for that; the closures keep both alive.
extension KernelCase {
    private static let frame = (width: 640, height: 480)
    /// Points of a frame, of an anchor, and matches of the two.
    private static let (pointCount, anchorCount, matchCount) = (1000, 1840, 400)

    /// Kernels for recognizing anchors. All inputs are noise, which is the worst case for corner detection.
    static var anchors: [KernelCase] { corners + points + matches }

    private static var corners: [KernelCase] {
        let (w, h) = frame
        let size = "\(w)x\(h)"
        return [
            KernelCase("cornerScores", size) { input in
                let scores = Buffer<UInt8>(count: w * h)
                return {
                    cornerScores(
                        PlaneView(input.gray.base, stride: input.size.width, width: w, height: h), threshold: 10,
                        into: MutablePlaneView(scores.base, stride: w, width: w, height: h))
                }
            },
            KernelCase("scorePeaks", size) { input in
                let places = Buffer<PixelPlace>(count: scorePeakCapacity(width: w, height: h))
                return {
                    _ = scorePeaks(
                        PlaneView(input.gray.base, stride: input.size.width, width: w, height: h), border: 16,
                        into: places.base)
                }
            },
            KernelCase("integralImage", size) { input in
                let table = Buffer<UInt32>(count: (w + 1) * (h + 1))
                return {
                    integralImage(
                        PlaneView(input.gray.base, stride: input.size.width, width: w, height: h),
                        into: MutablePlaneView(table.base, stride: w + 1, width: w + 1, height: h + 1))
                }
            },
        ]
    }

    /// Times are for each point.
    private static var points: [KernelCase] {
        let size = "\(pointCount)x1"
        let places = Buffer((0..<pointCount).map { PixelPlace(x: 16 + $0 * 37 % 600, y: 16 + $0 * 53 % 440) })
        return [
            KernelCase("cornerTensors", size) { input in
                let tensors = Buffer<CornerTensor>(count: pointCount)
                return {
                    cornerTensors(
                        PlaneView(
                            input.gray.base, stride: input.size.width, width: input.size.width,
                            height: input.size.height), places: places.base, count: pointCount, into: tensors.base)
                }
            },
            KernelCase("intensityCentroid", size) { input in
                let moments = Buffer<IntensityCentroid>(count: pointCount)
                return {
                    intensityCentroid(
                        PlaneView(
                            input.gray.base, stride: input.size.width, width: input.size.width,
                            height: input.size.height), places: places.base, count: pointCount, into: moments.base)
                }
            },
            KernelCase("binaryDescriptor", size) { input in
                let (w, h) = frame
                let table = Buffer<UInt32>(count: (w + 1) * (h + 1))
                integralImage(
                    PlaneView(input.gray.base, stride: input.size.width, width: w, height: h),
                    into: MutablePlaneView(table.base, stride: w + 1, width: w + 1, height: h + 1))
                let directions = Buffer([Direction](repeating: Direction(cosine: 0.8, sine: 0.6), count: pointCount))
                let bits = Buffer<UInt64>(count: 4 * pointCount)
                let pattern = BoxPattern(
                    radii: [2, 2, 3, 4],
                    pairs: (0..<BoxPattern.count).map { i in
                        let (x, y) = (Float(i % 19) - 9, Float(i % 13) - 6)
                        return BoxPattern.Pair(firstX: x, firstY: y, secondX: -y, secondY: x)
                    })
                return {
                    binaryDescriptor(
                        PlaneView(table.base, stride: w + 1, width: w + 1, height: h + 1), pattern: pattern,
                        places: places.base, directions: directions.base, count: pointCount, into: bits.base)
                }
            },
        ]
    }

    /// Times are for each pair of descriptors, or of matches.
    private static var matches: [KernelCase] {
        let pairs = "\(pointCount)x\(anchorCount)"
        func words(_ count: Int, _ input: KernelInputs) -> Buffer<UInt64> {
            let words = Buffer<UInt64>(count: count)
            UnsafeMutableRawPointer(words.base).copyMemory(from: input.rgb.base, byteCount: 8 * count)
            return words
        }
        return [
            KernelCase("hammingDistances", pairs) { input in
                let (queries, fours) = (words(4 * pointCount, input), words(descriptorWordCount(anchorCount), input))
                let distances = Buffer<UInt16>(count: anchorCount + 16)
                return {
                    for i in 0..<pointCount {
                        hammingDistances(queries.base + 4 * i, fours.base, count: anchorCount, into: distances.base)
                    }
                }
            },
            KernelCase("minimumFarDistance", pairs) { input in
                let distances = Buffer<UInt16>((0..<anchorCount + 16).map { UInt16(input.gray.base[$0]) })
                let places = (0..<2).map { k in Buffer((0..<anchorCount).map { input.planes[k].base[$0] }) }
                return {
                    for _ in 0..<pointCount {
                        _ = minimumDistance(distances.base, count: anchorCount)
                        _ = minimumFarDistance(
                            distances.base, xs: places[0].base, ys: places[1].base, count: anchorCount,
                            from: SIMD2(100, 100), squaredBound: 64)
                    }
                }
            },
            KernelCase("agreeingMatches", "\(matchCount)x\(matchCount)") { input in
                let columns = (0..<7).map { k in
                    Buffer((0..<matchCount).map { input.planes[k % 3].base[7 * $0 + k] })
                }
                let matches = MatchColumns(
                    sourceX: columns[0].base, sourceY: columns[1].base, targetX: columns[2].base,
                    targetY: columns[3].base, scale: columns[4].base, cosine: columns[5].base, sine: columns[6].base,
                    count: matchCount)
                let map = ProposedMap(
                    a: 1, b: 0, c: 0, d: 1, shiftX: 3, shiftY: 4, sourceX: 100, sourceY: 100, scale: 1, reach: 40,
                    cosine: 1, sine: 0)
                let bounds = AgreementBounds(gapShare: 0.35, gapOffset: 6, scaleRatio: 1.8, turnCosine: 0.8)
                let bits = Buffer<UInt64>(count: (matchCount + 63) / 64)
                return {
                    // The places of the columns do not keep them alive.
                    withExtendedLifetime(columns) {
                        for _ in 0..<matchCount { agreeingMatches(matches, map: map, bounds: bounds, into: bits.base) }
                    }
                }
            },
            KernelCase("searchPatch", "\(PatchSearch.maximumPlaces)x\(PatchSearch.maximumPlaces)") { input in
                let scores = Buffer<Float>(count: PatchSearch.scoreCount)
                let scratch = Buffer<Int32>(count: PatchSearch.scratchCount)
                return {
                    _ = searchPatch(
                        input.rgb.base,
                        in: PlaneView(
                            input.gray.base, stride: input.size.width,
                            width: PatchSearch.maximumPlaces + PatchSearch.side - 1,
                            height: PatchSearch.maximumPlaces + PatchSearch.side - 1), flat: 1, scores: scores.base,
                        scratch: scratch.base)
                }
            },
        ]
    }
}
