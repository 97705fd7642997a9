import Glibc
import RectoCore

/// Reads the frames of a Y4M stream into supported layouts.
///
/// 4:2:0 becomes NV12, 4:2:2 and 4:4:4 become YUYV; pairs of 4:4:4 chroma are averaged.
struct Y4MReader {
    enum Outcome {
        case frame(FrameShape)
        /// The rest of the stream is invalid.
        case damaged(String)
        case end
    }

    private let header: Y4MHeader
    private let shape: FrameShape
    /// The planes of a frame that has to be rearranged.
    private let planes = FrameStorage()

    init(_ header: Y4MHeader) {
        self.header = header
        let encoding: FrameEncoding =
            switch header.planes {
            case .luma: .gray
            case .halvedBoth: .nv12
            case .halvedAcross, .whole: .yuyv
            }
        shape = FrameShape(packed: encoding, header.size, range: header.range)
    }

    mutating func read(_ input: StreamInput, into storage: FrameStorage) throws(CaptureError) -> Outcome {
        guard try input.readLine() else { return .end }
        guard isMarker(input.line) else { return .damaged("no frame where one should start") }
        storage.reserve(shape.byteCount)
        let target = UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<shape.byteCount])
        guard try fill(target, from: input) else { return .damaged("cut off by the end of the stream") }
        return .frame(shape)
    }

    private func fill(
        _ target: UnsafeMutableRawBufferPointer, from input: StreamInput
    ) throws(CaptureError) -> Bool {
        let size = header.size
        let pairs = (size.width + 1) / 2
        switch header.planes {
        case .luma:
            return try input.fill(target)
        case .halvedBoth:
            guard try input.fill(UnsafeMutableRawBufferPointer(rebasing: target[..<shape.lumaByteCount])) else {
                return false
            }
            let count = shape.chromaByteCount / 2
            let chroma = plane(2 * count)
            guard try input.fill(chroma) else { return false }
            for index in 0..<count {
                target[shape.lumaByteCount + 2 * index] = chroma[index]
                target[shape.lumaByteCount + 2 * index + 1] = chroma[count + index]
            }
            return true
        case .halvedAcross, .whole:
            let chromaWidth = header.planes == .whole ? size.width : pairs
            let (lumaCount, chromaCount) = (size.area, chromaWidth * size.height)
            let source = plane(lumaCount + 2 * chromaCount)
            guard try input.fill(source) else { return false }
            for y in 0..<size.height {
                let luma = UnsafeRawBufferPointer(rebasing: source[(y * size.width)...].prefix(size.width))
                let blueStart = lumaCount + y * chromaWidth
                let blue = UnsafeRawBufferPointer(rebasing: source[blueStart...].prefix(chromaWidth))
                let red = UnsafeRawBufferPointer(rebasing: source[(blueStart + chromaCount)...].prefix(chromaWidth))
                interleave(
                    luma, blue, red, into: UnsafeMutableRawBufferPointer(rebasing: target[(y * shape.stride)...]))
            }
            return true
        }
    }

    /// Writes a row as Y0 Cb Y1 Cr.
    private func interleave(
        _ luma: UnsafeRawBufferPointer, _ blue: UnsafeRawBufferPointer, _ red: UnsafeRawBufferPointer,
        into row: UnsafeMutableRawBufferPointer
    ) {
        let isHalved = blue.count < luma.count
        for pair in 0..<(luma.count + 1) / 2 {
            let (left, right) = (2 * pair, min(2 * pair + 1, luma.count - 1))
            row[4 * pair] = luma[left]
            row[4 * pair + 2] = luma[right]
            row[4 * pair + 1] = isHalved ? blue[pair] : mean(blue[left], blue[right])
            row[4 * pair + 3] = isHalved ? red[pair] : mean(red[left], red[right])
        }
    }

    /// Whether a line is a frame header, in which parameters may follow the keyword.
    private func isMarker(_ line: UnsafeRawBufferPointer) -> Bool {
        let word: StaticString = "FRAME"
        guard let start = line.baseAddress, line.count >= word.utf8CodeUnitCount else { return false }
        return memcmp(start, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    private func mean(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((UInt16(a) + UInt16(b) + 1) / 2) }

    private func plane(_ count: Int) -> UnsafeMutableRawBufferPointer {
        planes.reserve(count)
        return UnsafeMutableRawBufferPointer(rebasing: planes.bytes[..<count])
    }
}
