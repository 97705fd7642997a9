import RectoKernels

/// Where scores peak, to a part of a place by parabolas along both axes.
struct ScorePeak {
    private(set) var x: Double
    private(set) var y: Double
    let height: Float

    /// - Parameters:
    ///   - scores: Rows of ``PatchSearch/scoreStride``, of `columns` each.
    ///   - best: The place of the greatest.
    init(_ scores: UnsafePointer<Float>, columns: Int, rows: Int, at best: (column: Int, row: Int)) {
        // SAFETY: neighbours are looked at only within the scores.
        let here = scores + best.row * PatchSearch.scoreStride + best.column
        height = here[0]
        x = Double(best.column)
        y = Double(best.row)
        if 0 < best.column, best.column < columns - 1 { x += Self.bend(here[-1], here[0], here[1]) }
        if 0 < best.row, best.row < rows - 1 {
            y += Self.bend(here[-PatchSearch.scoreStride], here[0], here[PatchSearch.scoreStride])
        }
    }

    /// Where the parabola through three neighbours peaks, from the middle one: at most half a place away.
    private static func bend(_ left: Float, _ middle: Float, _ right: Float) -> Double {
        let curvature = left - 2 * middle + right
        return curvature < 0 ? Double(0.5 * (left - right) / curvature) : 0
    }
}
