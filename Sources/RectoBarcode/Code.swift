public import RectoCore

/// A code that was read in a picture.
public struct Code: Hashable, Sendable {
    /// The payload as stored in the code, or in UTF-8 if the code states a character set (ECI).
    public var bytes: [UInt8]
    /// The payload as text.
    public var text: String
    /// How ``bytes`` were decoded to ``text``.
    public var encoding: PayloadText.Encoding
    /// The corners in pixels of the picture. Those of a QR code start at its own top left and run clockwise, or
    /// counterclockwise if it is mirrored.
    public var corners: Quad
    public var symbology: Symbology
    /// The version: 1…40 for a QR code, 1…4 for a Micro QR code, 1…32 for a rectangular one, ordered by height, then
    /// width.
    public var version: Int?
    /// The error correction level of a QR code. The smallest Micro QR code has none.
    public var level: ErrorCorrectionLevel?
    /// Whether it has light modules on a dark background.
    public var isInverted = false
    /// Whether it is seen from behind, as through glass.
    public var isMirrored = false
    /// Whether the payload has GS1 application identifiers (FNC1 in the first position).
    public var isGS1 = false
    /// Whether the payload follows a rule of AIM International (FNC1 in the second position).
    public var isAIM = false
    /// Which part of a larger payload it is, if any. The caller, who sees all parts, must join them.
    public var structuredAppend: StructuredAppend?
    /// The stage that found it.
    package var stage = DecodeStage.first
}

/// The supported symbologies.
public enum Symbology: String, Hashable, Codable, Sendable, CaseIterable {
    case qrCode = "QR Code"
    case microQR = "Micro QR"
    case rMQR = "rMQR"
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

    /// Those with the finder pattern of the QR code; the others are bar codes.
    public static let matrix: Set<Symbology> = [.qrCode, .microQR, .rMQR]
    /// QR codes and all bar codes. Symbols with a single finder are only searched for on request.
    public static let usual = Set(allCases).subtracting([.microQR, .rMQR])

    /// Does not hash the name, as the default would: that pulls Unicode tables into the WebAssembly module.
    public func hash(into hasher: inout Hasher) { withUnsafeBytes(of: self) { hasher.combine(bytes: $0) } }
}

/// How much damage a QR code tolerates.
public enum ErrorCorrectionLevel: String, Hashable, Codable, Sendable, CaseIterable {
    /// About 7 % of the codewords.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"
}

/// The position of a symbol in a payload that is split over several (ISO/IEC 18004, 8).
public struct StructuredAppend: Hashable, Sendable {
    /// The part's index from 0, the number of parts, and the parity of the whole payload, which identifies parts that
    /// belong together. `nil` if they cannot be read; this header has no error correction.
    public var part: Part?

    public struct Part: Hashable, Sendable {
        /// The index, 0…15.
        public var index: Int
        /// The number of parts, 1…16.
        public var count: Int
        public var parity: UInt8
    }

    init(_ bits: SymbolBits, _ format: FormatInformation) {
        self.init(header: DataStream(bits, format).firstBits(count: 20))
    }

    /// - Parameter header: The first 20 bits of the payload.
    init(header: Int) {
        let (index, last) = (header >> 12 & 15, header >> 8 & 15)
        // The mode indicator is 3.
        guard header >> 16 == 3, index <= last else { return }
        part = Part(index: index, count: last + 1, parity: UInt8(header & 255))
    }
}

/// The steps of the search for codes, ordered by cost.
package enum DecodeStage: String, Hashable, Sendable, CaseIterable {
    /// Block-based binarization, one fit, one threshold.
    case first
    /// All versions and start positions of the fit, the usual thresholds.
    case thorough
    /// A bent grid.
    case bent
    /// Thresholds on sharpened levels.
    case late
    /// A different binarization rule, and other scales.
    case ink
    /// Light symbols on a dark background.
    case inverted
}

/// A QR code that was located but not read: too small in the picture, blurred or damaged.
public struct UnreadCode: Hashable, Sendable {
    /// The corners in pixels of the picture, clockwise from the symbol's own top left.
    public var corners: Quad
    /// The mean side of a module in pixels. Below about 1.5 a symbol cannot be read.
    public var modulePixels: Double

    init(_ fit: SymbolFit, pixels: Float) {
        let quad = (fit.quad * pixels).quad
        let perimeter = (0..<4).reduce(0) { $0 + quad[$1].distance(to: quad[($1 + 1) % 4]) }
        corners = quad
        modulePixels = perimeter / Double(4 * fit.shape.dimension)
    }
}
