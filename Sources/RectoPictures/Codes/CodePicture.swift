public import RectoCore

/// What a picture of codes shows.
public enum CodePictureKind: String, Sendable, CaseIterable {
    /// Easy: a code on a desk.
    case nominal
    /// 8 and 12 megapixels that a code fills.
    case close
    /// A screen in 12 megapixels: its pixel grid, moiré, gamma.
    case monitor
    /// 60 codes on a sheet, 12 megapixels.
    case lots
    /// 200 codes on a sheet.
    case hundreds
    /// 9 to 27 codes on a sheet.
    case many
    /// Dark and light codes side by side.
    case mixed
    /// Versions 25 to 40 on a sheet that is nearly flat, 12 megapixels.
    case dense
    /// Versions 14 to 30 on curled paper.
    case bent
    /// Versions 25 to 40 on curled paper, 12 megapixels.
    case denseBent = "dense-bent"
    /// Round a bottle.
    case cylinder
    /// Dots, rounded modules and finders, a logo.
    case styled
    /// Ink or ground that fades from one side to the other.
    case gradient
    /// Out of focus.
    case blurred
    /// Moved while the picture was taken.
    case motion
    /// Modules of 1.7 to 2.6 pixels.
    case tiny
    /// A screenshot: modules of 1 to 2 pixels, straight.
    case exact
    /// Seen at 55 to 70 degrees.
    case slanted
    /// Scratched, blotted, without a quiet zone, a finder hidden in part.
    case damaged
    /// A corner is torn off.
    case torn
    /// A lamp's reflection.
    case glare
    /// Hard and soft shadows.
    case shadows
    /// Light on dark.
    case inverted
    /// Seen from behind.
    case mirrored
    /// Little contrast.
    case faint
    /// A small code anywhere in 12 megapixels.
    case distant
    /// One to three codes in a page of text.
    case text
    /// Micro QR codes.
    case micro
    /// Rectangular Micro QR codes.
    case rectangular
    /// QR codes of Model 1.
    case modelOne = "model-1"
}

/// A code that a picture shows.
public struct CodeTruth: Sendable, Hashable {
    /// The reader's name of the symbology.
    public var symbology: String
    public var text: String
    /// In pixels, clockwise from the code's own top left, counter-clockwise if it is mirrored.
    public var corners: Quad
}

/// A generated picture of codes.
public struct CodePicture: Sendable {
    public let kind: CodePictureKind
    public let seed: UInt64
    public let picture: GrayImage
    /// What can be read in it.
    public let codes: [CodeTruth]
    /// The quality of the camera's JPEG file, 1…100; `nil` for a picture that is not a photo.
    public let jpegQuality: Int?
}
