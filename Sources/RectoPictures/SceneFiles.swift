import Foundation
public import RectoCodecs
import RectoCore

/// Writes scenes and pages as files for other programs.
///
/// Each `NAME.jpg` comes with `NAME.json` (the ground truth) and, if there is a page, `NAME.page.png` (the flat page)
/// and `NAME.txt` (its text in reading order).
public struct SceneFiles: Sendable {
    /// Resolution of the flat pages, in dots per inch.
    public let pageDotsPerInch: Double
    /// Largest size of a JPEG in bytes, if given: its quality is reduced until it fits.
    public let largestPicture: Int?

    /// Creates a writer for the files of scenes.
    public init(pageDotsPerInch: Double = 150, largestPicture: Int? = nil) {
        self.pageDotsPerInch = pageDotsPerInch
        self.largestPicture = largestPicture
    }

    /// Why a scene's files could not be written.
    public enum Failure: Error, CustomStringConvertible {
        /// A font is missing.
        case font(FontError)
        /// A file cannot be written.
        case output(path: String, OutputError)

        /// One line for users, with the file's name.
        public var description: String {
            switch self {
            case .font(let error): error.description
            case .output(let path, let error): "\(path) \(error)"
            }
        }
    }

    /// The JSON file about a picture; lengths in pixels of the picture.
    private struct Sidecar: Encodable {
        let file: String
        let seed: UInt64
        let width: Int
        let height: Int
        let background: BackgroundKind
        let kind: PageKind?
        let paper: PaperFormat?
        /// The page's corners, clockwise from the document's top-left.
        let quad: [[Double]]?
        /// The corners of the sheets beside the page; omitted without such sheets.
        let otherQuads: [[[Double]]]?
        let flags: SceneFlags
        let tilt: Double
        let focal: Double
    }

    /// Writes a scene's files as `folder/name.*`.
    public func write(_ scene: Scene, name: String, folder: String) throws(Failure) {
        try write(try jpeg(of: scene, path: "\(folder)/\(name).jpg"), to: "\(folder)/\(name).jpg")
        try write(sidecar(of: scene, file: "\(name).jpg"), to: "\(folder)/\(name).json")
        if let page = scene.page {
            try writePage(
                seed: scene.pageSeed, kind: page.kind, format: page.format, language: page.language, name: name,
                folder: folder)
        }
    }

    /// Writes a page's picture and text as `folder/name.page.png` and `folder/name.txt`.
    public func writePage(
        seed: UInt64, kind: PageKind?, format: PaperFormat?, language: PageLanguage = .english, name: String,
        folder: String
    ) throws(Failure) {
        let page: FlatPage
        do {
            page = try PageComposer().compose(
                seed: seed, kind: kind, format: format, language: language, pixelsPerMillimetre: pageDotsPerInch / 25.4)
        } catch {
            throw .font(error)
        }
        let path = "\(folder)/\(name).page.png"
        do {
            try PNGWriter(resolution: Resolution(dotsPerInch: pageDotsPerInch)).write(.rgb(page.image), path: path)
        } catch {
            throw .output(path: path, error)
        }
        try write([UInt8](page.text.utf8), to: "\(folder)/\(name).txt")
    }

    private func jpeg(of scene: Scene, path: String) throws(Failure) -> [UInt8] {
        var quality = scene.jpegQuality
        do {
            var bytes = try scene.jpeg(quality: quality)
            while let largest = largestPicture, bytes.count > largest, quality > 25 {
                quality -= 5
                bytes = try scene.jpeg(quality: quality)
            }
            return bytes
        } catch {
            throw .output(path: path, error)
        }
    }

    private func sidecar(of scene: Scene, file: String) -> [UInt8] {
        // Thousandths of a pixel: more digits would only be noise in the diff.
        func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        func corners(_ quad: Quad) -> [[Double]] { quad.corners.map { [rounded($0.x), rounded($0.y)] } }
        let sidecar = Sidecar(
            file: file, seed: scene.seed, width: scene.picture.width, height: scene.picture.height,
            background: scene.background, kind: scene.page?.kind, paper: scene.page?.format,
            quad: scene.quad.map(corners), otherQuads: scene.otherQuads.isEmpty ? nil : scene.otherQuads.map(corners),
            flags: scene.flags,
            tilt: rounded(scene.tiltDegrees), focal: rounded(scene.focal))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(sidecar) else {
            preconditionFailure("numbers and strings can always be encoded")
        }
        return [UInt8](json) + [UInt8(ascii: "\n")]
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        do {
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw .output(path: path, error)
        }
    }
}

extension Scene {
    /// The picture as stored by its camera: the bytes of a JPEG file.
    ///
    /// - Parameter quality: 1…100; by default ``jpegQuality``.
    public func jpeg(quality: Int? = nil) throws(OutputError) -> [UInt8] {
        let writer: JPEGWriter
        do {
            writer = try JPEGWriter(quality: min(100, max(1, quality ?? jpegQuality)))
        } catch {
            preconditionFailure("a quality of 1...100: \(error)")
        }
        return try writer.encode(.rgb(picture))
    }
}
