import Recto
import RectoCodecs
import RectoCore
import StationStore

/// Finished pages as picture files: rendered when they are first asked for, and kept as long as there is room.
actor PictureCache {
    private struct Key: Hashable {
        let page: String
        let picture: Draft.Picture
    }

    private let workQueue = CPUWorkQueue.shared
    private let maximumBytes: Int
    private var files: [Key: PictureFile] = [:]
    /// The one that was used last at the end.
    private var order: [Key] = []
    private var bytes = 0
    private var underWay: [Key: Task<PictureFile, any Error>] = [:]

    /// - Parameter maximumBytes: Of all files that are kept.
    init(maximumBytes: Int = 64 << 20) { self.maximumBytes = maximumBytes }

    /// A picture of a page.
    /// - Parameters:
    ///   - page: Tells the page and its state from all others.
    ///   - content: Reads the page.
    func file(
        _ picture: Draft.Picture, of page: String, _ content: @escaping @Sendable () async throws -> Page
    ) async throws -> PictureFile {
        try await file(
            picture, of: page,
            full: { [workQueue] in
                let page = try await content()
                return try await workQueue.run { try PageRendering.file(of: page) }
            })
    }

    /// A picture of something; those who ask for the same one at once wait for one rendering.
    /// - Parameters:
    ///   - page: Tells it and its state from all others.
    ///   - content: Reads or makes it in full size.
    func file(
        _ picture: Draft.Picture, of page: String, full content: @escaping @Sendable () async throws -> PictureFile
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
        _ picture: Draft.Picture, of page: String, _ content: @escaping @Sendable () async throws -> PictureFile
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

extension Draft.Picture {
    /// In pixels at least; nothing for the whole page.
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

    /// - Parameter bytes: Of a PNG or JPEG file.
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
        case .png: "image/png"
        }
    }
}

/// From pages to picture files.
enum PageRendering {
    /// The finished page: JPEG, or PNG where there are only ink and paper.
    static func file(of page: Page) throws -> PictureFile {
        let rendered = try page.render()
        let resolution = Resolution(dotsPerInch: rendered.dotsPerInch)
        if case .bilevel = rendered.image {
            return PictureFile(bytes: try PNGWriter(resolution: resolution).encode(rendered.image), format: .png)
        }
        var writer = JPEGWriter.standard
        writer.resolution = resolution
        return PictureFile(bytes: try writer.encode(rendered.image), format: .jpeg)
    }

    /// The same picture, smaller by a power of two: the smallest one whose longer side has so many pixels.
    static func reduced(_ file: PictureFile, longSide: Int) throws -> PictureFile {
        let picture = try PictureReader().read(bytes: file.bytes, longSide: longSide)
        return PictureFile(bytes: try JPEGWriter.standard.encode(picture.pixels.raster), format: .jpeg)
    }
}
