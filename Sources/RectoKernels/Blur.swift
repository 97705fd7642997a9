internal import CVector

/// A gray picture under the binomial filter of 3 × 3, (1 2 1)ᵀ(1 2 1) / 16, rounded; borders are replicated.
public func binomial3x3(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check()
    target.check(width: source.width, height: source.height)
    recto_binomial3x3(source.c, target.c)
}

/// A gray picture under the binomial filter of 5 × 5, (1 4 6 4 1)ᵀ(1 4 6 4 1) / 256, rounded; borders are replicated.
public func binomial5x5(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
    source.check()
    target.check(width: source.width, height: source.height)
    recto_binomial5x5(source.c, target.c)
}

extension Reference {
    /// The plain reference of the kernel `binomial3x3`.
    public static func binomial3x3(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        blur([1, 2, 1], source, target)
    }

    /// The plain reference of the kernel `binomial5x5`.
    public static func binomial5x5(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        blur([1, 4, 6, 4, 1], source, target)
    }

    private static func blur(_ weights: [Int], _ source: PlaneView<UInt8>, _ target: MutablePlaneView<UInt8>) {
        let (width, height) = (source.width, source.height)
        let radius = weights.count / 2
        let total = weights.reduce(0, +)
        for y in 0..<height {
            for x in 0..<width {
                var sum = total * total / 2
                for (j, wy) in weights.enumerated() {
                    let sy = min(max(y + j - radius, 0), height - 1)
                    for (i, wx) in weights.enumerated() {
                        sum += wx * wy * Int(source.row(sy)[min(max(x + i - radius, 0), width - 1)])
                    }
                }
                target.row(y)[x] = UInt8(sum / (total * total))
            }
        }
    }
}

// MARK: - Bodies

// A strip of 32 columns is filtered from top to bottom, with the contributions of the rows above kept in registers:
// every row of the source is loaded and filtered horizontally once. Blocks of rows keep the data shared by strips in
// the cache. Bytes at even and at odd columns are two vectors of 16 bits: with loads at −1 and +1 they are each other's
// neighbors, and no lane moves.

@c @implementation
func recto_binomial3x3_body(_ source: recto_plane, _ target: recto_target) {
    typealias V = SIMD16<UInt16>
    let round = V(repeating: 8)
    forEachStrip(width: source.width, height: source.height, margin: 1, rows: 8) { strip in
        // The last row's horizontal sums, and the sum of those of the last two rows.
        var (even1, odd1, even2, odd2) = (V(), V(), V(), V())
        var y = strip.top &- 1
        while y <= strip.bottom {
            let p = strip.load(source.row(min(max(y, 0), source.height &- 1)))
            let before = vec_load32(p - 1)
            let after = vec_load32(p + 1)
            let middle: V = vec_odd(before) &+ vec_even(after)
            let even: V = vec_even(before) &+ vec_odd(before) &+ middle
            let odd: V = middle &+ vec_even(after) &+ vec_odd(after)
            let evenPair: V = even &+ even1
            let oddPair: V = odd &+ odd1
            if y > strip.top {
                let e: V = vec_shift_right(evenPair &+ even2 &+ round, 4)
                let o: V = vec_shift_right(oddPair &+ odd2 &+ round, 4)
                strip.store(vec_weave(e, o), target.row(y &- 1))
            }
            (even1, odd1, even2, odd2) = (even, odd, evenPair, oddPair)
            y &+= 1
        }
    }
}

@c @implementation
func recto_binomial5x5_body(_ source: recto_plane, _ target: recto_target) {
    typealias V = SIMD16<UInt16>
    let round = V(repeating: 128)
    forEachStrip(width: source.width, height: source.height, margin: 2, rows: 10) { strip in
        // Vertically, (1 4 6 4 1) is the sum of two neighbors applied four times: 1 to 4 are the last row's sums.
        var (even1, even2, even3, even4) = (V(), V(), V(), V())
        var (odd1, odd2, odd3, odd4) = (V(), V(), V(), V())
        var y = strip.top &- 2
        while y <= strip.bottom &+ 1 {
            let p = strip.load(source.row(min(max(y, 0), source.height &- 1)))
            let before = vec_load32(p - 2)
            let center = vec_load32(p)
            let after = vec_load32(p + 2)
            let (a, b, c) = (vec_even(before), vec_odd(before), vec_even(center))
            let (d, e, f) = (vec_odd(center), vec_even(after), vec_odd(after))
            let cd: V = c &+ d
            let even0: V = a &+ e &+ vec_shift_left(b &+ cd, 2) &+ (c &+ c)
            let odd0: V = b &+ f &+ vec_shift_left(cd &+ e, 2) &+ (d &+ d)
            let evenSum1: V = even0 &+ even1
            let evenSum2: V = evenSum1 &+ even2
            let evenSum3: V = evenSum2 &+ even3
            let oddSum1: V = odd0 &+ odd1
            let oddSum2: V = oddSum1 &+ odd2
            let oddSum3: V = oddSum2 &+ odd3
            if y >= strip.top &+ 2 {
                let evenSum: V = evenSum3 &+ even4 &+ round
                let oddSum: V = oddSum3 &+ odd4 &+ round
                strip.store(vec_weave_high(evenSum, oddSum), target.row(y &- 2))
            }
            (even1, even2, even3, even4) = (even0, evenSum1, evenSum2, evenSum3)
            (odd1, odd2, odd3, odd4) = (odd0, oddSum1, oddSum2, oddSum3)
            y &+= 1
        }
    }
}
