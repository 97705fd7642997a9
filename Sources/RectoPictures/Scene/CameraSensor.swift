import RectoCore

/// The effects of lens, sensor and processing: blur, vignetting, color cast, noise, encoding as sRGB.
struct CameraSensor {
    /// Standard deviation of the defocus in pixels.
    private(set) var defocus: Double
    /// Length in pixels and direction of the motion blur.
    private(set) var motion: (length: Double, angle: Double)?
    /// Target of the automatic exposure for the mean light, and upper limit for the brightest part.
    let exposure: (mean: Float, limit: Float)
    let cast: LinearRGB
    /// Share of light lost in the corners.
    let vignetting: Float
    /// Noise variance per unit of light, and variance in the dark.
    let shotNoise: Float
    let readNoise: Float
    private var seed: UInt64

    /// Largest gain, so that dark rooms stay dark.
    private static let largestGain: Float = 2.5

    init(_ generator: inout SeededGenerator, size: PixelSize) {
        let scale = Double(size.longSide) / 960
        defocus = generator.pick(weighted: [
            (generator.uniform(0.35, 0.7), 6), (generator.uniform(0.7, 1.3) * max(1, scale), 2),
            (generator.uniform(1.3, 2.6) * max(1, scale), 0.8),
        ])
        motion = generator.chance(0.08) ? (generator.uniform(2, 9) * scale, generator.uniform(0, .pi)) : nil
        exposure = (Float(generator.uniform(0.2, 0.55)), Float(generator.uniform(0.65, 1.1)))
        let warm = Float(generator.normal() * 0.09)
        let green = Float(generator.normal() * 0.025)
        cast = LinearRGB(1 + warm, 1 + green, 1 - 1.2 * warm)
        vignetting = Float(generator.uniform(0, 0.35))
        let gain = generator.uniform(0, 1)
        shotNoise = Float(0.00004 + 0.0011 * gain * gain)
        readNoise = Float(0.0000008 + 0.00003 * gain * gain)
        seed = generator.next()
    }

    /// Whether the picture is visibly blurred.
    var isBlurred: Bool { defocus > 1.3 || motion != nil }

    /// The sensor for one frame of a video: with different noise, and no motion beyond the video's.
    /// - Parameter extraDefocus: Standard deviation of additional blur, in pixels.
    func forFrame(noise: UInt64, extraDefocus: Double) -> CameraSensor {
        var sensor = self
        sensor.defocus = (defocus * defocus + extraDefocus * extraDefocus).squareRoot()
        sensor.motion = nil
        sensor.seed = seed ^ noise
        return sensor
    }

    /// - Parameter gain: Factor for the light after the automatic exposure.
    func expose(_ picture: LightImage, gain: Float = 1) -> RGBImage { read(exposure(to: picture, gain: gain)) }

    /// An exposed picture without the noise, which differs in each frame.
    struct Exposure: Sendable {
        fileprivate let size: PixelSize
        fileprivate var light: [LinearRGB]
        /// Standard deviation of each pixel's noise.
        fileprivate var deviation: [Float]
    }

    /// - Parameter gain: Factor for the light after the automatic exposure.
    func exposure(to picture: LightImage, gain: Float = 1) -> Exposure {
        var light = picture
        if defocus > 0.3 { Self.blur(&light, sigma: defocus) }
        if let motion { Self.smear(&light, length: motion.length, angle: motion.angle) }
        return develop(light, gain: gain)
    }

    /// Separable Gaussian blur; the border is repeated outside.
    private static func blur(_ picture: inout LightImage, sigma: Double) {
        let radius = max(1, Int((sigma * 2.6).rounded(.up)))
        var weights = (0...radius).map { Float(PortableMath.exp(-Double($0 * $0) / (2 * sigma * sigma))) }
        let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
        weights = weights.map { $0 / sum }
        let (width, height) = (picture.size.width, picture.size.height)
        var rows = picture.pixels
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            rows.withUnsafeMutableBufferPointer { rows in
                for y in 0..<height {
                    for x in 0..<width {
                        var color = pixels[y * width + x] * weights[0]
                        for step in 1...radius {
                            let left = pixels[y * width + max(0, x - step)]
                            let right = pixels[y * width + min(width - 1, x + step)]
                            color += (left + right) * weights[step]
                        }
                        rows[y * width + x] = color
                    }
                }
                for y in 0..<height {
                    for x in 0..<width {
                        var color = rows[y * width + x] * weights[0]
                        for step in 1...radius {
                            let above = rows[max(0, y - step) * width + x]
                            let below = rows[min(height - 1, y + step) * width + x]
                            color += (above + below) * weights[step]
                        }
                        pixels[y * width + x] = color
                    }
                }
            }
        }
    }

    /// Mean along a short centered line, so that edges keep their place on average.
    private static func smear(_ picture: inout LightImage, length: Double, angle: Double) {
        let (width, height) = (picture.size.width, picture.size.height)
        let direction = Point2D.direction(angle)
        let taps = max(3, Int(length.rounded(.up)) | 1)
        let source = picture.pixels
        source.withUnsafeBufferPointer { source in
            picture.pixels.withUnsafeMutableBufferPointer { pixels in
                for y in 0..<height {
                    for x in 0..<width {
                        var sum = LinearRGB.black
                        for tap in 0..<taps {
                            let offset = (Double(tap) / Double(taps - 1) - 0.5) * length
                            let fx = max(0, min(Double(width) - 1.001, Double(x) + direction.x * offset))
                            let fy = max(0, min(Double(height) - 1.001, Double(y) + direction.y * offset))
                            let at = Int(fy) * width + Int(fx)
                            let tx = Float(fx - fx.rounded(.down))
                            let ty = Float(fy - fy.rounded(.down))
                            let upper = source[at].mixed(with: source[min(at + 1, source.count - 1)], tx)
                            let below = min(at + width, source.count - 1)
                            let lower = source[below].mixed(with: source[min(below + 1, source.count - 1)], tx)
                            sum += upper.mixed(with: lower, ty)
                        }
                        pixels[y * width + x] = sum * (1 / Float(taps))
                    }
                }
            }
        }
    }

    /// The gain of an automatic exposure.
    private func automaticGain(_ picture: LightImage) -> Float {
        var levels: [Float] = []
        for index in stride(from: 0, to: picture.pixels.count, by: 1 + picture.pixels.count / 6000) {
            levels.append(picture.pixels[index].luminance)
        }
        levels.sort()
        let mean = max(1e-4, levels.reduce(0, +) / Float(levels.count))
        let bright = max(1e-3, levels[levels.count * 97 / 100])
        return min(exposure.mean / mean, exposure.limit / bright, Self.largestGain)
    }

    /// Compresses values above white softly to white.
    @inline(__always)
    private static func shoulder(_ light: LinearRGB) -> LinearRGB {
        func curve(_ x: Float) -> Float { x < 0.85 ? x : 1 - 0.0225 / (x - 0.7) }
        return LinearRGB(curve(light.r), curve(light.g), curve(light.b))
    }

    private func develop(_ picture: LightImage, gain: Float) -> Exposure {
        let size = picture.size
        let gain = cast * (automaticGain(picture) * gain)
        let (middleX, middleY) = (Float(size.width) / 2, Float(size.height) / 2)
        let corner = middleX * middleX + middleY * middleY
        var exposure = Exposure(
            size: size, light: picture.pixels, deviation: [Float](repeating: 0, count: size.area))
        exposure.light.withUnsafeMutableBufferPointer { light in
            exposure.deviation.withUnsafeMutableBufferPointer { deviation in
                for y in 0..<size.height {
                    let dy = Float(y) + 0.5 - middleY
                    for x in 0..<size.width {
                        let index = y * size.width + x
                        let dx = Float(x) + 0.5 - middleX
                        let away = (dx * dx + dy * dy) / corner
                        light[index] = Self.shoulder(light[index] * gain * (1 - vignetting * away * away))
                        deviation[index] =
                            (shotNoise * max(0, light[index].luminance) + readNoise).squareRoot()
                    }
                }
            }
        }
        return exposure
    }

    /// Reads the sensor with the noise of one frame.
    func read(_ exposure: Exposure) -> RGBImage {
        let size = exposure.size
        let top = Float(SRGB.codes.count - 1)
        var generator = SeededGenerator(seed: seed)
        var image = RGBImage(size: size)
        image.withMutableView { view in
            exposure.light.withUnsafeBufferPointer { light in
                exposure.deviation.withUnsafeBufferPointer { deviation in
                    SRGB.codes.withUnsafeBufferPointer { codes in
                        func code(_ light: Float) -> UInt8 {
                            let positive = light > 0 ? light : 0
                            return codes[Int((positive < 1 ? positive : 1) * top + 0.5)]
                        }
                        for y in 0..<size.height {
                            let row = view.row(y)
                            for x in 0..<size.width {
                                let index = y * size.width + x
                                let noisy = light[index] + Self.noise(generator.next()) * deviation[index]
                                // SAFETY: the pixel lies in the view's row.
                                row[3 * x] = code(noisy.r)
                                row[3 * x + 1] = code(noisy.g)
                                row[3 * x + 2] = code(noisy.b)
                            }
                        }
                    }
                }
            }
        }
        return image
    }

    /// Three approximately normal numbers, each the sum of three uniform ones. A part is common to the channels, as
    /// after the interpolation of a color filter array.
    @inline(__always)
    private static func noise(_ bits: UInt64) -> LinearRGB {
        func uniform(_ shift: UInt64) -> Float {
            Float(Int32(truncatingIfNeeded: bits >> shift) & 127) * (1 / 63.5) - 1
        }
        let common = (uniform(0) + uniform(7)) * 0.85
        return LinearRGB(
            common + (uniform(14) + uniform(21)) * 0.85, common + (uniform(28) + uniform(35)) * 0.85,
            common + (uniform(42) + uniform(49)) * 0.85)
    }
}
