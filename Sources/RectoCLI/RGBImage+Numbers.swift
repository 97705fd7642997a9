import RectoCore

extension RGBImage {
    /// Writes a number on a black ground: digits, sign and point, each 4 × 7 dots wide and high with the gap after it.
    /// - Parameters:
    ///   - x: Left border of the ground.
    ///   - y: Upper border of the ground; the whole is moved into the picture.
    ///   - dot: Side of a dot in pixels.
    mutating func drawNumber(_ text: String, x: Int, y: Int, dot: Int, _ ink: Ink) {
        let (width, height) = ((4 * text.count + 1) * dot, 7 * dot)
        let left = max(0, min(x, self.width - width))
        let top = max(0, min(y, self.height - height))
        fill(x: left, y: top, width: width, height: height, .black)
        for (index, character) in text.enumerated() {
            let rows = Self.shapes[character] ?? []
            for (row, bits) in rows.enumerated() {
                for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
                    fill(
                        x: left + (4 * index + 1 + column) * dot, y: top + (row + 1) * dot, width: dot, height: dot, ink
                    )
                }
            }
        }
    }

    /// Five rows of three dots each, the leftmost in the highest bit.
    private static let shapes: [Character: [UInt8]] = [
        "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7], "4": [5, 5, 7, 1, 1],
        "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
        "-": [0, 0, 7, 0, 0], ".": [0, 0, 0, 0, 2], ":": [0, 2, 0, 2, 0],
    ]
}
