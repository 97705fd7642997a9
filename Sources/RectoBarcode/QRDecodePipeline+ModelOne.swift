import RectoCore

/// QR codes of Model 1.
extension QRDecodePipeline {
    /// Reads what was not read as a code of Model 2 and looks like one for all that: a Model 1's differ in the mask of their format
    /// and have no alignment patterns.
    func tryModelOne(_ field: LumaField) {
        for triple in side.unread.triples.prefix(Limits.modelOne) where codes.count < limit && !isRead(triple) {
            for timing in fitter.timings(field, triple).prefix(1)
            where timing.agreement >= Limits.timing && ModelOneDecoder.versions ~= timing.version {
                let start = fitter.modelOneFit(field, triple, version: timing.version, climbs: false)
                sample(field, start)
                reader.readFree(levels, by: .otsu, into: bits)
                guard modelOneDecoder.mayRead(bits) else { continue }
                let fit = fitter.modelOneFit(field, triple, version: timing.version)
                if fit.rank >= Limits.modelOneRank { readModelOne(field, fit) }
            }
        }
    }

    private func readModelOne(_ field: LumaField, _ fit: SymbolFit) {
        sample(field, fit)
        for threshold in ModuleThreshold.small {
            reader.readFree(levels, by: threshold, into: bits)
            guard let symbol = modelOneDecoder.decode(bits) else { continue }
            let isSure = holds(symbol.evidence) { modelOneDecoder.decode($0)?.payload == symbol.payload }
            guard isSure else { continue }
            add(symbol.payload, symbol.format, fit, .thorough)
            codes[codes.count - 1].structuredAppend = symbol.structuredAppend
            return
        }
    }
}
