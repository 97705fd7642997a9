import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore

/// Caches rendered pages as picture files. A page is rendered on its first request.
actor PictureCache {
    private struct Key: Hashable {
        let page: String
        let picture: PagePicture
    }

    private let workQueue = CPUWorkQueue.shared
    private let maximumBytes: Int
    private var files: [Key: PictureFile] = [:]
    /// The keys in the order of use, most recent last.
    private var order: [Key] = []
    private var bytes = 0
    private var underWay: [Key: Task<PictureFile, any Error>] = [:]

    /// - Parameter maximumBytes: The maximum size of all cached files.
    init(maximumBytes: Int = 64 << 20) { self.maximumBytes = maximumBytes }

    /// Returns the picture of a page.
    /// - Parameters:
    ///   - page: Identifies the page and its state.
    ///   - content: Reads the page.
    func file(
        _ picture: PagePicture, of page: String, _ content: @escaping @Sendable () async throws -> Page
    ) async throws -> PictureFile {
        try await file(
            picture, of: page,
            full: { [workQueue] in
                let page = try await content()
                return try await workQueue.run { try PageRendering.file(of: page) }
            })
    }

    /// Returns a picture. Concurrent requests for the same one wait for a single rendering.
    /// - Parameters:
    ///   - page: Identifies the page and its state.
    ///   - content: Reads or renders it in full size.
    func file(
        _ picture: PagePicture, of page: String, full content: @escaping @Sendable () async throws -> PictureFile
    ) async throws -> PictureFile {
        let key = Key(page: page, picture: picture)
        if let file = files[key] {
            order.removeAll { $0 == key }
            order.append(key)
            return file
        }
        if let task = underWay[key] { return try await task.value }
        let task = Task { try await make(picture, of: page, content) }
        underWay[key] = task
        defer { underWay[key] = nil }
        let file = try await task.value
        keep(file, key)
        return file
    }

    private func make(
        _ picture: PagePicture, of page: String, _ content: @escaping @Sendable () async throws -> PictureFile
    ) async throws -> PictureFile {
        guard let longSide = picture.longSide else { return try await content() }
        let full = try await file(.full, of: page, full: content)
        return try await workQueue.run { try PageRendering.reduced(full, longSide: longSide) }
    }

    private func keep(_ file: PictureFile, _ key: Key) {
        files[key] = file
        order.append(key)
        bytes += file.bytes.count
        while bytes > maximumBytes, order.count > 1 {
            bytes -= files.removeValue(forKey: order.removeFirst())?.bytes.count ?? 0
        }
    }
}

/// A size of a page's picture.
package enum PagePicture: String, CaseIterable, Sendable {
    /// The finished page.
    case full
    /// The page in a size for windows.
    case screen
    case thumbnail
}

extension PagePicture {
    /// The minimum of the longer side in pixels; `nil` for the whole page.
    fileprivate var longSide: Int? {
        switch self {
        case .full: nil
        case .screen: 1200
        case .thumbnail: 240
        }
    }
}

/// An encoded picture.
struct PictureFile: Sendable {
    let bytes: [UInt8]
    let format: PictureFormat
    /// The result of flattening a full-size page.
    var flattening: FlatteningOutcome?

    /// - Parameter bytes: A PNG or JPEG file.
    init(original bytes: [UInt8]) {
        self.init(bytes: bytes, format: bytes.starts(with: [0x89, 0x50]) ? .png : .jpeg)
    }

    init(bytes: [UInt8], format: PictureFormat) {
        self.bytes = bytes
        self.format = format
    }

    var mediaType: String {
        switch format {
        case .jpeg: "image/jpeg"
        // Pictures in the library have one of these two formats.
        default: "image/png"
        }
    }
}

extension FlatteningOutcome {
    init(_ outcome: PageFlattener.Outcome) {
        switch outcome {
        case .flattened: self = .flattened
        case .refused(let refusal):
            guard let known = Self(rawValue: refusal.rawValue) else {
                preconditionFailure("the station knows no refusal \(refusal.rawValue)")
            }
            self = known
        }
    }
}

/// Renders pages to picture files.
enum PageRendering {
    /// The finished page: JPEG, or PNG for black and white.
    static func file(of page: Page) throws -> PictureFile {
        let rendered = try page.render()
        let resolution = Resolution(dotsPerInch: rendered.dotsPerInch)
        var file: PictureFile
        if case .bilevel = rendered.image {
            file = PictureFile(bytes: try PNGWriter(resolution: resolution).encode(rendered.image), format: .png)
        } else {
            var writer = JPEGWriter.standard
            writer.resolution = resolution
            file = PictureFile(bytes: try writer.encode(rendered.image), format: .jpeg)
        }
        file.flattening = rendered.flattening.map { FlatteningOutcome($0) }
        return file
    }

    /// Returns the picture reduced by a power of two, so that its longer side has at least `longSide` pixels.
    static func reduced(_ file: PictureFile, longSide: Int) throws -> PictureFile {
        let picture = try PictureReader().read(bytes: file.bytes, longSide: longSide)
        return PictureFile(bytes: try JPEGWriter.standard.encode(picture.pixels.raster), format: .jpeg)
    }
}
