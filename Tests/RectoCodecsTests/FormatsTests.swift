import Foundation
import RectoCore
import Testing

@testable import RectoCodecs

/// The files of `formats/` against their tables, which two other decoders made.
@Suite("Evaluation formats", .enabled(if: EvaluationData.isHere, EvaluationData.missing))
struct FormatsTests {
    @Test("A file is taken or refused as two other decoders agree, and has their size", arguments: FormatFile.all)
    func verdict(file: FormatFile) throws {
        do {
            let picture = try PictureReader().read(path: file.path)
            #expect(file.verdict != .refuse)
            if let width = file.width, let height = file.height {
                let stored = try PixelSize(width: width, height: height)
                #expect(picture.size == ((file.orientation ?? 1) >= 5 ? stored.transposed : stored))
            }
        } catch {
            #expect(file.verdict != .take, "refused: \(error)")
            #expect(!"\(error)".contains("\n"))
        }
    }

    @Test("Pixels equal the reference, alpha included")
    func checksums() throws {
        guard ProgramResult.isInstalled("sha1sum") else { return }
        let folder = try TemporaryFolder()
        var due: [String: FormatFile] = [:]
        for (index, file) in FormatFile.all.enumerated() where file.checksum != nil {
            // A file that one of the decoders refuses may be refused here too.
            guard let pixels = try? rgba(file) else { continue }
            let path = folder.path("\(index)")
            try Data(pixels).write(to: URL(filePath: path))
            due[path] = file
        }
        #expect(due.count > 150)
        let list = due.keys.sorted()
        let lines = try ProgramResult.run("sha1sum", list).output.split(separator: "\n")
        #expect(lines.count == due.count)
        for line in lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            let file = try #require(due[parts[1].trimmingCharacters(in: .whitespaces)])
            #expect(parts[0].hasPrefix(try #require(file.checksum)), "\(file.name)")
        }
    }

    /// The stored pixels as RGBA.
    private func rgba(_ file: FormatFile) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file.path)))
        return try bytes.withUnsafeBufferPointer { buffer in
            if PictureFormat(signatureOf: buffer) == .png {
                return try PNGDecoder(buffer).rgba(PictureReader.Limits()).packedBytes
            }
            let stored = try JPEGDecoder(buffer).stored(PictureReader.Limits()).packedBytes
            var rgba: [UInt8] = []
            for pixel in stride(from: 0, to: stored.count, by: 3) {
                rgba += stored[pixel..<pixel + 3]
                rgba.append(255)
            }
            return rgba
        }
    }
}
