import RectoSymbols
import Testing

/// Symbols beside those that other encoders draw: Segno 1.6.6 and zxing-cpp 3.1.1.
@Suite struct SymbolTests {
    private func rows(_ modules: SymbolModules) -> [String] {
        (0..<modules.height).map { y in String((0..<modules.width).map { modules.isDark($0, y) ? "#" : "." }) }
    }

    private static let micro: [(MicroSymbol.Kind, String, Int, [String])] = [
        (
            .m1, "01234", 0,
            [
                "#######.#.#",
                "#.....#.#.#",
                "#.###.#..##",
                "#.###.#.#.#",
                "#.###.#..##",
                "#.....#...#",
                "#######...#",
                "........#..",
                "##...#...##",
                ".##.##.#..#",
                "#...#....#.",
            ]
        ),
        (
            .m2Low, "ABC12", 1,
            [
                "#######.#.#.#",
                "#.....#.##.#.",
                "#.###.#..##..",
                "#.###.#..###.",
                "#.###.#.#.#..",
                "#.....#.#....",
                "#######..####",
                ".........##..",
                "##.#....#....",
                "..#####.#..#.",
                "#####....###.",
                "..#.#.####...",
                "#.#...##.###.",
            ]
        ),
        (
            .m3Medium, "abcdefg", 0,
            [
                "#######.#.#.#.#",
                "#.....#....##..",
                "#.###.#.#...##.",
                "#.###.#.#.#.##.",
                "#.###.#.##..##.",
                "#.....#.###....",
                "#######...#.##.",
                "........##..##.",
                "#....##.#...#.#",
                "......#.#..#...",
                "#.#.#...###.##.",
                ".##.#####...##.",
                "##..###.#...#..",
                ".##.######..##.",
                "#.#.#....#..##.",
            ]
        ),
        (
            .m4Quartile, "recto", 3,
            [
                "#######.#.#.#.#.#",
                "#.....#...##.#...",
                "#.###.#.###..##.#",
                "#.###.#..#..#..##",
                "#.###.#.#.#.####.",
                "#.....#.#..##.#..",
                "#######.#.#.#..##",
                ".........#.#####.",
                "#.###.###....####",
                ".#.....##.#..#.##",
                "###....##...###..",
                "....##....##.##.#",
                "##..#.....#.#.###",
                "..######.###....#",
                "##.#.###.##....##",
                ".####.#..#####.#.",
                "###....###.#.###.",
            ]
        ),
    ]

    @Test(arguments: 0..<4) func microCodesAreThoseOfSegno(index: Int) {
        let (kind, text, mask, expected) = Self.micro[index]
        #expect(rows(MicroSymbol(text, kind: kind, mask: mask).modules) == expected)
    }

    private static let rectangular: [(Int, String, Bool, [String])] = [
        (
            11, "abc", false,
            [
                "#######.#.#.#.#.#.#.#.#.###",
                "#.....#.###..#.#..#....#..#",
                "#.###.#..###.#.##.....##.##",
                "#.###.#...#..##.####.#.##..",
                "#.###.#...........#####...#",
                "#.....#..###.#.#.##.###.##.",
                "#######..####....#...######",
                "........##.###......#.#...#",
                "##..#.#.##.##..##.##.##.#.#",
                "#.##.#.##..#......#.#.#...#",
                "###.#.#.#.#.#.#.#.#.#.#####",
            ]
        ),
        (
            13, "recto reads it", true,
            [
                "#######.#.#.#.#.#.###.#.#.#.#.#.#.#.#.###.#.#.#.#.#.#.#.###",
                "#.....#.#.#.##...##.#....#.#.##.###..##.#.##...#.#...#.##.#",
                "#.###.#....##.#.#.###........##..#.#..####..........#####.#",
                "#.###.#.#.##..##....#.#.#.#.##...#..##...#..#.######....##.",
                "#.###.#...#..#....###.....####.##..##.##.#.#...##...#.#..##",
                "#.....#.......#.#...#####.###..#.#.#.##..###.#..###..##....",
                "#######....#.#...###.#....#......##..#.#..........#.#.#####",
                "........##..####.##.###....##...#..#..#.#...###.#####.#...#",
                "#..###..#.##......###..#.#..##.#.##..####...##.##.##..#.#.#",
                "#....#.####.#..#..#.##..##....#.....#.#.#..#.#..#.#..##...#",
                "###.#.#.#.#.#.#.#.###.#.#.#.#.#.#.#.#.###.#.#.#.#.#.#.#####",
            ]
        ),
    ]

    @Test(arguments: 0..<2) func rectangularCodesAreThoseOfZXing(index: Int) {
        let (version, text, isHigh, expected) = Self.rectangular[index]
        #expect(rows(RectangularSymbol(Array(text.utf8), version: version, isHigh: isHigh).modules) == expected)
    }

    @Test func everySymbolHoldsItsCapacity() {
        for kind in MicroSymbol.Kind.allCases {
            let text = String(repeating: "7", count: kind.capacity)
            #expect(MicroSymbol(text, kind: kind, mask: 0).modules.width == 9 + 2 * kind.version)
        }
        for version in RectangularSymbol.versions {
            for isHigh in [false, true] {
                let count = RectangularSymbol.capacity(version: version, isHigh: isHigh)
                #expect(count > 0)
                _ = RectangularSymbol([UInt8](repeating: 97, count: count), version: version, isHigh: isHigh)
            }
        }
    }
}
