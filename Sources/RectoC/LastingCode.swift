import CRecto
import RectoBarcode
import RectoCore

/// A code with a stable address for its payload.
final class LastingCode {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let text: UnsafeMutableBufferPointer<CChar>
    private let corners: Quad
    private let symbology: Symbology

    init(_ code: Code) {
        // One extra byte, so that an empty payload has an address too.
        bytes = .allocate(capacity: code.bytes.count + 1)
        _ = bytes.initialize(from: code.bytes + [0])
        let utf8 = Array(code.text.utf8CString)
        text = .allocate(capacity: utf8.count)
        _ = text.initialize(from: utf8)
        corners = code.corners
        symbology = code.symbology
    }

    deinit {
        bytes.deallocate()
        text.deallocate()
    }

    var inC: recto_code {
        var code = recto_code.empty
        code.corners = corners.inC
        code.bytes = UnsafePointer(bytes.baseAddress)
        code.byte_count = bytes.count - 1
        code.text = UnsafePointer(text.baseAddress)
        code.text_bytes = text.count - 1
        code.symbology = symbologyNames[Symbology.allCases.firstIndex(of: symbology) ?? 0]
        return code
    }
}

private let symbologyNames = LastingTexts(Symbology.allCases.map { $0.rawValue })
