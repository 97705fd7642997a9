import CDeflate

/// Returns the points per unit of each page (`UserUnit`, ISO 32000-1, §14.11.2): 1 for most, more for pages above 200
/// inches.
///
/// Poppler does not report it. The function searches the file's bytes and compressed object streams for page
/// dictionaries in their order of appearance, which is the page order in files of nearly all programs. If their
/// number differs from the number of pages, units only count if all of them are equal.
func pdfUserUnits(_ bytes: UnsafeBufferPointer<UInt8>, pageCount: Int) -> [Double] {
    let usual = [Double](repeating: 1, count: pageCount)
    var found = pageUnits(bytes)
    for stream in objectStreams(bytes) { found += stream.withUnsafeBufferPointer { pageUnits($0) } }
    guard found.contains(where: { $0 != 1 }) else { return usual }
    if found.count == pageCount { return found }
    guard let first = found.first, found.allSatisfy({ $0 == first }) else { return usual }
    return [Double](repeating: first, count: pageCount)
}

/// The plausible units, up to pages of 75 miles.
private let unitRange = 1.0...75_000.0
/// The maximum size of compressed objects to search in bytes, and the maximum number of streams.
private let maximumObjectBytes = 32 << 20
private let maximumStreams = 1000

private func pageUnits(_ bytes: UnsafeBufferPointer<UInt8>) -> [Double] {
    places(of: "/Type", in: bytes).compactMap { place in
        var cursor = place + 5
        while cursor < bytes.count, PictureFormat.isSpace(bytes[cursor]) { cursor += 1 }
        let rest = bytes[min(cursor, bytes.count)...]
        guard rest.starts(with: "/Page".utf8), rest.dropFirst(5).first.map({ !isLetter($0) }) ?? false else {
            return nil
        }
        return unit(around: place, bytes)
    }
}

/// Returns the unit in the dictionary around an offset.
private func unit(around place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    let dictionary = dictionary(around: place, bytes)
    guard let key = firstPlace(of: "/UserUnit", in: bytes[dictionary]) else { return 1 }
    let digits = bytes[(key + 9)..<dictionary.upperBound].drop(while: PictureFormat.isSpace)
        .prefix { (48...57).contains($0) || $0 == 46 }
    let value = Double(String(decoding: digits, as: UTF8.self)) ?? 1
    return unitRange ~= value ? value : 1
}

/// Returns the dictionary around an offset, within a limited distance.
private func dictionary(around place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let window = 4096
    func isPair(_ index: Int, _ byte: UInt8) -> Bool { bytes[index] == byte && bytes[index + 1] == byte }
    let (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
    var (start, depth) = (place, 0)
    while start > max(0, place - window) {
        start -= 1
        if isPair(start, close) {
            depth += 1
            start -= 1
        } else if isPair(start, open) {
            if depth == 0 { break }
            depth -= 1
            start -= 1
        }
    }
    var end = place
    depth = 0
    let last = min(bytes.count - 1, place + window)
    while end < last {
        if isPair(end, open) {
            depth += 1
            end += 1
        } else if isPair(end, close) {
            if depth == 0 { break }
            depth -= 1
            end += 1
        }
        end += 1
    }
    return max(start, 0)..<max(min(end, bytes.count), place)
}

private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

private func places(of text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var found: [Int] = []
    var rest = bytes[...]
    while let place = firstPlace(of: text, in: rest) {
        found.append(place)
        rest = bytes[(place + 1)...]
    }
    return found
}

private func firstPlace(of text: StaticString, in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    let (start, count) = (text.utf8Start, text.utf8CodeUnitCount)
    guard bytes.count >= count else { return nil }
    return (bytes.startIndex...bytes.endIndex - count).first { place in
        bytes[place] == start[0] && (1..<count).allSatisfy { bytes[place + $0] == start[$0] }
    }
}

/// Returns the contents of the file's compressed object streams.
private func objectStreams(_ bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    guard let decompressor = libdeflate_alloc_decompressor() else { return [] }
    defer { libdeflate_free_decompressor(decompressor) }
    var left = maximumObjectBytes
    return places(of: "/ObjStm", in: bytes).prefix(maximumStreams).compactMap { place in
        let behind = bytes[place..<min(bytes.count, place + 1024)]
        guard let word = firstPlace(of: "stream", in: behind) else { return nil }
        var start = word + 6
        while start < bytes.count, bytes[start] == 13 || bytes[start] == 10 { start += 1 }
        let packed = UnsafeBufferPointer(rebasing: bytes[start...])
        let room = min(left, 4 << 20)
        let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var used = 0
            let result = libdeflate_zlib_decompress_ex(
                decompressor, packed.baseAddress, packed.count, buffer.baseAddress, room, &used, &count)
            if result != LIBDEFLATE_SUCCESS { count = 0 }
        }
        left -= unpacked.count
        return unpacked
    }
}
