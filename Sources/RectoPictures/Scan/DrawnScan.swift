public import RectoCodecs
public import RectoCore

/// A scan of a page whose edges cannot be seen, with random print, direction, resolution and file format, and its truth.
///
/// A seed always gives the same scan.
public struct DrawnScan: Sendable {
    /// The file formats of scans.
    public enum Format: String, Hashable, Codable, Sendable, CaseIterable {
        case png, jpg, tif, pdf
    }

    public let seed: UInt64
    /// The page's text, one line each; empty for a blank page.
    public let text: String
    /// How far its lines fall to the right, in degrees, `-45...45`.
    public let degrees: Double
    /// Clockwise quarter turns of the page, apart from ``degrees``.
    public let quarterTurns: Int
    /// The paper's and the ink's color: red, green and blue, 0 to 255.
    public let paper: [UInt8]
    public let ink: [UInt8]
    /// The size of the scan in dots per inch.
    public let dotsPerInch: Double
    /// The resolution that the file states; `nil` for none.
    public let statedDotsPerInch: Double?
    public let format: Format
    /// Whether there is only luminance.
    public let isGray: Bool
    public let image: Raster
    /// The print, without noise and colors.
    public let print: BilevelImage

    private static let kinds: [(PageKind, Double)] = [
        (.letter, 3), (.list, 2), (.report, 2), (.invoice, 1), (.form, 1), (.blank, 0.7),
    ]
    private static let formats: [PaperFormat] = [.a5, PaperFormat("A6", width: 105, height: 148)]
    /// The smallest difference of luma between ink and paper.
    private static let smallestContrast = 90.0

    public init(seed: UInt64) throws(FontError) {
        var generator = SeededGenerator(seed: seed, part: 11)
        self.seed = seed
        let kind = generator.pick(weighted: Self.kinds)
        dotsPerInch = generator.pick([150, 200, 200, 240, 300])
        let page = try PageComposer().compose(
            seed: seed, kind: kind, format: generator.pick(Self.formats), pixelsPerMillimetre: dotsPerInch / 25.4)
        text = page.text
        degrees = Self.degrees(&generator)
        quarterTurns = generator.chance(0.7) ? 0 : generator.integer(1...3)
        let isLight = generator.chance(0.25)
        (paper, ink) = Self.colors(isLight: isLight, &generator)
        format = generator.pick(Format.allCases)
        statedDotsPerInch = generator.pick(weighted: [(dotsPerInch, 3), (72, 1), (Double?.none, 1)])
        isGray = generator.chance(0.4)
        let noise = generator.pick([0.0, 1, 2, 3])
        let luma = Picture.Pixels.rgb(page.image).gray.inTwoTones.turned(clockwiseQuarters: quarterTurns)
        let level = luma.rotated(byDegrees: degrees, background: .max)
        print = level.thresholded
        image = Self.colored(level, paper, ink, noise: noise, isGray: isGray, &generator)
    }

    private static func degrees(_ generator: inout SeededGenerator) -> Double {
        switch generator.unit() {
        case ..<0.3: 0
        case ..<0.8: generator.uniform(-15, 15)
        default: generator.uniform(-44, 44)
        }
    }

    private static func luma(_ color: [UInt8]) -> Double {
        0.299 * Double(color[0]) + 0.587 * Double(color[1]) + 0.114 * Double(color[2])
    }

    /// Draws colors until they differ enough. Most papers are nearly white or nearly black.
    private static func colors(
        isLight: Bool, _ generator: inout SeededGenerator
    ) -> (paper: [UInt8], ink: [UInt8]) {
        func color(_ brightness: Double) -> [UInt8] {
            let color = SRGB(
                hue: generator.unit(), saturation: generator.chance(0.5) ? 0 : generator.uniform(0, 0.5),
                brightness: brightness)
            return [color.r, color.g, color.b]
        }
        while true {
            let light = color(generator.uniform(0.75, 1))
            let dark = color(generator.uniform(0, 0.6))
            if luma(light) - luma(dark) >= smallestContrast { return isLight ? (dark, light) : (light, dark) }
        }
    }

    private static func colored(
        _ level: GrayImage, _ paper: [UInt8], _ ink: [UInt8], noise: Double, isGray: Bool,
        _ generator: inout SeededGenerator
    ) -> Raster {
        // Noise of a prime length, so that it has no period along rows.
        let offsets = (0..<4093).map { _ in (noise * generator.normal()).rounded() }
        func mixed(_ value: UInt8, _ channel: Int, _ place: Int) -> UInt8 {
            let share = Double(value) / 255
            let mix = Double(ink[channel]) + share * (Double(paper[channel]) - Double(ink[channel]))
            return UInt8(min(max((mix + offsets[place % offsets.count]).rounded(), 0), 255))
        }
        var image = RGBImage(size: level.size)
        image.withMutableView { target in
            level.withView { source in
                for y in 0..<source.height {
                    for x in 0..<source.width {
                        for channel in 0..<3 {
                            target.row(y)[3 * x + channel] = mixed(source.row(y)[x], channel, y * source.width + x)
                        }
                    }
                }
            }
        }
        return isGray ? .gray(Picture.Pixels.rgb(image).gray) : .rgb(image)
    }

    /// The print as a PBM file.
    public var inkFile: [UInt8] {
        Array("P4\n\(print.width) \(print.height)\n".utf8) + print.packedBytes
    }

    /// The bytes of the file.
    public func file() throws(OutputError) -> [UInt8] {
        let stated = statedDotsPerInch.flatMap { Resolution(dotsPerInch: $0) }
        let jpeg = JPEGWriter.standard
        switch format {
        case .png: return try PNGWriter(resolution: stated).encode(image)
        case .jpg:
            var writer = jpeg
            writer.resolution = stated
            return try writer.encode(image)
        case .tif:
            let writer = try TIFFWriter(path: nil, compression: .deflate)
            try writer.add(image, resolution: stated ?? .assumed)
            return try writer.finishInMemory()
        case .pdf:
            let writer = try PDFWriter(path: nil, jpeg: jpeg)
            try writer.add(image, resolution: stated ?? .assumed)
            return try writer.finishInMemory()
        }
    }
}

extension GrayImage {
    /// The page with white paper and black ink, whose edges stay soft. Colors halfway between become ink.
    fileprivate var inTwoTones: GrayImage {
        let bytes = packedBytes
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let paper = Double(counts.indices.max { counts[$0] < counts[$1] } ?? 255)
        let darkest = Double(min(bytes.min() ?? 0, UInt8(paper / 2)))
        let tones = (0...255).map { value -> UInt8 in
            let share = (Double(value) - darkest) / (paper - darkest)
            return UInt8(min(max((share - 0.45) / 0.4, 0), 1) * 255)
        }
        return (try? GrayImage(size: size, packed: bytes.map { tones[Int($0)] })) ?? self
    }

    /// The pixels darker than halfway between black and white.
    fileprivate var thresholded: BilevelImage {
        let middle = 128
        var image = BilevelImage(size: size)
        withView { source in
            image.withMutableView { target in
                for y in 0..<source.height {
                    let row = target.row(y)
                    for x in 0..<source.width where Int(source.row(y)[x]) < middle {
                        row[x >> 3] |= 0x80 >> UInt8(x & 7)
                    }
                }
            }
        }
        return image
    }

    fileprivate func turned(clockwiseQuarters count: Int) -> GrayImage {
        switch count {
        case 1: Orientation.turnedLeft.applied(to: self)
        case 2: Orientation.upsideDown.applied(to: self)
        case 3: Orientation.turnedRight.applied(to: self)
        default: self
        }
    }

    /// Returns the whole image turned clockwise by an angle, by linear interpolation.
    fileprivate func rotated(byDegrees degrees: Double, background: UInt8) -> GrayImage {
        guard degrees != 0 else { return self }
        let radians = degrees * .pi / 180
        let (sine, cosine) = (PortableMath.sin(radians), PortableMath.cos(radians))
        let (w, h) = (Double(width), Double(height))
        guard
            let size = try? PixelSize(
                width: Int((w * cosine + h * abs(sine)).rounded(.up)),
                height: Int((h * cosine + w * abs(sine)).rounded(.up)))
        else { return self }
        var image = GrayImage(size: size)
        withView { source in
            func value(_ x: Int, _ y: Int) -> Double {
                0..<source.width ~= x && 0..<source.height ~= y ? Double(source.row(y)[x]) : Double(background)
            }
            image.withMutableView { target in
                for row in 0..<target.height {
                    for column in 0..<target.width {
                        let dx = Double(column) + 0.5 - Double(target.width) / 2
                        let dy = Double(row) + 0.5 - Double(target.height) / 2
                        let x = cosine * dx + sine * dy + w / 2 - 0.5
                        let y = cosine * dy - sine * dx + h / 2 - 0.5
                        let (left, top) = (x.rounded(.down), y.rounded(.down))
                        let (i, j, u, v) = (Int(left), Int(top), x - left, y - top)
                        let upper = value(i, j) * (1 - u) + value(i + 1, j) * u
                        let lower = value(i, j + 1) * (1 - u) + value(i + 1, j + 1) * u
                        target.row(row)[column] = UInt8((upper * (1 - v) + lower * v).rounded())
                    }
                }
            }
        }
        return image
    }
}
