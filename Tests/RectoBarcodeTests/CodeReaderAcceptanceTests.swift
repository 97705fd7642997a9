import Foundation
import RectoBarcode
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Floors on real pictures, which are not part of the repository.
@Suite(.inRelease, .enabled(if: EvaluationData.isThere, EvaluationData.missing))
struct CodeReaderAcceptanceTests {
    private struct Labelled: Decodable {
        var file: String
        var text: String?
        var hexBytes: String?
        var status: String?

        private enum CodingKeys: String, CodingKey {
            case file, text, status
            case hexBytes = "bytes_hex"
        }

        /// Whether a code matches the label, ignoring line ends.
        func isRight(_ code: Code) -> Bool {
            func plain(_ text: String) -> String {
                text.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
            }
            if let hexBytes { return code.bytes.map { String(format: "%02x", $0) }.joined() == hexBytes.lowercased() }
            return plain(code.text) == plain(text ?? "")
        }
    }

    private func labels(_ folder: String) throws -> [Labelled] {
        let file = try EvaluationData.path("qr/\(folder)/ground_truth.json")
        return try JSONDecoder().decode([Labelled].self, from: Data(contentsOf: file))
    }

    private func picture(_ path: String) throws -> GrayImage {
        try PictureReader(layout: .gray).read(path: try EvaluationData.path(path).path).gray
    }

    @Test(arguments: [0, 1, 2, 3]) func photosAreReadAtEveryTurn(quarters: Int) throws {
        var reader = try CodeReader()
        var (right, wrong): (Int, [String]) = (0, [])
        for label in try labels("zxing-blackbox") {
            let image = try turned(picture("qr/zxing-blackbox/images/\(label.file)"), quarters)
            let codes = image.withView { reader.read($0) }
            if codes.contains(where: label.isRight) {
                right += 1
            } else if !codes.isEmpty {
                wrong.append(label.file)
            }
        }
        #expect(right >= 89)
        // The label of this one lacks a letter that the symbol's error correction confirms.
        #expect(wrong.allSatisfy { $0.contains("2_13") }, "\(wrong)")
    }

    @Test func confirmedPicturesAreRead() throws {
        var reader = try CodeReader()
        let confirmed = try labels("jsqr-e2e").filter { $0.status == "confirmed" }
        #expect(confirmed.count == 38)
        for label in confirmed {
            let codes = try picture("qr/jsqr-e2e/images/\(label.file)").withView { reader.read($0) }
            #expect(codes.contains(where: label.isRight), "\(label.file)")
        }
    }

    @Test func picturesWithoutACodeHaveNone() throws {
        var reader = try CodeReader()
        for (folder, count) in [("qr/negatives-zxing/images", 26), ("quad/document-photos/images", 35)] {
            let files = try FileManager.default.contentsOfDirectory(atPath: EvaluationData.path(folder).path)
            #expect(files.count == count)
            for file in files {
                #expect(try picture("\(folder)/\(file)").withView { reader.read($0) }.isEmpty, "\(file)")
            }
        }
    }

    private func turned(_ image: GrayImage, _ quarters: Int) throws -> GrayImage {
        guard quarters > 0 else { return image }
        let size = PixelSize.init(width:height:)
        let bytes = image.packedBytes
        let (w, h) = (image.width, image.height)
        let target = try quarters == 2 ? size(w, h) : size(h, w)
        let pixels = (0..<w * h).map { i -> UInt8 in
            let (x, y) = (i % target.width, i / target.width)
            switch quarters {
            case 1: return bytes[(h - 1 - x) * w + y]
            case 2: return bytes[(h - 1 - y) * w + w - 1 - x]
            default: return bytes[x * w + w - 1 - y]
            }
        }
        return try GrayImage(size: target, packed: pixels)
    }
}
