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
        let rendered = try page.render()
        let raster = try Self.part(of: rendered.image, settings)
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

    private static func part(of page: Raster, _ settings: ScanSettings) throws(ScanFailure) -> Raster {
        guard !settings.region.isWhole else { return page }
        func pixels(_ units: Int) -> Int {
            (units * settings.resolution + ScanRegion.unitsPerInch / 2) / ScanRegion.unitsPerInch
        }
        let region = settings.region
        let part = page.part(
            left: pixels(region.x), top: pixels(region.y), width: max(1, pixels(region.width)),
            height: max(1, pixels(region.height)))
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
