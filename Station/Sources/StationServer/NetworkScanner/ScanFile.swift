package import Recto
import RectoCodecs
package import RectoCore
import RectoVision
package import StationRules

/// A page in the form that a client of the scanner protocol requested.
package struct ScanFile: Sendable {
    let bytes: [UInt8]
    let format: ScanFormat
    /// The size of the picture.
    package let size: PixelSize
    /// The bytes of an uncompressed row.
    let rowBytes: Int

    /// Straightens the page at the requested resolution, turns its text upright and crops the region.
    package init(_ page: Page, _ settings: ScanSettings) throws {
        var renderer = PageRenderer()
        let page = try Self.sized(try page.upright(), settings, by: renderer)
        let raster = try Self.part(of: try renderer.render(page).image, settings)
        let resolution = Resolution(dotsPerInch: Double(settings.resolution)) ?? .assumed
        switch settings.format {
        case .jpeg:
            var writer = JPEGWriter.standard
            writer.resolution = resolution
            bytes = try writer.encode(raster)
        case .png: bytes = try PNGWriter(resolution: resolution).encode(raster)
        case .pdf: bytes = try DocumentExport.file(.pdf) { _ = try $0.add(raster, resolution: resolution) }
        case .tiff: bytes = try DocumentExport.file(.tiff) { _ = try $0.add(raster, resolution: resolution) }
        }
        format = settings.format
        size = raster.size
        rowBytes = raster.rowBytes
    }

    /// Scales the page to the requested resolution. A page of unknown size gets its size in print, so that it is the
    /// same at all resolutions. A page larger than the scan area is reduced, because programs would crop it.
    private static func sized(_ page: Page, _ settings: ScanSettings, by renderer: PageRenderer) throws -> Page {
        var page = page
        page.filter = Filter(settings.color)
        let natural = try renderer.plan(for: page)
        let asked = Double(settings.resolution) / natural.dotsPerInch
        let maximum =
            settings.region.isWhole
            ? min(
                Double(pixels(ScannerCapabilities.maximumWidth, settings)) / Double(natural.size.width),
                Double(pixels(ScannerCapabilities.maximumHeight, settings)) / Double(natural.size.height))
            : .infinity
        if natural.paper != nil, asked <= maximum {
            page.dotsPerInch = Double(settings.resolution)
        } else {
            let scale = min(asked, maximum)
            page.room = try PixelSize(
                width: max(1, Int(Double(natural.size.width) * scale + 0.5)),
                height: max(1, Int(Double(natural.size.height) * scale + 0.5)))
        }
        return page
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
