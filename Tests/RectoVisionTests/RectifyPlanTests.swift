import RectoCore
import RectoVision
import Testing

@Suite struct RectifyPlanTests {
    let rectifier: PageRectifier

    init() throws { rectifier = try PageRectifier() }

    /// Relative errors of the measured proportions, sorted.
    private func errors(
        tiltDegrees: Double, noise: Double, focalLengths: ClosedRange<Double>, knownFocalLength: Bool = false
    ) throws -> [Double] {
        var random = TestRandom(seed: 7)
        return try (0..<600).map { _ in
            var view = SheetView()
            view.focalLength = random.uniform(focalLengths)
            view.tilt = tiltDegrees * .pi / 180
            view.azimuth = random.uniform(0...(2 * Double.pi))
            view.roll = random.uniform(-0.2...0.2)
            view.noise = noise
            let quad = view.quad(&random)
            let plan = try rectifier.plan(
                for: quad, in: view.size, paper: .measured,
                focalLength: knownFocalLength ? view.focalLength * 1920 : nil)
            return abs(plan.measured.value / view.ratio - 1)
        }.sorted()
    }

    @Test(arguments: [5.0, 15, 30, 45])
    func proportionsOfTiltedSheets(tilt: Double) throws {
        for (name, range, known) in [("same", 1.0...1.0, false), ("any", 0.75...1.3, false), ("known", 0.75...1.3, true)] {
            let e = try errors(tiltDegrees: tilt, noise: 0.5, focalLengths: range, knownFocalLength: known)
            print("tilt \(tilt) focal \(name) median \(100 * e[300]) p95 \(100 * e[570])")
        }
    }
}
