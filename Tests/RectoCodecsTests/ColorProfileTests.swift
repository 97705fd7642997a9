import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Colors of a profile become sRGB in every format that carries profiles.
@Suite("Color profiles", .enabled(if: ProgramResult.hasLittleCMS, "LittleCMS is not installed"))
struct ColorProfileTests {
    private static let side = 12

    /// Patches of eight pixels, so that JPEG keeps them.
    private func patches(_ colors: [[UInt8]], _ patch: Int) throws -> RGBImage {
        let side = Self.side * patch
        let bytes = (0..<side * side).flatMap { colors[$0 / side / patch * Self.side + $0 % side / patch] }
        return try RGBImage(size: PixelSize(width: side, height: side), packed: bytes)
    }

    @Test("PNG, JPEG and TIFF", arguments: [TestProfile.adobeRGB, .displayP3], [1, 2, 3] as [UInt64])
    func colors(profile: TestProfile, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Inside the gamut of sRGB, with a margin for rounding.
        let wanted = (0..<Self.side * Self.side).map { _ in
            (0..<3).map { _ in UInt8.random(in: 30...225, using: &random) }
        }
        let (one, large) = (try patches(wanted.map(profile.values), 1), try patches(wanted.map(profile.values), 8))
        let png = TestFiles.inserting(profile: profile.bytes, intoPNG: try PNGWriter().encode(.rgb(one)))
        var page = TestTIFF.Page(width: Self.side, height: Self.side, values: one.packedBytes.map { Int($0) })
        (page.samples, page.photometric, page.profile) = (3, 2, profile.bytes)
        let tiff = TestTIFF(pages: [page]).bytes
        let expected = wanted.flatMap { $0 }
        for file in [png, tiff] {
            #expect(largestDifference(try PictureReader().read(bytes: file).rgb.packedBytes, expected) <= 3)
        }
        // The values that JPEG preserves are converted as in PNG.
        let plainJPEG = try JPEGWriter(quality: 98, chroma: .full).encode(.rgb(large))
        let jpeg = TestFiles.inserting(profile: profile.bytes, intoJPEG: plainJPEG)
        let kept = try PNGWriter().encode(.rgb(try PictureReader().read(bytes: plainJPEG).rgb))
        let same = TestFiles.inserting(profile: profile.bytes, intoPNG: kept)
        #expect(try PictureReader().read(bytes: jpeg).rgb == PictureReader().read(bytes: same).rgb)
        let plain = try PictureReader().read(bytes: try PNGWriter().encode(.rgb(one))).rgb
        #expect(plain == one)
    }

    @Test("Gray stays gray, with the tones of sRGB")
    func grays() throws {
        let wanted = (0...255).map { UInt8($0) }
        let stored = wanted.map { TestProfile.gray18.values(of: [$0])[0] }
        let image = try GrayImage(size: PixelSize(width: 256, height: 1), packed: stored)
        let png = TestFiles.inserting(profile: TestProfile.gray18.bytes, intoPNG: try PNGWriter().encode(.gray(image)))
        let picture = try PictureReader().read(bytes: png)
        guard case .gray(let read) = picture.pixels else {
            Issue.record("not gray")
            return
        }
        // In the darkest tones a step of gamma 1.8 is several steps of sRGB.
        #expect(largestDifference(Array(read.packedBytes[20...]), Array(wanted[20...])) <= 2)
    }

    @Test("A damaged profile, or one of other channels, counts as none", arguments: 0..<40)
    func damagedProfiles(seed: UInt64) throws {
        var random = SeededGenerator(seed: 50 + seed)
        let image: RGBImage = random.noise(try PixelSize(width: 9, height: 5))
        var profile = seed == 0 ? TestProfile.gray18.bytes : TestProfile.adobeRGB.bytes
        if seed == 1 { profile = [] }
        if seed > 1 {
            for _ in 0..<8 {
                profile[Int.random(in: 0..<profile.count, using: &random)] = .random(in: 0...255, using: &random)
            }
        }
        let png = TestFiles.inserting(profile: profile, intoPNG: try PNGWriter().encode(.rgb(image)))
        let picture = try PictureReader().read(bytes: png)
        #expect(picture.size == image.size)
        if seed < 2 { #expect(picture.rgb == image) }
    }

    @Test("A profile that unpacks to more than any has is left out")
    func profileBomb() throws {
        var random = SeededGenerator(seed: 1)
        let image: RGBImage = random.noise(try PixelSize(width: 4, height: 4))
        let bomb = [UInt8](repeating: 0, count: 40 << 20)
        let png = TestFiles.inserting(profile: bomb, intoPNG: try PNGWriter().encode(.rgb(image)))
        #expect(try PictureReader().read(bytes: png).rgb == image)
    }
}

extension ProgramResult {
    /// Whether the library that converts colors can be opened.
    static var hasLittleCMS: Bool {
        guard let handle = dlopen("liblcms2.so.2", RTLD_LAZY) else { return false }
        dlclose(handle)
        return true
    }
}
