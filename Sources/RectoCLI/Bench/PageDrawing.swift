import RectoCore

/// A page of strokes that resemble text at low resolution. Each number gives another text.
struct PageDrawing {
    static let width = 840
    static let height = 1188
    /// Height by width: A4's.
    static let aspect = Double(height) / Double(width)

    let number: Int
    private var pixels = [UInt8](repeating: 232, count: width * height)

    init(number: Int) {
        self.number = number
        var random = SplitMix64(seed: UInt64(number) &+ 1000)
        let margin = 80
        let lineHeight = 22 + Int(random.next() % 9)
        // Each page has its picture in another place, so that the tracker can tell them apart.
        let picture = (
            left: margin + 40 * Int(random.next() % 9), top: margin + 60 * Int(random.next() % 12), width: 300,
            height: 220
        )
        for y in picture.top..<picture.top + picture.height {
            for x in picture.left..<picture.left + picture.width {
                pixels[y * Self.width + x] = UInt8(90 + (x ^ y) % 60)
            }
        }
        for top in stride(from: margin, to: Self.height - margin, by: lineHeight) {
            if picture.top - lineHeight..<picture.top + picture.height ~= top { continue }
            // A blank line between paragraphs.
            if random.next() % 7 == 0 { continue }
            let end = random.next() % 5 == 0 ? Self.width / 2 : Self.width - margin
            var x = margin
            while x < end {
                let letters = 2 + Int(random.next() % 8)
                for _ in 0..<letters where x + 8 < end {
                    drawLetter(x, top, random.next())
                    x += 9
                }
                x += 8
            }
        }
    }

    /// Some of a letter's strokes: two upright, two level.
    private mutating func drawLetter(_ x: Int, _ y: Int, _ strokes: UInt64) {
        let tall = strokes & 16 == 0 ? 0 : 5
        if strokes & 1 != 0 || strokes & 3 == 0 { fill(x, y + 5 - tall, 2, 10 + tall) }
        if strokes & 2 != 0 { fill(x + 5, y + 5, 2, 10) }
        if strokes & 4 != 0 { fill(x, y + 5, 7, 2) }
        if strokes & 8 != 0 { fill(x, y + 13, 7, 2) }
    }

    private mutating func fill(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
        for y in top..<top + height {
            for x in left..<left + width { pixels[y * Self.width + x] = 50 }
        }
    }

    /// The bilinear gray level at a point; `ground` outside the page.
    func level(at point: Point2D, over ground: UInt8) -> UInt8 {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x > -1, y > -1, x < Double(Self.width), y < Double(Self.height) else { return ground }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (right, bottom) = (x - Double(left), y - Double(top))
        func pixel(_ x: Int, _ y: Int) -> Double {
            0..<Self.width ~= x && 0..<Self.height ~= y ? Double(pixels[y * Self.width + x]) : Double(ground)
        }
        let above = pixel(left, top) * (1 - right) + pixel(left + 1, top) * right
        let below = pixel(left, top + 1) * (1 - right) + pixel(left + 1, top + 1) * right
        return UInt8(above * (1 - bottom) + below * bottom)
    }
}
