import CZBar
import RectoCore

/// Finds and decodes symbologies other than QR codes with libzbar.
final class BarScanner {
    let symbologies: Set<Symbology>
    private let library: zbar_library
    private let scanner: OpaquePointer
    private let pixels = Plane<UInt8>()

    /// Opens libzbar, unless it has been opened.
    /// - Throws: ``CodeReader/Failure/noLibrary(_:)``.
    static func openLibrary() throws(CodeReader.Failure) {
        if case .failure(let failure) = opened { throw failure }
    }

    private static let opened: Result<zbar_library, CodeReader.Failure> = {
        var reason: UnsafePointer<CChar>?
        guard let library = zbar_open(&reason) else {
            return .failure(.noLibrary(reason.map { String(cString: $0) } ?? ""))
        }
        return .success(library.pointee)
    }()

    /// Returns `nil` if libzbar cannot be opened.
    init?(_ symbologies: Set<Symbology>) {
        guard let library = try? Self.opened.get(), let scanner = library.zbar_image_scanner_create()
        else { return nil }
        self.symbologies = symbologies
        self.library = library
        self.scanner = scanner
        enable(Int32(ZBAR_NONE), false)
        for symbology in symbologies.subtracting(Symbology.matrix) { enable(symbology.zbarType, true) }
    }

    deinit { library.zbar_image_scanner_destroy(scanner) }

    /// - Parameter type: `ZBAR_NONE` stands for all.
    private func enable(_ type: Int32, _ isWanted: Bool) {
        _ = library.zbar_image_scanner_set_config(scanner, type, Int32(ZBAR_CFG_ENABLE), isWanted ? 1 : 0)
    }

    func scan(_ view: GrayView) -> [Code] {
        // libzbar requires rows without padding.
        pixels.reshape(width: view.width, height: view.height)
        for y in 0..<view.height { (pixels.base + y * view.width).update(from: view.row(y), count: view.width) }
        guard let image = library.zbar_image_create() else { return [] }
        defer { library.zbar_image_destroy(image) }
        library.zbar_image_set_format(image, ZBarFormat.gray)
        library.zbar_image_set_size(image, UInt32(view.width), UInt32(view.height))
        // SAFETY: the table outlives the image, and libzbar does not free it without a clean-up function.
        library.zbar_image_set_data(image, pixels.base, UInt(view.size.area), nil)
        guard library.zbar_scan_image(scanner, image) > 0 else { return [] }
        var codes: [Code] = []
        var symbol = library.zbar_image_first_symbol(image)
        while let found = symbol {
            if let code = code(found) { codes.append(code) }
            symbol = library.zbar_symbol_next(found)
        }
        return codes
    }

    private func code(_ symbol: OpaquePointer) -> Code? {
        let type = library.zbar_symbol_get_type(symbol)
        guard let symbology = symbologies.first(where: { !Symbology.matrix.contains($0) && $0.zbarType == type }),
            let data = library.zbar_symbol_get_data(symbol)
        else { return nil }
        let count = Int(library.zbar_symbol_get_data_length(symbol))
        let bytes = data.withMemoryRebound(to: UInt8.self, capacity: count) {
            [UInt8](UnsafeBufferPointer(start: $0, count: count))
        }
        let text = PayloadText(bytes)
        let modifiers = library.zbar_symbol_get_modifiers(symbol)
        return Code(
            bytes: bytes, text: text.text, encoding: text.encoding, corners: bounds(symbol), symbology: symbology,
            isGS1: modifiers >> ZBAR_MOD_GS1 & 1 == 1, isAIM: modifiers >> ZBAR_MOD_AIM & 1 == 1)
    }

    /// Returns the bounding rectangle of libzbar's points.
    private func bounds(_ symbol: OpaquePointer) -> Quad {
        let points = (0..<library.zbar_symbol_get_loc_size(symbol)).map {
            (x: Double(library.zbar_symbol_get_loc_x(symbol, $0)), y: Double(library.zbar_symbol_get_loc_y(symbol, $0)))
        }
        let (left, right) = (points.map { $0.x }.min() ?? 0, points.map { $0.x }.max() ?? 0)
        let (top, bottom) = (points.map { $0.y }.min() ?? 0, points.map { $0.y }.max() ?? 0)
        return Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: right, y: top),
            bottomRight: Point2D(x: right, y: bottom), bottomLeft: Point2D(x: left, y: bottom))
    }
}

extension Symbology {
    fileprivate var zbarType: Int32 {
        let type =
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
        return Int32(type)
    }
}

/// Pixel formats of libzbar, as four-character codes.
private enum ZBarFormat {
    /// `Y800`: one byte per pixel.
    static let gray = UInt(UInt32(0x3030_3859))
}
