package import RectoCore
import RectoKernels
import RectoVision

/// A gray picture and its halves, quarters and so on, by means of 2 × 2 pixels. Memory is reused from picture to
/// picture.
///
/// A place (x, y) of the picture is (x, y) / 2ⁱ on level i.
package final class GrayPyramid {
    /// Level 0 is the picture itself.
    package private(set) var levels: [GrayView] = []
    private let planes: [Plane<UInt8>]

    /// - Parameter levels: The maximum number of levels, including the picture itself.
    package init(levels: Int) {
        precondition(levels >= 1, "a pyramid has a level")
        planes = (1..<levels).map { _ in Plane() }
        self.levels.reserveCapacity(levels)
    }

    /// Makes the levels of a picture. Small pictures have fewer levels.
    /// - Parameter picture: Must outlive the use of the levels.
    package func load(_ picture: GrayView) {
        levels.removeAll(keepingCapacity: true)
        levels.append(picture)
        for plane in planes {
            guard let half = halved(levels[levels.count - 1], into: plane) else { return }
            levels.append(half)
        }
    }

    private func halved(_ view: GrayView, into plane: Plane<UInt8>) -> GrayView? {
        guard let size = try? PixelSize(width: view.width / 2, height: view.height / 2) else { return nil }
        plane.reshape(width: size.width, height: size.height)
        // SAFETY: the plane has as many pixels as the size.
        halve(
            view.plane, channels: 1,
            into: MutablePlaneView(plane.base, stride: size.width, width: view.width / 2, height: view.height / 2))
        return try? GrayView(base: plane.base, byteCount: size.area, size: size, stride: size.width)
    }

    /// 2 to the power of 3/4: the step, in units of a level's step, above which the next level is nearer.
    private static let levelStep = 1.6818

    /// The level whose resolution is nearest to that of a picture made from it, and the map to it.
    /// - Parameters:
    ///   - map: From that picture to the frame.
    ///   - width, height: Size of that picture.
    func level(for map: Homography, width: Int, height: Int) -> (picture: GrayView, map: Homography) {
        // Pixels of the frame per pixel of the picture. A level is used from a sixth below its own step on.
        var step = abs(map.areaScale(at: Point2D(x: Double(width) / 2, y: Double(height) / 2))).squareRoot()
        var level = 0
        while step > Self.levelStep, level + 1 < levels.count {
            step /= 2
            level += 1
        }
        let shrink = 1 / Double(1 << level)
        return (levels[level], Homography(shrink, 0, 0, 0, shrink, 0, 0, 0, 1).composed(after: map))
    }
}
