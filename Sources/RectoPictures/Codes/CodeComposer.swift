import RectoCore

/// Makes pictures of codes with known contents, each kind as it goes wrong in the world.
///
/// The same kind and seed always make the same picture. Seeds are kept apart by use, as those of scenes are.
public struct CodeComposer: Sendable {
    public init() {}

    /// - Throws: ``FontError`` if a font is missing.
    public func compose(_ kind: CodePictureKind, seed: UInt64) throws(FontError) -> CodePicture {
        var draft = CodeDraft(seed: seed, kind: kind, fonts: try FontLibrary())
        draft.draw(kind)
        return CodePicture(
            kind: kind, seed: seed, picture: draft.canvas.image(), codes: draft.codes, jpegQuality: draft.jpegQuality)
    }
}

extension CodeDraft {
    fileprivate mutating func draw(_ kind: CodePictureKind) {
        switch kind {
        case .nominal: drawNominal()
        case .close: drawClose()
        case .monitor: drawMonitor()
        case .lots: drawSheet(count: 60, width: 4000, height: 3000)
        case .hundreds: drawSheet(count: 200, width: 3200, height: 2400)
        case .many: drawSheet(count: generator.pick([9, 16, 27]), width: 1600, height: 1200)
        case .mixed: drawSheet(count: generator.pick([4, 6, 12]), width: 1600, height: 1200, isMixed: true)
        case .dense: drawDense(versions: 25...40, sizes: [(4000, 3000)], pixels: 3.2...9, amplitude: 0...0.004)
        case .bent: drawDense(versions: 14...30, sizes: [(1600, 1200)], pixels: 4...8, amplitude: 0.008...0.025)
        case .denseBent: drawDense(versions: 25...40, sizes: [(4000, 3000)], pixels: 5...12, amplitude: 0.006...0.015)
        case .cylinder: drawCylinder()
        case .styled: drawStyled()
        case .gradient: drawGradient()
        case .blurred: drawBlurred()
        case .motion: drawMotion()
        case .tiny: drawTiny()
        case .exact: drawExact()
        case .slanted: drawSlanted()
        case .damaged: drawDamaged()
        case .torn: drawTorn()
        case .glare: drawGlare()
        case .shadows: drawShadows()
        case .inverted: drawInverted()
        case .mirrored: drawMirrored()
        case .faint: drawFaint()
        case .distant: drawDistant()
        case .text: drawTextPage()
        case .micro: drawSmall { $0.microCode() }
        case .rectangular: drawSmall { $0.rectangularCode() }
        case .modelOne: drawSmall { $0.modelOneCode() }
        }
    }
}
