import RectoCore
import RectoKernels

/// A symbol's grid as it lies in a picture.
struct SampledGrid {
    let field: LumaField
    let map: GridMap
    let width: Int
    let height: Int
    let bend: ModuleGrid.Bend?
}

/// Decodes sampled modules.
extension QRDecodePipeline {
    /// Samples the modules of a fit.
    func sample(
        _ field: LumaField, _ fit: SymbolFit, _ density: ModuleGrid.Density = .full, bend: ModuleGrid.Bend? = nil
    ) {
        let n = fit.shape.dimension
        sample(field, fit.quad.map(dimension: n), width: n, height: n, density, bend: bend)
    }

    func sample(
        _ field: LumaField, _ map: GridMap, width: Int, height: Int, _ density: ModuleGrid.Density = .full,
        bend: ModuleGrid.Bend? = nil
    ) {
        sampled = SampledGrid(field: field, map: map, width: width, height: height, bend: bend)
        grid.sample(field, map, width: width, height: height, density, bend: bend, into: levels)
    }

    /// Decodes the sampled modules, treating uncertain ones as erasures.
    func attemptErased(_ fit: SymbolFit, _ stage: DecodeStage) -> Bool {
        if attemptInGlare(fit, stage) { return true }
        reader.measureSureness(levels, into: sureness)
        return attempt(fit, ModuleThreshold.erasing, stage, sureness)
    }

    /// Decodes the sampled modules if there is glare, treating those that it hides as erasures.
    func attemptInGlare(_ fit: SymbolFit, _ stage: DecodeStage) -> Bool {
        reader.measureGlare(levels, into: sureness) && attempt(fit, [.glare], stage, sureness)
    }

    /// Decodes the sampled modules with one threshold after the other.
    func attempt(
        _ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ stage: DecodeStage, _ sureness: ModuleTable? = nil
    ) -> Bool {
        for threshold in thresholds where codes.count < limit {
            reader.read(levels, version: fit.version, by: threshold, into: bits)
            guard let symbol = decoder.decode(bits, sureness: sureness) else { continue }
            let isSure = holds(symbol.evidence) { bits in
                bits.fix(FixedModules.of(fit.version))
                return decoder.decode(bits, sureness: sureness)?.payload == symbol.payload
            }
            guard isSure else { continue }
            add(symbol.payload, symbol.format, fit, stage)
            return true
        }
        return false
    }

    /// Whether a reading holds: its evidence suffices, or modules sampled beside their centers read the same.
    func holds(_ evidence: ReadingEvidence, _ readsTheSame: (SymbolBits) -> Bool) -> Bool {
        if evidence.bits >= Limits.evidence { return true }
        guard let sampled else { return false }
        for shift in [SIMD2<Float>(0.2, 0.2), SIMD2(-0.2, -0.2)] {
            grid.sample(
                sampled.field, sampled.map, width: sampled.width, height: sampled.height, bend: sampled.bend,
                shift: shift, into: secondLevels)
            for threshold in ModuleThreshold.small {
                reader.readFree(secondLevels, by: threshold, into: secondBits)
                if readsTheSame(secondBits) { return true }
            }
        }
        return false
    }

    func add(
        _ payload: SymbolDecoder.Payload, _ format: FormatInformation, _ fit: SymbolFit, _ stage: DecodeStage
    ) {
        places.append(fit.quad)
        var code = Code(
            bytes: payload.bytes, text: payload.text.text, encoding: payload.text.encoding,
            corners: (fit.quad * pixels).quad, symbology: .qrCode)
        (code.version, code.level, code.isMirrored) = (fit.version, format.level, format.isMirrored)
        (code.isGS1, code.isAIM) = (payload.isGS1, payload.isAIM)
        code.stage = stage
        if payload.isPart { code.structuredAppend = StructuredAppend(bits, format) }
        codes.append(code)
    }
}
