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
    /// - Returns: In pixels of the frame; nothing if it is not before the camera.
    public func project(_ point: SIMD3<Double>) -> Point2D? { intrinsics.project(inCamera(point)) }

    /// The angle between the anchor's normal and the line of sight to its middle, in radians: 0 if seen frontally.
    public var tilt: Double {
        let cosine = abs(dot(rotation.z, translation)) / dot(translation, translation).squareRoot()
        return Glibc.acos(min(cosine, 1))
    }
}
