import Glibc
import RectoCore

/// The tones of a photograph: levels over the whole range, a gentle white balance and a mild S curve.
///
/// Source of the balance: Finlayson & Trezzi, "Shades of Gray and Color Constancy", 2004, with p = 6.
struct PhotoTones {
    /// One curve per channel.
    let curves: [ToneCurve]

    /// - Parameter channels: The histogram of each channel.
    init(_ channels: [ByteHistogram]) {
        let norms = channels.map(Self.minkowskiNorm)
        let mean = norms.reduce(0, +) / Double(norms.count)
        let gains = norms.map { norm in
            let full = mean / max(norm, 1)
            return 1 + Self.balanceShare * min(max(full - 1, -Self.balanceLimit), Self.balanceLimit)
        }
        var (low, high) = (255.0, 0.0)
        for (histogram, gain) in zip(channels, gains) {
            low = min(low, gain * (histogram.quantile(Self.clippedShare) ?? 0))
            high = max(high, gain * (histogram.quantile(1 - Self.clippedShare) ?? 255))
        }
        low = min(max(low, 0), Self.maximumLow)
        high = max(min(high, 255), Self.minimumHigh)
        curves = gains.map { ToneCurve(photoFrom: low, to: high, gain: $0) }
    }

    /// The share of the pixels that may be clipped at each end.
    private static let clippedShare = 0.005
    /// The limits of stretching, so that a flat picture does not become harsh.
    private static let maximumLow = 50.0
    private static let minimumHigh = 160.0
    /// The share of the white balance that is applied, and its limit per channel.
    private static let balanceShare = 0.6
    private static let balanceLimit = 0.2

    private static func minkowskiNorm(_ histogram: ByteHistogram) -> Double {
        let sum = histogram.counts.enumerated().reduce(0.0) { $0 + Double($1.element) * pow(Double($1.offset), 6) }
        return pow(sum / Double(max(histogram.total, 1)), 1.0 / 6)
    }
}
