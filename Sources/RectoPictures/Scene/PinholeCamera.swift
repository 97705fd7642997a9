import RectoCore

/// A point in space, in millimeters: the desk is z = 0, x to the right and y down as seen from above, z up.
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

/// An ideal camera above the desk: square pixels, central principal point, no distortion.
struct PinholeCamera: Sendable {
    let size: PixelSize
    /// Focal length in pixels.
    let focal: Double
    let position: Point3D
    /// Directions of the picture's x and y axes and of the optical axis.
    let right, down, forward: Point3D
    /// Map from desk to picture.
    let deskToPicture: Homography
    /// Map from picture to desk.
    let pictureToDesk: Homography

    /// Creates a camera that looks at a place on the desk.
    ///
    /// - Parameters:
    ///   - target: Intersection of the optical axis with the desk.
    ///   - distance: Distance from there to the camera, millimeters.
    ///   - tilt: Angle between the optical axis and the vertical, radians.
    ///   - azimuth: Direction in which the camera leans; 0 is towards the lower edge of the picture, as when leaning
    ///     back.
    ///   - roll: Rotation of the camera about its axis.
    /// - Returns: `nil` if a corner of the picture looks at or above the horizon.
    init?(
        size: PixelSize, focal: Double, target: Point2D, distance: Double, tilt: Double, azimuth: Double, roll: Double
    ) {
        let (sinTilt, cosTilt) = (PortableMath.sin(tilt), PortableMath.cos(tilt))
        // Leaning straight back, the axes are (1, 0, 0), (0, cos, -sin), (0, -sin, -cos); then all rotate about z.
        func turned(_ p: Point3D) -> Point3D {
            let flat = Point2D(x: p.x, y: p.y).rotated(by: azimuth)
            return Point3D(flat.x, flat.y, p.z)
        }
        forward = turned(Point3D(0, -sinTilt, -cosTilt))
        let level = turned(Point3D(1, 0, 0))
        let steep = turned(Point3D(0, cosTilt, -sinTilt))
        // The picture is rotated back by the azimuth, so that upright stays upright.
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

    /// The place in the picture of a point in space.
    func project(_ point: Point3D) -> Point2D {
        let v = point - position
        let z = v.dot(forward)
        return Point2D(
            x: Double(size.width) / 2 + focal * v.dot(right) / z,
            y: Double(size.height) / 2 + focal * v.dot(down) / z)
    }

    /// Pixels per millimeter at a place on the desk (geometric mean over directions).
    func scale(atDesk point: Point2D) -> Double { abs(deskToPicture.areaScale(at: point)).squareRoot() }
}
