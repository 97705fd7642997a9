public func areaDownscale(
    _ s: UnsafePointer<UInt8>, sourceStride: Int, width: Int, height: Int, channels: Int,
    into t: UnsafeMutablePointer<UInt8>, targetStride: Int, targetWidth: Int, targetHeight: Int
) {
    for y in 0..<targetHeight {
        let y0 = Double(y) * Double(height) / Double(targetHeight),
            y1 = Double(y + 1) * Double(height) / Double(targetHeight)
        for x in 0..<targetWidth {
            let x0 = Double(x) * Double(width) / Double(targetWidth),
                x1 = Double(x + 1) * Double(width) / Double(targetWidth)
            for c in 0..<channels {
                var sum = 0.0, wsum = 0.0
                for yy in Int(y0)..<min(height, Int(y1.rounded(.up))) {
                    let wy = min(y1, Double(yy + 1)) - max(y0, Double(yy))
                    for xx in Int(x0)..<min(width, Int(x1.rounded(.up))) {
                        let w = wy * (min(x1, Double(xx + 1)) - max(x0, Double(xx)));
                        sum += w * Double(s[yy * sourceStride + xx * channels + c]); wsum += w
                    }
                }
                t[y * targetStride + x * channels + c] = UInt8((sum / wsum).rounded())
            }
        }
    }
}
public func planesFromRGB(
    _ s: UnsafePointer<UInt8>, sourceStride: Int, luma: UnsafeMutablePointer<UInt8>, cb: UnsafeMutablePointer<UInt8>,
    cr: UnsafeMutablePointer<UInt8>, planeStride: Int, width: Int, height: Int
) {
    for y in 0..<height {
        for x in 0..<width {
            let p = s + y * sourceStride + 3 * x; let r = Int(p[0]), g = Int(p[1]), b = Int(p[2])
            luma[y * planeStride + x] = UInt8((77 * r + 150 * g + 29 * b + 128) >> 8)
            cb[y * planeStride + x] = UInt8(max(0, min(255, (-43 * r - 85 * g + 128 * b + 128) >> 8 + 128)))
            cr[y * planeStride + x] = UInt8(max(0, min(255, (128 * r - 107 * g - 21 * b + 128) >> 8 + 128)))
        }
    }
}
