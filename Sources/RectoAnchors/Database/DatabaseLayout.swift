internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The layout of a database in memory and in its file: a header, an index, and a record for each anchor, all at
/// multiples of 64 bytes, with little-endian numbers.
///
/// | bytes | header |
/// |---|---|
/// | 0–7 | `RECTOANC` |
/// | 8–11 | version |
/// | 12–15 | number of anchors n |
/// | 16–23 | total number of bytes |
/// | 24–31 | checksum of all bytes from 32 on |
/// | 64… | n entries: offset and length of a record, 8 bytes each |
enum DatabaseLayout {
    /// Offsets of the header's numbers.
    enum Offset {
        static let version = 8
        static let anchorCount = 12
        static let byteCount = 16
        static let checksum = 24
    }

    /// Offset and length of a record.
    struct Entry {
        static let byteCount = 16
        /// Offset of the length in the entry.
        static let lengthOffset = 8

        let offset, length: UInt64

        /// Reads an anchor's entry.
        init(of anchor: Int, in database: UnsafeRawPointer) {
            let entry = database + DatabaseLayout.entryOffset(anchor)
            offset = entry.load(as: UInt64.self)
            length = entry.load(fromByteOffset: Self.lengthOffset, as: UInt64.self)
        }
    }

    static let magic: [UInt8] = Array("RECTOANC".utf8)
    static let version: UInt32 = 2
    static let headerByteCount = 64
    static let checksummedFrom = 32
    static let alignment = 64

    static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
    static func indexByteCount(_ anchors: Int) -> Int { aligned(Entry.byteCount * anchors) }
    static func entryOffset(_ anchor: Int) -> Int { headerByteCount + Entry.byteCount * anchor }
}

/// The layout of an anchor's record, which follows from a few counts.
///
/// After the counts: the name, nine columns of floats (x, y, cosine, sine, size, and the map to the view), descriptors
/// in fours, columns x and y of the patches and of the coarse ones, and the picture at working scale.
struct RecordLayout {
    /// Offsets of the counts, and after them of the printed width.
    enum Offset {
        static let size = 0
        static let pictureSize = 8
        static let nameByteCount = 16
        static let pointCount = 20
        static let patchCount = 24
        static let distinctCount = 28
        static let coarseCount = 32
        static let physicalWidth = 40
    }

    static let fixedByteCount = 64
    static let columnCount = 9
    static let maximumPoints = 1 << 16
    static let maximumPatches = AnchorPicture.patchCount

    let nameByteCount, pointCount, patchCount, coarseCount: Int
    let pictureSize: PixelSize

    var name: Int { Self.fixedByteCount }
    var columns: Int { DatabaseLayout.aligned(name + nameByteCount) }
    /// Number of elements of a column: whole vectors.
    var columnLength: Int { (pointCount + 15) / 16 * 16 }
    var descriptors: Int { columns + Self.columnCount * 4 * columnLength }
    var patches: Int { DatabaseLayout.aligned(descriptors + 8 * descriptorWordCount(pointCount)) }
    var coarse: Int { patches + 8 * patchCount }
    var picture: Int { DatabaseLayout.aligned(coarse + 8 * coarseCount) }
    var pictureStride: Int { DatabaseLayout.aligned(pictureSize.width) }
    /// Includes one vector after the rows, so that a vector may be loaded past the last pixel.
    var byteCount: Int { picture + pictureStride * pictureSize.height + DatabaseLayout.alignment }
}
