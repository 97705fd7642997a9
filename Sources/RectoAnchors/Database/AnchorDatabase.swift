public import RectoCore
internal import RectoKernels
internal import RectoVision

/// Anchors prepared for recognition, each as seen from thirteen directions.
///
/// A database has the same layout in memory as in its file, which is mapped and not parsed.
public struct AnchorDatabase: Sendable {
    /// The largest number of anchors in a database.
    public static let maximumCount = 100_000

    /// The anchors, in the order in which they were given.
    public let anchors: [Anchor]
    package let models: [AnchorModel]
    private let bytes: DatabaseBytes

    /// Prepares anchors.
    ///
    /// - Parameters:
    ///   - images: The anchors' pictures, frontal and without surroundings.
    ///   - names: Their names, all different, of 1 to 255 bytes.
    ///   - physicalWidths: Their printed widths in meters, if known.
    ///   - isCancelled: Called before each anchor with the share of anchors that are prepared, `0...1`; if it returns
    ///     true, no database is built.
    /// - Throws: ``AnchorDatabaseError/canceled`` if building was canceled.
    /// - Complexity: About a quarter of a second per anchor.
    public static func build(
        images: [GrayImage], names: [String], physicalWidths: [Double?], isCancelled: (Double) -> Bool = { _ in false }
    ) throws(AnchorDatabaseError) -> AnchorDatabase {
        guard images.count == names.count, images.count == physicalWidths.count else {
            throw .unequalCounts(images: images.count, names: names.count, widths: physicalWidths.count)
        }
        guard 1...maximumCount ~= images.count else { throw .count(images.count) }
        var known: Set<String> = []
        for name in names {
            guard 1...255 ~= name.utf8.count, known.insert(name).inserted else { throw .name(name) }
        }
        var records: [AnchorRecord] = []
        for (index, image) in images.enumerated() {
            if let width = physicalWidths[index], !isWidth(width) {
                throw .physicalWidth(anchor: names[index], width)
            }
            if isCancelled(Double(index) / Double(images.count)) { throw .canceled }
            let anchor = Anchor(name: names[index], size: image.size, physicalWidth: physicalWidths[index])
            records.append(try AnchorRecord(anchor, image))
        }
        return try AnchorDatabase(laidOut(records.map(\.byteCount)) { records[$0].write(to: $1) })
    }

    /// Maps a database's file.
    ///
    /// - Throws: ``AnchorDatabaseError`` if the file is damaged: any changed byte is detected.
    public init(contentsOfFile path: String) throws(AnchorDatabaseError) {
        try self.init(DatabaseBytes(path: path))
    }

    /// Lends a database's bytes, in the format that ``init(contentsOfFile:)`` reads.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(bytes) {} }
        return try body(UnsafeRawBufferPointer(start: bytes.start, count: bytes.count))
    }

    /// - Parameter bytes: Bytes that ``withBytes(_:)`` lends.
    public init(bytes source: UnsafeRawBufferPointer) throws(AnchorDatabaseError) {
        guard source.count >= DatabaseLayout.headerByteCount, let start = source.baseAddress else {
            throw .foreignFormat
        }
        try self.init(DatabaseBytes(count: source.count) { $0.copyMemory(from: start, byteCount: source.count) })
    }

    private init(_ bytes: DatabaseBytes) throws(AnchorDatabaseError) {
        let start = bytes.start
        let magic = UnsafeRawBufferPointer(start: start, count: DatabaseLayout.magic.count)
        guard magic.elementsEqual(DatabaseLayout.magic) else { throw .foreignFormat }
        let version = start.load(fromByteOffset: DatabaseLayout.Offset.version, as: UInt32.self)
        guard version == DatabaseLayout.version else { throw .unknownVersion(version) }
        let expected = start.load(fromByteOffset: DatabaseLayout.Offset.byteCount, as: UInt64.self)
        guard UInt64(bytes.count) == expected else { throw .wrongLength(bytes: bytes.count, expected: expected) }
        let checksum = start.load(fromByteOffset: DatabaseLayout.Offset.checksum, as: UInt64.self)
        guard checksum == bytes.checksum(from: DatabaseLayout.checksummedFrom) else { throw .checksumMismatch }
        let count = Int(start.load(fromByteOffset: DatabaseLayout.Offset.anchorCount, as: UInt32.self))
        guard 1...Self.maximumCount ~= count,
            bytes.count >= DatabaseLayout.headerByteCount + DatabaseLayout.indexByteCount(count)
        else { throw .count(count) }
        var models: [AnchorModel] = []
        models.reserveCapacity(count)
        var end = DatabaseLayout.headerByteCount + DatabaseLayout.indexByteCount(count)
        for index in 0..<count {
            let entry = DatabaseLayout.Entry(of: index, in: start)
            // Records follow each other without gaps.
            guard entry.offset == UInt64(end), entry.length <= UInt64(bytes.count - end) else {
                throw .damagedRecord(anchor: index, field: "place")
            }
            models.append(try AnchorModel(bytes, offset: end, count: Int(entry.length), index: index))
            end += DatabaseLayout.aligned(Int(entry.length))
            guard end <= bytes.count else { throw .damagedRecord(anchor: index, field: "place") }
        }
        guard end == bytes.count else { throw .damagedRecord(anchor: count - 1, field: "length") }
        guard Set(models.map(\.anchor.name)).count == count else { throw .damagedRecord(anchor: 0, field: "name") }
        self.bytes = bytes
        self.models = models
        anchors = models.map(\.anchor)
    }

    static func isWidth(_ width: Double) -> Bool { width > 0 && width <= 1000 }

    /// Merges databases into one. All names must differ.
    package static func joined(_ databases: [AnchorDatabase]) throws(AnchorDatabaseError) -> AnchorDatabase {
        let records = databases.flatMap(\.records)
        guard 1...maximumCount ~= records.count else { throw .count(records.count) }
        var known: Set<String> = []
        for name in databases.flatMap(\.anchors).map(\.name) {
            guard known.insert(name).inserted else { throw .name(name) }
        }
        defer { withExtendedLifetime(databases) {} }
        return try AnchorDatabase(
            laidOut(records.map(\.count)) { index, start in
                guard let record = records[index].baseAddress else { return }
                start.copyMemory(from: record, byteCount: records[index].count)
            })
    }

    /// The anchors' records, valid as long as the database.
    private var records: [UnsafeRawBufferPointer] {
        anchors.indices.map { index in
            let entry = DatabaseLayout.Entry(of: index, in: bytes.start)
            return UnsafeRawBufferPointer(start: bytes.start + Int(entry.offset), count: Int(entry.length))
        }
    }

    /// - Parameters:
    ///   - lengths: Lengths of the records, in bytes.
    ///   - write: Writes a record to memory that is all 0.
    private static func laidOut(
        _ lengths: [Int], write: (_ index: Int, _ start: UnsafeMutableRawPointer) -> Void
    ) -> DatabaseBytes {
        let first = DatabaseLayout.headerByteCount + DatabaseLayout.indexByteCount(lengths.count)
        let count = lengths.reduce(first) { $0 + DatabaseLayout.aligned($1) }
        return DatabaseBytes(count: count) { start in
            start.copyMemory(from: DatabaseLayout.magic, byteCount: DatabaseLayout.magic.count)
            start.storeBytes(
                of: DatabaseLayout.version, toByteOffset: DatabaseLayout.Offset.version, as: UInt32.self)
            start.storeBytes(
                of: UInt32(lengths.count), toByteOffset: DatabaseLayout.Offset.anchorCount, as: UInt32.self)
            start.storeBytes(of: UInt64(count), toByteOffset: DatabaseLayout.Offset.byteCount, as: UInt64.self)
            var offset = first
            for (index, length) in lengths.enumerated() {
                let entry = start + DatabaseLayout.entryOffset(index)
                entry.storeBytes(of: UInt64(offset), as: UInt64.self)
                entry.storeBytes(
                    of: UInt64(length), toByteOffset: DatabaseLayout.Entry.lengthOffset, as: UInt64.self)
                write(index, start + offset)
                offset += DatabaseLayout.aligned(length)
            }
            sign(start, count: count)
        }
    }

    /// Writes a database's checksum into it.
    private static func sign(_ start: UnsafeMutableRawPointer, count: Int) {
        let first = DatabaseLayout.checksummedFrom
        let bytes = UnsafePointer((start + first).assumingMemoryBound(to: UInt8.self))
        let checksum = streamChecksum(bytes, count: count - first)
        start.storeBytes(of: checksum, toByteOffset: DatabaseLayout.Offset.checksum, as: UInt64.self)
    }

    /// Signs at least 64 bytes made by a test.
    package static func sign(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { sign(start, count: buffer.count) }
        }
    }
}
