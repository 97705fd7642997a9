import RectoCore
import RectoKernels

/// The reader's steps and the scratch they keep from frame to frame.
final class ReadingWorkshop: @unchecked Sendable {
    // Sendable: `CodeReader` hands a workshop to one owner at a time.
    private struct Limits {
        /// Threes that are tried, the likeliest ones; those that are read do not count.
        static let triples = 6
        /// Greatest cost of a three.
        static let cost: Float = 4
        /// Least agreement of the timing patterns for a quick look.
        static let timing: Float = 0.4
        /// Versions of a three whose grids are read, and least rank of a grid.
        static let versions = 2
        static let rank: Float = 0.8
        /// Grids that are bent, and those that get late thresholds.
        static let bent = 3
        static let late = 4
    }

    private let maker = InkMaker()
    private let ink = InkBits()
    private let search = FinderSearch()
    private let pool = FinderPool()
    private let fitter = SymbolFitter()
    private let grid = ModuleGrid()
    private let filters = ModuleFilters()
    private let reader: ModuleReader
    private let bender: GridBend
    private let decoder = SymbolDecoder()
    private let levels = ModuleTable()
    private let bits = SymbolBits()
    private let scaled = Table<UInt8>()
    private let inverted = Table<UInt8>()

    private var codes: [Code] = []
    /// Where those lie.
    private var places: [SymbolQuad] = []
    private var tried: [FinderTriple] = []
    private var fits: [SymbolFit] = []

    init() {
        reader = ModuleReader(filters: filters)
        bender = GridBend(filters: filters)
    }

    func read(_ view: GrayView, _ parameters: CodeReader.Parameters) -> [Code] {
        codes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        read(LumaField(view), parameters)
        if codes.isEmpty {
            withInverted(view) { view in
                read(LumaField(view), parameters)
                for i in codes.indices {
                    codes[i].isInverted = true
                    codes[i].rung = .inverted
                }
            }
        }
        return codes
    }

    private func read(_ field: LumaField, _ parameters: CodeReader.Parameters) {
        pool.clear()
        tried.removeAll(keepingCapacity: true)
        fits.removeAll(keepingCapacity: true)
        look(field, .blocks, scale: 1)
        tryTriples(field, .thorough)
        if codes.isEmpty {
            for (scale, rule) in Self.laterLooks { look(field, rule, scale: scale) }
            tryTriples(field, .ink)
        }
        if codes.isEmpty { tryBent(field) }
        if codes.isEmpty { tryLate(field) }
    }

    private static let laterLooks: [(scale: Float, rule: InkRule)] = [
        (1, .window), (1, .level), (0.5, .blocks), (0.5, .window), (0.5, .level), (2, .blocks), (2, .window),
        (2, .level),
    ]

    /// Finds finder patterns in the ink by a rule at a scale.
    private func look(_ field: LumaField, _ rule: InkRule, scale: Float) {
        withScaled(field.view, scale) { view in
            maker.make(view, by: rule, into: ink)
            search.run(ink)
        }
        pool.add(search.places, scale: 1 / scale, field)
    }

    /// Reads the symbols of threes that were not tried before: first a quick look at each, then a thorough one at the
    /// likeliest.
    private func tryTriples(_ field: LumaField, _ rung: ReadingRung) {
        var left: [FinderTriple] = []
        for triple in pool.finders.triples(limit: 200) {
            if left.count == Limits.triples || triple.cost > Limits.cost { break }
            if tried.contains(where: { $0.isSame(as: triple) }) || isRead(triple) { continue }
            tried.append(triple)
            if !tryQuickly(field, triple) { left.append(triple) }
        }
        for triple in left where !isRead(triple) { _ = tryThoroughly(field, triple, rung) }
    }

    /// One fit of the version whose timing patterns agree best.
    private func tryQuickly(_ field: LumaField, _ triple: FinderTriple) -> Bool {
        guard let best = fitter.timings(field, triple).first, best.timing >= Limits.timing else { return false }
        let fit = fitter.fit(field, triple, version: best.version, isThorough: false)
        guard fit.rank >= Limits.rank else { return false }
        grid.sample(field, fit.quad, dimension: SymbolShape(version: fit.version).dimension, into: levels)
        return attempt(fit, [.plane], .first)
    }

    /// Whether one of the finders lies in a code that was read.
    private func isRead(_ triple: FinderTriple) -> Bool {
        places.contains { quad in triple.finders.contains { quad.contains($0.centre) } }
    }

    private func tryThoroughly(_ field: LumaField, _ triple: FinderTriple, _ rung: ReadingRung) -> Bool {
        guard let versions = SymbolFitter.versions(triple) else { return false }
        var ranked = versions.map { fitter.fit(field, triple, version: $0, isThorough: true) }
            .sorted { $0.rank > $1.rank }
        if ranked[0].version >= 7, let stated = statedVersion(field, ranked[0]), stated != ranked[0].version,
            abs(stated - SymbolFitter.estimate(triple)) < 7
        {
            ranked.insert(fitter.fit(field, triple, version: stated, isThorough: true), at: 0)
        }
        for fit in ranked.prefix(Limits.versions) where fit.rank >= Limits.rank {
            fits.append(fit)
            grid.sample(field, fit.quad, dimension: SymbolShape(version: fit.version).dimension, into: levels)
            if attempt(fit, ModuleThreshold.usual, rung) { return true }
        }
        return false
    }

    /// The version that a symbol states of itself, if it is legible.
    private func statedVersion(_ field: LumaField, _ fit: SymbolFit) -> Int? {
        grid.sample(field, fit.quad, dimension: SymbolShape(version: fit.version).dimension, into: levels)
        reader.readUnfixed(levels, into: bits)
        let stated = bits.statedVersion
        return stated.errors <= 3 ? stated.version : nil
    }

    private func tryBent(_ field: LumaField) {
        for fit in bestFits.prefix(Limits.bent) {
            let bend = bender.bend(field, fit, grid: grid)
            grid.sample(
                field, fit.quad, dimension: SymbolShape(version: fit.version).dimension, bend: bend, into: levels)
            if attempt(fit, ModuleThreshold.usual, .bent) { return }
        }
    }

    private func tryLate(_ field: LumaField) {
        for fit in bestFits.prefix(Limits.late) {
            grid.sample(field, fit.quad, dimension: SymbolShape(version: fit.version).dimension, into: levels)
            if attempt(fit, ModuleThreshold.late, .late) { return }
        }
    }

    private var bestFits: [SymbolFit] { fits.sorted { $0.rank > $1.rank } }

    /// Decodes the sampled modules by one threshold after the other.
    private func attempt(_ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ rung: ReadingRung) -> Bool {
        for threshold in thresholds {
            reader.read(levels, version: fit.version, by: threshold, into: bits)
            guard let bytes = decoder.decode(bits) else { continue }
            add(bytes, fit, rung)
            return true
        }
        return false
    }

    private func add(_ bytes: [UInt8], _ fit: SymbolFit, _ rung: ReadingRung) {
        places.append(fit.quad)
        let text = PayloadText(bytes)
        let format = FormatInformation(bits)
        codes.append(
            Code(
                bytes: bytes, text: text.text, encoding: text.encoding, corners: fit.quad.quad, symbology: .qrCode,
                version: fit.version, level: format.level, isMirrored: format.isMirrored, rung: rung))
    }

    // MARK: - Other pictures

    private func withScaled(_ view: GrayView, _ scale: Float, _ body: (GrayView) -> Void) {
        let (width, height) = (view.width, view.height)
        if scale == 1 { return body(view) }
        guard let size = try? PixelSize(width: Int(Float(width) * scale), height: Int(Float(height) * scale)) else { return }
        scaled.reshape(width: size.width, height: size.height)
        // SAFETY: the plane has the size's pixels.
        if scale < 1 {
            halve(
                view.base, stride: view.stride, width: width, height: height, channels: 1, into: scaled.base,
                targetStride: size.width)
        } else {
            enlarge(
                view.base, stride: view.stride, width: width, height: height, channels: 1, into: scaled.base,
                targetStride: size.width)
        }
        lend(scaled, size, body)
    }

    private func withInverted(_ view: GrayView, _ body: (GrayView) -> Void) {
        inverted.reshape(width: view.width, height: view.height)
        for y in 0..<view.height {
            let (from, to) = (view.row(y), inverted.base + y * view.width)
            // SAFETY: both rows have the view's width.
            for x in 0..<view.width { to[x] = ~from[x] }
        }
        lend(inverted, view.size, body)
    }

    private func lend(_ plane: Table<UInt8>, _ size: PixelSize, _ body: (GrayView) -> Void) {
        let view = try? GrayView(base: plane.base, byteCount: size.area, size: size, stride: size.width)
        if let view { body(view) }
    }
}
