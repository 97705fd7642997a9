import RectoVision

/// Weights of ``OrientationNetwork`` by ``NetworkFit``: the right rotation, or no text, has a target share of 1.
struct OrientationFit {
    let weights: [NetworkFit.Units]

    /// - Parameters:
    ///   - rounds: Number of passes over the pages.
    ///   - seed: Seed for the initial weights and the order.
    init(_ pages: [OrientationExample], rounds: Int, seed: UInt64) {
        let lists = pages.map { page in
            let targets: [Float] = (0..<4).map { page.upright?.quarterTurns == $0 ? 1 : 0 }
            return NetworkFit.List(
                inputs: (page.inputs + [OrientationInput.noText]).flatMap(Self.values),
                targets: targets + [page.upright == nil ? 1 : 0])
        }
        weights =
            NetworkFit(
                lists, inputCount: OrientationInput.count, spread: pages.flatMap(\.inputs).flatMap(Self.values),
                rounds: rounds, seed: seed
            ).weights
    }

    private static func values(_ input: OrientationInput) -> [Float] {
        (0..<OrientationInput.count).map { input.values[$0] }
    }
}
