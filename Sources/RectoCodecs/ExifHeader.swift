import CExif

/// The part of a picture's EXIF block that is relevant for its pixels.
struct ExifHeader {
    var orientation = Orientation.upright
    var resolution: Resolution?
    var optics = ExifOptics()
    /// `nil` if the block states neither.
    var timeAndPlace: TimeAndPlace?

    init() {}

    /// - Parameter block: The block from its "Exif" prefix on. Invalid values count as missing.
    init(_ block: UnsafeBufferPointer<UInt8>) {
        guard let count = UInt32(exactly: block.count),
            let data = exif_data_new_from_data(block.baseAddress, count)
        else { return }
        defer { exif_data_unref(data) }
        let order = exif_data_get_byte_order(data)
        let directory = data.pointee.ifd.0
        if let value = short(EXIF_TAG_ORIENTATION, directory, order), let orientation = Orientation(rawValue: value) {
            self.orientation = orientation
        }
        if let x = ratio(EXIF_TAG_X_RESOLUTION, directory, order),
            let y = ratio(EXIF_TAG_Y_RESOLUTION, directory, order)
        {
            // Unit 2 is the inch, the default, and 3 is the centimeter.
            let perInch = short(EXIF_TAG_RESOLUTION_UNIT, directory, order) == 3 ? 2.54 : 1
            resolution = Resolution(horizontal: x * perInch, vertical: y * perInch)
        }
        let details = data.pointee.ifd.2
        optics.focalLength35 = short(EXIF_TAG_FOCAL_LENGTH_IN_35MM_FILM, details, order).map(Double.init)
        optics.focalLength = ratio(EXIF_TAG_FOCAL_LENGTH, details, order)
        if let perUnit = ratio(EXIF_TAG_FOCAL_PLANE_X_RESOLUTION, details, order) {
            let unit = short(EXIF_TAG_FOCAL_PLANE_RESOLUTION_UNIT, details, order) ?? 2
            optics.pixelsPerMillimetre = perUnit / (unit == 3 ? 10 : 25.4)
        }
        optics.width = sideLength(EXIF_TAG_PIXEL_X_DIMENSION, details, order)
        optics.height = sideLength(EXIF_TAG_PIXEL_Y_DIMENSION, details, order)
        var taken = TimeAndPlace()
        taken.isLittleEndian = order == EXIF_BYTE_ORDER_INTEL
        taken.main = Self.entries(of: directory) { TimeAndPlace.mainTags.contains($0) }
        taken.time = Self.entries(of: details) { TimeAndPlace.timeTags.contains($0) }
        taken.place = Self.entries(of: data.pointee.ifd.3) { TimeAndPlace.placeTags.contains($0) }
        timeAndPlace = taken.isEmpty ? nil : taken
    }

    /// Returns the chosen entries of a directory, in the order of their tags.
    private static func entries(
        of directory: UnsafeMutablePointer<ExifContent>?, where isWanted: (UInt16) -> Bool
    ) -> [TimeAndPlace.Entry] {
        guard let directory, let all = directory.pointee.entries else { return [] }
        // SAFETY: libexif keeps `count` entries there, each with `size` bytes of data.
        let found = UnsafeBufferPointer(start: all, count: Int(directory.pointee.count)).compactMap {
            entry -> TimeAndPlace.Entry? in
            guard let entry = entry?.pointee, let tag = UInt16(exactly: entry.tag.rawValue), isWanted(tag),
                let data = entry.data, 1...UInt32(TimeAndPlace.longestValue) ~= entry.size
            else { return nil }
            return TimeAndPlace.Entry(
                tag: tag, type: UInt16(truncatingIfNeeded: entry.format.rawValue),
                count: UInt32(truncatingIfNeeded: entry.components),
                value: Array(UnsafeBufferPointer(start: data, count: Int(entry.size))))
        }
        return found.sorted { $0.tag < $1.tag }
    }

    private func entry(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ format: ExifFormat, size: UInt32
    ) -> UnsafeMutablePointer<UInt8>? {
        guard let entry = exif_content_get_entry(directory, tag)?.pointee, entry.format == format, entry.size >= size
        else { return nil }
        return entry.data
    }

    private func short(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> Int? {
        entry(tag, directory, EXIF_FORMAT_SHORT, size: 2).map { Int(exif_get_short($0, order)) }
    }

    /// Returns a side in pixels, which may be stored in two or four bytes.
    private func sideLength(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> Int? {
        short(tag, directory, order)
            ?? entry(tag, directory, EXIF_FORMAT_LONG, size: 4).map { Int(exif_get_long($0, order)) }
    }

    private func ratio(
        _ tag: ExifTag, _ directory: UnsafeMutablePointer<ExifContent>?, _ order: ExifByteOrder
    ) -> Double? {
        guard let bytes = entry(tag, directory, EXIF_FORMAT_RATIONAL, size: 8) else { return nil }
        let value = exif_get_rational(bytes, order)
        guard value.denominator != 0 else { return nil }
        return Double(value.numerator) / Double(value.denominator)
    }
}
