import CCodecShims
import RectoCore

/// A picture as stored in a file, before applying the orientation and converting colors.
struct StoredPicture {
    var pixels: Picture.Pixels
    var orientation = Orientation.upright
    /// The resolution along the axes of the stored picture.
    var resolution: Resolution?
    var optics = ExifOptics()
    var timeAndPlace: TimeAndPlace?

    /// Converts the colors from the file's profile to sRGB.
    mutating func convertColors(from profile: UnsafeBufferPointer<UInt8>) {
        guard !profile.isEmpty else { return }
        let kind =
            switch pixels {
            case .gray: CODEC_COLOR_GRAY
            case .rgb: CODEC_COLOR_RGB
            }
        if let profile = ColorProfile(profile, of: kind) { pixels = profile.convert(pixels) }
    }

    /// Returns the picture in its final form.
    func picture(_ format: PictureFormat, _ layout: PictureReader.Layout) -> Picture {
        let stored = pixels.size
        let wanted: Picture.Pixels =
            switch (layout, pixels) {
            case (.gray, .rgb(let image)): .gray(GrayImage(luminanceOf: image))
            case (.rgb, .gray(let image)): .rgb(RGBImage(image))
            default: pixels
            }
        let upright: Picture.Pixels =
            switch wanted {
            case .gray(let image): .gray(orientation.applied(to: image))
            case .rgb(let image): .rgb(orientation.applied(to: image))
            }
        var picture = Picture(
            pixels: upright, format: format, fullSize: orientation.size(ofStored: stored),
            resolution: orientation.resolution(ofStored: resolution), fullFocalLength: optics.focalLength(of: stored))
        picture.timeAndPlace = timeAndPlace
        return picture
    }
}

extension Picture {
    /// Returns the same picture as a page of a file in another format, with the resolution of that page.
    func placed(in format: PictureFormat, resolution: Resolution?) -> Picture {
        Picture(pixels: pixels, format: format, fullSize: fullSize, resolution: resolution, fullFocalLength: nil)
    }
}
