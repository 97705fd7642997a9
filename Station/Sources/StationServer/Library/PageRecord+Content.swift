import Recto
import RectoCodecs
import RectoVision
import StationStore

extension PageRecord {
    /// Tells the page and how it is to look from all others.
    var key: String {
        let quad = corners.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "-"
        return BlobName(of: Array("\(original) \(quad) \(rotation.rawValue) \(filter.rawValue)".utf8)).text
    }
}

extension Library {
    /// A page with its picture, to be rendered.
    func content(of page: PageRecord) throws -> Page {
        let picture = try PictureReader().read(bytes: try original(page.original))
        return Page(
            picture.pixels, quad: page.quad, rotation: page.rotation, filter: page.filter,
            focalLength: picture.focalLength)
    }
}
