import RectoCore
import RectoKernels

/// The reader's steps and the scratch they keep from frame to frame.
final class QRDecodePipeline: @unchecked Sendable {
    // Sendable: `CodeReader` hands a pipeline to one owner at a time.
    private struct Limits {
        /// Triples that are tried in vain after each pass, the likeliest ones, and so many more for each code that was read:
        /// among several codes there are triples of finders of different ones.
        static let failures = 8
        /// Pictures of more rows are searched in every second row.
        static let tallPicture = 600
        /// Places of the first pass: there may be several codes.
        static let placesOfFirstPass = 32
        /// Places of each later pass: a code's are nearly always among the first 10.
        static let placesOfLaterPass = 10
        /// Places that are fitted before triples of them are tried: a code's are mostly among the first.
        static let firstPlaces = 8
        /// Minimum agreement of the timing patterns of a version, laid by the finders alone.
        static let timing: Float = 0.4
        /// Versions of a triple that are fitted thoroughly.
        static let versions = 3
        /// Minimum rank of a grid to be read.
        static let rank: Float = 0.8
        /// Rank from which a grid that was not read is a code for all that: of none on pictures without one it is above 0.9.
        static let sighted: Float = 1
        /// Triples of a pass that are fitted thoroughly, grids that are read by late thresholds, and those that are bent.
        static let thorough = 2
        static let late = 2
        static let bent = 1
        /// Triples and grids of all passes at a picture that are fitted thoroughly or bent in vain: textures have many.
        static let vainTries = 3
        /// Minimum rank of a grid to be bent.
        static let bendable: Float = 0.9
    }

    private let binarizer = Binarizer()
    private let ink = BitMatrix()
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
    private let pyramid = PicturePyramid()

    /// Seen in the last picture's first pass, and not read.
    private(set) var sightings: [UnreadCode] = []

    private var codes: [Code] = []
    /// At most so many.
    private var limit = 1
    /// Where those lie.
    private var places: [SymbolQuad] = []
    private var tried: [FinderTriple] = []
    /// Triples whose first fit was not read, and grids that were not.
    private var unread: (triples: [FinderTriple], fits: [SymbolFit]) = ([], [])
    /// Places of the last pass, and of all passes at light patterns on dark ground, in pixels of the picture.
    private var (candidates, invertedCandidates): ([FinderCandidate], [FinderCandidate]) = ([], [])
    /// Of ``Limits/vainTries`` those that were made.
    private var vainTries = 0
    /// Counts of frames with a second pass, and of grids that were retried: each takes the next step.
    private var turns = (pass: 0, harder: 0)

    init() {
        reader = ModuleReader(filters: filters)
        bender = GridBend(filters: filters)
    }

    func read(_ view: GrayView, _ parameters: CodeReader.Parameters) -> [Code] {
        codes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        limit = parameters.limit
        sightings.removeAll(keepingCapacity: true)
        invertedCandidates.removeAll(keepingCapacity: true)
        vainTries = 0
        clearFinders()
        if parameters.symbologies.contains(.qrCode) {
            let field = LumaField(view)
            pyramid.start(view)
            let isStill = parameters.effort == .still
            run(SearchPass(rule: .around, seeksInverted: !isStill && nextStep == .inverted), field, .first)
            let sighted = unread.fits.filter { $0.rank >= Limits.sighted }
            if isStill { runAllPasses(field) } else { takeTurn(field) }
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

    /// Other ways to see the ink: of large codes, of noisy ones and light ones on dark ground, and of blurred and small ones.
    private static let laterPasses = [
        SearchPass(rule: .around, scale: .quarter, seeksInverted: true), SearchPass(rule: .near, scale: .quarter),
        SearchPass(rule: .near, scale: .half, seeksInverted: true), SearchPass(rule: .near, isSparse: true),
    ]

    /// Tries everything, until a code is found.
    private func runAllPasses(_ field: LumaField) {
        retryCandidates(field)
        for pass in Self.laterPasses where codes.isEmpty {
            run(pass, field, .ink)
            retryCandidates(field)
        }
        if codes.isEmpty {
            readInverted(field.view) { retryCandidates($0) }
        }
    }

    /// Tries harder where there are grids that were not read.
    private func retryCandidates(_ field: LumaField) {
        tryThoroughly(field)
        tryLate(field)
        tryBent(field)
        forgetUnread()
    }

    /// What a frame without a code gets besides the first pass, one at a time: all are much cheaper than that.
    private enum FrameStep: Int, CaseIterable {
        case half, inverted, part, quarter
    }

    private var nextStep: FrameStep { FrameStep.allCases[turns.pass % FrameStep.allCases.count] }

    /// Tries one more thing: harder to read the grids at hand, or another pass.
    private func takeTurn(_ field: LumaField) {
        defer { forgetUnread() }
        let isStuck = !unread.triples.isEmpty || !unread.fits.isEmpty
        if isStuck, !codes.isEmpty || turns.harder <= turns.pass {
            tryHarder(field)
        } else if codes.isEmpty {
            takeStep(field)
        }
    }

    private func tryHarder(_ field: LumaField) {
        turns.harder += 1
        switch turns.harder % 3 {
        case 0: tryThoroughly(field)
        case 1: tryLate(field)
        default: tryBent(field)
        }
    }

    private func takeStep(_ field: LumaField) {
        let step = nextStep
        let round = turns.pass / FrameStep.allCases.count
        turns.pass += 1
        switch step {
        case .half: run(SearchPass(rule: .near, scale: .half), field, .ink)
        case .inverted: readInverted(field.view) { _ in }
        case .part: run(SearchPass(rule: .near, part: SearchPass.Part(round, of: field.view.size)), field, .ink)
        case .quarter: run(SearchPass(rule: round % 2 == 0 ? .around : .near, scale: .quarter), field, .ink)
        }
    }

    /// Finds finder patterns, and reads what lies well.
    private func run(_ pass: SearchPass, _ field: LumaField, _ stage: DecodeStage) {
        guard let whole = pyramid.view(pass.scale) else { return }
        let view = pass.part.map { whole.part(left: $0.left, top: $0.top, size: $0.size) } ?? whole
        binarizer.make(view, by: pass.rule, into: ink)
        search.run(
            ink,
            FinderSearch.Parameters(
                rowStep: pass.isSparse || view.height > Limits.tallPicture ? 2 : 1,
                seeksInverted: pass.seeksInverted,
                placeLimit: stage == .first ? Limits.placesOfFirstPass : Limits.placesOfLaterPass))
        let (scale, origin) = (pass.scale.pixels, SIMD2(Float(pass.part?.left ?? 0), Float(pass.part?.top ?? 0)))
        func inPicture(_ place: FinderCandidate) -> FinderCandidate {
            FinderCandidate(
                x: place.x * scale + origin.x, y: place.y * scale + origin.y, across: place.across * scale,
                down: place.down * scale)
        }
        for place in search.invertedPlaces { invertedCandidates.append(inPicture(place)) }
        candidates.removeAll(keepingCapacity: true)
        for place in search.places { candidates.append(inPicture(place)) }
        read(candidates, field, stage)
    }

    /// Fits finders at places, the likeliest first, and reads the symbols of triples of them.
    private func read(_ candidates: [FinderCandidate], _ field: LumaField, _ stage: DecodeStage) {
        for part in [candidates.prefix(Limits.firstPlaces), candidates.dropFirst(Limits.firstPlaces)] {
            var isChanged = false
            for candidate in part where !places.contains(where: { $0.contains(SIMD2(candidate.x, candidate.y)) }) {
                if pool.add(candidate, field) { isChanged = true }
            }
            if isChanged { tryTriples(field, stage) }
        }
    }

    /// Reads light symbols on dark ground, by the places that the passes have found.
    private func readInverted(_ view: GrayView, _ then: (LumaField) -> Void) {
        clearFinders()
        let known = codes.count
        let field = LumaField(view, isInverted: true)
        read(invertedCandidates, field, .inverted)
        then(field)
        for i in known..<codes.count { codes[i].isInverted = true }
    }

    // MARK: - Triples and grids

    /// Reads the symbols of triples that were not tried before: one fit each, of the version whose timing patterns agree best.
    private func tryTriples(_ field: LumaField, _ stage: DecodeStage) {
        var failures = 0
        triples.find(in: pool.finders)
        for triple in triples.all {
            if codes.count == limit || failures >= Limits.failures * (1 + codes.count) { break }
            if tried.contains(where: { $0.isSame(as: triple) }) || isRead(triple) { continue }
            tried.append(triple)
            failures += 1
            guard let best = fitter.bestTiming(field, triple), best.agreement >= Limits.timing else { continue }
            let fit = fitter.quickFit(field, triple, version: best.version)
            if tryGrid(field, fit, ModuleThreshold.usual, stage) {
                failures -= 1
            } else {
                unread.triples.append(triple)
            }
        }
    }

    /// Fits several versions from several starts, and the version that a symbol states of itself.
    private func tryThoroughly(_ field: LumaField) {
        for triple in unread.triples.prefix(Limits.thorough) where vainTries < Limits.vainTries && !isRead(triple) {
            vainTries += 1
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
            for fit in fits where tryGrid(field, fit, ModuleThreshold.usual, .thorough) {
                vainTries -= 1
                break
            }
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
        for fit in bestFits.prefix(Limits.bent) where fit.rank >= Limits.bendable && !isRead(fit) {
            guard vainTries < Limits.vainTries else { return }
            vainTries += 1
            let bend = bender.bend(field, fit, grid: grid)
            grid.sample(field, fit.quad, dimension: fit.shape.dimension, bend: bend, into: levels)
            if attempt(fit, ModuleThreshold.usual, .bent) { vainTries -= 1 }
        }
    }

    private var bestFits: [SymbolFit] { unread.fits.sorted { $0.rank > $1.rank } }

    /// Samples a grid and reads it; one that cannot be read is kept.
    private func tryGrid(
        _ field: LumaField, _ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ stage: DecodeStage
    ) -> Bool {
        guard fit.rank >= Limits.rank else { return false }
        grid.sample(field, fit.quad, dimension: fit.shape.dimension, into: levels)
        if attempt(fit, thresholds, stage) { return true }
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
        let center = (fit.quad.corner(0) + fit.quad.corner(2)) / 2
        return places.contains { $0.contains(center) }
    }

    /// Whether one of the finders lies in a code that was read.
    private func isRead(_ triple: FinderTriple) -> Bool {
        places.contains { triple.touches($0) }
    }

    /// Decodes the sampled modules by one threshold after the other.
    private func attempt(_ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ stage: DecodeStage) -> Bool {
        for threshold in thresholds where codes.count < limit {
            reader.read(levels, version: fit.version, by: threshold, into: bits)
            guard let symbol = decoder.decode(bits) else { continue }
            add(symbol.payload, symbol.format, fit, stage)
            return true
        }
        return false
    }

    private func add(
        _ payload: SymbolDecoder.Payload, _ format: FormatInformation, _ fit: SymbolFit, _ stage: DecodeStage
    ) {
        places.append(fit.quad)
        let text = PayloadText(payload.bytes)
        var code = Code(
            bytes: payload.bytes, text: text.text, encoding: text.encoding, corners: fit.quad.quad, symbology: .qrCode)
        (code.version, code.level, code.isMirrored) = (fit.version, format.level, format.isMirrored)
        (code.isGS1, code.isAIM) = (payload.isGS1, payload.isAIM)
        code.stage = stage
        if payload.isPart { code.structuredAppend = StructuredAppend(bits, format) }
        codes.append(code)
    }
}
