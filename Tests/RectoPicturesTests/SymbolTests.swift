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

    /// FNV-1a digests of the symbols that zint 2.11.1 draws, each version with the levels medium and high. zxing-cpp 3.1.1
    /// reads them all.
    private static let digestsOfZint: [UInt64] = [
        0x4AEA_D6D3_3D35_F368, 0x25B5_AAF1_9548_67F4, 0x51AE_2C68_15E4_2A64, 0xC5E9_B7D4_657A_C0F0,
        0x3EA9_F24D_4C23_1AC3, 0x091C_795A_F10F_F06F, 0xD229_6253_465D_8CAD, 0x745C_0D6B_4E76_2153,
        0x5D0A_5986_C547_7655, 0x5B6B_4D5E_C4DA_0C0F, 0x8C3B_09C5_19CE_2929, 0xAD63_AFFE_ECCE_767B,
        0xA3FF_729B_B9C8_D612, 0xDADA_EBB3_7E8A_82BC, 0x3A03_5546_FFA5_6347, 0xBE31_2B65_B47D_88B9,
        0xBA74_6631_225C_07AA, 0x7ED0_1521_FAB7_266E, 0x8F92_CBAE_E52B_5343, 0x1836_1068_85B8_071F,
        0xE2B3_0417_3223_4BD6, 0xBE0C_AAFB_7D73_9584, 0x9B6D_B59A_F2E7_8FE8, 0xE058_6FD2_28F2_5966,
        0xC6AB_FA1C_67FE_F214, 0xBD02_D4BC_F3D8_59D2, 0x9124_AFAB_B991_5EF9, 0xAD2A_D991_0E55_05B1,
        0xA00C_9262_D079_C1F3, 0x7149_FAB2_DA67_F17B, 0x82BC_7BC9_0D1D_6FE7, 0x525C_5C09_06C9_E21D,
        0x2ED7_7B7C_58A5_350F, 0x3484_8755_F09D_2041, 0xE236_588E_9B20_6680, 0xD044_9C6A_964B_6060,
        0x86F5_BE03_E5E5_5B41, 0x5CD7_BB56_2E07_316D, 0x1448_E711_0AB4_9754, 0xEB72_E169_A8E9_7528,
        0xD1A7_7803_95B0_9C5D, 0x87BE_6B86_1000_2BE1, 0x908F_41CD_C825_87D8, 0x8D50_D014_363B_D8BE,
        0x39DF_0A6B_8DB3_7690, 0x1F2C_BB79_C16F_239E, 0x7201_8DC7_CDEC_2F28, 0xD121_1CAB_1F82_00A6,
        0xCDF6_88C2_7FB8_7FDF, 0x9286_FA91_A440_5BBF, 0x00C6_7822_05CD_6369, 0x558C_9F1E_30BF_DDF1,
        0xC923_8C8D_B48B_AB11, 0xB171_BE8F_CC38_9463, 0x42C5_2E4E_A2AE_B5A8, 0x608C_FAA3_13B1_7D5A,
        0xDA68_808C_6D1D_A277, 0xC449_73C4_2B10_7167, 0x0204_F049_0BE7_B62A, 0x4E26_55B1_C6F1_F5E4,
        0x6218_BC4E_725E_E77B, 0x7FBF_5FDC_0888_E517, 0x3816_4158_457E_E6E0, 0xC3DA_FFE8_FC36_A592,
    ]

    @Test func rectangularCodesOfEverySizeAndLevelAreThoseOfZint() {
        let digests = RectangularSymbol.versions.flatMap { version in
            [false, true].map { isHigh in
                let count = RectangularSymbol.capacity(version: version, isHigh: isHigh)
                let letters = (0..<count).map { UInt8(97 + $0 % 26) }
                return digest(rows(RectangularSymbol(letters, version: version, isHigh: isHigh).modules))
            }
        }
        #expect(digests == Self.digestsOfZint)
    }

    /// FNV-1a, 64 bits.
    private func digest(_ rows: [String]) -> UInt64 {
        rows.joined(separator: "\n").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// zxing-cpp 3.1.1, which draws none, reads this symbol as it should.
    @Test func aCodeOfModelOneIsOneThatZXingReads() {
        let symbol = ModelOneSymbol(
            QRBits(bytes: Array("Model 1".utf8), version: 2), version: 2, level: .medium, mask: 4)
        let expected = [
            "#######..##.#.#...#######",
            "#.....#.#.#...#...#.....#",
            "#.###.#.##........#.###.#",
            "#.###.#.###.#.#...#.###.#",
            "#.###.#..#..#.#...#.###.#",
            "#.....#..###..#...#.....#",
            "#######.#.#.#.#.#.#######",
            "........##...............",
            ".###..########.####..###.",
            "##.###..#...#.#...#....##",
            "..#######..###.######...#",
            ".#.#.#.####..........#.#.",
            "##..#####..###.#######.##",
            "#..###..#...#.#...#..#.##",
            "###.###..#.###.######.#.#",
            ".#...#....##.........#..#",
            "..######.#####.#######.##",
            "........##..#.#...#....#.",
            "#######.#.##.#.######.#..",
            "#.....#..##.#....#...#.#.",
            "#.###.#...##.#.##.####..#",
            "#.###.#.##..#.#..######.#",
            "#.###.#.#.##.#.##.#......",
            "#.....#.###.##..##...#..#",
            "#######...##.####..###.##",
        ]
        #expect(rows(symbol.modules) == expected)
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
