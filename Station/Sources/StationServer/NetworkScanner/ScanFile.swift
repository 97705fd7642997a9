import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules

/// A page as a client of the scanner protocol has asked for it.
struct ScanFile: Sendable {
    let bytes: [UInt8]
    let format: ScanFormat
    /// Of the picture.
    let size: PixelSize
    /// Of a row of the picture that is not compressed.
    let rowBytes: Int

    /// Straightens the page at the resolution that is asked for, its text upright, and cuts the region out of it.
    init(_ page: Page, _ settings: ScanSettings) throws {
        var page = try page.upright()
        page.filter = Filter(settings.color)
        page.dotsPerInch = Double(settings.resolution)
        var image = try page.render().image
        if settings.region.isWhole, let scale = Self.reduction(of: image.size, settings) {
            page.dotsPerInch = Double(settings.resolution) * scale
            image = try page.render().image
        }
        let raster = try Self.part(of: image, settings)
        let resolution = Resolution(dotsPerInch: Double(settings.resolution)) ?? .assumed
        switch settings.format {
        case .jpeg:
            var writer = JPEGWriter.standard
            writer.resolution = resolution
            bytes = try writer.encode(raster.withoutBits)
        case .png: bytes = try PNGWriter(resolution: resolution).encode(raster)
        case .pdf: bytes = try DocumentExport.file(.pdf) { _ = try $0.add(raster, resolution: resolution) }
        case .tiff: bytes = try DocumentExport.file(.tiff) { _ = try $0.add(raster, resolution: resolution) }
        }
        format = settings.format
        size = raster.size
        rowBytes = raster.rowBytes
    }

    /// By how much a page is to be smaller, so that programs cut nothing off; nothing where it is not too large.
    private static func reduction(of size: PixelSize, _ settings: ScanSettings) -> Double? {
        let width = Double(pixels(ScannerCapabilities.mostWidth, settings)) / Double(size.width)
        let height = Double(pixels(ScannerCapabilities.mostHeight, settings)) / Double(size.height)
        let scale = min(width, height)
        return scale < 1 ? scale : nil
    }

    private static func pixels(_ units: Int, _ settings: ScanSettings) -> Int {
        (units * settings.resolution + ScanRegion.unitsPerInch / 2) / ScanRegion.unitsPerInch
    }

    private static func part(of page: Raster, _ settings: ScanSettings) throws(ScanFailure) -> Raster {
        guard !settings.region.isWhole else { return page }
        let region = settings.region
        let part = page.part(
            left: pixels(region.x, settings), top: pixels(region.y, settings),
            width: max(1, pixels(region.width, settings)),
            height: max(1, pixels(region.height, settings)))
        guard let part else { throw .notRendered("the region lies outside the page") }
        return part
    }
}

extension Filter {
    fileprivate init(_ color: ScanColor) {
        self =
            switch color {
            case .blackAndWhite: .blackAndWhite
            case .gray: .grayscale
            case .color: .color
            }
    }
}
