import RectoCore
import RectoKernels

/// A frame warped to the reference's view of the canvas, in whole cells. It is recomputed on each use: all frames at
/// once would take as much memory as the frames themselves.
struct AlignedFrame {
    let width, height: Int
    private let image: GrayImage
    /// Map from the canvas to the frame.
    private let map: Homography

    /// - Parameter map: From the reference's pixels to the frame's.
    init(_ image: GrayImage, _ map: Homography, _ canvas: FusionCanvas) {
        func whole(_ side: Int) -> Int { (side + FusionLights.cell - 1) / FusionLights.cell * FusionLights.cell }
        (width, height) = (whole(canvas.width), whole(canvas.height))
        self.image = image
        self.map = map.composed(after: Homography(1, 0, Double(canvas.left), 0, 1, Double(canvas.top), 0, 0, 1))
    }

    /// Writes all rows.
    func write(into target: MutablePlaneView<UInt8>) {
        image.withView { warpGray($0.plane, map: map.coefficients, into: target) }
    }

    /// Writes a range of rows.
    func write(_ rows: Range<Int>, into target: MutablePlaneView<UInt8>) {
        image.withView { warpGray($0.plane, map: map.coefficients, rows: rows, ofHeight: height, into: target) }
    }
}
