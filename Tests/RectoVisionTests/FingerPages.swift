import RectoCore
import RectoVision

/// A printed color page at the search resolution for fingers, and objects at its borders.
struct FingerPage {
    static let size = (width: 424, height: 600)
    static let paper = SIMD3<Double>(236, 232, 224)
    /// From light to dark.
    static let skins: [SIMD3<Double>] = [
        [245, 205, 180], [230, 180, 150], [205, 150, 115], [175, 120, 85], [130, 80, 55], [85, 52, 38],
    ]

    private(set) var image: RGBImage
    private let noise = Noise()

    /// - Parameter margin: Distance of text from the borders, in pixels.
    init(paper: SIMD3<Double> = Self.paper, margin: Int = 90) throws {
        let (width, height) = Self.size
        image = RGBImage(size: try PixelSize(width: width, height: height))
        paint { x, y, _ in
            // The light is weaker on the right.
            let light = 1 - 0.1 * Double(x) / Double(width)
            let isText = margin..<width - margin ~= x && margin..<height - margin ~= y
            let isInk = isText && (y - margin) % 10 < 4 && (x * 7 + y / 10 * 5) % 6 < 3
            return (isInk ? SIMD3(repeating: 40) : paper) * light
        }
    }

    /// Paints each pixel with a color; `nil` leaves it unchanged.
    mutating func paint(_ color: (_ x: Int, _ y: Int, _ old: SIMD3<Double>) -> SIMD3<Double>?) {
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let pixel = view.row(y) + 3 * x
                    guard let new = color(x, y, SIMD3(Double(pixel[0]), Double(pixel[1]), Double(pixel[2]))) else {
                        continue
                    }
                    for channel in 0..<3 { pixel[channel] = UInt8(min(max(new[channel], 0), 255)) }
                }
            }
        }
    }

    /// Adds an object at a border: 0 left, 1 top, 2 right, 3 bottom.
    /// - Parameters:
    ///   - place: Its center along the border, as a share of it.
    ///   - depth: Its reach inwards, in pixels, with a round end.
    ///   - shade: Brightness of its outline relative to its middle; below 1 the paper beside it gets a shadow.
    mutating func lay(
        _ color: SIMD3<Double>, at side: Int, place: Double = 0.5, depth: Double = 44, breadth: Double = 34,
        shade: Double
    ) {
        let (width, height) = Self.size
        let noise = noise
        paint { x, y, old in
            let inwards = Double([x, y, width - 1 - x, height - 1 - y][side]) + 0.5
            let along = side % 2 == 0 ? Double(y) - place * Double(height) : Double(x) - place * Double(width)
            let beyond = max(inwards - depth + breadth / 2, 0)
            let share = (beyond * beyond + along * along).squareRoot() / (breadth / 2)
            if share < 1 {
                return color * (shade + (1 - shade) * (1 - share * share).squareRoot()) + noise.level(x, y)
            }
            return share < 1.25 && shade < 1 ? old * (1 - (1.25 - share)) : nil
        }
    }

    /// Draws letters or similar strokes in the color of ink.
    mutating func write(_ ink: Double, columns: Range<Int>, rows: Range<Int>) {
        paint { x, y, old in
            columns ~= x && rows ~= y && (x - columns.lowerBound) % 6 < 3 ? old * ink : nil
        }
    }

    var fill: FingerFill { image.withView { FingerFill($0) } }

    /// The fingers found, from the left and the top.
    var fingers: [PageFinger] { fill.fingers(on: image.size) }

    /// The page with fingers replaced by paper.
    var filled: RGBImage {
        var filled = image
        filled.withMutableView { fill.paint($0) }
        return filled
    }

    /// Noise of a few levels, fixed for each place.
    struct Noise {
        func level(_ x: Int, _ y: Int) -> Double { Double((x &* 7919 &+ y &* 104_729) % 5) - 2 }
    }
}
