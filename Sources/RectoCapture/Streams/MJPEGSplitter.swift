import Glibc

/// Splits a stream of consecutive JPEG pictures into frames.
///
/// Follows the segments by their lengths, so that a thumbnail inside one does not count as a picture, and searches
/// for markers in scan data. A picture that contains the start of another one or has invalid segments is damaged, and
/// the search continues with the next one. Bytes between pictures are skipped.
package struct MJPEGSplitter {
    /// The result of consuming bytes.
    package enum Outcome: Hashable {
        /// The frame continues in the following bytes.
        case needsMore
        /// The storage holds a complete frame of this number of bytes.
        case frame(Int)
        /// The collected bytes are not a complete picture.
        case damaged(String)
    }

    private enum Place {
        /// Between pictures; whether the last byte was 0xFF, and whether the one before started a picture.
        case outside(afterPrefix: Bool)
        /// Behind 0xFF within a picture: a marker's second byte is next.
        case marker
        /// A marker's first byte is next.
        case prefix
        /// The remaining number of length bytes, and the value of those already read.
        case length(marker: UInt8, left: Int, value: Int)
        case segment(marker: UInt8, left: Int)
        case scan
        case scanMarker
    }

    /// Maximum number of bytes of a frame.
    package let maximumBytes: Int
    private var place = Place.outside(afterPrefix: false)
    /// Number of bytes of the frame so far.
    private var count = 0

    package init(maximumBytes: Int = 64 << 20) { self.maximumBytes = maximumBytes }

    /// Whether a frame has begun and not ended.
    package var isWithinFrame: Bool { count > 0 }

    /// Consumes bytes until they are used up, or a frame ends.
    ///
    /// - Parameter storage: Collects the frame; it may be another one after each outcome but `needsMore`.
    /// - Returns: The number of bytes consumed, and the outcome.
    package mutating func consume(
        _ bytes: UnsafeRawBufferPointer, into storage: FrameStorage
    ) -> (taken: Int, outcome: Outcome) {
        var position = 0
        while position < bytes.count {
            switch place {
            case .outside(let afterPrefix):
                position = skip(bytes, from: position, afterPrefix, storage)
            case .scan:
                let end = firstPrefix(in: bytes, from: position)
                keep(bytes[position..<end], storage)
                position = end
                if position < bytes.count {
                    keep(bytes[position..<position + 1], storage)
                    position += 1
                    place = .scanMarker
                }
            case .segment(let marker, let left):
                let end = position + min(left, bytes.count - position)
                keep(bytes[position..<end], storage)
                enter(afterSegment: marker, left: left - (end - position))
                position = end
            default:
                let byte = bytes[position]
                position += 1
                keep(bytes[position - 1..<position], storage)
                if let outcome = step(byte, storage) { return (position, outcome) }
            }
            if count > maximumBytes { return (position, abandon("longer than \(maximumBytes) bytes")) }
        }
        return (position, .needsMore)
    }

    /// Ends the stream.
    package mutating func finish() -> Outcome {
        isWithinFrame ? abandon("cut off by the end of the stream") : .needsMore
    }

    private mutating func step(_ byte: UInt8, _ storage: FrameStorage) -> Outcome? {
        switch place {
        case .prefix:
            guard byte == 0xFF else { return abandon("invalid segments") }
            place = .marker
        case .marker:
            return found(marker: byte, storage)
        case .scanMarker:
            // A byte 0xFF of the data is followed by 0, or by a restart.
            if byte == 0 || 0xD0...0xD7 ~= byte { place = .scan } else { return found(marker: byte, storage) }
        case .length(let marker, let left, let value):
            let value = value << 8 | Int(byte)
            if left > 1 {
                place = .length(marker: marker, left: left - 1, value: value)
            } else {
                guard value >= 2 else { return abandon("a segment with an invalid length") }
                enter(afterSegment: marker, left: value - 2)
            }
        default: break
        }
        return nil
    }

    private mutating func found(marker: UInt8, _ storage: FrameStorage) -> Outcome? {
        switch marker {
        case 0xFF: break
        case 0xD9:
            let whole = count
            (place, count) = (.outside(afterPrefix: false), 0)
            return .frame(whole)
        case 0xD8:
            // Where one picture begins within another, the first one was cut.
            beginFrame(storage)
            return .damaged("cut off by another picture")
        case 0x01, 0xD0...0xD7: place = .prefix
        case 0x00: return abandon("invalid segments")
        default: place = .length(marker: marker, left: 2, value: 0)
        }
        return nil
    }

    private mutating func enter(afterSegment marker: UInt8, left: Int) {
        place = left > 0 ? .segment(marker: marker, left: left) : marker == 0xDA ? .scan : .prefix
    }

    private mutating func abandon(_ reason: String) -> Outcome {
        (place, count) = (.outside(afterPrefix: false), 0)
        return .damaged(reason)
    }

    private mutating func beginFrame(_ storage: FrameStorage) {
        storage.reserve(1 << 16)
        storage.bytes[0] = 0xFF
        storage.bytes[1] = 0xD8
        (place, count) = (.prefix, 2)
    }

    /// Searches for the start of a picture.
    private mutating func skip(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ afterPrefix: Bool, _ storage: FrameStorage
    ) -> Int {
        if afterPrefix {
            place = .outside(afterPrefix: bytes[start] == 0xFF)
            if bytes[start] == 0xD8 { beginFrame(storage) }
            return start + 1
        }
        let prefix = firstPrefix(in: bytes, from: start)
        place = .outside(afterPrefix: prefix < bytes.count)
        return min(prefix + 1, bytes.count)
    }

    private func firstPrefix(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        bytes.firstIndex(ofByte: 0xFF, from: start) ?? bytes.count
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>, _ storage: FrameStorage) {
        storage.reserve(count + bytes.count, keeping: count)
        let target = UnsafeMutableRawBufferPointer(rebasing: storage.bytes[count..<count + bytes.count])
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
        count += bytes.count
    }
}

extension UnsafeRawBufferPointer {
    /// Where a byte first stands at `start` or behind it.
    func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
