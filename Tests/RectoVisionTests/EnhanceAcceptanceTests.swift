import Foundation
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Regression floors for quality on real pages. The weights were fitted to these pages, so the floors detect changes
/// but do not measure quality.
@Suite(.inRelease) struct EnhanceAcceptanceTests {
    private struct Pair: Decodable {
        let image: String
        let gt: String
    }

    private func pairs(_ set: String) throws -> [(page: GrayImage, truth: GrayImage)] {
        let folder = try EvaluationData.path("binarize").appending(path: set)
        let list = try JSONDecoder().decode(
            [Pair].self, from: Data(contentsOf: folder.appending(path: "ground_truth.json")))
        let reader = PictureReader(layout: .gray)
        return try list.map {
            (
                try reader.read(path: folder.appending(path: $0.image).path).gray,
                try reader.read(path: folder.appending(path: $0.gt).path).gray
            )
        }
    }

    /// Measured: mean F-measure 83.9% on the 24 pages.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func inkOfHistoricalPagesIsFound() throws {
        let all = try pairs("dibco-sauvolanet") + pairs("dibco2019-part1")
        #expect(all.count == 24)
        var enhancer = Enhancer()
        var sum = 0.0
        for (page, truth) in all {
            guard case .bilevel(let ink) = page.withView({ enhancer.enhance($0, as: .blackAndWhite) }) else { continue }
            sum += truth.withView { view in inkScore(of: ink) { view.row($1)[$0] < 128 }.f }
        }
        #expect(sum / Double(all.count) > 0.833)
    }

    /// Shadows are removed: the result is closer to the enhanced page photographed without shadows than before.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func inkOfShadowedPagesIsFound() throws {
        var enhancer = Enhancer()
        var (before, after) = (0.0, 0.0)
        let all = try pairs("shadow-waterfilling")
        for (page, clean) in all {
            guard case .gray(let result) = page.withView({ enhancer.enhance($0, as: .grayscale) }),
                case .gray(let wanted) = clean.withView({ enhancer.enhance($0, as: .grayscale) })
            else { continue }
            before += peakSignalToNoise(page.packedBytes, wanted.packedBytes)
            after += peakSignalToNoise(result.packedBytes, wanted.packedBytes)
        }
        #expect(all.count == 10)
        #expect(after / 10 > before / 10 + 5)
    }
}
