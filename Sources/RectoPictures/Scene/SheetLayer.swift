import RectoCore

/// A sheet as seen by the camera: light weighted by the covered share of each pixel.
struct SheetLayer {
    let size: PixelSize
    private(set) var light: [LinearRGB]
    private(set) var coverage: [Float]

    /// - Parameters:
    ///   - texture: The print, which covers the whole sheet.
    ///   - reflectance: Share of the light that white paper reflects.
    ///   - relief: Waves and creases, if any.
    init(
        _ sheet: Sheet, texture: MipTexture, camera: PinholeCamera, reflectance: Float, relief: PaperRelief? = nil
    ) {
        size = camera.size
        light = [LinearRGB](repeating: .black, count: size.area)
        coverage = [Float](repeating: 0, count: size.area)
        let texels = Point2D(x: Double(texture.width) / sheet.width, y: Double(texture.height) / sheet.height)
        for strip in sheet.strips(camera) {
            guard let mask = CoverageMask(strip.shape, within: size) else { continue }
            add(strip, mask, texture, texels: texels, reflectance * strip.brightness, relief)
        }
        if let flap = sheet.flap { addFlap(Path(polygon: flap.map { camera.project(sheet.place($0)) }), reflectance) }
    }

    private mutating func add(
        _ strip: Sheet.Strip, _ mask: CoverageMask, _ texture: MipTexture, texels: Point2D, _ brightness: Float,
        _ relief: PaperRelief?
    ) {
        // In texels, not millimeters, from here on.
        let map = Homography(texels.x, 0, 0, 0, texels.y, 0, 0, 0, 1).composed(after: strip.pictureToSheet)
        let toShare = (x: Float(texels.x / Double(texture.width)), y: Float(texels.y / Double(texture.height)))
        let width = size.width
        let determinant = abs(map.determinant)
        texture.withReader { reader in
            mask.values.withUnsafeBufferPointer { shares in
                light.withUnsafeMutableBufferPointer { light in
                    coverage.withUnsafeMutableBufferPointer { coverage in
                        for row in 0..<mask.height {
                            let y = Double(mask.y + row) + 0.5
                            for column in 0..<mask.width {
                                let share = shares[row * mask.width + column]
                                guard share > 0 else { continue }
                                let x = Double(mask.x + column) + 0.5
                                let index = (mask.y + row) * width + mask.x + column
                                var shade = 0.25 * share * brightness
                                if let relief {
                                    let place = strip.pictureToSheet.map(Point2D(x: x, y: y))
                                    shade *= relief.brightness(
                                        u: Float(place.x) * toShare.x, v: Float(place.y) * toShare.y)
                                }
                                light[index] += Self.sample(reader, map, determinant, x, y) * shade
                                coverage[index] = min(1, coverage[index] + share)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Sum of four samples within a pixel.
    @inline(__always)
    private static func sample(
        _ reader: MipTexture.Reader, _ map: Homography, _ determinant: Double, _ x: Double, _ y: Double
    ) -> LinearRGB {
        let w = abs(map.g * x + map.h * y + map.i)
        // Each sample represents half a pixel's width; pixels are longer along the tilt.
        let extent = (determinant / (w * w * w)).squareRoot() * 0.6
        let level = reader.level(forExtent: Float(extent))
        var sum = LinearRGB.black
        for step in 0..<4 {
            let sx = x + (step & 1 == 0 ? -0.25 : 0.25)
            let sy = y + (step & 2 == 0 ? -0.25 : 0.25)
            let scale = 1 / (map.g * sx + map.h * sy + map.i)
            let u = (map.a * sx + map.b * sy + map.c) * scale
            let v = (map.d * sx + map.e * sy + map.f) * scale
            sum += reader.value(x: Float(u), y: Float(v), level: level)
        }
        return sum
    }

    /// Draws the back of a folded corner over the sheet.
    private mutating func addFlap(_ path: Path, _ reflectance: Float) {
        guard let mask = CoverageMask(path, within: size) else { return }
        for row in 0..<mask.height {
            for column in 0..<mask.width {
                let share = mask.values[row * mask.width + column]
                let index = (mask.y + row) * size.width + mask.x + column
                light[index] = light[index].mixed(with: LinearRGB(gray: reflectance * 0.78), share)
                coverage[index] = max(coverage[index], share)
            }
        }
    }

    /// Draws the sheet over a picture.
    func composite(over picture: inout LightImage) {
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices where coverage[index] > 0 {
                pixels[index] = pixels[index] * (1 - coverage[index]) + light[index]
            }
        }
    }
}
