import CCodecShims
import RectoCore

/// Converts the colors of a file with an ICC profile to sRGB, using LittleCMS.
///
/// Gray stays gray and gets sRGB's tone curve. A damaged profile, or one for other channels than the picture's, is
/// ignored, as in other programs. LittleCMS is loaded at run time; without it colors are not converted.
final class ColorProfile {
    private let transform: OpaquePointer

    /// - Returns: `nil` if no conversion is needed, as for an sRGB profile.
    init?(_ profile: UnsafeBufferPointer<UInt8>, of kind: codec_color_kind) {
        var transform: OpaquePointer?
        var message = codec_message()
        _ = codec_color_open(profile.baseAddress, profile.count, kind, &transform, &message)
        guard let transform else { return nil }
        self.transform = transform
    }

    deinit { codec_color_close(transform) }

    /// Converts the pixels of a picture with the profile's channels.
    func convert(_ pixels: Picture.Pixels) -> Picture.Pixels {
        switch pixels {
        case .gray(let image): .gray(converted(image))
        case .rgb(let image): .rgb(converted(image))
        }
    }

    private func converted<Layout: PixelLayout>(_ image: Image<Layout>) -> Image<Layout> {
        var image = image
        image.withMutableView { view in
            // SAFETY: each row holds `width` pixels of the transform's kind, which keeps the number of channels.
            for y in 0..<view.height { codec_color_convert(transform, view.row(y), view.row(y), view.width) }
        }
        return image
    }

    /// Converts a CMYK picture.
    func rgb(ofInks image: RGBAImage) -> RGBImage {
        RGBImage(rowsOf: image) { [transform] source, target, count in
            codec_color_convert(transform, source, target, count)
        }
    }
}

extension RGBImage {
    /// Creates a picture row by row from one with four bytes per pixel.
    /// - Parameter convert: Converts a row of the picture to one of the result, with the same number of pixels.
    init(
        rowsOf image: RGBAImage, _ convert: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Void
    ) {
        self.init(unset: image.size)
        withMutableView { target in
            // SAFETY: both pictures have the same size, so their rows have the same number of pixels, of 4 and 3
            // bytes.
            image.withView { source in
                for y in 0..<source.height { convert(source.row(y), target.row(y), source.width) }
            }
        }
    }

    /// Converts inks without a profile: each absorbs its share of the light left by black.
    init(ofInks image: RGBAImage, isInverted: Bool) {
        self.init(rowsOf: image) { codec_rgb_from_cmyk($0, isInverted, $2, $1) }
    }

    /// Blends colors with alpha over white.
    init(onWhite image: RGBAImage) {
        self.init(rowsOf: image) { source, target, count in
            for x in 0..<count {
                let alpha = UInt32(source[4 * x + 3])
                for channel in 0..<3 {
                    let value = UInt32(source[4 * x + channel]) * alpha + 255 * (255 - alpha)
                    target[3 * x + channel] = UInt8(truncatingIfNeeded: (value + 127) / 255)
                }
            }
        }
    }
}
