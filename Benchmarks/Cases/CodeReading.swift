import Foundation
public import RectoBarcode
public import RectoCore
import RectoPictures
import RectoVision

/// A gray picture and a reader that searches it for codes.
public final class CodeReading {
    private let picture: GrayImage
    private var reader: CodeReader

    public init(_ picture: GrayImage, _ effort: CodeReader.Parameters.Effort) throws {
        self.picture = picture
        var parameters = CodeReader.Parameters()
        parameters.effort = effort
        reader = try CodeReader(parameters)
    }

    /// - Returns: The texts of the codes.
    public func read() -> [String] { picture.withView { reader.read($0) }.map(\.text) }
}

extension StageCase {
    /// Codes in frames of a stream, with one further step per frame, and in photos, with all steps.
    static var codes: [StageCase] {
        [
            StageCase("readFrameWithoutCode", atEveryLevel: true) {
                let reading = try CodeReading(background(width: 1920, height: 1080), .frame)
                return { _ = reading.read() }
            },
            StageCase("readFrameWithCode", atEveryLevel: true) {
                let reading = try reading(side: 230, width: 1920, height: 1080, .frame)
                return { _ = reading.read() }
            },
            StageCase("readPhotoWithoutCode", "1600x1200") {
                let reading = try CodeReading(background(width: 1600, height: 1200), .still)
                return { _ = reading.read() }
            },
            StageCase("readPhotoWithCode", "640x480") {
                let reading = try reading(side: 200, width: 640, height: 480, .still)
                return { _ = reading.read() }
            },
        ]
    }

    /// A letter on a wooden desk.
    private static func background(width: Int, height: Int) throws -> GrayImage {
        var options = SceneComposer.Options()
        options.background = .wood
        options.kind = .letter
        let composer = SceneComposer(size: try PixelSize(width: width, height: height), options: options)
        return try composer.compose(seed: SceneComposer.tuningSeeds.lowerBound + 2).picture.luma
    }

    private static func reading(
        side: Double, width: Int, height: Int, _ effort: CodeReader.Parameters.Effort
    ) throws -> CodeReading {
        let picture = try background(width: width, height: height)
        let reading = try CodeReading(CodeSticker(side: side).put(on: picture), effort)
        precondition(reading.read() == [CodeSticker.text], "the code is read")
        return reading
    }
}

/// A QR code of version 3 with its quiet zone, rotated by 20 degrees.
private struct CodeSticker {
    static let text = "https://example.org/activate?code=5"
    /// Side in pixels.
    let side: Double

    /// - Returns: The picture with the sticker at its center, each of its pixels the mean of 4 x 4 points.
    func put(on picture: GrayImage) throws -> GrayImage {
        var pixels = picture.packedBytes
        let (c, s) = (cos(Double.pi / 9), sin(Double.pi / 9))
        let modules = Double(Self.rows.count)
        let scale = modules / side
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                var (sum, count) = (0, 0)
                for k in 0..<16 {
                    let u = Double(x - picture.width / 2) + (Double(k % 4) + 0.5) / 4
                    let v = Double(y - picture.height / 2) + (Double(k / 4) + 0.5) / 4
                    let column = ((u * c + v * s) * scale + modules / 2).rounded(.down)
                    let row = ((v * c - u * s) * scale + modules / 2).rounded(.down)
                    guard let isDark = Self.isDark(Int(column), Int(row)) else { continue }
                    sum += isDark ? 25 : 230
                    count += 1
                }
                if count > 8 { pixels[y * picture.width + x] = UInt8(sum / count) }
            }
        }
        return try GrayImage(size: picture.size, packed: pixels)
    }

    /// Returns `nil` beyond the quiet zone.
    private static func isDark(_ x: Int, _ y: Int) -> Bool? {
        let n = rows.count
        guard -4..<n + 4 ~= x, -4..<n + 4 ~= y else { return nil }
        guard 0..<n ~= x, 0..<n ~= y else { return false }
        return rows[y] >> UInt32(n - 1 - x) & 1 == 1
    }

    /// Dark modules, the leftmost in bit 28.
    private static let rows: [UInt32] = [
        0x1FCA337F, 0x10450141, 0x175E565D, 0x1754085D, 0x1751EF5D, 0x1056F541, 0x1FD5557F, 0x001CB000,
        0x17C1787C, 0x0D900371, 0x0EFF39B0, 0x01BF77AA, 0x05761A0C, 0x0B3CC6F1, 0x174BF57C, 0x0936B392,
        0x06C4680C, 0x171413F5, 0x16662014, 0x133B7602, 0x18E829F7, 0x0012D71F, 0x1FC7F35C, 0x10519311,
        0x175F4DF6, 0x175B9BAF, 0x175DBBFE, 0x1046417A, 0x1FD46AF4,
    ]
}
