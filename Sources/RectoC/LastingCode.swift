import CRecto
import RectoBarcode
import RectoCore

/// A code with a stable address for its payload.
final class LastingCode {
    private let payload: LastingPayload
    private let corners: Quad
    private let symbology: Symbology

    init(_ code: Code) {
        payload = LastingPayload(code.bytes, code.text)
        corners = code.corners
        symbology = code.symbology
    }

    var inC: recto_code {
        var code = recto_code.empty
        code.corners = corners.inC
        (code.bytes, code.byte_count) = (payload.bytes, payload.byteCount)
        (code.text, code.text_bytes) = (payload.text, payload.textBytes)
        code.symbology = symbologyNames[Symbology.allCases.firstIndex(of: symbology) ?? 0]
        return code
    }
}

/// A payload's bytes and text with stable addresses.
final class LastingPayload {
    private let byteMemory: UnsafeMutableBufferPointer<UInt8>
    private let textMemory: UnsafeMutableBufferPointer<CChar>

    init(_ bytes: [UInt8], _ text: String) {
        // One extra byte, so that an empty payload has an address too.
        byteMemory = .allocate(capacity: bytes.count + 1)
        _ = byteMemory.initialize(from: bytes + [0])
        let utf8 = Array(text.utf8CString)
        textMemory = .allocate(capacity: utf8.count)
        _ = textMemory.initialize(from: utf8)
    }

    deinit {
        byteMemory.deallocate()
        textMemory.deallocate()
    }

    var bytes: UnsafePointer<UInt8>? { UnsafePointer(byteMemory.baseAddress) }
    var byteCount: Int { byteMemory.count - 1 }
    var text: UnsafePointer<CChar>? { UnsafePointer(textMemory.baseAddress) }
    var textBytes: Int { textMemory.count - 1 }
}

private let symbologyNames = LastingTexts(Symbology.allCases.map { $0.rawValue })
