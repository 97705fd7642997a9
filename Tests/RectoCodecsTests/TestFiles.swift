import CDeflate
import Foundation
import RectoCore

/// Parts of files that the product does not write.
enum TestFiles {
    /// A TIFF-formed EXIF block: orientation, and 150 x 300 dots per inch.
    static func exif(_ orientation: Int) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
        let directoryStart = 8
        let valuesStart = directoryStart + 2 + 4 * 12 + 4
        var block = Array("MM".utf8) + short(42) + long(directoryStart) + short(4)
        block += short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
        block += short(0x011A) + short(5) + long(1) + long(valuesStart)
        block += short(0x011B) + short(5) + long(1) + long(valuesStart + 8)
        block += short(0x0128) + short(3) + long(1) + short(2) + short(0)
        return block + long(0) + long(150) + long(1) + long(600) + long(2)
    }

    /// A TIFF-formed EXIF block with a camera's optics: millimeters, pixels per centimeter, pixels.
    static func exif(
        focalLength35: Int? = nil, focalLength: Int? = nil, perCentimetre: Int? = nil, width: Int? = nil,
        height: Int? = nil
    ) -> [UInt8] {
        func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
        func long(_ value: Int) -> [UInt8] { short(value >> 16 & 0xFFFF) + short(value & 0xFFFF) }
        var entries: [[UInt8]] = []
        var values: [UInt8] = []
        let count = [focalLength35, focalLength, perCentimetre, width, height].compactMap { $0 }.count
        let start = 26 + 2 + (count + (perCentimetre == nil ? 0 : 1)) * 12 + 4
        func add(ratio tag: Int, _ value: Int?) {
            guard let value else { return }
            entries.append(short(tag) + short(5) + long(1) + long(start + values.count))
            values += long(value) + long(1)
        }
        add(ratio: 0x920A, focalLength)
        if let width { entries.append(short(0xA002) + short(4) + long(1) + long(width)) }
        if let height { entries.append(short(0xA003) + short(3) + long(1) + short(height) + short(0)) }
        add(ratio: 0xA20E, perCentimetre)
        if perCentimetre != nil { entries.append(short(0xA210) + short(3) + long(1) + short(3) + short(0)) }
        if let focalLength35 { entries.append(short(0xA405) + short(3) + long(1) + short(focalLength35) + short(0)) }
        let pointer = short(0x8769) + short(4) + long(1) + long(26)
        let header = Array("MM".utf8) + short(42) + long(8) + short(1) + pointer + long(0)
        return header + short(entries.count) + entries.flatMap { $0 } + long(0) + values
    }

    /// A JPEG file with an EXIF segment behind its first marker and without its JFIF segment.
    static func inserting(_ exif: [UInt8], intoJPEG file: [UInt8]) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + exif
        let length = payload.count + 2
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload
        let lengthOfJFIF = Int(file[4]) << 8 | Int(file[5])
        return file[..<2] + segment + file[(4 + lengthOfJFIF)...]
    }

    /// Starts of the segments of a JPEG file, up to its first scan.
    private static func segments(ofJPEG file: [UInt8]) -> [Int] {
        var starts = [2]
        while let start = starts.last, file[start + 1] != 0xDA {
            starts.append(start + 2 + Int(file[start + 2]) * 256 + Int(file[start + 3]))
        }
        return starts
    }

    /// Parts of a JPEG file with one scan: the head before the pixel data, and the data, without the end marker.
    static func partsOfJPEG(_ file: [UInt8]) -> (head: [UInt8], data: [UInt8]) {
        let scan = segments(ofJPEG: file).last ?? 0
        let start = scan + 2 + Int(file[scan + 3])
        return (Array(file[..<start]), Array(file[start..<file.count - 2]))
    }

    /// Data of a scan without half of an escaped byte at its end.
    static func entropyCoded(_ data: ArraySlice<UInt8>) -> [UInt8] {
        Array(data.last == 0xFF ? data.dropLast() : data)
    }

    /// A JPEG file whose header states another size.
    static func stating(width: Int, height: Int, inJPEG file: [UInt8]) -> [UInt8] {
        var file = file
        for start in segments(ofJPEG: file) where file[start + 1] == 0xC0 || file[start + 1] == 0xC2 {
            for (offset, byte) in [height >> 8, height & 255, width >> 8, width & 255].enumerated() {
                file[start + 5 + offset] = UInt8(byte)
            }
        }
        return file
    }

    /// A PNG file with one more chunk in front of the first one of a type.
    static func inserting(_ type: String, _ data: [UInt8], before next: String, intoPNG file: [UInt8]) -> [UInt8] {
        let letters = Array(next.utf8)
        guard let start = (8..<file.count - 4).first(where: { Array(file[$0..<$0 + 4]) == letters }) else { return [] }
        return file[..<(start - 4)] + chunk(type, data) + file[(start - 4)...]
    }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(libdeflate_crc32(0, body, body.count))
    }

    /// A PNG file with this header and these bytes as compressed pixels.
    static func png(width: UInt32, height: UInt32, depth: UInt8, colorType: UInt8, pixels: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, 0])
            + chunk("IDAT", compressed(pixels)) + chunk("IEND", [])
    }

    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(9) else { return [] }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
    }

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

extension TestFiles {
    /// Repairs the checksum of each chunk, as far as the lengths lead.
    static func repairChecksums(ofPNG file: inout [UInt8]) {
        guard file.starts(with: [0x89, 0x50]) else { return }
        var start = 8
        while start + 12 <= file.count {
            let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= file.count else { return }
            let body = Array(file[start + 4..<end])
            file.replaceSubrange(end..<end + 4, with: bigEndian(libdeflate_crc32(0, body, body.count)))
            start = end + 4
        }
    }

    /// 19 x 17 pixels in color, ten scans.
    static let progressiveJPEG: [UInt8] = {
        let text = """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7
            gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8
            fHx8fHx8fHz/wgARCAARABMDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAMEBf/EABgBAAMBAQAAAAAAAAAAAAAAAAEC
            BAMF/9oADAMBAAIQAxAAAAHnXvcjO2nrlcy5Vg9f/8QAGBAAAwEBAAAAAAAAAAAAAAAAAAECEhD/2gAIAQEAAQUCUikyKRSZELn/
            xAAXEQEBAQEAAAAAAAAAAAAAAAADABAT/9oACAEDAQE/ATW6x5//xAAVEQEBAAAAAAAAAAAAAAAAAAABEP/aAAgBAgEBPwEhP//E
            ABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEABj8CH//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEAAT8hH/8A/9oADAMBAAIA
            AwAAABDAD8L/xAAWEQEBAQAAAAAAAAAAAAAAAAAAARD/2gAIAQMBAT8QUxj/xAAXEQADAQAAAAAAAAAAAAAAAAAAARAR/9oACAEC
            AQE/EGNr/8QAGRAAAgMBAAAAAAAAAAAAAAAAAGEBITEQ/9oACAEBAAE/EECCKYIEEUzpGH//2Q==
            """
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? []
    }()
}
