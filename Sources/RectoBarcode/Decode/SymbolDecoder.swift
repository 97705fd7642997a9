internal import CZBar

/// Decodes clean symbols by libzbar: error correction and the reading of the bit stream.
///
/// The modules are drawn anew, two pixels each, in a quiet zone of two modules, and the bytes are taken as they are, without
/// libzbar's own conversion to text.
final class SymbolDecoder {
    private let scanner: OpaquePointer
    private let image: OpaquePointer
    private let pixels = Table<UInt8>()

    /// Pixels of a module; libzbar's finder search needs two.
    private static let scale = 2
    /// Modules of white around the symbol.
    private static let border = 2

    init() {
        scanner = zbar_image_scanner_create()
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
        image = zbar_image_create()
        zbar_image_set_format(image, ZBarFormat.gray)
    }

    deinit {
        zbar_image_destroy(image)
        zbar_image_scanner_destroy(scanner)
    }

    struct Payload {
        var bytes: [UInt8]
        /// Whether it is one of several symbols that hold a payload together.
        var isPart: Bool
    }

    /// - Returns: The payload; nothing if there is more damage than the error correction can mend.
    func decode(_ bits: SymbolBits) -> Payload? {
        draw(bits)
        zbar_image_set_size(image, UInt32(pixels.width), UInt32(pixels.height))
        // SAFETY: the table outlives the scan, and without a clean-up function libzbar does not free it.
        zbar_image_set_data(image, pixels.base, UInt(pixels.width * pixels.height), nil)
        defer { zbar_image_set_data(image, nil, 0, nil) }
        guard zbar_scan_image(scanner, image) > 0 else { return nil }
        var symbol = zbar_image_first_symbol(image)
        while let found = symbol {
            // The orientation may be unknown even of a symbol that was decoded.
            switch zbar_symbol_get_type(found) {
            case ZBAR_QRCODE: return Payload(bytes: data(found), isPart: false)
            case ZBAR_PARTIAL: if let part = part(found) { return Payload(bytes: part, isPart: true) }
            default: break
            }
            symbol = zbar_symbol_next(found)
        }
        return nil
    }

    /// Of an incomplete set of symbols the one that is there.
    private func part(_ set: OpaquePointer) -> [UInt8]? {
        guard let components = zbar_symbol_get_components(set) else { return nil }
        var symbol = zbar_symbol_set_first_symbol(components)
        while let found = symbol {
            if zbar_symbol_get_type(found) == ZBAR_QRCODE { return data(found) }
            symbol = zbar_symbol_next(found)
        }
        return nil
    }

    private func data(_ symbol: OpaquePointer) -> [UInt8] {
        guard let data = zbar_symbol_get_data(symbol) else { return [] }
        let count = Int(zbar_symbol_get_data_length(symbol))
        return data.withMemoryRebound(to: UInt8.self, capacity: count) {
            [UInt8](UnsafeBufferPointer(start: $0, count: count))
        }
    }

    private func draw(_ bits: SymbolBits) {
        let (scale, border, n) = (Self.scale, Self.border, bits.dimension)
        let side = scale * (n + 2 * border)
        pixels.reshape(width: side, height: side)
        pixels.fill(255)
        for y in 0..<n {
            let first = pixels.base + scale * (y + border) * side + scale * border
            for x in 0..<n where bits.isDark(x, y) {
                first[2 * x] = 0
                first[2 * x + 1] = 0
            }
            (first + side).update(from: first, count: scale * n)
        }
    }
}
