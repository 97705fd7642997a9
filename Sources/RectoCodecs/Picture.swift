public import RectoCore

/// The file formats that can be read.
public enum PictureFormat: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    case png = "PNG"
    case jpeg = "JPEG"
    case tiff = "TIFF"
    case webp = "WebP"
    /// Pictures of phones: HEIC and other contents of HEIF containers.
    case heif = "HEIF"
    case avif = "AVIF"
    case jpegXL = "JPEG XL"
    case gif = "GIF"
    case bmp = "BMP"
    /// PBM, PGM, PPM and PAM.
    case pnm = "PNM"
    case pdf = "PDF"

    /// The format's usual name.
    public var description: String { rawValue }

    /// Whether browsers and document writers accept files of the format unchanged.
    package var isKeptAsIs: Bool { self == .png || self == .jpeg }
}

/// A picture read from a file: upright, eight bits per channel, without alpha.
public struct Picture: Sendable {
    /// The pixels, gray or in color.
    public enum Pixels: Equatable, Sendable {
        case gray(GrayImage)
        case rgb(RGBImage)

        var size: PixelSize {
            switch self {
            case .gray(let image): image.size
            case .rgb(let image): image.size
            }
        }

        /// The same pixels as a raster for file writers.
        public var raster: Raster {
            switch self {
            case .gray(let image): .gray(image)
            case .rgb(let image): .rgb(image)
            }
        }

        /// The pixels as color; gray is repeated in each channel.
        public var rgb: RGBImage {
            switch self {
            case .gray(let image): RGBImage(image)
            case .rgb(let image): image
            }
        }

        /// The pixels as BT.601 luminance.
        package var gray: GrayImage {
            switch self {
            case .gray(let image): image
            case .rgb(let image): GrayImage(luminanceOf: image)
            }
        }
    }

    /// The pixels in gray or color, as stored or as requested.
    public let pixels: Pixels
    /// The format of the file.
    public let format: PictureFormat
    /// The upright size of the stored picture; larger than ``size`` if it was read at a reduced scale.
    public let fullSize: PixelSize
    /// The resolution stated by the file, along the axes of the upright picture at full size.
    public let resolution: Resolution?
    /// The camera's focal length in pixels at ``size``, if the file's EXIF block contains it.
    public let focalLength: FocalLength?
    #if !hasFeature(Embedded)
        /// When and where the picture was taken, if the file's EXIF block contains it.
        public internal(set) var timeAndPlace: TimeAndPlace?
    #endif

    init(
        pixels: Pixels, format: PictureFormat, fullSize: PixelSize, resolution: Resolution?,
        fullFocalLength: FocalLength?
    ) {
        self.pixels = pixels
        self.format = format
        self.fullSize = fullSize
        self.resolution = resolution
        let longSide = Double(pixels.size.longSide)
        focalLength = fullFocalLength.flatMap {
            FocalLength(
                pixels: $0.pixels * longSide / Double(fullSize.longSide), relativeUncertainty: $0.relativeUncertainty)
        }
    }

    /// The size of ``pixels``.
    public var size: PixelSize { pixels.size }

    /// The pixels as color; gray is repeated in each channel.
    public var rgb: RGBImage { pixels.rgb }

    /// The pixels as BT.601 luminance.
    public var gray: GrayImage { pixels.gray }
}

extension RGBImage {
    /// Creates a color image with gray repeated in each channel.
    package init(_ gray: GrayImage) {
        self.init(size: gray.size)
        withMutableView { target in
            gray.withView { source in
                for y in 0..<source.height {
                    let from = source.row(y)
                    let to = target.row(y)
                    // SAFETY: both rows hold `width` pixels, of 1 and 3 bytes.
                    for x in 0..<source.width {
                        let value = from[x]
                        to[3 * x] = value
                        to[3 * x + 1] = value
                        to[3 * x + 2] = value
                    }
                }
            }
        }
    }
}

extension GrayImage {
    /// Creates the rounded BT.601 luma, the Y of JPEG.
    init(luminanceOf rgb: RGBImage) {
        self.init(size: rgb.size)
        withMutableView { target in
            rgb.withView { source in
                for y in 0..<source.height {
                    let from = source.row(y)
                    let to = target.row(y)
                    // SAFETY: both rows hold `width` pixels, of 3 and 1 bytes. The weights add up to 2¹⁶.
                    for x in 0..<source.width {
                        let red = 19_595 &* UInt32(from[3 * x])
                        let green = 38_470 &* UInt32(from[3 * x + 1])
                        let blue = 7_471 &* UInt32(from[3 * x + 2])
                        to[x] = UInt8(truncatingIfNeeded: (red &+ green &+ blue &+ 32_768) >> 16)
                    }
                }
            }
        }
    }
}
