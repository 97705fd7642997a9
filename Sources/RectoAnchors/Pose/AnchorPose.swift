import Glibc
public import RectoCore

/// The pose of an anchor in front of the camera.
///
/// The anchor's coordinates have their origin at its middle: x to its right, y down, z behind it. The camera's axes are
/// x to the right, y down, z ahead. Lengths are in meters if the anchor's physical width is known, else in widths of
/// the anchor.
public struct AnchorPose: Hashable, Sendable {
    public var rotation: Rotation3
    public var translation: SIMD3<Double>
    public let intrinsics: CameraIntrinsics

    public init(rotation: Rotation3, translation: SIMD3<Double>, intrinsics: CameraIntrinsics) {
        self.rotation = rotation
        self.translation = translation
        self.intrinsics = intrinsics
    }

    /// The camera coordinates of a point in the anchor's coordinates.
    public func inCamera(_ point: SIMD3<Double>) -> SIMD3<Double> { rotation.apply(point) + translation }

    /// Projects a point fixed to the anchor into the frame.
    ///
    /// - Parameter point: A point in the anchor's coordinates.
    /// - Returns: The place in pixels of the frame; `nil` if the point is not in front of the camera.
    public func project(_ point: SIMD3<Double>) -> Point2D? { intrinsics.project(inCamera(point)) }

    /// The angle between the anchor's normal and the line of sight to its middle, in radians: 0 if seen frontally.
    public var tilt: Double {
        let cosine = abs(dot(rotation.z, translation)) / dot(translation, translation).squareRoot()
        return Glibc.acos(min(cosine, 1))
    }
}

/// The map of a camera without distortion from directions to pixels: focal length and principal point.
public struct CameraIntrinsics: Hashable, Codable, Sendable {
    /// Focal length in pixels, above 0.
    public let focalLength: Double
    /// The point where the optical axis meets the picture, in pixels.
    public let principalX: Double
    public let principalY: Double

    /// - Throws: ``ParameterError`` if the focal length is not above 0 or a number is not finite.
    public init(focalLength: Double, principalX: Double, principalY: Double) throws(ParameterError) {
        guard focalLength.isFinite, focalLength > 0 else {
            throw ParameterError("focalLength", found: "\(focalLength)", required: "a number above 0")
        }
        guard principalX.isFinite, principalY.isFinite else {
            throw ParameterError("principal point", found: "(\(principalX), \(principalY))", required: "finite numbers")
        }
        self.init(unchecked: focalLength, principalX, principalY)
    }

    /// Creates the intrinsics of a camera whose axis meets the middle of its pictures.
    /// - Parameter focalLength: If `nil`, 0.95 times the long side of the picture, which is close for webcams and the
    ///   main cameras of phones. Errors of this guess cause equal errors in distance and tilt of poses.
    public init(pictureSize: PixelSize, focalLength: FocalLength? = nil) {
        self.init(
            unchecked: focalLength?.pixels ?? 0.95 * Double(pictureSize.longSide),
            Double(pictureSize.width) / 2, Double(pictureSize.height) / 2)
    }

    private init(unchecked focalLength: Double, _ principalX: Double, _ principalY: Double) {
        self.focalLength = focalLength
        self.principalX = principalX
        self.principalY = principalY
    }

    /// The map from pixels to the plane at distance 1 in front of the camera.
    var toDirections: Homography {
        let s = 1 / focalLength
        return Homography(s, 0, -principalX * s, 0, s, -principalY * s, 0, 0, 1)
    }

    /// The pixel place of a point in the camera's coordinates; `nil` if it is not in front of the camera.
    func project(_ point: SIMD3<Double>) -> Point2D? {
        guard point.z > 1e-9 else { return nil }
        let s: Double = focalLength / point.z
        return Point2D(x: point.x * s + principalX, y: point.y * s + principalY)
    }
}
