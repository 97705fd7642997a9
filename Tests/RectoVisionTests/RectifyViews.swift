import Glibc
import RectoCore
import TestSupport

extension SeededGenerator {
    mutating func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    /// Normally distributed with standard deviation 1 (Box & Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(1 - uniform(0...0.999_999_999))).squareRoot()
        return radius * cos(uniform(0...(2 * Double.pi)))
    }
}

/// A pinhole camera looking at a sheet.
struct SheetView {
    /// Width over height of the sheet, whose height is 1.
    var ratio = 210.0 / 297
    var picture: (width: Double, height: Double) = (1920, 1080)
    /// Focal length in long sides of the picture.
    var focalLength = 1.0
    /// Angle between the camera's axis and the sheet's normal.
    var tilt = 0.0
    /// Direction in the sheet towards which the camera is tilted.
    var azimuth = 0.0
    /// Rotation of the sheet in the picture.
    var roll = 0.0
    /// Share of the picture's height that the sheet would take without tilt.
    var fill = 0.8
    /// Standard deviation of the corners in pixels.
    var noise = 0.0

    func quad(_ random: inout SeededGenerator) -> Quad {
        let focal = focalLength * max(picture.width, picture.height)
        let distance = focal / (fill * picture.height)
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner -> Point2D in
            let (x, y) = (corner.0 * ratio, corner.1)
            // Tilt about an axis in the sheet, then roll about the camera's axis.
            let (along, across) = (x * cos(azimuth) + y * sin(azimuth), -x * sin(azimuth) + y * cos(azimuth))
            let depth = distance + along * sin(tilt)
            let (u, v) = (along * cos(tilt), across)
            let turn = azimuth + roll
            let image = Point2D(x: u * cos(turn) - v * sin(turn), y: u * sin(turn) + v * cos(turn)) * (focal / depth)
            return Point2D(
                x: picture.width / 2 + image.x + noise * random.normal(),
                y: picture.height / 2 + image.y + noise * random.normal())
        }
        return Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    var size: PixelSize {
        get throws { try PixelSize(width: Int(picture.width), height: Int(picture.height)) }
    }
}
