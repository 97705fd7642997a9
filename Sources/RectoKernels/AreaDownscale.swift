/// A picture downscaled by the mean over each target pixel's area, for any ratio from 1 to ``AreaPlan/maximumRatio``.
///
/// First each column of a target row is brought to 8.8 fixed point: the sum over its rows of (value × 256 × weight)
/// >> 16, plus half the number of rows for what the shifts drop. Then each target pixel is the sum over its columns
/// of that times their weights, (… + 2^23) >> 24, at most 255. A constant picture stays as it is.
/// - Parameters:
///   - source: `plan.sourceWidth` × `plan.sourceHeight` pixels.
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: `plan.targetWidth` × `plan.targetHeight` pixels.
///   - scratch: ``AreaPlan/scratchByteCount(channels:)`` bytes, aligned to 2.
public func areaDownscale(
    _ source: UnsafePointer<UInt8>, stride: Int, channels: Int, plan: AreaPlan,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, scratch: UnsafeMutableRawPointer
) {
    Reference.areaDownscale(
        source, stride: stride, channels: channels, plan: plan, into: target, targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `areaDownscale`.
    public static func areaDownscale(
        _ source: UnsafePointer<UInt8>, stride: Int, channels: Int, plan: AreaPlan,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        func column(_ i: Int, _ y: Int) -> Int {
            let count = Int(plan.rows.counts[y])
            var sum = count / 2
            for k in 0..<count {
                let value = Int(source[(Int(plan.rows.starts[y]) + k) * stride + i])
                sum += (value * 256 * Int(plan.rows.weights[y * plan.rows.tapsPerPixel + k])) >> 16
            }
            return sum
        }
        for y in 0..<plan.targetHeight {
            for x in 0..<plan.targetWidth {
                for c in 0..<channels {
                    var sum = 1 << 23
                    for k in 0..<Int(plan.columns.counts[x]) {
                        let i = (Int(plan.columns.starts[x]) + k) * channels + c
                        sum += column(i, y) * Int(plan.columns.weights[x * plan.columns.tapsPerPixel + k])
                    }
                    target[y * targetStride + x * channels + c] = UInt8(min(255, sum >> 24))
                }
            }
        }
    }
}
