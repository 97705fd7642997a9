import Scores
import Testing

@Suite("Estimates")
struct EstimateTests {
    /// Table of Brown, Cai, DasGupta 2001 and the closed form: 0 of 10 reaches to z²/(n + z²).
    @Test("Wilson's interval")
    func wilsonsIntervalHoldsTheShare() throws {
        let none = try #require(Estimate.share(0, of: 10))
        #expect(none.value == 0 && none.low == 0 && abs(none.high - 3.8415 / 13.8415) < 1e-4)
        let half = try #require(Estimate.share(50, of: 100))
        #expect(abs(half.low - 0.4038) < 1e-4 && abs(half.high - 0.5962) < 1e-4)
        #expect(Estimate.share(0, of: 0) == nil)
    }

    @Test("A mean's interval shrinks with the number of values, and holds the mean")
    func aMeansIntervalShrinksWithTheCount() throws {
        let few = try #require(Estimate.mean((0..<10).map(Double.init)))
        let many = try #require(Estimate.mean((0..<1000).map { Double($0 % 10) }))
        #expect(few.value == 4.5 && abs(many.value - 4.5) < 1e-9)
        #expect(few.low < 4.5 && few.high > 4.5)
        // Ten times narrower by the central limit theorem.
        #expect(abs((few.high - few.low) / (many.high - many.low) - 10) < 1.5)
        #expect(Estimate.mean([]) == nil)
    }

    @Test("Medians of odd and even numbers of values")
    func mediansOfOddAndEvenCountsAreRight() throws {
        #expect(Estimate.median([3, 1, 2])?.value == 2)
        #expect(Estimate.median([4, 1, 2, 3])?.value == 2.5)
    }

    @Test("Values below which a share lies")
    func aShareLiesBelowItsQuantile() throws {
        let values = (1...100).map(Double.init).reversed() as [Double]
        #expect(Estimate.quantile(0.95, of: values)?.value == 96)
        #expect(Estimate.quantile(0, of: values)?.value == 1)
        #expect(Estimate.quantile(1, of: values)?.value == 100)
        #expect(Estimate.quantile(0.5, of: []) == nil)
    }
}
