import RectoCore
import RectoKernels

// SAFETY, of all calls below: sources are pictures of the inputs' size without padding, and everything else is sized
// for that with room for vectors at the end; the closures keep both alive.
extension KernelCase {
    /// Kernels that register, compare, gather and deblur frames of a page.
    static var fusion: [KernelCase] {
        let bandPassing = KernelCase("bandPass") { input in
            let (w, h) = (input.size.width, input.size.height)
            let (scratch, band) = (Buffer<Float>(count: bandPassScratchRows * w), Buffer<Float>(count: w * h))
            return {
                bandPass(
                    PlaneView(input.gray.base, stride: w, width: w, height: h), scratch: scratch.base,
                    into: MutablePlaneView(band.base, stride: w, width: w, height: h))
            }
        }
        return [bandPassing] + registration + cells + [
            gathering("gatherTile", phases: 1), gathering("gatherTileTwice", phases: 2), deblurring,
        ]
    }

    /// A thousand points; each registration step uses thousands.
    private static var registration: [KernelCase] {
        let count = 1000
        func registering(
            _ operation: String,
            _ run: @escaping (PlaneView<Float>, RegistrationPoints, UnsafeMutablePointer<Float>) -> Void
        ) -> KernelCase {
            KernelCase(operation, "\(count)x1") { input in
                let (w, h) = (input.size.width, input.size.height)
                let seen = Buffer<Float>(count: count)
                let numbers = Buffer(
                    (0..<5 * count).map { i -> Float in
                        let place = Float(i % count * 7919 % count) / Float(count)
                        return i < count ? place * Float(w - 2) : i < 2 * count ? place * Float(h - 2) : place - 0.5
                    })
                let points = RegistrationPoints(numbers.base, count: count)
                let plane = PlaneView(UnsafePointer(input.planes[0].base), stride: w, width: w, height: h)
                _ = samplePoints(plane, points, map: map, into: seen.base)
                return { withExtendedLifetime((input, numbers)) { run(plane, points, seen.base) } }
            }
        }
        return [
            registering("samplePoints") { _ = samplePoints($0, $1, map: map, into: $2) },
            registering("sumDifferences") { _ = sumDifferences($1, seen: $2, gain: 1.1) },
            registering("sumSystem") { _ = sumSystem($1, seen: $2, gain: 1.1, bound: 4) },
        ]
    }

    /// Close to the identity.
    private static let map: [Float] = [0.999, 0.001, 0.4, -0.001, 0.998, 0.3, 1e-7, -1e-7, 1]

    private static var cells: [KernelCase] {
        func comparing(
            _ operation: String,
            _ run:
                @escaping (PlaneView<UInt8>, CellLight, MutablePlaneView<Float>, UnsafeMutablePointer<CellAgreement>) ->
                Void
        ) -> KernelCase {
            KernelCase(operation) { input in
                let (w, h, side) = (input.size.width, input.size.height, agreementCell)
                let light = Buffer([Float](repeating: 0.9, count: w / side))
                let mean = Buffer([Float](repeating: 128, count: (w + 2 * side) * side))
                let agreements = Buffer<CellAgreement>(count: w / side)
                let cellLight = CellLight(gain: light.base, offset: light.base, weight: light.base)
                return {
                    withExtendedLifetime(light) {
                        for y in stride(from: 0, to: h, by: side) {
                            run(
                                PlaneView(input.gray.base + y * w, stride: w, width: w, height: side), cellLight,
                                MutablePlaneView(mean.base + side, stride: w + 2 * side, width: w, height: side),
                                agreements.base)
                        }
                    }
                }
            }
        }
        return [
            comparing("addCells") { source, light, sums, _ in addCells(source, light: light, into: sums) },
            comparing("compareCells") { source, light, mean, agreements in
                compareCells(
                    source, light: light,
                    with: PlaneView(
                        UnsafePointer(mean.base), stride: mean.stride, width: mean.width, height: mean.height),
                    into: agreements)
            },
        ]
    }

    /// Tiles of a whole frame, without its border.
    private static func gathering(_ operation: String, phases: Int) -> KernelCase {
        KernelCase(operation) { input in
            let (w, h) = (input.size.width, input.size.height)
            let taps = Buffer<Float>([0.1, 0.8, 0.6, 0.05, 0.05, 0.6, 0.8, 0.1])
            let light = Buffer([Float](repeating: 0.9, count: 8 * 4))
            let apart = 32 * 8
            let sums = Buffer<Float>(count: 2 * phases * phases * apart)
            let scratch = Buffer<Float>(count: gatherScratchCount)
            let tileLight = TileLight(gain: light.base + 9, offset: light.base + 9, weight: light.base + 9, stride: 8)
            let tile = TileSums(
                values: sums.base, weights: sums.base + phases * phases * apart, width: 32, height: 8, stride: 32,
                apart: apart)
            return {
                withExtendedLifetime((taps, light, sums)) {
                    for y in stride(from: 0, to: h - 16, by: 8) {
                        for x in stride(from: 0, to: w - 64, by: 32) {
                            gatherTile(
                                PlaneView(input.gray.base + y * w + x, stride: w, width: 40, height: 11),
                                taps: GatherTaps(down: taps.base, across: taps.base, phases: phases),
                                light: tileLight, scratch: scratch.base, into: tile)
                        }
                    }
                }
            }
        }
    }

    private static var deblurring: KernelCase {
        KernelCase("deblurRow") { input in
            let (w, h, radius) = (input.size.width, input.size.height, 12)
            let taps = Buffer<Float>((0...radius).map { 1 / Float(2 + $0 * $0) })
            let columns = Buffer<Float>(count: w + 8)
            let (scratch, target) = (Buffer<Float>(count: deblurScratchRows * (w + 8)), Buffer<Float>(count: w + 8))
            let deblur = RowDeblur(
                taps: taps.base, radius: radius, step: 2, reach: 3, printOvershoot: 0.8, paperOvershoot: 0.15)
            return {
                withExtendedLifetime(taps) {
                    for y in radius..<h - radius - 1 {
                        deblurRow(
                            input.planes[0].base + y * w, stride: w, count: w - 2 * radius, by: deblur,
                            columns: columns.base, scratch: scratch.base, into: target.base)
                    }
                }
            }
        }
    }
}
