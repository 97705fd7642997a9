internal import CZBar
import RectoCore

/// Finds and decodes symbologies other than QR codes with libzbar.
final class BarScanner {
    let symbologies: Set<Symbology>
    private let scanner: OpaquePointer
    private let pixels = Plane<UInt8>()

    init(_ symbologies: Set<Symbology>) {
        self.symbologies = symbologies
        scanner = zbar_image_scanner_create()
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        for symbology in symbologies.subtracting(Symbology.matrix) {
            zbar_image_scanner_set_config(scanner, symbology.zbarType, ZBAR_CFG_ENABLE, 1)
        }
    }

    deinit { zbar_image_scanner_destroy(scanner) }

    func scan(_ view: GrayView) -> [Code] {
        // libzbar requires rows without padding.
        pixels.reshape(width: view.width, height: view.height)
        for y in 0..<view.height { (pixels.base + y * view.width).update(from: view.row(y), count: view.width) }
        guard let image = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(image) }
        zbar_image_set_format(image, ZBarFormat.gray)
        zbar_image_set_size(image, UInt32(view.width), UInt32(view.height))
        // SAFETY: the table outlives the image, and libzbar does not free it without a clean-up function.
        zbar_image_set_data(image, pixels.base, UInt(view.size.area), nil)
        guard zbar_scan_image(scanner, image) > 0 else { return [] }
        var codes: [Code] = []
        var symbol = zbar_image_first_symbol(image)
        while let found = symbol {
            if let code = code(found) { codes.append(code) }
            symbol = zbar_symbol_next(found)
        }
        return codes
    }

    private func code(_ symbol: OpaquePointer) -> Code? {
        let type = zbar_symbol_get_type(symbol)
        guard let symbology = symbologies.first(where: { !Symbology.matrix.contains($0) && $0.zbarType == type }),
            let data = zbar_symbol_get_data(symbol)
        else { return nil }
        let count = Int(zbar_symbol_get_data_length(symbol))
        let bytes = data.withMemoryRebound(to: UInt8.self, capacity: count) {
            [UInt8](UnsafeBufferPointer(start: $0, count: count))
        }
        let text = PayloadText(bytes)
        let modifiers = zbar_symbol_get_modifiers(symbol)
        return Code(
            bytes: bytes, text: text.text, encoding: text.encoding, corners: bounds(symbol), symbology: symbology,
            isGS1: modifiers >> ZBAR_MOD_GS1.rawValue & 1 == 1, isAIM: modifiers >> ZBAR_MOD_AIM.rawValue & 1 == 1)
    }

    /// Returns the bounding rectangle of libzbar's points.
    private func bounds(_ symbol: OpaquePointer) -> Quad {
        let points = (0..<zbar_symbol_get_loc_size(symbol)).map {
            (x: Double(zbar_symbol_get_loc_x(symbol, $0)), y: Double(zbar_symbol_get_loc_y(symbol, $0)))
        }
        let (left, right) = (points.map { $0.x }.min() ?? 0, points.map { $0.x }.max() ?? 0)
        let (top, bottom) = (points.map { $0.y }.min() ?? 0, points.map { $0.y }.max() ?? 0)
        return Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: right, y: top),
            bottomRight: Point2D(x: right, y: bottom), bottomLeft: Point2D(x: left, y: bottom))
    }
}

extension Symbology {
    fileprivate var zbarType: zbar_symbol_type_t {
        switch self {
        case .qrCode, .microQR, .rMQR: ZBAR_NONE
        case .code128: ZBAR_CODE128
        case .code93: ZBAR_CODE93
        case .code39: ZBAR_CODE39
        case .codabar: ZBAR_CODABAR
        case .dataBar: ZBAR_DATABAR
        case .dataBarExpanded: ZBAR_DATABAR_EXP
        case .ean13: ZBAR_EAN13
        case .ean8: ZBAR_EAN8
        case .upcA: ZBAR_UPCA
        case .upcE: ZBAR_UPCE
        case .interleaved2of5: ZBAR_I25
        }
    }
}

/// Pixel formats of libzbar, as four-character codes.
private enum ZBarFormat {
    /// `Y800`: one byte per pixel.
    static let gray = UInt(UInt32(0x3030_3859))
}
