import RectoCore
import RectoPictures
import Testing

@Suite struct SceneComposerTests {
    private func compose(
        _ seed: UInt64, width: Int = 160, height: Int = 120, _ change: (inout SceneComposer.Options) -> Void = { _ in }
    ) throws -> Scene {
        var options = SceneComposer.Options()
        change(&options)
        return try SceneComposer(size: PixelSize(width: width, height: height), options: options).compose(seed: seed)
    }

    @Test func sameSeedGivesTheSameBytes() throws {
        for seed: UInt64 in [3, 7] {
            let first = try compose(seed)
            let second = try compose(seed)
            #expect(first.picture == second.picture)
            #expect(first.quad == second.quad)
            #expect(first.flags == second.flags)
            let page = try #require(first.page, "seed \(seed) has no page")
            #expect(page.text == second.page?.text)
        }
    }

    @Test func anotherSeedGivesAnotherPicture() throws {
        #expect(try compose(1).picture != compose(2).picture)
    }

    /// Scenes without text are the same on every machine; those with text depend on FreeType's version.
    ///
    /// REGENERATE: after a deliberate change of the generator, put the value from the failure message here.
    @Test func pageFreeSceneHasKnownBytes() throws {
        let scene = try compose(42) {
            $0.background = .wood
            $0.hasPage = false
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in scene.picture.packedBytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        #expect(hash == 11_571_995_837_851_110_757)
    }

    @Test func pageFreeScenesHaveNoQuad() throws {
        for background in BackgroundKind.allCases {
            let scene = try compose(5, width: 97, height: 61) {
                $0.background = background
                $0.hasPage = false
            }
            #expect(scene.quad == nil)
            #expect(scene.page == nil)
            #expect(scene.background == background)
        }
    }

    @Test func everyBackgroundAndKindComposesAtOddSizes() throws {
        for (index, kind) in PageKind.allCases.enumerated() {
            let background = BackgroundKind.allCases[index % BackgroundKind.allCases.count]
            let scene = try compose(UInt64(100 + index), width: 61 + 6 * index, height: 97 - 3 * index) {
                $0.kind = kind
                $0.background = background
            }
            let quad = try #require(scene.quad)
            #expect(scene.page?.kind == kind)
            #expect(scene.background == background)
            #expect(quad.isConvexClockwise)
            #expect(scene.picture.size.width == 61 + 6 * index)
        }
    }

    @Test func quadsAreConvexClockwiseAndInsideUnlessPartial() throws {
        var partial = 0
        for seed: UInt64 in 0..<150 {
            let scene = try compose(seed, width: 40, height: 30) { $0.kind = .blank }
            let quad = try #require(scene.quad)
            #expect(quad.isConvexClockwise)
            let inside = quad.corners.allSatisfy { 0...40 ~= $0.x && 0...30 ~= $0.y }
            #expect(inside != scene.flags.partial)
            partial += scene.flags.partial ? 1 : 0
        }
        #expect(partial > 3)
        #expect(partial < 45)
    }

    @Test func severalSheetsLieWholeAndApart() throws {
        for seed: UInt64 in 0..<24 {
            let count = 2 + Int(seed % 4)
            let scene = try compose(seed, width: 80, height: 60) {
                $0.sheetCount = count
                $0.onlyGeometry = true
            }
            let quads = [try #require(scene.quad)] + scene.otherQuads
            #expect(quads.count == count)
            #expect(!scene.flags.partial)
            for (index, quad) in quads.enumerated() {
                #expect(quad.isConvexClockwise)
                #expect(quad.corners.allSatisfy { 0...80 ~= $0.x && 0...60 ~= $0.y })
                for other in quads[..<index] { #expect(quad.intersectionArea(with: other) < 1e-9) }
            }
            // Everything white is sheet.
            let covered = scene.picture.packedBytes.reduce(0) { $0 + Double($1) / 255 } / 3
            #expect(abs(covered - quads.reduce(0) { $0 + $1.area }) < 0.02 * covered + 4)
        }
    }

    /// The corners must match the picture: every side of the quad is found at half coverage.
    @Test func sidesCrossHalfCoverageWhereTheQuadSays() throws {
        for seed: UInt64 in 0..<8 {
            let scene = try compose(seed, width: 240, height: 180) { $0.onlyGeometry = true }
            let quad = try #require(scene.quad)
            for side in 0..<4 {
                let start = quad[side]
                let end = quad[(side + 1) & 3]
                // Along rows for steep sides, along columns for flat ones.
                let steep = abs(end.y - start.y) > abs(end.x - start.x)
                for share in stride(from: 0.15, through: 0.85, by: 0.07) {
                    let place = start + (end - start) * share
                    let line = Int(steep ? place.y : place.x)
                    // The side's place at the middle of that row or column.
                    let along = steep ? (end.x - start.x) / (end.y - start.y) : (end.y - start.y) / (end.x - start.x)
                    let middle = Double(line) + 0.5
                    let expected = steep ? start.x + (middle - start.y) * along : start.y + (middle - start.x) * along
                    let found = coveredEdge(scene.picture, line: line, isRow: steep, near: expected)
                    #expect(abs(found - expected) < 0.02, "seed \(seed), side \(side)")
                }
            }
        }
    }

    /// The place of an edge in a row or column, from the sum of the coverage around it.
    private func coveredEdge(_ picture: RGBImage, line: Int, isRow: Bool, near place: Double) -> Double {
        picture.withView { view in
            let reach = 4
            let first = max(0, Int(place) - reach)
            let last = min((isRow ? view.width : view.height) - 1, Int(place) + reach)
            func value(_ index: Int) -> Double {
                Double(isRow ? view.row(line)[3 * index] : view.row(index)[3 * line]) / 255
            }
            let sum = (first...last).reduce(0.0) { $0 + value($1) }
            let fallsOff = value(first) > value(last)
            return fallsOff ? Double(first) + sum : Double(last + 1) - sum
        }
    }
}
