import RectoCore

/// A sheet of paper on the desk: its place, bend and corners.
struct Sheet {
    /// Height of a sheet above the desk, as a function of the share 0...1 of its length.
    enum Curl {
        case flat
        /// Both ends raised by `rise` millimeters.
        case bothEnds(rise: Double)
        /// The end at share 1 raised.
        case oneEnd(rise: Double)
    }

    let width: Double
    let height: Double
    /// The sheet's center on the desk.
    let center: Point2D
    /// Rotation on the desk, clockwise.
    let angle: Double
    var curl = Curl.flat
    /// Thickness of the pad or book below the sheet, in millimeters.
    var thickness = 0.0
    /// Radius of all corners in millimeters.
    var cornerRadius = 0.0
    /// Folded corner 0...3, and the length of the fold's sides in millimeters.
    var dogEar: (corner: Int, side: Double)?

    init(width: Double, height: Double, center: Point2D, angle: Double) {
        self.width = width
        self.height = height
        self.center = center
        self.angle = angle
    }

    /// Whether the sheet is bent along its height (otherwise along its width).
    private var bendsAlongHeight: Bool { height >= width }

    /// Point in space of a place on the sheet, in millimeters from its top-left corner.
    func place(_ point: Point2D) -> Point3D {
        let offset = Point2D(x: point.x - width / 2, y: point.y - height / 2).rotated(by: angle)
        let share = bendsAlongHeight ? point.y / height : point.x / width
        return Point3D(center.x + offset.x, center.y + offset.y, thickness + rise(share))
    }

    private func rise(_ share: Double) -> Double {
        switch curl {
        case .flat: 0
        case .bothEnds(let rise): rise * (2 * share - 1) * (2 * share - 1)
        case .oneEnd(let rise): rise * share * share * share
        }
    }

    /// Place on the desk below a place on the sheet.
    func foot(_ point: Point2D) -> Point3D {
        let place = place(point)
        return Point3D(place.x, place.y, 0)
    }

    /// The corners in the picture.
    func quad(_ camera: PinholeCamera) -> Quad {
        Quad(width: width, height: height).map { camera.project(place($0)) }
    }

    /// The outline in millimeters on the sheet, with its rounded and folded corners.
    private var outline: [Point2D] {
        if cornerRadius > 0 {
            return Path(x: 0, y: 0, width: width, height: height, radius: cornerRadius).polygons[0]
        }
        let corners = Quad(width: width, height: height).corners
        guard let fold = dogEar else { return corners }
        return corners.enumerated().flatMap { index, corner -> [Point2D] in
            index == fold.corner ? foldEnds(fold, corners) : [corner]
        }
    }

    private func foldEnds(_ fold: (corner: Int, side: Double), _ corners: [Point2D]) -> [Point2D] {
        let corner = corners[fold.corner]
        func end(_ other: Point2D) -> Point2D { corner + (other - corner) * (fold.side / corner.distance(to: other)) }
        return [end(corners[(fold.corner + 3) & 3]), end(corners[(fold.corner + 1) & 3])]
    }

    /// The fold's flap, in millimeters on the sheet.
    var flap: [Point2D]? {
        guard let fold = dogEar else { return nil }
        let corners = Quad(width: width, height: height).corners
        let ends = foldEnds(fold, corners)
        let corner = corners[fold.corner]
        // The corner mirrored at the fold, slightly short since the paper is raised.
        let middle = (ends[0] + ends[1]) * 0.5
        return [ends[0], ends[1], middle + (middle - corner) * 0.88]
    }

    /// A part of the sheet with a single homography, and its illumination.
    struct Strip {
        let shape: Path
        let pictureToSheet: Homography
        let brightness: Float
    }

    /// The sheet in the picture: one strip if it is flat, otherwise many narrow ones.
    func strips(_ camera: PinholeCamera) -> [Strip] {
        let count = if case .flat = curl { 1 } else { 40 }
        return (0..<count).compactMap { index in
            let from = Double(index) / Double(count)
            let to = Double(index + 1) / Double(count)
            let part =
                bendsAlongHeight
                ? Quad(width: width, height: (to - from) * height).map { $0 + Point2D(x: 0, y: from * height) }
                : Quad(width: (to - from) * width, height: height).map { $0 + Point2D(x: from * width, y: 0) }
            let image = part.map { camera.project(place($0)) }
            guard let toPicture = Homography(from: part, to: image), let back = toPicture.inverse else { return nil }
            let polygon = count == 1 ? outline : clipped(from, to)
            guard polygon.count > 2 else { return nil }
            let slope = (rise(to) - rise(from)) / ((to - from) * max(width, height))
            return Strip(
                shape: Path(polygon: polygon.map(toPicture.map)), pictureToSheet: back,
                brightness: Float(1 - 0.55 * slope))
        }
    }

    /// The part of the outline between two shares of the length (Sutherland–Hodgman).
    private func clipped(_ from: Double, _ to: Double) -> [Point2D] {
        func along(_ p: Point2D) -> Double { bendsAlongHeight ? p.y / height : p.x / width }
        func clip(_ polygon: [Point2D], _ inside: (Point2D) -> Double) -> [Point2D] {
            var kept: [Point2D] = []
            for (index, point) in polygon.enumerated() {
                let previous = polygon[(index + polygon.count - 1) % polygon.count]
                let here = inside(point)
                let before = inside(previous)
                if (here >= 0) != (before >= 0) {
                    kept.append(previous + (point - previous) * (before / (before - here)))
                }
                if here >= 0 { kept.append(point) }
            }
            return kept
        }
        return clip(clip(outline) { along($0) - from }) { to - along($0) }
    }
}
