import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite struct Group4Tests {
    private func picture(_ width: Int, _ height: Int, _ isInk: (_ x: Int, _ y: Int) -> Bool) throws -> BilevelImage {
        var image = BilevelImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width where isInk(x, y) { view.row(y)[x >> 3] |= 0x80 >> UInt8(x & 7) }
            }
        }
        return image
    }

    private func expectBytesOfLibtiff(_ image: BilevelImage, _ name: Comment) throws {
        let folder = try TemporaryFolder()
        let writer = try TIFFWriter(path: folder.path("own.tif"))
        try writer.add(.bilevel(image), resolution: .assumed)
        try writer.finish()
        try TIFFPages.writeGroup4(image, path: folder.path("library.tif"))
        let own = try TIFFPages(path: folder.path("own.tif")).storedStrip()
        #expect(own == (try TIFFPages(path: folder.path("library.tif")).storedStrip()), name)
    }

    /// Runs of every length up to 6000, in both colours, relative to a blank row.
    @Test func runsOfAnyLength() throws {
        for start in [0, 1, 64] {
            let image = try picture(6100, 300) { x, y in
                y % 2 == 0 && x >= start + y / 2 && x < start + y / 2 + (y % 4 == 0 ? 41 * y / 2 : y / 2)
            }
            try expectBytesOfLibtiff(image, "runs from \(start)")
        }
        let lengths = try picture(2700, 2700) { x, y in x >= 2700 - y }
        try expectBytesOfLibtiff(lengths, "a triangle")
        try expectBytesOfLibtiff(try picture(2700, 90) { x, y in (x >= 30 * y) != (y % 3 == 0) }, "steps")
    }

    @Test func extremes() throws {
        for (w, h) in [(1, 1), (7, 3), (8, 2), (63, 4), (64, 4), (65, 4), (200, 9), (2561, 3)] {
            try expectBytesOfLibtiff(try picture(w, h) { _, _ in false }, "blank \(w) × \(h)")
            try expectBytesOfLibtiff(try picture(w, h) { _, _ in true }, "ink \(w) × \(h)")
            try expectBytesOfLibtiff(try picture(w, h) { x, y in (x + y) % 2 == 0 }, "chequers \(w) × \(h)")
            try expectBytesOfLibtiff(try picture(w, h) { x, y in y % 2 == 0 && x % 3 == 0 }, "combs \(w) × \(h)")
        }
    }

    @Test(arguments: 1...40) func noiseOfAnyDensity(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let density = Double(seed) / 41
        let width = Int.random(in: 1...333, using: &random)
        // Rows repeat each other with some change, so that all modes appear.
        var above = [Bool](repeating: false, count: width)
        let rows = (0..<50).map { _ in
            above = above.map { Double.random(in: 0...1, using: &random) < 0.3 ? Bool.random(using: &random) : $0 }
            return above.map { $0 && Double.random(in: 0...1, using: &random) < 2 * density }
        }
        try expectBytesOfLibtiff(try picture(width, rows.count) { x, y in rows[y][x] }, "\(width) wide")
    }
}
