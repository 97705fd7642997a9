import FoundationEssentials
import RectoCodecs
import RectoCore

/// Frames of picture files in order: files in the given order, pictures of folders in the order of their names.
///
/// JPEG files are passed on unchanged, and decoded on request. Files that EXIF rotates, and PNG, are decoded here. An
/// unusable file is reported as a damaged frame, and the next one is read.
public struct PictureSource: FrameSource {
    /// Files and folders.
    public let paths: [String]
    public let timing: StreamTiming
    public var name: String { paths.count == 1 ? paths[0] : "\(paths.count) inputs" }

    private static let endings = [".jpg", ".jpeg", ".png"]

    public init(_ paths: [String], timing: StreamTiming = StreamTiming()) {
        self.paths = paths
        self.timing = timing
    }

    /// Whether a file's name is that of a picture.
    public static func isPicture(named path: String) -> Bool {
        endings.contains { path.lowercased().hasSuffix($0) }
    }

    public func makeAsyncIterator() -> FrameIterator {
        FrameIterator(timing.delivery) { [self] mailbox throws(CaptureError) in
            let files = try listed()
            let pool = FramePool()
            var pacer = StreamPacer(mailbox, timing)
            for file in files {
                guard mailbox.isWanted, let (buffer, storage) = pool.take() else { return }
                do throws(PictureError) {
                    try load(file, into: buffer, storage)
                    pacer.offer(buffer)
                } catch {
                    buffer.handBack()
                    pacer.leaveOut("\(file) \(error)")
                }
            }
        }
    }

    private func listed() throws(CaptureError) -> [String] {
        var files: [String] = []
        for path in paths {
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .notFound }
            guard isFolder else {
                files.append(path)
                continue
            }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw .unreadable("it cannot be listed")
            }
            let pictures = names.filter { Self.isPicture(named: $0) && !$0.hasPrefix(".") }.sorted()
            files += pictures.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
        }
        guard !files.isEmpty else { throw .noPictures }
        return files
    }

    private func load(_ file: String, into buffer: FrameBuffer, _ storage: FrameStorage) throws(PictureError) {
        let picture = try PictureFile(file, limit: PictureReader.Limits().fileBytes)
        storage.reserve(picture.size)
        let count = try picture.read(into: storage.bytes)
        let bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<count])
        if let header = JPEGHeader(bytes), !header.hasExif {
            buffer.shape = FrameShape(packed: .jpeg, header.size)
            buffer.luma = bytes
            return
        }
        switch try PictureReader().read(bytes: Array(bytes)).pixels {
        case .gray(let image): storage.fill(buffer, .gray, from: image)
        case .rgb(let image): storage.fill(buffer, .rgb, from: image)
        }
    }
}

extension FrameStorage {
    /// Bytes of a single plane.
    fileprivate func fill(_ buffer: FrameBuffer, _ shape: FrameShape, from source: UnsafeRawBufferPointer) {
        reserve(source.count)
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<source.count])
        target.copyMemory(from: source)
        buffer.shape = shape
        buffer.luma = UnsafeRawBufferPointer(target)
    }

    fileprivate func fill<Layout>(_ buffer: FrameBuffer, _ encoding: FrameEncoding, from image: Image<Layout>) {
        image.withView { view in
            let count = view.stride * view.height
            fill(
                buffer, FrameShape(encoding, view.size, range: .full, stride: view.stride),
                from: UnsafeRawBufferPointer(start: view.base, count: count))
        }
    }
}
