import RectoCore

/// A flat picture in linear light at full, half, quarter … size, to be read through a perspective.
struct MipTexture: Sendable {
    private struct Level: Sendable {
        let width: Int
        let height: Int
        let texels: [LinearRGB]
    }

    private var levels: [Level]
    let width: Int
    let height: Int

    init(_ image: RGBImage) {
        width = image.width
        height = image.height
        let table = SRGB.light
        var texels = [LinearRGB](repeating: .black, count: width * height)
        image.withView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width {
                    texels[y * view.width + x] = LinearRGB(
                        table[Int(row[3 * x])], table[Int(row[3 * x + 1])], table[Int(row[3 * x + 2])])
                }
            }
        }
        var level = Level(width: image.width, height: image.height, texels: texels)
        levels = [level]
        while min(level.width, level.height) > 8 {
            level = Self.halved(level)
            levels.append(level)
        }
    }

    private static func halved(_ level: Level) -> Level {
        let width = level.width / 2
        let height = level.height / 2
        var texels = [LinearRGB](repeating: .black, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let index = 2 * y * level.width + 2 * x
                let upper = level.texels[index] + level.texels[index + 1]
                let lower = level.texels[index + level.width] + level.texels[index + level.width + 1]
                texels[y * width + x] = (upper + lower) * 0.25
            }
        }
        return Level(width: width, height: height, texels: texels)
    }

    /// The level whose texels are about as wide as `extent` texels of the full picture.
    func level(forExtent extent: Double) -> Int {
        var level = 0
        var limit = 1.5
        while extent > limit, level + 1 < levels.count {
            level += 1
            limit *= 2
        }
        return level
    }

    /// Bilinear value at a place in texels of the full picture; the border goes on outside.
    func value(x: Double, y: Double, level index: Int) -> LinearRGB {
        let level = levels[index]
        // The exact ratio: odd sizes lose their last row when halved.
        let scale = 1 / Double(1 << index)
        let fx = max(0, min(Double(level.width - 1), x * scale - 0.5))
        let fy = max(0, min(Double(level.height - 1), y * scale - 0.5))
        let ix = min(Int(fx), max(0, level.width - 2))
        let iy = min(Int(fy), max(0, level.height - 2))
        let tx = Float(fx - Double(ix))
        let ty = Float(fy - Double(iy))
        let stepX = level.width > 1 ? 1 : 0
        let stepY = level.height > 1 ? level.width : 0
        return level.texels.withUnsafeBufferPointer { texels in
            let at = iy * level.width + ix
            let upper = texels[at].mixed(with: texels[at + stepX], tx)
            let lower = texels[at + stepY].mixed(with: texels[at + stepY + stepX], tx)
            return upper.mixed(with: lower, ty)
        }
    }
}
