import RectoCore
import RectoKernels

/// A frame as the reference sees the canvas, in whole cells. It is made anew whenever it is looked at: all frames at once would
/// take as much memory as the frames themselves.
struct AlignedFrame {
    let width, height: Int
    private let image: GrayImage
    /// From the canvas to the frame.
    private let map: Homography

    /// - Parameter map: From the reference's pixels to the frame's.
    init(_ image: GrayImage, _ map: Homography, _ canvas: FusionCanvas) {
        func whole(_ side: Int) -> Int { (side + FusionLights.cell - 1) / FusionLights.cell * FusionLights.cell }
        (width, height) = (whole(canvas.width), whole(canvas.height))
        self.image = image
        self.map = map.composed(after: Homography(1, 0, Double(canvas.left), 0, 1, Double(canvas.top), 0, 0, 1))
    }

    /// Writes the whole.
    func write(into target: MutablePlaneView<UInt8>) {
        image.withView { warpGray($0.plane, map: map.coefficients, into: target) }
    }

    /// Writes some rows.
    func write(_ rows: Range<Int>, into target: MutablePlaneView<UInt8>) {
        image.withView { warpGray($0.plane, map: map.coefficients, rows: rows, ofHeight: height, into: target) }
    }
}
