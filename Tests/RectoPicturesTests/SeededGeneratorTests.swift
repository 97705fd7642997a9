import RectoPictures
import Testing

@Suite struct SeededGeneratorTests {
    /// The state consists of the reference values of SplitMix64 for seed 0, so the numbers follow from the published
    /// algorithms.
    @Test func drawsAreFixed() {
        var generator = SeededGenerator(seed: 0)
        #expect(generator.next() == 0x99EC_5F36_CB75_F2B4)
        #expect(generator.next() == 0xBF6E_1F78_4956_452A)
    }

    @Test func partsAreIndependent() {
        var first = SeededGenerator(seed: 9, part: 1)
        var second = SeededGenerator(seed: 9, part: 2)
        #expect(first.next() != second.next())
    }
}
