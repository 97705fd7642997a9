import RectoCore
import RectoPictures
import Testing

/// Pictures of codes.
@Suite struct CodeComposerTests {
    /// Those of less than 8 megapixels.
    private static let small = CodePictureKind.allCases.filter {
        ![.close, .monitor, .lots, .hundreds, .dense, .denseBent, .distant].contains($0)
    }

    @Test(arguments: small) func codesLieWithinTheirPictures(kind: CodePictureKind) throws {
        let picture = try CodeComposer().compose(kind, seed: 1_000_001)
        #expect(!picture.codes.isEmpty)
        let (width, height) = (Double(picture.picture.width), Double(picture.picture.height))
        for code in picture.codes {
            #expect(!code.text.isEmpty)
            #expect(code.corners.corners.allSatisfy { 0...width ~= $0.x && 0...height ~= $0.y })
            // Counter-clockwise from behind.
            let (a, b) = (code.corners[1] - code.corners[0], code.corners[3] - code.corners[0])
            #expect((a.cross(b) > 0) == (kind != .mirrored))
        }
    }

    @Test(arguments: [CodePictureKind.tiny, .exact, .rectangular]) func theSameSeedMakesTheSamePicture(
        kind: CodePictureKind
    ) throws {
        let first = try CodeComposer().compose(kind, seed: 1_000_002)
        let second = try CodeComposer().compose(kind, seed: 1_000_002)
        let other = try CodeComposer().compose(kind, seed: 1_000_003)
        #expect(first.picture == second.picture && first.codes == second.codes)
        #expect(first.codes != other.codes)
    }
}
