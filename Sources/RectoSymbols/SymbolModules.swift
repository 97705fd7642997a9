/// The modules of a symbol, dark or light.
public struct SymbolModules: Sendable, Hashable {
    public let width: Int
    public let height: Int
    /// Row by row.
    private var dark: [Bool]
    /// Modules that are the same in every symbol of the kind, or state its format.
    private var isFixed: [Bool]

    /// All light.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        dark = [Bool](repeating: false, count: width * height)
        isFixed = dark
    }

    /// Light beyond the edges.
    public func isDark(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < width && y < height && dark[y * width + x]
    }

    /// Inverts a module.
    public mutating func damage(_ x: Int, _ y: Int) { dark[y * width + x].toggle() }

    func isFixed(_ x: Int, _ y: Int) -> Bool { isFixed[y * width + x] }

    /// Sets a module of a pattern.
    mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        dark[y * width + x] = isDark
        isFixed[y * width + x] = true
    }

    /// Sets a module of data.
    mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) { dark[y * width + x] = isDark }

    /// Draws concentric squares around a center as far as they lie within the symbol.
    mutating func fixSquares(_ x: Int, _ y: Int, radius: Int, _ isDark: (_ distance: Int) -> Bool) {
        for v in -radius...radius {
            for u in -radius...radius where 0..<width ~= x + u && 0..<height ~= y + v {
                fix(x + u, y + v, isDark(max(abs(u), abs(v))))
            }
        }
    }

    /// Lays bits into the free modules, in pairs of columns from the right, the first one upward; free modules that are left
    /// get 0, and all are turned over where the mask says so.
    /// - Parameter right: The right column of the first pair.
    mutating func lay(_ bits: [Bool], from right: Int, _ isTurned: (_ x: Int, _ y: Int) -> Bool) {
        var next = 0
        var isUpward = true
        for column in stride(from: right, to: 0, by: -2) {
            for step in 0..<height {
                let y = isUpward ? height - 1 - step : step
                for x in [column, column - 1] where x >= 0 && !isFixed(x, y) {
                    let bit = next < bits.count && bits[next]
                    dark[y * width + x] = bit != isTurned(x, y)
                    next += 1
                }
            }
            isUpward.toggle()
        }
    }
}

extension QRSymbol {
    /// All modules, without a quiet zone.
    public var modules: SymbolModules {
        var modules = SymbolModules(width: dimension, height: dimension)
        for y in 0..<dimension { for x in 0..<dimension { modules.fix(x, y, isDark(x, y)) } }
        return modules
    }
}
