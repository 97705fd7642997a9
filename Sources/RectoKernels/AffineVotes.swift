internal import CVector

/// Point matches in columns: place in the source, place in the target, relative scale of the neighborhood and its
/// rotation.
///
/// Columns have room for whole vectors of 8. Entries beyond the matches have a scale of NaN, and so agree with no map.
public struct MatchColumns {
    public let sourceX, sourceY, targetX, targetY: UnsafePointer<Float>
    public let scale, cosine, sine: UnsafePointer<Float>
    public let count: Int

    public init(
        sourceX: UnsafePointer<Float>, sourceY: UnsafePointer<Float>, targetX: UnsafePointer<Float>,
        targetY: UnsafePointer<Float>, scale: UnsafePointer<Float>, cosine: UnsafePointer<Float>,
        sine: UnsafePointer<Float>, count: Int
    ) {
        (self.sourceX, self.sourceY, self.targetX, self.targetY) = (sourceX, sourceY, targetX, targetY)
        (self.scale, self.cosine, self.sine, self.count) = (scale, cosine, sine, count)
    }
}

/// The affine map that one match proposes, and its tolerance.
public struct ProposedMap: BitwiseCopyable, Hashable, Sendable {
    /// The linear part in row order, then the translation.
    public var a, b, c, d, shiftX, shiftY: Float
    /// The proposing match's place in the source.
    public var sourceX, sourceY: Float
    public var scale: Float
    /// Largest tolerated deviation, in pixels of the target, of a match far from the proposing one.
    public var reach: Float
    public var cosine, sine: Float

    public init(
        a: Float, b: Float, c: Float, d: Float, shiftX: Float, shiftY: Float, sourceX: Float, sourceY: Float,
        scale: Float,
        reach: Float, cosine: Float, sine: Float
    ) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
        (self.shiftX, self.shiftY, self.sourceX, self.sourceY) = (shiftX, shiftY, sourceX, sourceY)
        (self.scale, self.reach, self.cosine, self.sine) = (scale, reach, cosine, sine)
    }
}

/// Tolerances for matches to agree with a map.
public struct AgreementBounds: BitwiseCopyable, Hashable, Sendable {
    /// Tolerated deviation of a match: this share of its distance from the proposing one, plus an offset in pixels of
    /// the target.
    public var gapShare, gapOffset: Float
    /// Largest factor between scales.
    public var scaleRatio: Float
    /// Cosine of the largest rotation between matches.
    public var turnCosine: Float

    public init(gapShare: Float, gapOffset: Float, scaleRatio: Float, turnCosine: Float) {
        (self.gapShare, self.gapOffset) = (gapShare, gapOffset)
        (self.scaleRatio, self.turnCosine) = (scaleRatio, turnCosine)
    }
}

/// Finds the matches that agree with a proposed map: those that it maps close to their targets, with more tolerance at
/// larger distances from the proposing match, at similar scale and rotation.
///
/// - Parameter bits: One bit for each match, `⌈count / 64⌉` words.
public func agreeingMatches(
    _ matches: MatchColumns, map: ProposedMap, bounds: AgreementBounds, into bits: UnsafeMutablePointer<UInt64>
) {
    (bits).update(repeating: 0, count: (matches.count + 63) / 64)
    withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 7) { columns in
        let all = [
            matches.sourceX, matches.sourceY, matches.targetX, matches.targetY, matches.scale, matches.cosine,
            matches.sine,
        ]
        for (i, column) in all.enumerated() { columns.initializeElement(at: i, to: column) }
        withUnsafePointer(to: map) { map in
            withUnsafePointer(to: bounds) { bounds in
                // SAFETY: twelve floats and four.
                recto_agreeing(
                    columns.baseAddress, (matches.count + 7) / 8 * 8,
                    UnsafeRawPointer(map).assumingMemoryBound(to: Float.self),
                    UnsafeRawPointer(bounds).assumingMemoryBound(to: Float.self), bits)
            }
        }
    }
}

extension Reference {
    /// The plain reference of the kernel `agreeingMatches`.
    public static func agreeingMatches(
        _ matches: MatchColumns, map: ProposedMap, bounds: AgreementBounds, into bits: UnsafeMutablePointer<UInt64>
    ) {
        for word in 0..<(matches.count + 63) / 64 { bits[word] = 0 }
        for i in 0..<matches.count {
            let (x, y) = (matches.sourceX[i], matches.sourceY[i])
            let ex: Float = x * map.a + y * map.b + map.shiftX - matches.targetX[i]
            let ey: Float = x * map.c + y * map.d + map.shiftY - matches.targetY[i]
            let (gx, gy) = (x - map.sourceX, y - map.sourceY)
            let gap: Float = (gx * gx + gy * gy).squareRoot() * map.scale
            let reach: Float = min(gap * bounds.gapShare + bounds.gapOffset, map.reach)
            let error: Float = ex * ex + ey * ey
            let scale = matches.scale[i]
            let turn: Float = matches.cosine[i] * map.cosine + matches.sine[i] * map.sine
            if error < reach * reach, scale < map.scale * bounds.scaleRatio, scale * bounds.scaleRatio > map.scale,
                turn > bounds.turnCosine
            {
                bits[i / 64] |= 1 << UInt64(i % 64)
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_agreeing_body(
    _ matches: UnsafePointer<UnsafePointer<Float>?>!, _ n: Int, _ map: UnsafePointer<Float>!,
    _ bounds: UnsafePointer<Float>!, _ bits: UnsafeMutablePointer<UInt64>!
) {
    var i = 0
    while i < n {
        // SAFETY: n is a multiple of 8; there is one bit for each.
        let eight = UInt64(vec_agreeing(matches, i, map, bounds))
        bits[i &>> 6] |= eight &<< UInt64(truncatingIfNeeded: i & 63)
        i &+= 8
    }
}
