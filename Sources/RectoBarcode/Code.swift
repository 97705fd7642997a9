public import RectoCore

/// A code that was read in a picture.
public struct Code: Hashable, Sendable {
    /// The payload as it stands in the code; in UTF-8 if the code states a character set (ECI), by libzbar.
    public var bytes: [UInt8]
    /// The payload as text.
    public var text: String
    /// How ``bytes`` were read as ``text``.
    public var encoding: PayloadText.Encoding
    /// Where it lies, in pixels of the picture: of a QR code clockwise from its own top left, counter-clockwise if it is
    /// mirrored.
    public var corners: Quad
    public var symbology: Symbology
    /// Of a QR code, 1…40.
    public var version: Int?
    /// Of a QR code.
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
