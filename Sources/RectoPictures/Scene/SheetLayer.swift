import RectoCore

/// A sheet as the camera sees it: light already weighted by how much of the pixel the sheet covers.
struct SheetLayer {
    let size: PixelSize
    private(set) var light: [LinearRGB]
    private(set) var coverage: [Float]

    /// - Parameters:
    ///   - texture: What is on the sheet; the whole of it covers the sheet.
    ///   - reflectance: Share of the light that white paper gives back.
    init(_ sheet: Sheet, texture: MipTexture, camera: PinholeCamera, reflectance: Float) {
        size = camera.size
        light = [LinearRGB](repeating: .black, count: size.area)
        coverage = [Float](repeating: 0, count: size.area)
        let texels = Point2D(x: Double(texture.width) / sheet.width, y: Double(texture.height) / sheet.height)
        for strip in sheet.strips(camera) {
            guard let mask = CoverageMask(strip.shape, within: size) else { continue }
            add(strip, mask, texture, texels: texels, reflectance * strip.brightness)
        }
        if let flap = sheet.flap { addFlap(Path(polygon: flap.map { camera.project(sheet.place($0)) }), reflectance) }
    }

    private mutating func add(
        _ strip: Sheet.Strip, _ mask: CoverageMask, _ texture: MipTexture, texels: Point2D, _ brightness: Float
    ) {
        let map = strip.pictureToSheet
        let width = size.width
        let offsets = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)]
        let scale = (texels.x * texels.y).squareRoot()
        let determinant = abs(map.determinant)
        for row in 0..<mask.height {
            let y = mask.y + row
            for column in 0..<mask.width {
                let share = mask.values[row * mask.width + column]
                guard share > 0 else { continue }
                let x = mask.x + column
                let centre = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                let w = abs(map.g * centre.x + map.h * centre.y + map.i)
                // Each of the four samples stands for half a pixel's width; pixels are longer along the tilt.
                let extent = (determinant / (w * w * w)).squareRoot() * scale * 0.6
                let level = texture.level(forExtent: extent)
                var sum = LinearRGB.black
                for (dx, dy) in offsets {
                    let place = map.map(Point2D(x: centre.x + dx, y: centre.y + dy))
                    sum += texture.value(x: place.x * texels.x, y: place.y * texels.y, level: level)
                }
                light[y * width + x] += sum * (0.25 * share * brightness)
                coverage[y * width + x] = min(1, coverage[y * width + x] + share)
            }
        }
    }

    /// The back of a folded corner, over the sheet.
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

    /// Puts the sheet over a picture.
    func composite(over picture: inout LightImage) {
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices where coverage[index] > 0 {
                pixels[index] = pixels[index] * (1 - coverage[index]) + light[index]
            }
        }
    }
}
