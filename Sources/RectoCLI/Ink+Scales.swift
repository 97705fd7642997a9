import Glibc

extension Ink {
    /// A color of the rainbow.
    /// - Parameters:
    ///   - hue: In turns from red over yellow, green and blue.
    ///   - brightness: 0…1.
    init(hue: Double, brightness: Double) {
        func channel(_ offset: Double) -> UInt8 {
            let place = (hue + offset) - floor(hue + offset)
            return UInt8(255 * brightness * min(max(abs(place * 6 - 3) - 1, 0), 1))
        }
        self.init(red: channel(0), green: channel(2.0 / 3), blue: channel(1.0 / 3))
    }

    /// From black over violet and orange to pale yellow: amounts, 0…1.
    init(heat amount: Double) {
        let stops: [SIMD3<Double>] = [
            SIMD3(0, 0, 8), SIMD3(85, 15, 110), SIMD3(190, 55, 85), SIMD3(250, 145, 10), SIMD3(252, 255, 200),
        ]
        let place = min(max(amount, 0), 1) * Double(stops.count - 1)
        let index = min(Int(place), stops.count - 2)
        let color = stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
        self.init(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    }

    /// From blue for 0 over green and yellow to red for 1: ranks that are to be told apart.
    init(rank amount: Double) { self.init(hue: (1 - min(max(amount, 0), 1)) * 0.62, brightness: 1) }

    init(gray amount: Double) {
        let value = UInt8(255 * min(max(amount, 0), 1))
        self.init(red: value, green: value, blue: value)
    }
}
