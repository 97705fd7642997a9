import RectoCore

/// The camera's optics from an EXIF block (CIPA DC-008, Exif 2.32, §4.6.5).
struct ExifOptics {
    /// The 35 mm equivalent focal length in millimeters, rounded to an integer.
    var focalLength35: Double?
    /// The focal length in millimeters.
    var focalLength: Double?
    /// The sensor's resolution along the picture's width.
    var pixelsPerMillimetre: Double?
    /// The picture's width as stored by the camera.
    var width: Int?
    var height: Int?

    private static let filmDiagonal = 43.267

    /// Returns the focal length in pixels of a picture with the given stored size.
    ///
    /// `nil` for a picture that was cropped later: its view is no longer the camera's.
    func focalLength(of stored: PixelSize) -> FocalLength? {
        guard !isCropped(stored) else { return nil }
        let found = fromSensor(stored) ?? fromFilm(stored)
        // The range from fisheyes to long telephoto lenses. Other values are invalid.
        return found.flatMap { 0.2...20 ~= $0.pixels / Double(stored.longSide) ? $0 : nil }
    }

    private func isCropped(_ stored: PixelSize) -> Bool {
        guard let width, let height, width > 0, height > 0 else { return false }
        // A program that rotated the pixels may have kept the original sides.
        let (ratio, own) = (Double(width) / Double(height), Double(stored.width) / Double(stored.height))
        return abs(ratio / own - 1) > 0.01 && abs(ratio * own - 1) > 0.01
    }

    private func fromSensor(_ stored: PixelSize) -> FocalLength? {
        guard let focalLength, let pixelsPerMillimetre, let width, let height, width > 0, height > 0 else { return nil }
        let scale = Double(stored.longSide) / Double(max(width, height))
        return FocalLength(pixels: focalLength * pixelsPerMillimetre * scale, relativeUncertainty: 0.01)
    }

    /// Compares the views by their diagonals. For wide pictures, assumes that the camera cropped the height of a 4:3
    /// or 3:2 sensor: between these two ratios, the long side counts.
    private func fromFilm(_ stored: PixelSize) -> FocalLength? {
        guard let focalLength35, 1...5000 ~= focalLength35 else { return nil }
        let long = Double(stored.longSide)
        let rounding = 0.29 / focalLength35
        let isWide = long > 1.55 * Double(stored.shortSide)
        let (diagonal, model) = isWide ? (1.226 * long, 0.03) : (stored.diagonal, 0.015)
        return FocalLength(
            pixels: focalLength35 / Self.filmDiagonal * diagonal,
            relativeUncertainty: min(1, (rounding * rounding + model * model).squareRoot()))
    }
}
