import RectoCore

/// Sheets of one size laid out side by side, each slightly rotated, none touching another.
struct SheetSpread {
    /// A sheet that contains all of them: what the camera must see.
    let whole: Sheet
    /// Offset of each sheet's center from the center of ``whole``, in millimeters, and its rotation.
    private let places: [(offset: Point2D, angle: Double)]

    /// - Parameters:
    ///   - count: At least 1.
    ///   - frame: The picture, whose proportions the layout approximates.
    init(of sheet: Sheet, count: Int, in frame: PixelSize, _ generator: inout SeededGenerator) {
        let largestTurn = 0.2
        let gap = min(sheet.width, sheet.height) * generator.uniform(0.02, 0.12)
        // A sheet at its largest rotation, and the gap.
        let reach = Point2D(x: sheet.width / 2, y: sheet.height / 2).rotated(by: largestTurn)
        let other = Point2D(x: sheet.width / 2, y: -sheet.height / 2).rotated(by: largestTurn)
        let cell = Point2D(
            x: 2 * max(abs(reach.x), abs(other.x)) + gap, y: 2 * max(abs(reach.y), abs(other.y)) + gap)
        func size(columns: Int) -> Point2D {
            Point2D(x: cell.x * Double(columns), y: cell.y * Double((count + columns - 1) / columns))
        }
        let wanted = Double(frame.width) / Double(frame.height)
        func misfit(_ columns: Int) -> Double {
            let ratio = size(columns: columns).x / size(columns: columns).y
            return max(ratio / wanted, wanted / ratio)
        }
        let columns = (1...count).min { misfit($0) < misfit($1) } ?? 1
        let size = size(columns: columns)
        whole = Sheet(width: size.x, height: size.y, center: Point2D(x: 0, y: 0), angle: 0)
        places = (0..<count).map { index in
            let corner = Point2D(x: cell.x * Double(index % columns), y: cell.y * Double(index / columns))
            let turn = max(-largestTurn, min(largestTurn, generator.normal() * 0.08))
            return (corner + cell * 0.5 - size * 0.5, turn)
        }
    }

    /// The sheets, once the whole has its place on the desk.
    /// - Parameter template: A sheet with the bend for each of them.
    func sheets(on whole: Sheet, like template: Sheet) -> [Sheet] {
        places.map { place in
            var sheet = Sheet(
                width: template.width, height: template.height,
                center: whole.center + place.offset.rotated(by: whole.angle), angle: whole.angle + place.angle)
            sheet.curl = template.curl
            sheet.cornerRadius = template.cornerRadius
            sheet.dogEar = template.dogEar
            return sheet
        }
    }
}
