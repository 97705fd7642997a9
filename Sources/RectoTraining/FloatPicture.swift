import Foundation
import RectoCore
import RectoPictures

/// A gray picture in floats for composing a scene.
struct FloatPicture {
    /// Samples of the anchor along each side of a pixel.
    private static let samples = 3

    let width: Int
    let height: Int
    private var levels: [Float]

    init(_ image: GrayImage) {
        (width, height) = (image.width, image.height)
        levels = image.packedBytes.map { Float($0) }
    }

    var image: GrayImage {
        let bytes = levels.map { UInt8(max(0, min(255, $0 + 0.5))) }
        guard let size = try? PixelSize(width: width, height: height),
            let image = try? GrayImage(size: size, packed: bytes)
        else { preconditionFailure("a picture keeps its size") }
        return image
    }

    /// Draws a picture over this one under a map, sampled by area.
    mutating func lay(_ image: GrayImage, by map: Homography) {
        guard let back = map.inverse else { return }
        var octaves = [(width: image.width, height: image.height, levels: image.packedBytes.map { Float($0) })]
        while let last = octaves.last, min(last.width, last.height) > 32 {
            let (w, h) = (last.width / 2, last.height / 2)
            var half = [Float](repeating: 0, count: w * h)
            for y in 0..<h {
                for x in 0..<w {
                    let i = 2 * y * last.width + 2 * x
                    half[y * w + x] =
                        0.25
                        * (last.levels[i] + last.levels[i + 1] + last.levels[i + last.width]
                            + last.levels[i + last.width + 1])
                }
            }
            octaves.append((w, h, half))
        }
        let (imageWidth, imageHeight) = (Double(image.width), Double(image.height))
        for y in 0..<height {
            for x in 0..<width {
                var (sum, inside): (Float, Float) = (0, 0)
                for i in 0..<Self.samples * Self.samples {
                    let step = 1 / Double(Self.samples)
                    let place = back.map(
                        Point2D(
                            x: Double(x) + (Double(i % Self.samples) + 0.5) * step,
                            y: Double(y) + (Double(i / Self.samples) + 0.5) * step))
                    guard place.isFinite, place.x >= 0, place.y >= 0, place.x < imageWidth, place.y < imageHeight else {
                        continue
                    }
                    // The shorter axis of a pixel's footprint: the samples fill the longer one.
                    let area = abs(back.areaScale(at: Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)))
                    let level = max(0, min(octaves.count - 1, Int((log2(max(area, 1)) / 2 - 1).rounded())))
                    let octave = octaves[level]
                    let scale = 1 / Double(1 << level)
                    sum += Self.sample(octave, place.x * scale - 0.5, place.y * scale - 0.5)
                    inside += 1
                }
                guard inside > 0 else { continue }
                let share = inside / Float(Self.samples * Self.samples)
                levels[y * width + x] = levels[y * width + x] * (1 - share) + sum / inside * share
            }
        }
    }

    private static func sample(_ o: (width: Int, height: Int, levels: [Float]), _ x: Double, _ y: Double) -> Float {
        let (cx, cy) = (max(0, min(Double(o.width - 1), x)), max(0, min(Double(o.height - 1), y)))
        let (i, j) = (min(o.width - 2, Int(cx)), min(o.height - 2, Int(cy)))
        let (u, v) = (Float(cx - Double(i)), Float(cy - Double(j)))
        let k = j * o.width + i
        let top = o.levels[k] + (o.levels[k + 1] - o.levels[k]) * u
        let bottom = o.levels[k + o.width] + (o.levels[k + o.width + 1] - o.levels[k + o.width]) * u
        return top + (bottom - top) * v
    }

    /// Covers up to 40 % of a quad from one side with a uniform gray.
    mutating func hidePart(of quad: Quad, _ random: inout SeededGenerator) {
        let share = Double.random(in: 0.1...0.4, using: &random)
        let first = Int.random(in: 0..<4, using: &random)
        let gray = Float.random(in: 20...230, using: &random)
        let (a, b) = (quad[first], quad[(first + 1) & 3])
        let (c, d) = (quad[(first + 2) & 3], quad[(first + 3) & 3])
        let hidden = Quad(
            topLeft: a + (a - d) * 0.2, topRight: b + (b - c) * 0.2, bottomRight: b + (c - b) * share,
            bottomLeft: a + (d - a) * share)
        for y in 0..<height {
            for x in 0..<width {
                let p = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                if (0..<4).allSatisfy({ (hidden[($0 + 1) & 3] - hidden[$0]).cross(p - hidden[$0]) >= 0 }) {
                    levels[y * width + x] = gray
                }
            }
        }
    }

    /// Adds motion blur.
    mutating func smear(length: Double, angle: Double) {
        let steps = 2 * Int(length.rounded(.up)) + 1
        let source = levels
        for y in 0..<height {
            for x in 0..<width {
                var sum: Float = 0
                for step in 0..<steps {
                    let t = length * (Double(step) / Double(steps - 1) - 0.5)
                    sum += Self.sample(
                        (width, height, source), Double(x) + t * cos(angle),
                        Double(y) + t * sin(angle))
                }
                levels[y * width + x] = sum / Float(steps)
            }
        }
    }

    /// Applies the binomial filter of 3 × 3 several times.
    mutating func blur(rounds: Int) {
        for _ in 0..<rounds {
            for (step, limit, count) in [(1, width, height), (width, height, width)] {
                let source = levels
                for line in 0..<count {
                    let first = step == 1 ? line * width : line
                    for i in 0..<limit {
                        let (before, after) = (max(i - 1, 0), min(i + 1, limit - 1))
                        levels[first + i * step] =
                            0.25 * (source[first + before * step] + source[first + after * step])
                            + 0.5 * source[first + i * step]
                    }
                }
            }
        }
    }

    /// Adds a light gradient and changes the contrast.
    mutating func shade(_ random: inout SeededGenerator) {
        let angle = Double.random(in: 0..<2 * Double.pi, using: &random)
        let depth = Double.random(in: 0...0.5, using: &random)
        let gain = Double.random(in: 0.6...1.1, using: &random)
        for y in 0..<height {
            for x in 0..<width {
                let along =
                    (Double(x) / Double(width) - 0.5) * cos(angle)
                    + (Double(y) / Double(height) - 0.5) * sin(angle)
                levels[y * width + x] *= Float(gain * (1 - depth * (0.5 + along)))
            }
        }
    }

    /// Adds approximately normal noise.
    mutating func addNoise(deviation: Float, _ random: inout SeededGenerator) {
        for i in levels.indices {
            let bits = random.next()
            var sum: Float = 0
            for shift: UInt64 in [0, 16, 32, 48] { sum += Float((bits >> shift) & 0xFFFF) * (1 / 65_536) - 0.5 }
            levels[i] += sum * (deviation * 1.732)
        }
    }
}
