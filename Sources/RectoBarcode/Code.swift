public import RectoCore

/// A code that was read in a picture.
public struct Code: Hashable, Sendable {
    /// The payload as it stands in the code; in UTF-8 if the code states a character set (ECI).
    public var bytes: [UInt8]
    /// The payload as text.
    public var text: String
    /// How ``bytes`` were read as ``text``.
    public var encoding: PayloadText.Encoding
    /// Where it lies, in pixels of the picture: of a QR code clockwise from its own top left, counter-clockwise if it is
    /// mirrored.
    public var corners: Quad
    public var symbology: Symbology
    /// Of a QR code 1…40, of a Micro QR code 1…4, of a rectangular one 1…32, in the order of the heights and then the widths.
    public var version: Int?
    /// Of these; the smallest Micro QR code has none.
    public var level: ErrorCorrectionLevel?
    /// Light modules on dark ground.
    public var isInverted = false
    /// Seen from behind, as through glass.
    public var isMirrored = false
    /// Data of GS1 application identifiers (FNC1 in the first position).
    public var isGS1 = false
    /// Data by a rule of AIM International (FNC1 in the second position).
    public var isAIM = false
    /// Which part of a larger payload it is, if it is one. The parts have to be put together by whoever sees them all.
    public var structuredAppend: StructuredAppend?
    /// How it was found.
    package var stage = DecodeStage.first
}

/// Kinds of codes.
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
    /// QR codes and all bar codes: symbols with one finder are looked for where they are asked for alone.
    public static let usual = Set(allCases).subtracting([.microQR, .rMQR])

    /// Not by the name, as it would be by default: that brings Unicode's tables into the module for browsers.
    public func hash(into hasher: inout Hasher) { withUnsafeBytes(of: self) { hasher.combine(bytes: $0) } }
}

/// How much damage a QR code survives.
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

/// The place of a symbol among those that hold one payload together (ISO/IEC 18004, 8).
public struct StructuredAppend: Hashable, Sendable {
    /// Which part it is, from 0 on, of how many, and the parity of the whole payload, by which parts are told to belong
    /// together. `nil` if they cannot be made out: they are read without error correction.
    public var part: Part?

    public struct Part: Hashable, Sendable {
        /// 0…15.
        public var index: Int
        /// 1…16.
        public var count: Int
        public var parity: UInt8
    }

    init(_ bits: SymbolBits, _ format: FormatInformation) {
        let header = DataStream(bits, format).firstBits(count: 20)
        let (index, last) = (header >> 12 & 15, header >> 8 & 15)
        // The mode's indicator is 3.
        guard header >> 16 == 3, index <= last else { return }
        part = Part(index: index, count: last + 1, parity: UInt8(header & 255))
    }
}

/// The steps of the search for codes, in the order of their cost.
package enum DecodeStage: String, Hashable, Sendable, CaseIterable {
    /// Ink by blocks, one fit, one threshold.
    case first
    /// All versions and starts of the fit, the usual thresholds.
    case thorough
    /// The grid bent.
    case bent
    /// Softened thresholds.
    case late
    /// Ink by another rule and at other scales.
    case ink
    /// Light symbols on dark ground.
    case inverted
}

/// A QR code that was seen and not read: too small in the picture, blurred or damaged.
public struct UnreadCode: Hashable, Sendable {
    /// In pixels of the picture, clockwise from the symbol's own top-left.
    public var corners: Quad
    /// Mean side of a module in pixels. Below about 1.5 a symbol cannot be read.
    public var modulePixels: Double

    init(_ fit: SymbolFit, pixels: Float) {
        let quad = (fit.quad * pixels).quad
        let perimeter = (0..<4).reduce(0) { $0 + quad[$1].distance(to: quad[($1 + 1) % 4]) }
        corners = quad
        modulePixels = perimeter / Double(4 * fit.shape.dimension)
    }
}
