import RectoCore

/// What an EXIF block says of the camera's optics (CIPA DC-008, Exif 2.32, §4.6.5).
struct ExifOptics {
    /// The focal length that gives the same view on 35 mm film, millimetres: rounded to whole ones.
    var focalLength35: Double?
    /// Millimetres.
    var focalLength: Double?
    /// On the sensor, along the picture's width.
    var pixelsPerMillimetre: Double?
    /// The picture's size as the camera stored it.
    var width: Int?
    var height: Int?

    private static let filmDiagonal = 43.267

    /// In pixels of a picture of this size, as stored.
    ///
    /// `nil` for a picture that was cropped after it was taken: its view is no longer the camera's.
    func focalLength(of stored: PixelSize) -> FocalLength? {
        guard !isCropped(stored) else { return nil }
        let found = fromSensor(stored) ?? fromFilm(stored)
        // From fisheyes to long telephoto lenses; beyond, the block is nonsense.
        return found.flatMap { 0.2...20 ~= $0.pixels / Double(stored.longSide) ? $0 : nil }
    }

    private func isCropped(_ stored: PixelSize) -> Bool {
        guard let width, let height, width > 0, height > 0 else { return false }
        // A program that turned the pixels may have left the sides as they were.
        let (ratio, own) = (Double(width) / Double(height), Double(stored.width) / Double(stored.height))
        return abs(ratio / own - 1) > 0.01 && abs(ratio * own - 1) > 0.01
    }

    private func fromSensor(_ stored: PixelSize) -> FocalLength? {
        guard let focalLength, let pixelsPerMillimetre, let width, let height, width > 0, height > 0 else { return nil }
        let scale = Double(stored.longSide) / Double(max(width, height))
        return FocalLength(pixels: focalLength * pixelsPerMillimetre * scale, relativeUncertainty: 0.01)
    }

    /// The views are compared by their diagonals. Of wide pictures the height is taken to be cropped by the camera, from
    /// a sensor of 4:3 or 3:2: between the two their long side counts.
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
