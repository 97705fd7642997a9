import CFreeType
import RectoCore

/// The typefaces used on pages.
enum Typeface: String, CaseIterable, Sendable {
    case serif = "LiberationSerif-Regular"
    case serifBold = "LiberationSerif-Bold"
    case serifItalic = "LiberationSerif-Italic"
    case sans = "LiberationSans-Regular"
    case sansBold = "LiberationSans-Bold"
    case sansItalic = "LiberationSans-Italic"
    case mono = "LiberationMono-Regular"
    case monoBold = "LiberationMono-Bold"
    case wideSans = "DejaVuSans"
    case wideSansBold = "DejaVuSans-Bold"
    case slabSerif = "DejaVuSerif"
    case slabSerifBold = "DejaVuSerif-Bold"
    case wideMono = "DejaVuSansMono"

    /// Name of the Debian package with the typeface.
    var package: String { rawValue.hasPrefix("DejaVu") ? "fonts-dejavu-core" : "fonts-liberation" }
}

/// Why text cannot be drawn.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// None of the searched folders has the typeface's file.
    case missing(typeface: String, package: String)
    /// FreeType refuses the file.
    case unreadable(path: String, code: Int)

    /// One line for users, with what to install.
    public var description: String {
        switch self {
        case .missing(let typeface, let package):
            "the font \(typeface).ttf is not installed: apt-get install \(package)"
        case .unreadable(let path, let code):
            "the font \(path) cannot be read (FreeType error \(code))"
        }
    }
}

/// Opened typefaces and the glyphs drawn with them; not for use by several threads.
///
/// Glyphs are drawn without hinting, so that a line of text has the same proportions at every resolution.
final class FontLibrary {
    /// Font folders of Debian, and of older or other distributions.
    static let folders = [
        "/usr/share/fonts/truetype/liberation", "/usr/share/fonts/truetype/liberation2",
        "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/liberation", "/usr/share/fonts/dejavu",
        "/usr/share/fonts/TTF",
    ]

    /// A glyph's picture: coverage 0...255 and the offset of its top-left from the pen, in pixels, y down.
    struct Glyph {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        let coverage: [UInt8]
    }

    private struct GlyphKey: Hashable {
        let typeface: Typeface
        let size: Int
        let character: UInt32
        let shiftX: Int
        let shiftY: Int
    }

    private struct AdvanceKey: Hashable {
        let typeface: Typeface
        let character: UInt32
    }

    private let library: FT_Library
    private var faces: [Typeface: FT_Face] = [:]
    private var glyphs: [GlyphKey: Glyph] = [:]
    private var advances: [AdvanceKey: Double] = [:]

    /// Opens all typefaces.
    init() throws(FontError) {
        var handle: FT_Library?
        let code = FT_Init_FreeType(&handle)
        guard code == 0, let handle else { throw .unreadable(path: "library", code: Int(code)) }
        library = handle
        for typeface in Typeface.allCases { faces[typeface] = try open(typeface) }
    }

    deinit { FT_Done_FreeType(library) }

    private func open(_ typeface: Typeface) throws(FontError) -> FT_Face {
        for folder in Self.folders {
            let path = "\(folder)/\(typeface.rawValue).ttf"
            var face: FT_Face?
            let code = FT_New_Face(library, path, 0, &face)
            if code == 0, let face { return face }
            // 1 is FreeType's "cannot open resource": not in this folder.
            if code != 1 { throw .unreadable(path: path, code: Int(code)) }
        }
        throw .missing(typeface: typeface.rawValue, package: typeface.package)
    }

    /// Pen advance for a character, in units of the type size.
    func advance(_ character: Unicode.Scalar, _ typeface: Typeface) -> Double {
        let key = AdvanceKey(typeface: typeface, character: character.value)
        if let known = advances[key] { return known }
        guard let face = faces[typeface],
            FT_Load_Char(face, FT_ULong(character.value), FT_Int32(FT_LOAD_NO_SCALE)) == 0
        else { return 0 }
        // SAFETY: FreeType fills the slot of a face whenever loading returns 0.
        let advance = Double(face.pointee.glyph.pointee.metrics.horiAdvance) / Double(face.pointee.units_per_EM)
        advances[key] = advance
        return advance
    }

    /// Width of a line of text in units of the type size.
    func width(_ text: String, _ typeface: Typeface) -> Double {
        text.unicodeScalars.reduce(0) { $0 + advance($1, typeface) }
    }

    /// Draws a character.
    ///
    /// - Parameters:
    ///   - size: Type size in pixels.
    ///   - shift: The pen's place within its pixel, 0..<1 in each direction; rounded to quarters.
    ///   - angle: Clockwise rotation about the pen.
    func glyph(
        _ character: Unicode.Scalar, _ typeface: Typeface, size: Double, shift: Point2D, angle: Double
    ) -> Glyph? {
        let key = GlyphKey(
            typeface: typeface, size: Int((size * 64).rounded()), character: character.value,
            shiftX: Int(shift.x * 4) * 16, shiftY: Int(shift.y * 4) * 16)
        if angle == 0, let known = glyphs[key] { return known }
        guard let face = faces[typeface], key.size > 0, FT_Set_Char_Size(face, 0, FT_F26Dot6(key.size), 72, 72) == 0
        else { return nil }
        let cosine = FT_Fixed((PortableMath.cos(angle) * 65536).rounded())
        let sine = FT_Fixed((PortableMath.sin(angle) * 65536).rounded())
        // FreeType's y axis points up.
        var matrix = FT_Matrix(xx: cosine, xy: sine, yx: -sine, yy: cosine)
        var delta = FT_Vector(x: FT_Pos(key.shiftX), y: -FT_Pos(key.shiftY))
        FT_Set_Transform(face, &matrix, &delta)
        let flags = FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_RENDER)
        let loaded = FT_Load_Char(face, FT_ULong(character.value), flags)
        FT_Set_Transform(face, nil, nil)
        // SAFETY: FreeType fills the slot of a face whenever loading returns 0.
        guard loaded == 0, let slot = face.pointee.glyph else { return nil }
        let bitmap = slot.pointee.bitmap
        let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
        var coverage: [UInt8] = []
        coverage.reserveCapacity(width * height)
        if let buffer = bitmap.buffer {
            for row in 0..<height {
                // SAFETY: a rendered bitmap holds `rows` rows of `width` bytes, `pitch` ≥ width apart.
                coverage.append(contentsOf: UnsafeBufferPointer(start: buffer + row * pitch, count: width))
            }
        }
        let glyph = Glyph(
            left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top), width: width, height: height,
            coverage: coverage)
        if angle == 0 { glyphs[key] = glyph }
        return glyph
    }
}
