internal import CZBar
import RectoCore

/// Decodes clean symbols by libzbar: error correction and the reading of the bit stream.
///
/// The modules are drawn anew, two pixels each, in a quiet zone of two modules, and the bytes are taken as they are, without
/// libzbar's own conversion to text.
final class SymbolDecoder {
    private let scanner: OpaquePointer
    private let image: OpaquePointer
    private let pixels = Plane<UInt8>()

    /// Pixels of a module; libzbar's finder search needs two.
    private static let scale = 2
    /// Modules of white around the symbol.
    private static let border = 2
    /// libzbar's threshold is the mean of a window of at least 16 pixels: it takes the inside of dark squares of so many
    /// modules for light.
    private static let windowModules = 8
    /// From so many pixels a side on its window has 64.
    private static let wideSide = 257

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
        var isPart = false
        var modifiers = SymbolModifiers()
    }

    /// - Returns: The payload; `nil` if there is more damage than the error correction can mend.
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
            case ZBAR_QRCODE: return Payload(bytes: data(found), modifiers: SymbolModifiers(found))
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
        var followsGap = false
        while let found = symbol {
            let next = zbar_symbol_next(found)
            if zbar_symbol_get_type(found) == ZBAR_QRCODE {
                var bytes = data(found)
                if let next, let start = zbar_symbol_get_data(found), let end = zbar_symbol_get_data(next) {
                    // The length that libzbar states lacks a byte where a gap follows; both point into one buffer.
                    bytes = self.bytes(start, count: end - start)
                }
                // A zero stands for the gap before.
                return followsGap ? Array(bytes.dropFirst()) : bytes
            }
            followsGap = true
            symbol = next
        }
        return nil
    }

    private func data(_ symbol: OpaquePointer) -> [UInt8] {
        zbar_symbol_get_data(symbol).map { bytes($0, count: Int(zbar_symbol_get_data_length(symbol))) } ?? []
    }

    private func bytes(_ start: UnsafePointer<CChar>, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(bitPattern: start[$0]) }
    }

    private func draw(_ bits: SymbolBits) {
        let (scale, n) = (Self.scale, bits.dimension)
        let isWide = bits.hasDarkSquare(side: Self.windowModules)
        let side = max(scale * (n + 2 * Self.border), isWide ? Self.wideSide : 0)
        let margin = (side - scale * n) / 2
        pixels.reshape(width: side, height: side)
        pixels.fill(255)
        for y in 0..<n {
            let first = pixels.base + (scale * y + margin) * side + margin
            for x in 0..<n where bits.isDark(x, y) {
                first[2 * x] = 0
                first[2 * x + 1] = 0
            }
            (first + side).update(from: first, count: scale * n)
        }
    }
}

/// Pixel formats of libzbar, as its four characters.
enum ZBarFormat {
    /// `Y800`: one byte a pixel.
    static let gray = UInt(UInt32(0x3030_3859))
}

/// What a symbol states of the kind of its data.
struct SymbolModifiers {
    var isGS1 = false
    var isAIM = false

    init() {}

    /// - Parameter symbol: Of libzbar.
    init(_ symbol: OpaquePointer) {
        let modifiers = zbar_symbol_get_modifiers(symbol)
        isGS1 = modifiers >> ZBAR_MOD_GS1.rawValue & 1 == 1
        isAIM = modifiers >> ZBAR_MOD_AIM.rawValue & 1 == 1
    }
}
