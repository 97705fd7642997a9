import Foundation
import RectoCodecs
import RectoCore

/// Writes pictures of codes as `NAME.jpg`, or `NAME.png` if they never were photos, with what they show in `NAME.json`.
public struct CodeFiles: Sendable {
    public init() {}

    private struct Sidecar: Encodable {
        struct Code: Encodable {
            let symbology: String
            let text: String
            let corners: [[Double]]
        }

        let file: String
        let kind: String
        let seed: UInt64
        let width: Int
        let height: Int
        let codes: [Code]
    }

    /// - Returns: The picture's file name.
    @discardableResult
    public func write(_ picture: CodePicture, folder: String) throws(SceneFiles.Failure) -> String {
        let name = "\(picture.kind.rawValue)-\(picture.seed)"
        let file = name + (picture.jpegQuality == nil ? ".png" : ".jpg")
        try write(bytes(of: picture, path: "\(folder)/\(file)"), to: "\(folder)/\(file)")
        let codes = picture.codes.map { code in
            // Hundredths of a pixel: finer digits would only be noise.
            Sidecar.Code(
                symbology: code.symbology, text: code.text,
                corners: code.corners.corners.map { [($0.x * 100).rounded() / 100, ($0.y * 100).rounded() / 100] })
        }
        let sidecar = Sidecar(
            file: file, kind: picture.kind.rawValue, seed: picture.seed, width: picture.picture.width,
            height: picture.picture.height, codes: codes)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(sidecar) else {
            preconditionFailure("numbers and strings can always be encoded")
        }
        try write([UInt8](json) + [UInt8(ascii: "\n")], to: "\(folder)/\(name).json")
        return file
    }

    private func bytes(of picture: CodePicture, path: String) throws(SceneFiles.Failure) -> [UInt8] {
        do {
            guard let quality = picture.jpegQuality else { return try PNGWriter().encode(.gray(picture.picture)) }
            let writer: JPEGWriter
            do { writer = try JPEGWriter(quality: quality) } catch {
                preconditionFailure("a quality of 1...100: \(error)")
            }
            return try writer.encode(.gray(picture.picture))
        } catch {
            throw .output(path: path, error)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SceneFiles.Failure) {
        do {
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw .output(path: path, error)
        }
    }
}
