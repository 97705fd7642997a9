import RectoCore
import RectoKernels

/// Symbols with one finder: Micro QR codes and rectangular ones.
extension QRDecodePipeline {
    /// Reads the symbols at finders that belong to no code read so far, best first.
    func readSmall(_ field: LumaField) {
        guard wantsMicro || wantsRectangular else { return }
        let most = isStill ? Limits.smallOfStill : Limits.smallOfFrame
        var left = most
        for finder in side.pool.finders where finder.score >= Limits.smallFinder {
            guard left > 0, codes.count < limit, !isEnded else { return }
            if places.contains(finder.center) { continue }
            left -= 1
            if wantsRectangular, readRectangular(field, finder) || wantsMicro && readMicro(field, finder) {
                left = most
            } else if !wantsRectangular, readMicro(field, finder) {
                left = most
            }
        }
    }

    private func readMicro(_ field: LumaField, _ finder: Finder) -> Bool {
        for (version, fit) in small.microFits(field, finder) {
            // The smallest has only two parity codewords, so its patterns must match clearly.
            if version == 1, fit.worst < Limits.smallestTiming { continue }
            let n = 9 + 2 * version
            sample(field, fit.quad.map(dimension: n), width: n, height: n)
            for threshold in ModuleThreshold.small {
                reader.readFree(levels, by: threshold, into: bits)
                guard let symbol = smallDecoder.micro(bits, version: version),
                    holds(symbol.evidence, { smallDecoder.micro($0, version: version)?.payload == symbol.payload })
                else { continue }
                add(symbol, fit.quad, .microQR, version: version)
                return true
            }
        }
        return false
    }

    private func readRectangular(_ field: LumaField, _ finder: Finder) -> Bool {
        for quarter in 0..<4 {
            let axes = SmallFitter.axes(finder, quarter: quarter)
            for isMirrored in [false, true] {
                let own = isMirrored ? (right: axes.down, down: axes.right) : axes
                guard let format = rectangularFormat(field, finder, own) else { continue }
                let shape = RectangularShape(version: format.version)
                guard let fit = small.rectangularFit(field, finder, own, shape) else { continue }
                sample(
                    field, fit.quad.map(width: shape.width, height: shape.height), width: shape.width,
                    height: shape.height)
                for threshold in ModuleThreshold.small {
                    reader.readFree(levels, by: threshold, into: bits)
                    guard var symbol = smallDecoder.rectangular(bits, shape, format),
                        holds(
                            symbol.evidence,
                            { smallDecoder.rectangular($0, shape, format)?.payload == symbol.payload })
                    else { continue }
                    symbol.isMirrored = isMirrored
                    add(symbol, fit.quad, .rMQR, version: format.version)
                    return true
                }
            }
        }
        return false
    }

    /// Reads the format of a rectangular code beside a finder.
    private func rectangularFormat(
        _ field: LumaField, _ finder: Finder, _ axes: (right: SIMD2<Float>, down: SIMD2<Float>)
    ) -> SmallDecoder.RectangularFormat? {
        let places = SmallDecoder.formatPlaces
        let x = places.map { Float($0.x) - 3 } + [-3, -2, 0, 2, 3, 0]
        let y = places.map { Float($0.y) - 3 } + [Float](repeating: 0, count: 6)
        let map = GridMap(
            axes.right.x, axes.down.x, finder.center.x, axes.right.y, axes.down.y, finder.center.y)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: 24) { samples in
            // SAFETY: 24 samples.
            let s = samples.baseAddress.unsafelyUnwrapped
            field.sample(map, x, y, count: 24, into: s)
            let threshold = (s[18] + s[20] + s[22]) / 6 + (s[19] + s[21]) / 4
            let word = (0..<18).reduce(0) { s[$1] < threshold ? $0 | 1 << $1 : $0 }
            return SmallDecoder.rectangularFormat(word)
        }
    }

    private func add(
        _ symbol: SmallDecoder.Symbol, _ quad: SymbolQuad, _ symbology: Symbology, version: Int
    ) {
        let quad = symbol.isMirrored && symbology == .microQR ? quad.mirrored : quad
        places.append(quad.isConvex ? quad : quad.mirrored)
        let payload = symbol.payload
        var code = Code(
            bytes: payload.bytes, text: payload.text.text, encoding: payload.text.encoding,
            corners: (quad * pixels).quad,
            symbology: symbology)
        (code.version, code.level, code.isMirrored) = (version, symbol.level, symbol.isMirrored)
        (code.isGS1, code.isAIM) = (payload.isGS1, payload.isAIM)
        codes.append(code)
    }
}
