/// A part of a page, from its top-left corner on, in units of 1/300 inch.
public struct ScanRegion: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public static let unitsPerInch = 300

    /// What a client asks for that wants all there is: the whole page, made smaller where it is larger than this.
    public static let whole = ScanRegion(
        x: 0, y: 0, width: ScannerCapabilities.maximumWidth, height: ScannerCapabilities.maximumHeight)

    public var isWhole: Bool { x == 0 && y == 0 && width >= Self.whole.width && height >= Self.whole.height }
}
