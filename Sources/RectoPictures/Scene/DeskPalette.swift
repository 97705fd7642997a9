/// Typical colors of desks, floors and cloths.
enum DeskPalette {
    /// A color that is mostly muted, mostly warm, blue or gray; occasionally any color.
    ///
    /// - Parameter brightness: Range of the brightness, 0...1.
    static func color(_ generator: inout SeededGenerator, brightness: ClosedRange<Double>) -> LinearRGB {
        let value = generator.uniform(brightness.lowerBound, brightness.upperBound)
        let chroma = generator.unit()
        let hue = generator.pick(weighted: [
            (generator.uniform(0.04, 0.14), 4), (generator.uniform(0.55, 0.66), 2.5),
            (generator.uniform(0.22, 0.42), 1), (generator.uniform(0.93, 1.03), 1), (generator.unit(), 0.8),
        ])
        return LinearRGB(SRGB(hue: hue, saturation: chroma * chroma * 0.65, brightness: value))
    }

    /// A stronger color, as on printed cloth.
    static func accent(_ generator: inout SeededGenerator, brightness: ClosedRange<Double>) -> LinearRGB {
        let hue = generator.pick(weighted: [
            (generator.uniform(0.95, 1.1), 3), (generator.uniform(0.52, 0.68), 3), (generator.uniform(0.2, 0.45), 1.5),
            (generator.unit(), 1),
        ])
        return LinearRGB(
            SRGB(
                hue: hue, saturation: generator.uniform(0.15, 0.7),
                brightness: generator.uniform(brightness.lowerBound, brightness.upperBound)))
    }
}
