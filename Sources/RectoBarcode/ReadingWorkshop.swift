import RectoCore
import RectoKernels

/// The reader's steps and the scratch they keep from frame to frame.
final class ReadingWorkshop: @unchecked Sendable {
    // Sendable: `CodeReader` hands a workshop to one owner at a time.
    private struct Limits {
        /// Threes that are tried after each look, the likeliest ones; those that are read do not count.
        static let failures = 24
        /// Pictures of more rows are searched in every second row.
        static let tallPicture = 600
        /// Pictures of more pixels are not looked at at twice their scale.
        static let enlargedArea = 1 << 20
        /// Of so many frames with nothing in them one gets another look.
        static let restingFrames = 3
        /// Least agreement of the timing patterns of a version, laid by the finders alone.
        static let timing: Float = 0.4
        /// Versions of a three that are fitted thoroughly.
        static let versions = 3
        /// Least rank of a grid to be read.
        static let rank: Float = 0.8
        /// Rank from which a grid that was not read is a code for all that: of none on pictures without one it is above 0.9.
        static let sighted: Float = 1
        /// Grids that are read by late thresholds, and those that are bent.
        static let late = 4
        static let bent = 3
    }

    private let maker = InkMaker()
    private let ink = InkBits()
    private let search = FinderSearch()
    private let pool = FinderPool()
    private let triples = FinderTriples()
    private let fitter = SymbolFitter()
    private let grid = ModuleGrid()
    private let filters = ModuleFilters()
    private let reader: ModuleReader
    private let bender: GridBend
    private let decoder = SymbolDecoder()
    /// Made when first asked for.
    private var bars: BarScanner?
    private let levels = ModuleTable()
    private let bits = SymbolBits()
    private let scaled = Table<UInt8>()
    private let lines = Table<UInt8>()
    private let inverted = Table<UInt8>()

    /// Seen in the last picture's first look, and not read.
    private(set) var sightings: [UnreadCode] = []

    private var codes: [Code] = []
    /// At most so many.
    private var limit = 1
    /// Where those lie.
    private var places: [SymbolQuad] = []
    private var tried: [FinderTriple] = []
    /// Threes whose first fit was not read, and grids that were not.
    private var unread: (triples: [FinderTriple], fits: [SymbolFit]) = ([], [])
    /// Frames in which the first look was not enough: each takes another of the later steps.
    private var turn = 0

    init() {
        reader = ModuleReader(filters: filters)
        bender = GridBend(filters: filters)
    }

    func read(_ view: GrayView, _ parameters: CodeReader.Parameters) -> [Code] {
        codes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        limit = parameters.limit
        sightings.removeAll(keepingCapacity: true)
        clearFinders()
        if parameters.symbologies.contains(.qrCode) {
            let field = LumaField(view)
            look(field, .first, .blocks, scale: 1)
            let sighted = unread.fits.filter { $0.rank >= Limits.sighted }
            switch parameters.effort {
            case .still: persist(field)
            case .frame: takeTurn(field)
            }
            sightings = sighted.filter { !isRead($0) }.map(UnreadCode.init)
        }
        if codes.count < limit { readBars(view, parameters.symbologies) }
        return codes
    }

    /// Reads the other symbologies that are wanted.
    private func readBars(_ view: GrayView, _ symbologies: Set<Symbology>) {
        guard symbologies.contains(where: { $0 != .qrCode }) else { return }
        let scanner = bars.flatMap { $0.symbologies == symbologies ? $0 : nil } ?? BarScanner(symbologies)
        bars = scanner
        codes.append(contentsOf: scanner.scan(view).prefix(limit - codes.count))
    }

    private func clearFinders() {
        pool.clear()
        tried.removeAll(keepingCapacity: true)
        forgetUnread()
    }

    private func forgetUnread() {
        unread.triples.removeAll(keepingCapacity: true)
        unread.fits.removeAll(keepingCapacity: true)
    }

    // MARK: - Steps

    private typealias Look = (rule: InkRule, scale: Float)

    /// Other ways to see the ink, in the order of their cost.
    private static let laterLooks: [Look] = [
        (.blocks, 0.5), (.window, 0.5), (.window, 1), (.level, 1), (.blocks, 2), (.window, 2),
    ]

    /// Tries everything, until a code is found.
    private func persist(_ field: LumaField) {
        insist(field)
        for (rule, scale) in Self.laterLooks where codes.isEmpty {
            if scale > 1, field.view.size.area > Limits.enlargedArea { continue }
            look(field, .ink, rule, scale: scale)
            insist(field)
        }
        if codes.isEmpty {
            lookAtInverted(field.view, scale: 1) { insist($0) }
        }
    }

    /// Tries harder where there are grids that were not read.
    private func insist(_ field: LumaField) {
        tryThoroughly(field)
        tryLate(field)
        tryBent(field)
        forgetUnread()
    }

    /// Tries one more thing: with grids at hand harder to read them, or else another look, none dearer than the first one.
    private func takeTurn(_ field: LumaField) {
        defer { forgetUnread() }
        if !unread.triples.isEmpty || !unread.fits.isEmpty {
            turn += 1
            switch turn % 3 {
            case 0: tryThoroughly(field)
            case 1: tryLate(field)
            default: tryBent(field)
            }
        } else if codes.isEmpty {
            turn += 1
            guard turn % Limits.restingFrames == 0 else { return }
            let step = turn / Limits.restingFrames
            switch step % 4 {
            case 0: look(field, .ink, .blocks, scale: 0.5)
            case 1: look(field, .ink, .window, scale: 0.5)
            case 2: lookAtInverted(field.view, scale: 0.5) { _ in }
            default: look(field, .ink, .blocks, scale: 2, in: part(step / 4, of: field.view))
            }
        }
    }

    /// One of nine parts of a picture, which overlap.
    private func part(_ number: Int, of view: GrayView) -> (left: Int, top: Int, size: PixelSize)? {
        let (width, height) = (max(1, view.width * 2 / 5), max(1, view.height * 2 / 5))
        guard let size = try? PixelSize(width: width, height: height) else { return nil }
        let (column, row) = (number % 3, number / 3 % 3)
        return ((view.width - width) * column / 2, (view.height - height) * row / 2, size)
    }

    /// Finds finder patterns in the ink by a rule at a scale, in all the picture or a part, and reads what lies well.
    private func look(
        _ field: LumaField, _ rung: ReadingRung, _ rule: InkRule, scale: Float,
        in part: (left: Int, top: Int, size: PixelSize)? = nil
    ) {
        let view = part.map { field.view.part(left: $0.left, top: $0.top, size: $0.size) } ?? field.view
        withScaled(view, scale) { view in
            maker.make(view, by: rule, into: ink)
            let isDense = scale > 1 || view.height > Limits.tallPicture
            search.run(ink, FinderSearch.Parameters(rowStep: isDense ? 2 : 1))
        }
        let origin = SIMD2(Float(part?.left ?? 0), Float(part?.top ?? 0))
        pool.add(search.places, scale: 1 / scale, from: origin, field)
        tryTriples(field, rung)
    }

    /// The first look at the inverted picture.
    private func lookAtInverted(_ view: GrayView, scale: Float, _ then: (LumaField) -> Void) {
        clearFinders()
        let known = codes.count
        withScaled(view, scale) { view in
            withInverted(view) { view in
                let field = LumaField(view)
                look(field, .inverted, .blocks, scale: 1)
                then(field)
            }
        }
        for i in known..<codes.count {
            places[i] /= scale
            codes[i].corners = places[i].quad
            codes[i].isInverted = true
        }
    }

    // MARK: - Threes and grids

    /// Reads the symbols of threes that were not tried before: one fit each, of the version whose timing patterns agree best.
    private func tryTriples(_ field: LumaField, _ rung: ReadingRung) {
        var failures = 0
        triples.find(in: pool.finders)
        for triple in triples.all {
            if codes.count == limit || failures == Limits.failures { break }
            if tried.contains(where: { $0.isSame(as: triple) }) || isRead(triple) { continue }
            tried.append(triple)
            failures += 1
            guard let best = fitter.bestTiming(field, triple), best.agreement >= Limits.timing else { continue }
            let fit = fitter.quickFit(field, triple, version: best.version)
            if tryGrid(field, fit, ModuleThreshold.usual, rung) {
                failures -= 1
            } else {
                unread.triples.append(triple)
            }
        }
    }

    /// Fits several versions from several starts, and the version that a symbol states of itself.
    private func tryThoroughly(_ field: LumaField) {
        for triple in unread.triples where !isRead(triple) {
            let versions = fitter.timings(field, triple).prefix(Limits.versions).filter {
                $0.agreement >= Limits.timing
            }
            var fits = versions.map { fitter.thoroughFit(field, triple, version: $0.version) }
                .sorted { $0.rank > $1.rank }
            if let best = fits.first, best.version >= 7, let stated = statedVersion(field, best),
                stated != best.version, abs(stated - SymbolFitter.estimate(triple)) < 7
            {
                fits.insert(fitter.thoroughFit(field, triple, version: stated), at: 0)
            }
            for fit in fits where tryGrid(field, fit, ModuleThreshold.usual, .thorough) { break }
        }
    }

    /// The version that a symbol states of itself, if it is legible.
    private func statedVersion(_ field: LumaField, _ fit: SymbolFit) -> Int? {
        grid.sample(field, fit.quad, dimension: fit.shape.dimension, into: levels)
        reader.readUnfixed(levels, into: bits)
        let stated = bits.statedVersion
        return stated.errors <= 3 ? stated.version : nil
    }

    private func tryLate(_ field: LumaField) {
        for fit in bestFits.prefix(Limits.late) where !isRead(fit) {
            _ = tryGrid(field, fit, ModuleThreshold.late, .late)
        }
    }

    private func tryBent(_ field: LumaField) {
        for fit in bestFits.prefix(Limits.bent) where !isRead(fit) {
            let bend = bender.bend(field, fit, grid: grid)
            grid.sample(field, fit.quad, dimension: fit.shape.dimension, bend: bend, into: levels)
            _ = attempt(fit, ModuleThreshold.usual, .bent)
        }
    }

    private var bestFits: [SymbolFit] { unread.fits.sorted { $0.rank > $1.rank } }

    /// Samples a grid and reads it; one that cannot be read is kept.
    private func tryGrid(
        _ field: LumaField, _ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ rung: ReadingRung
    ) -> Bool {
        guard fit.rank >= Limits.rank else { return false }
        grid.sample(field, fit.quad, dimension: fit.shape.dimension, into: levels)
        if attempt(fit, thresholds, rung) { return true }
        keep(fit)
        return false
    }

    /// Keeps the best of the grids that lie alike.
    private func keep(_ fit: SymbolFit) {
        let near = unread.fits.firstIndex { other in
            let distance = (other.quad - fit.quad) * (other.quad - fit.quad)
            let side = fit.quad.corner(0) - fit.quad.corner(1)
            return other.version == fit.version
                && distance.sum() < 8 * side.dot(side) / Float(fit.shape.dimension * fit.shape.dimension)
        }
        guard let near else { return unread.fits.append(fit) }
        if unread.fits[near].rank < fit.rank { unread.fits[near] = fit }
    }

    private func isRead(_ fit: SymbolFit) -> Bool {
        let centre = (fit.quad.corner(0) + fit.quad.corner(2)) / 2
        return places.contains { $0.contains(centre) }
    }

    /// Whether one of the finders lies in a code that was read.
    private func isRead(_ triple: FinderTriple) -> Bool {
        places.contains { triple.touches($0) }
    }

    /// Decodes the sampled modules by one threshold after the other.
    private func attempt(_ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ rung: ReadingRung) -> Bool {
        for threshold in thresholds where codes.count < limit {
            reader.read(levels, version: fit.version, by: threshold, into: bits)
            guard let payload = decoder.decode(bits) else { continue }
            add(payload, fit, rung)
            return true
        }
        return false
    }

    private func add(_ payload: SymbolDecoder.Payload, _ fit: SymbolFit, _ rung: ReadingRung) {
        places.append(fit.quad)
        let text = PayloadText(payload.bytes)
        let format = FormatInformation(bits)
        var code = Code(
            bytes: payload.bytes, text: text.text, encoding: text.encoding, corners: fit.quad.quad, symbology: .qrCode)
        (code.version, code.level, code.isMirrored) = (fit.version, format.level, format.isMirrored)
        code.rung = rung
        if payload.isPart { code.structuredAppend = StructuredAppend(bits, format) }
        codes.append(code)
    }

    // MARK: - Other pictures

    private func withScaled(_ view: GrayView, _ scale: Float, _ body: (GrayView) -> Void) {
        let (width, height) = (view.width, view.height)
        if scale == 1 { return body(view) }
        guard let size = try? PixelSize(width: Int(Float(width) * scale), height: Int(Float(height) * scale)) else {
            return
        }
        scaled.reshape(width: size.width, height: size.height)
        // SAFETY: the plane has the size's pixels.
        if scale < 1 {
            halve(
                view.base, stride: view.stride, width: width, height: height, channels: 1, into: scaled.base,
                targetStride: size.width)
        } else {
            lines.reshape(width: enlargeScratchByteCount(width: width, channels: 1), height: 1)
            enlarge(
                view.base, stride: view.stride, width: width, height: height, channels: 1, into: scaled.base,
                targetStride: size.width, scratch: lines.base)
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
