/// A Code 128 symbol (ISO/IEC 15417) in set B, drawn independently of the reader.
public struct BarSymbol: Sendable {
    /// The modules from the first bar to the last, true where there is ink.
    public let modules: [Bool]

    /// Widths of bars and spaces by value; the starts of the sets A, B and C are 103 to 105.
    private static let widths = [
        "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
        "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
        "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
        "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
        "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
        "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
        "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
        "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
        "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
        "113141", "114131", "311141", "411131", "211412", "211214", "211232",
    ]
    private static let stop = "2331112"

    /// - Parameter text: Printable ASCII.
    public init(_ text: String) {
        let values = text.utf8.map { Int($0) - 32 }
        let start = 104
        let check = (start + values.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }) % 103
        let patterns = ([start] + values + [check]).map { Self.widths[$0] } + [Self.stop]
        modules = patterns.flatMap { pattern in
            pattern.enumerated().flatMap { index, width in
                [Bool](repeating: index % 2 == 0, count: width.wholeNumberValue ?? 0)
            }
        }
    }

    /// Draws the bars upright with ten modules of white on each side.
    public func picture(module: Int, height: Int) -> QRPicture {
        let quiet = 10
        return QRPicture(
            width: module * (modules.count + 2 * quiet), height: height, dark: 0, light: 255, samples: 1
        ) { x, y in
            let place = Int(x) / module - quiet
            return modules.indices.contains(place) && modules[place]
                && 2 * module..<height - 2 * module ~= Int(y)
        }
    }
}
