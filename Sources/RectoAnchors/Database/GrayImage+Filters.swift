internal import RectoCore
internal import RectoKernels

extension Image<Gray8> {
    /// The picture resized by area averaging to a size that is no larger.
    /// - Returns: `nil` if the size is too small for area averaging.
    func shrunk(to target: PixelSize) -> GrayImage? {
        guard target != size else { return self }
        let maximum = AreaPlan.maximumRatio
        guard width <= maximum * target.width, height <= maximum * target.height else { return nil }
        let plan = AreaPlan(
            sourceWidth: width, sourceHeight: height, targetWidth: target.width, targetHeight: target.height)
        var image = GrayImage(size: target)
        withView { source in
            image.withMutableView { target in
                withUnsafeTemporaryAllocation(byteCount: plan.scratchByteCount(), alignment: 2) { scratch in
                    // SAFETY: the plan's scratch is not empty.
                    guard let scratch = scratch.baseAddress else { return }
                    areaDownscale(source.plane, channels: 1, plan: plan, into: target.plane, scratch: scratch)
                }
            }
        }
        return image
    }

    /// The picture with nearly normal noise of the given standard deviation, in gray levels.
    func withNoise(_ deviation: Float, seed: UInt64) -> GrayImage {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        var image = self
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    // Four uniform numbers of 12 bits, whose sum has the deviation 4096 √⅓, which is 2365.
                    var sum: Int = -2 * 4095
                    for shift: UInt64 in [16, 28, 40, 52] { sum += Int((state >> shift) & 4095) }
                    let level: Float = Float(row[x]) + Float(sum) * (deviation / 2365) + 0.5
                    row[x] = UInt8(Swift.max(0, Swift.min(255, level)))
                }
            }
        }
        return image
    }

    /// The picture filtered with the 3 × 3 binomial kernel.
    var smoothed: GrayImage {
        var image = GrayImage(size: size)
        withView { source in
            image.withMutableView { target in
                binomial3x3(source.plane, into: target.plane)
            }
        }
        return image
    }
}

extension PixelSize {
    /// The size with sides divided by a factor of 1 or more, rounded.
    /// - Returns: `nil` if a side would shrink to 0.
    func shrunk(by factor: Double) -> PixelSize? {
        try? PixelSize(
            width: Int((Double(width) / factor).rounded()), height: Int((Double(height) / factor).rounded()))
    }
}
