public import RectoCodecs
public import RectoCore
import RectoVision

extension PageScanner {
    /// The maximum number of sheets that are taken from a picture.
    public static let mostSheets = 20

    /// Scans all sheets that lie side by side in a picture, such as receipts on a table.
    ///
    /// - Returns: A scan of each sheet that reaches ``Options/minimumLevel``, in reading order: rows from the top, the
    ///   sheets of a row from the left. Without such a sheet, the one scan that ``scan(_:)`` returns, also if
    ///   ``Options/crop`` is not `.detected`.
    /// - Throws: `ParameterError` if given corners are not clockwise and convex.
    public mutating func scan(several picture: Picture) throws(ParameterError) -> [Scan] {
        let (first, detections) = try scan(picture, limit: Self.mostSheets)
        let sheets = detections.filter { isSure($0) }
        guard !sheets.isEmpty else { return [first] }
        return SheetOrder(sheets.map(\.quad)).indices.enumerated().map { place, index in
            // The time was spent only once.
            Scan(
                page: page(
                    picture.pixels, of: picture, quad: sheets[index].quad, isCut: !sheets[index].cutSides.isEmpty),
                detection: sheets[index],
                sagittas: sheets[index].sagittas, timings: place == 0 ? first.timings : StageTimings())
        }
    }
}
