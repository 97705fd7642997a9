internal import CVector

/// The taps with which a row of a frame is sampled at places between its pixels.
///
/// A sample is the sum over four rows and four columns of `down` × `across` × pixel.
public struct GatherTaps: Sendable {
    /// Weights of four rows.
    public var down: [Float]
    /// Weights of four columns, for each place that is sampled within a pixel.
    public var across: [[Float]]

    /// - Parameter across: One or two sets of four.
    public init(down: [Float], across: [[Float]]) {
        precondition(
            down.count == 4 && 1...2 ~= across.count && across.allSatisfy { $0.count == 4 }, "sets of four taps")
        (self.down, self.across) = (down, across)
    }
}

/// What makes the light of a row of a frame that of the others, and how much its pixels count: one number for each pixel.
public struct GatherLight {
    public var gain, offset, weight: UnsafePointer<Float>

    public init(gain: UnsafePointer<Float>, offset: UnsafePointer<Float>, weight: UnsafePointer<Float>) {
        (self.gain, self.offset, self.weight) = (gain, offset, weight)
    }
}

/// Sums that samples of a row are added to.
@frozen
public struct GatherSums {
    /// A sum of values and one of weights for each pixel and set of columns.
    public let values, weights: UnsafeMutablePointer<Float>
    /// Elements from one set's sums to the next one's.
    public let apart: Int

    @inlinable
    public init(values: UnsafeMutablePointer<Float>, weights: UnsafeMutablePointer<Float>, apart: Int) {
        (self.values, self.weights, self.apart) = (values, weights, apart)
    }
}

/// Adds samples of a frame's row to sums: `weight` × (`gain` × sample + `offset`) to `values`, the sample's share of
/// weight to `weights`.
/// - Parameters:
///   - source: Four rows. The width is the number of samples, a multiple of 8; each row has 8 elements more.
///   - column: Scratch of the width + 8 elements.
public func gatherRow(
    _ source: PlaneView<Float>, taps: GatherTaps, light: GatherLight, column: UnsafeMutablePointer<Float>,
    into sums: GatherSums
) {
    precondition(source.height == 4, "four rows")
    precondition(source.width >= 0 && source.width % 8 == 0, "whole vectors")
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 12) { room in
        // SAFETY: 4 weights of rows, then 4 or 8 of columns.
        let all = room.baseAddress.unsafelyUnwrapped
        for (i, tap) in taps.down.enumerated() { all[i] = tap }
        for (phase, set) in taps.across.enumerated() {
            for (i, tap) in set.enumerated() { all[4 + 4 * phase + i] = tap }
        }
        recto_gather_row(
            source.c, recto_gather_taps(down: all, across: all + 4, phases: taps.across.count),
            recto_gather_light(gain: light.gain, offset: light.offset, weight: light.weight), column,
            recto_gather_sums(values: sums.values, weights: sums.weights, apart: sums.apart))
    }
}

extension Reference {
    /// The plain reference of the kernel `gatherRow`.
    public static func gatherRow(
        _ source: PlaneView<Float>, taps: GatherTaps, light: GatherLight, into sums: GatherSums
    ) {
        func blend(_ taps: [Float], _ value: (Int) -> Float) -> Float {
            let first: Float = taps[0] * value(0) + taps[1] * value(1)
            let second: Float = taps[2] * value(2) + taps[3] * value(3)
            return first + second
        }
        let down: Float = blend(taps.down) { _ in 1 }
        for (phase, across) in taps.across.enumerated() {
            let share: Float = blend(across) { _ in 1 } * down
            for x in 0..<source.width {
                let sample = blend(across) { i in blend(taps.down) { j in source.row(j)[x + i] } }
                let evened: Float = sample * light.gain[x] + light.offset[x] * share
                sums.values[phase * sums.apart + x] += evened * light.weight[x]
                sums.weights[phase * sums.apart + x] += light.weight[x] * share
            }
        }
    }
}

// MARK: - Body

@c @implementation
func recto_gather_row_body(
    _ source: recto_float_plane, _ taps: recto_gather_taps, _ light: recto_gather_light,
    _ column: UnsafeMutablePointer<Float>!, _ sums: recto_gather_sums
) {
    let (count, down) = (source.width, taps.down)
    let (gain, offset, weight) = (light.gain, light.offset, light.weight)
    let first = source.base
    let second = first + source.stride
    let third = second + source.stride
    let fourth = third + source.stride
    var x = 0
    // SAFETY: rows and scratch have count + 8 elements, sums and light count.
    while x < count &+ 8 {
        store(
            gatherBlend(down, load(first + x), load(second + x), load(third + x), load(fourth + x)), column + x)
        x &+= 8
    }
    let one = SIMD8<Float>(repeating: 1)
    let downSum: SIMD8<Float> = gatherBlend(down, one, one, one, one)
    for phase in 0..<taps.phases {
        let across = taps.across + 4 &* phase
        let share: SIMD8<Float> = gatherBlend(across, one, one, one, one) * downSum
        let value = sums.values + phase &* sums.apart
        let sum = sums.weights + phase &* sums.apart
        x = 0
        while x < count {
            let sample = gatherBlend(
                across, load(column + x), load(column + (x &+ 1)), load(column + (x &+ 2)), load(column + (x &+ 3)))
            let evened: SIMD8<Float> = sample * load(gain + x) + load(offset + x) * share
            let w: SIMD8<Float> = load(weight + x)
            store(load(value + x) + evened * w, value + x)
            store(load(sum + x) + w * share, sum + x)
            x &+= 8
        }
    }
}

/// The sum of four vectors, each by its weight.
@inline(__always)
private func gatherBlend(
    _ taps: UnsafePointer<Float>, _ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>, _ d: SIMD8<Float>
) -> SIMD8<Float> {
    let first: SIMD8<Float> = a * taps[0] + b * taps[1]
    let second: SIMD8<Float> = c * taps[2] + d * taps[3]
    return first + second
}
