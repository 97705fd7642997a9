import Glibc
public import RectoCore

/// Where an anchor is before the camera.
///
/// The anchor's coordinates begin at its middle: x to its right, y down, z behind it. The camera's are x to the right, y
/// down, z ahead. Lengths are metres where the anchor's physical width is known, else widths of the anchor.
public struct AnchorPose: Hashable, Sendable {
    public var rotation: Rotation3
    public var translation: SIMD3<Double>
    public let intrinsics: CameraIntrinsics

    public init(rotation: Rotation3, translation: SIMD3<Double>, intrinsics: CameraIntrinsics) {
        self.rotation = rotation
        self.translation = translation
        self.intrinsics = intrinsics
    }

    /// A point of the anchor's coordinates in the camera's.
    public func inCamera(_ point: SIMD3<Double>) -> SIMD3<Double> { rotation.apply(point) + translation }

    /// Where a point that hangs on the anchor is seen.
    ///
    /// - Parameter point: In the anchor's coordinates.
    /// - Returns: In pixels of the frame; `nil` if it is not before the camera.
    public func project(_ point: SIMD3<Double>) -> Point2D? { intrinsics.project(inCamera(point)) }

    /// The angle between the anchor's normal and the line of sight to its middle, in radians: 0 if seen frontally.
    public var tilt: Double {
        let cosine = abs(dot(rotation.z, translation)) / dot(translation, translation).squareRoot()
        return Glibc.acos(min(cosine, 1))
    }
}

/// How a camera without distortion maps directions to pixels: its focal length and where its axis meets the picture.
public struct CameraIntrinsics: Hashable, Codable, Sendable {
    /// In pixels; above 0.
    public let focalLength: Double
    /// Where the optical axis meets the picture, in pixels.
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

    /// Of a camera whose axis meets the middle of its pictures.
    /// - Parameter focalLength: `nil` if it is not known: it is then guessed to be 0.95 long sides of the picture, which
    ///   webcams and the main cameras of phones are near to. Poses are then as wrong in distance and tilt as the guess is.
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

    /// From pixels to the plane at distance 1 before the camera.
    var toDirections: Homography {
        let s = 1 / focalLength
        return Homography(s, 0, -principalX * s, 0, s, -principalY * s, 0, 0, 1)
    }

    /// The pixel place of a point in the camera's coordinates; `nil` for one that is not before the camera.
    func project(_ point: SIMD3<Double>) -> Point2D? {
        guard point.z > 1e-9 else { return nil }
        let s: Double = focalLength / point.z
        return Point2D(x: point.x * s + principalX, y: point.y * s + principalY)
    }
}
