import RectoCore

/// Where a camera stands above the desk and how it is turned: see ``PinholeCamera/init(size:focal:target:distance:tilt:azimuth:roll:)``.
struct CameraPose: Hashable, Sendable {
    /// Focal length in pixels.
    var focal: Double
    /// Where the view's axis meets the desk, in millimetres.
    var target: Point2D
    /// From there to the camera, in millimetres.
    var distance: Double
    /// Angle between the view's axis and the plumb line, where the camera leans to, and its turn about its axis, in
    /// radians.
    var tilt, azimuth, roll: Double

    /// The pose of a camera of which these angles are known.
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

    /// A camera in this pose that takes pictures of a size; `nil` if it would see the horizon.
    func camera(size: PixelSize) -> PinholeCamera? {
        PinholeCamera(
            size: size, focal: focal, target: target, distance: distance, tilt: tilt, azimuth: azimuth, roll: roll)
    }
}
