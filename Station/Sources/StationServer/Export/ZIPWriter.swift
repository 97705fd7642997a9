import CDeflate
package import Foundation
import RectoCodecs
import StationStore

/// Writes files into a ZIP archive sequentially and uncompressed: pages are compressed already.
///
/// Source: PKWARE, "APPNOTE.TXT – .ZIP File Format Specification", 6.3.10. Sizes and offsets above 32 bits, and file
/// counts above 16 bits, use ZIP64 records.
package struct ZIPWriter {
    private struct Entry {
        let name: [UInt8]
        let checksum: UInt32
        let size: UInt64
        let offset: UInt64
    }

    private let file: AtomicFile
    /// The smallest value that requires ZIP64.
    private let limit: UInt64
    private let time: (date: UInt16, time: UInt16)
    private var entries: [Entry] = []
    private var offset: UInt64 = 0

    /// - Parameters:
    ///   - date: The date of all files.
    ///   - calendar: The calendar with the time zone of the date.
    ///   - limit: 0xFFFFFFFF, or less in tests.
    package init(path: String, date: Date, calendar: Calendar, limit: UInt64 = UInt64(UInt32.max)) throws {
        file = try AtomicFile(path: path)
        self.limit = limit
        time = Self.time(date, calendar)
    }

    /// Appends a file, which is read twice and never loaded as a whole.
    /// - Parameter name: The name, with "/" between folders.
    package mutating func add(_ path: String, named name: String) throws {
        var (checksum, size) = (UInt32(0), UInt64(0))
        try Self.eachPart(of: path) { part in
            checksum = libdeflate_crc32(checksum, part, part.count)
            size += UInt64(part.count)
        }
        let entry = Entry(name: Array(name.utf8), checksum: checksum, size: size, offset: offset)
        try write(header(of: entry))
        var written: UInt64 = 0
        try Self.eachPart(of: path) { part in
            try file.write(part)
            written += UInt64(part.count)
        }
        guard written == size else { throw StoreError.unreadable(path, reason: "it has changed meanwhile") }
        offset += size
        entries.append(entry)
    }

    /// Appends the directory and completes the file.
    package mutating func finish() throws {
        let start = offset
        for entry in entries { try write(record(of: entry)) }
        let size = offset - start
        let count = UInt64(entries.count)
        if count >= min(limit, 0xFFFF) || size >= limit || start >= limit {
            let record = offset
            try write(
                Bytes(0x0606_4B50 as UInt32, 44 as UInt64, 45 as UInt16, 45 as UInt16, 0 as UInt32, 0 as UInt32).all
                    + Bytes(count, count, size, start).all)
            try write(Bytes(0x0706_4B50 as UInt32, 0 as UInt32, record, 1 as UInt32).all)
        }
        let shortCount = count >= min(limit, 0xFFFF) ? UInt16.max : UInt16(count)
        try write(
            Bytes(0x0605_4B50 as UInt32, 0 as UInt16, 0 as UInt16, shortCount, shortCount).all
                + Bytes(short(size), short(start), 0 as UInt16).all)
        try file.commit()
    }

    // MARK: Records

    private func short(_ value: UInt64) -> UInt32 { value >= limit ? .max : UInt32(value) }

    /// Returns the common header fields: stored, for version 2.0 or for ZIP64 version 4.5, with a UTF-8 name.
    private func common(_ entry: Entry, isLong: Bool, extra: Int) -> [UInt8] {
        Bytes(isLong ? 45 : 20 as UInt16, 0x0800 as UInt16, 0 as UInt16, time.time, time.date).all
            + Bytes(entry.checksum, short(entry.size), short(entry.size)).all
            + Bytes(UInt16(entry.name.count), UInt16(extra)).all
    }

    private func header(of entry: Entry) -> [UInt8] {
        let isLong = entry.size >= limit
        let extra = isLong ? Bytes(1 as UInt16, 16 as UInt16, entry.size, entry.size).all : []
        return Bytes(0x0403_4B50 as UInt32).all + common(entry, isLong: isLong, extra: extra.count) + entry.name + extra
    }

    private func record(of entry: Entry) -> [UInt8] {
        var values: [UInt8] = []
        if entry.size >= limit { values += Bytes(entry.size, entry.size).all }
        if entry.offset >= limit { values += Bytes(entry.offset).all }
        let extra = values.isEmpty ? [] : Bytes(1 as UInt16, UInt16(values.count)).all + values
        return Bytes(0x0201_4B50 as UInt32, 45 as UInt16).all
            + common(entry, isLong: !values.isEmpty, extra: extra.count)
            + Bytes(0 as UInt16, 0 as UInt16, 0 as UInt16, 0 as UInt32, short(entry.offset)).all + entry.name + extra
    }

    private mutating func write(_ bytes: [UInt8]) throws {
        try file.write(bytes)
        offset += UInt64(bytes.count)
    }

    /// Returns the time in MS-DOS format: from 1980, in steps of two seconds.
    private static func time(_ date: Date, _ calendar: Calendar) -> (date: UInt16, time: UInt16) {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let year = min(max((parts.year ?? 1980) - 1980, 0), 127)
        let day = year << 9 | (parts.month ?? 1) << 5 | (parts.day ?? 1)
        let time = (parts.hour ?? 0) << 11 | (parts.minute ?? 0) << 5 | (parts.second ?? 0) / 2
        return (UInt16(day), UInt16(time))
    }

    private static func eachPart(of path: String, _ body: ([UInt8]) throws -> Void) throws {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? handle.close() }
        while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty { try body([UInt8](part)) }
    }
}

/// Little-endian numbers as bytes.
private struct Bytes {
    let all: [UInt8]

    init<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
        var all: [UInt8] = []
        for number in repeat each numbers {
            for index in 0..<number.bitWidth / 8 { all.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        self.all = all
    }
}
