import RectoCore

/// A place in the room, in millimetres: the desk is z = 0, x to the right and y down as seen from above, z up.
struct Point3D: Hashable, Sendable {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    func dot(_ other: Point3D) -> Double { x * other.x + y * other.y + z * other.z }
    static func - (a: Point3D, b: Point3D) -> Point3D { Point3D(a.x - b.x, a.y - b.y, a.z - b.z) }
    static func + (a: Point3D, b: Point3D) -> Point3D { Point3D(a.x + b.x, a.y + b.y, a.z + b.z) }
    static func * (a: Point3D, s: Double) -> Point3D { Point3D(a.x * s, a.y * s, a.z * s) }
}

/// An ideal camera above the desk: square pixels, principal point in the middle, no distortion.
struct PinholeCamera: Sendable {
    let size: PixelSize
    /// Focal length in pixels.
    let focal: Double
    let position: Point3D
    /// Directions of the picture's x and y axes and of the view.
    let right, down, forward: Point3D
    /// Desk to picture.
    let deskToPicture: Homography
    /// Picture to desk.
    let pictureToDesk: Homography

    /// A camera that looks at a place of the desk.
    ///
    /// - Parameters:
    ///   - target: Where the view's axis meets the desk.
    ///   - distance: From there to the camera, millimetres.
    ///   - tilt: Angle between the view's axis and the plumb line, radians.
    ///   - azimuth: Where the camera leans to; 0 is towards the lower edge of the picture, as when one leans back.
    ///   - roll: Turn of the camera about its axis.
    /// - Returns: `nil` if a corner of the picture looks at or above the horizon.
    init?(
        size: PixelSize, focal: Double, target: Point2D, distance: Double, tilt: Double, azimuth: Double, roll: Double
    ) {
        let (sinTilt, cosTilt) = (PortableMath.sin(tilt), PortableMath.cos(tilt))
        // Leaning straight back, the axes are (1, 0, 0), (0, cos, -sin), (0, -sin, -cos); then all turn about z.
        func turned(_ p: Point3D) -> Point3D {
            let flat = Point2D(x: p.x, y: p.y).rotated(by: azimuth)
            return Point3D(flat.x, flat.y, p.z)
        }
        forward = turned(Point3D(0, -sinTilt, -cosTilt))
        let level = turned(Point3D(1, 0, 0))
        let steep = turned(Point3D(0, cosTilt, -sinTilt))
        // The azimuth is taken back in the picture, so that upright stays upright.
        let spin = Point2D.direction(roll - azimuth)
        right = level * spin.x + steep * spin.y
        down = steep * spin.x - level * spin.y
        position = Point3D(target.x, target.y, 0) - forward * distance
        self.size = size
        self.focal = focal
        let center = Point2D(x: Double(size.width) / 2, y: Double(size.height) / 2)
        let row0 = right * focal + forward * center.x
        let row1 = down * focal + forward * center.y
        deskToPicture = Homography(
            row0.x, row0.y, -row0.dot(position), row1.x, row1.y, -row1.dot(position), forward.x, forward.y,
            -forward.dot(position))
        guard let inverse = deskToPicture.inverse else { return nil }
        pictureToDesk = inverse
        for corner in Quad(size).corners {
            let ray = right * ((corner.x - center.x) / focal) + down * ((corner.y - center.y) / focal) + forward
            // At least about 8° below the horizon.
            guard -ray.z > 0.14 * ray.dot(ray).squareRoot() else { return nil }
        }
    }

    /// Where a place of the room appears.
    func project(_ point: Point3D) -> Point2D {
        let v = point - position
        let z = v.dot(forward)
        return Point2D(
            x: Double(size.width) / 2 + focal * v.dot(right) / z,
            y: Double(size.height) / 2 + focal * v.dot(down) / z)
    }

    /// Pixels a millimetre at a place of the desk (geometric mean over directions).
    func scale(atDesk point: Point2D) -> Double { abs(deskToPicture.areaScale(at: point)).squareRoot() }
}
