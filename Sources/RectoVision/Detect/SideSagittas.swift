/// How far the sides of a page are bowed: the largest distance of each from the chord between its ends, as a share of
/// the chord's length.
///
/// 0 means a straight side (less than 0.002, or less than a pixel), and `nil` a side that was not seen along its
/// length. The maximum is 0.1; sides that are bent more are not followed.
public struct SideSagittas: Hashable, Sendable {
    public var top: Double?
    public var right: Double?
    public var bottom: Double?
    public var left: Double?

    /// Creates the sagittas of sides that were not seen.
    public init() {}

    /// The sagitta of side 0…3, clockwise from the top; side i ends at corner i + 1 of the quad.
    public subscript(side: Int) -> Double? {
        get {
            switch side {
            case 0: top
            case 1: right
            case 2: bottom
            case 3: left
            default: preconditionFailure("a quad has sides 0...3")
            }
        }
        set {
            switch side {
            case 0: top = newValue
            case 1: right = newValue
            case 2: bottom = newValue
            case 3: left = newValue
            default: preconditionFailure("a quad has sides 0...3")
            }
        }
    }

    /// The sagittas of the same sides when the quad starts `steps` corners later.
    func rotated(by steps: Int) -> SideSagittas {
        var rotated = SideSagittas()
        for side in 0..<4 { rotated[side] = self[(side + steps) & 3] }
        return rotated
    }

    /// All four sagittas, clockwise from the top.
    public var sides: [Double?] { [top, right, bottom, left] }

    /// Whether any side is known to be bowed.
    public var areBowed: Bool { (0..<4).contains { self[$0] ?? 0 > 0 } }
}
