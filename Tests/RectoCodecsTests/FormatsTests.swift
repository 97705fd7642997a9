import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The files of `formats/` against their tables, made by two other decoders.
@Suite("Evaluation formats", .enabled(if: EvaluationData.isThere, EvaluationData.missing))
struct FormatsTests {
    /// Its end marker follows three of eighteen rows of blocks. The other decoders fill the rest with gray and warn.
    private static let truncated: Set<String> = ["jpeg-crash-jpeg-decoder/dc-predictor-overflow.jpg"]

    @Test("A file is taken or refused as two other decoders agree, and has their size", arguments: FormatFile.all)
    func filesAreAcceptedAsOtherDecodersAgree(file: FormatFile) throws {
        if Self.truncated.contains(file.name) {
            #expect(throws: PictureError.truncated(.jpeg)) { try PictureReader().read(path: file.path) }
            return
        }
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

    /// Their reference is wrong: it compares the 4-bit transparent value 1 with the gray level 1 instead of 17, and so
    /// omits the transparency that the specification (§11.3.1.1) requires.
    private static let wrongReferences: Set<String> = [
        "png-testpngs-libpng/gray-4-linear-tRNS.png", "png-testpngs-libpng/gray-4-sRGB-tRNS.png",
    ]

    @Test("Pixels equal the reference, alpha included", .enabled(if: ProgramResult.isInstalled("sha1sum")))
    func pixelsEqualTheReference() throws {
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
            let isEqual = parts[0].hasPrefix(try #require(file.checksum))
            #expect(isEqual != Self.wrongReferences.contains(file.name), "\(file.name)")
        }
    }

    @Test(
        "Pixels with alpha are put on white",
        arguments: FormatFile.all.filter { $0.name.hasSuffix(".png") && ($0.orientation ?? 1) == 1 })
    func alphaIsPutOnWhite(file: FormatFile) throws {
        guard let picture = try? PictureReader(layout: .rgb).read(path: file.path) else {
            return #expect(file.verdict != .take)
        }
        let stored = try rgba(file)
        let due = (0..<picture.size.area * 3).map { index in
            let alpha = Int(stored[index / 3 * 4 + 3])
            return UInt8((Int(stored[index / 3 * 4 + index % 3]) * alpha + 255 * (255 - alpha) + 127) / 255)
        }
        // 16-bit channels are composed before their low byte is dropped.
        #expect(largestDifference(picture.rgb.packedBytes, due) <= 1)
    }

    @Test("JPEG pixels are within 2 of another decoder's", arguments: ReferencePair.all)
    func pixelsOfJPEGAreNearAnotherDecoders(pair: ReferencePair) throws {
        let picture = try PictureReader(layout: .rgb).read(path: pair.jpeg)
        let reference = try PictureReader(layout: .rgb).read(path: pair.png)
        #expect(picture.size == reference.size)
        #expect(largestDifference(picture.rgb.packedBytes, reference.rgb.packedBytes) <= 2)
    }

    @Test("The same photo in eight orientations is the same upright picture")
    func eightOrientationsGiveOneUprightPicture() throws {
        let paths = FormatFile.all.filter { $0.name.hasPrefix("exif-orientation") }.map(\.path)
        #expect(paths.count == 8)
        let stored = try PictureReader(layout: .gray, scale: .eighth).read(path: paths[0]).gray
        for (path, orientation) in zip(paths.sorted(), Orientation.allCases) {
            let picture = try PictureReader(layout: .gray, scale: .eighth).read(path: path)
            #expect(picture.gray == orientation.applied(to: stored))
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

/// A JPEG file and its pixels from another decoder.
struct ReferencePair: CustomTestStringConvertible, Sendable {
    let jpeg: String
    let png: String

    var testDescription: String { URL(filePath: jpeg).lastPathComponent }

    static let all: [ReferencePair] = FormatFile.all
        .filter { $0.name.hasPrefix("jpeg-reftest") && $0.name.hasSuffix(".jpg") }
        .map { ReferencePair(jpeg: $0.path, png: String($0.path.dropLast(4)) + ".png") }
        .filter { FileManager.default.fileExists(atPath: $0.png) }
}
