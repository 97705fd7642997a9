/// Kinds of codes.
public enum Symbology: String, Hashable, Codable, Sendable, CaseIterable {
    case qrCode = "QR Code"
    case code128 = "Code 128"
    case code93 = "Code 93"
    case code39 = "Code 39"
    case codabar = "Codabar"
    case dataBar = "DataBar"
    case dataBarExpanded = "DataBar Expanded"
    case ean13 = "EAN-13"
    case ean8 = "EAN-8"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
    case interleaved2of5 = "Interleaved 2 of 5"
}
