import RectoCore

/// A flat picture in linear light at full, half, quarter … size, for sampling in perspective.
struct MipTexture: Sendable {
    fileprivate struct Level: Sendable {
        let start: Int
        let width: Int
        let height: Int
        /// Texels of this level per texel of the full picture.
        let scale: Float
    }

    /// All levels, one after the other.
    private var texels: [LinearRGB]
    private var levels: [Level]
    let width: Int
    let height: Int

    init(_ image: RGBImage) {
        width = image.width
        height = image.height
        texels = [LinearRGB](repeating: .black, count: image.size.area)
        levels = [Level(start: 0, width: width, height: height, scale: 1)]
        fillFirstLevel(from: image)
        while let last = levels.last, min(last.width, last.height) > 8 { addHalved(last) }
    }

    private mutating func fillFirstLevel(from image: RGBImage) {
        let width = self.width
        image.withView { view in
            SRGB.light.withUnsafeBufferPointer { table in
                texels.withUnsafeMutableBufferPointer { texels in
                    for y in 0..<view.height {
                        let row = view.row(y)
                        for x in 0..<width {
                            // SAFETY: x < width, three bytes a pixel; the table has an entry for every byte.
                            texels[y * width + x] = LinearRGB(
                                table[Int(row[3 * x])], table[Int(row[3 * x + 1])], table[Int(row[3 * x + 2])])
                        }
                    }
                }
            }
        }
    }

    private mutating func addHalved(_ level: Level) {
        let half = Level(
            start: texels.count, width: level.width / 2, height: level.height / 2, scale: level.scale / 2)
        texels.append(contentsOf: repeatElement(.black, count: half.width * half.height))
        texels.withUnsafeMutableBufferPointer { texels in
            for y in 0..<half.height {
                for x in 0..<half.width {
                    let index = level.start + 2 * y * level.width + 2 * x
                    let upper = texels[index] + texels[index + 1]
                    let lower = texels[index + level.width] + texels[index + level.width + 1]
                    texels[half.start + y * half.width + x] = (upper + lower) * 0.25
                }
            }
        }
        levels.append(half)
    }

    /// Passes a reader of the texels.
    func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        texels.withUnsafeBufferPointer { texels in
            levels.withUnsafeBufferPointer { levels in body(Reader(texels: texels, levels: levels)) }
        }
    }

    /// Reads a texture; valid only within the closure that provides it.
    struct Reader {
        fileprivate let texels: UnsafeBufferPointer<LinearRGB>
        fileprivate let levels: UnsafeBufferPointer<Level>

        /// The level whose texels are about as wide as `extent` texels of the full picture.
        @inline(__always)
        func level(forExtent extent: Float) -> Int {
            var level = 0
            var limit: Float = 1.5
            while extent > limit, level + 1 < levels.count {
                level += 1
                limit *= 2
            }
            return level
        }

        /// Bilinear value at a place in texels of the full picture; the border is repeated outside.
        @inline(__always)
        func value(x: Float, y: Float, level index: Int) -> LinearRGB {
            let level = levels[index]
            let fx = max(0, min(Float(level.width - 1), x * level.scale - 0.5))
            let fy = max(0, min(Float(level.height - 1), y * level.scale - 0.5))
            let ix = min(Int(fx), max(0, level.width - 2))
            let iy = min(Int(fy), max(0, level.height - 2))
            let tx = fx - Float(ix)
            let ty = fy - Float(iy)
            let at = level.start + iy * level.width + ix
            let right = level.width > 1 ? 1 : 0
            let down = level.height > 1 ? level.width : 0
            let upper = texels[at].mixed(with: texels[at + right], tx)
            let lower = texels[at + down].mixed(with: texels[at + down + right], tx)
            return upper.mixed(with: lower, ty)
        }
    }
}
