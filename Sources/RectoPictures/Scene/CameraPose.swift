import RectoCore

/// Position and rotation of a camera above the desk: see
/// ``PinholeCamera/init(size:focal:target:distance:tilt:azimuth:roll:)``.
struct CameraPose: Hashable, Sendable {
    /// Focal length in pixels.
    var focal: Double
    /// Intersection of the optical axis with the desk, in millimeters.
    var target: Point2D
    /// Distance from there to the camera, in millimeters.
    var distance: Double
    /// Angle between the optical axis and the vertical, direction in which the camera leans, and rotation about its
    /// axis, in radians.
    var tilt, azimuth, roll: Double

    /// The pose of a camera with known angles.
    init(of camera: PinholeCamera, tilt: Double, azimuth: Double, roll: Double) {
        let distance = -camera.position.z / camera.forward.z
        let target = camera.position + camera.forward * distance
        self.focal = camera.focal
        self.target = Point2D(x: target.x, y: target.y)
        self.distance = distance
        self.tilt = tilt
        self.azimuth = azimuth
        self.roll = roll
    }

    /// A camera in this pose for pictures of a size; `nil` if it would see the horizon.
    func camera(size: PixelSize) -> PinholeCamera? {
        PinholeCamera(
            size: size, focal: focal, target: target, distance: distance, tilt: tilt, azimuth: azimuth, roll: roll)
    }
}
