import RectoCore
import RectoKernels

/// The reader's steps, and the scratch memory they keep from frame to frame.
final class QRDecodePipeline: @unchecked Sendable {
    // Sendable: `CodeReader` hands a pipeline to one owner at a time.
    private let binarizer = Binarizer()
    private let ink = BitMatrix()
    private let search = FinderSearch()
    private let triples = FinderTriples()
    let fitter = SymbolFitter()
    let grid = ModuleGrid()
    private let filters = ModuleFilters()
    let reader: ModuleReader
    let bender: GridBend
    let decoder = SymbolDecoder()
    /// Created on first use.
    private var bars: BarScanner?
    let lattice = AlignmentLattice()
    /// A view with brightened dark parts.
    let stretched = Plane<UInt8>()
    let levels = ModuleTable()
    let sureness = ModuleTable()
    let bits = SymbolBits()
    /// A second sample of the symbol.
    let (secondLevels, secondBits) = (ModuleTable(), SymbolBits())
    /// The grid that was sampled last.
    var sampled: SampledGrid?
    let small = SmallFitter()
    let smallDecoder = SmallDecoder()
    let modelOneDecoder = ModelOneDecoder()
    /// The current view at smaller scales.
    private let pyramid = PicturePyramid()
    /// The picture at the scales for still pictures.
    let scales = PicturePyramid()
    /// The number of pixels of the picture per pixel of the current view.
    var pixels: Float = 1

    /// Symbols located in the last picture's first pass but not read.
    private(set) var sightings: [UnreadCode] = []

    var codes: [Code] = []
    /// The maximum number of codes.
    var limit = 1
    var isStill = false
    /// Whether a still picture has at least ``Limits/largePicture`` pixels.
    var isLarge = false
    /// Whether a good finder pattern was seen at any scale of a still picture.
    var isHinted = false
    /// The requested kinds of symbols.
    private(set) var (wantsCodes, wantsMicro, wantsRectangular) = (true, false, false)
    /// The places of the read codes in the current view.
    let places = ReadPlaces()
    /// The results for dark symbols and for light ones.
    var (side, otherSide) = (Side(), Side())
    /// The places from the last pass, and from all passes for light patterns on a dark background, in pixels of the
    /// view.
    private var (candidates, invertedCandidates): ([FinderCandidate], [FinderCandidate]) = ([], [])
    /// The number of tries made out of ``Limits/vainTries``.
    var vainTries = 0
    /// The number of triples followed in vain out of ``Limits/vainLattices``.
    var vainLattices = 0
    /// Called between steps with the completed share of the search, which ends if it returns true.
    var isCancelled: ((Double) -> Bool)?
    private var isStopped = false
    /// The completed share of the search.
    var share = 0.0
    /// The numbers of frames with a second pass and of retried grids: each takes the next step.
    private var turns = (pass: 0, harder: 0)

    /// The finders of dark or light symbols, and what was tried with them.
    struct Side {
        let pool = FinderPool()
        /// By the place of the top left finder.
        let tried = PlaceGrid<FinderTriple>()
        /// Triples whose first fit was not read, and grids that were not read.
        var unread: (triples: [FinderTriple], fits: [SymbolFit]) = ([], [])
        /// Possible triples whose timing patterns are not straight.
        var bent: [FinderTriple] = []

        mutating func clear(_ size: PixelSize, limit: Int) {
            pool.clear(size, limit: limit)
            tried.clear(size)
            forgetUnread()
        }

        mutating func forgetUnread() {
            unread.triples.removeAll(keepingCapacity: true)
            unread.fits.removeAll(keepingCapacity: true)
            bent.removeAll(keepingCapacity: true)
        }
    }

    init() {
        reader = ModuleReader(filters: filters)
        bender = GridBend(filters: filters)
    }

    func read(_ view: GrayView, _ parameters: CodeReader.Parameters) -> [Code] {
        codes.removeAll(keepingCapacity: true)
        (isStopped, share) = (false, 0)
        limit = parameters.limit
        isStill = parameters.effort == .still
        isLarge = isStill && view.size.area >= Limits.largePicture
        sightings.removeAll(keepingCapacity: true)
        wantsCodes = parameters.symbologies.contains(.qrCode)
        wantsMicro = parameters.symbologies.contains(.microQR)
        wantsRectangular = parameters.symbologies.contains(.rMQR)
        if wantsCodes || wantsMicro || wantsRectangular {
            if isStill { readStill(view) } else { readFrame(view) }
        }
        // It refers to the caller's memory.
        sampled = nil
        if codes.count < limit, !isEnded { readBars(view, parameters.symbologies) }
        return codes
    }

    /// Whether the search ends before its next step, as the caller decides.
    var isEnded: Bool {
        if !isStopped, let isCancelled { isStopped = isCancelled(share) }
        return isStopped
    }

    private func readFrame(_ view: GrayView) {
        enter(view, pixels: 1)
        let field = LumaField(view)
        run(SearchPass(rule: .around, seeksInverted: nextStep == .inverted), field, .first)
        let sighted = sightedFits
        share = 0.5
        readSmall(field)
        takeTurn(field)
        keepSightings(sighted)
    }

    /// Unread grids that are certainly codes.
    var sightedFits: [SymbolFit] { side.unread.fits.filter { $0.rank >= Limits.sighted } }

    /// Drops what has been read since.
    func dropSightings() {
        sightings.removeAll { seen in places.contains((SymbolQuad(seen.corners) / pixels).center) }
    }

    func keepSightings(_ fits: [SymbolFit]) {
        sightings += fits.filter { !isRead($0) }.map { UnreadCode($0, pixels: pixels) }
    }

    /// Starts a view of the picture.
    func enter(_ view: GrayView, pixels: Float) {
        self.pixels = pixels
        places.clear(view.size)
        for code in codes { places.append(SymbolQuad(code.corners) / pixels) }
        invertedCandidates.removeAll(keepingCapacity: true)
        (vainTries, vainLattices) = (0, 0)
        let finders = isStill ? Limits.finders(of: view) : Limits.findersOfFrame
        side.clear(view.size, limit: finders)
        otherSide.clear(view.size, limit: finders)
        pyramid.start(view)
    }

    /// Reads the other requested symbologies.
    private func readBars(_ view: GrayView, _ symbologies: Set<Symbology>) {
        guard !symbologies.isSubset(of: Symbology.matrix),
            let scanner = bars.flatMap({ $0.symbologies == symbologies ? $0 : nil }) ?? BarScanner(symbologies)
        else { return }
        bars = scanner
        codes.append(contentsOf: scanner.scan(view).prefix(limit - codes.count))
    }

    // MARK: - Steps

    /// An extra step for frames without a code, one per frame; all are much cheaper than the first pass.
    private enum FrameStep: Int, CaseIterable {
        case half, inverted, part, quarter
    }

    private var nextStep: FrameStep { FrameStep.allCases[turns.pass % FrameStep.allCases.count] }

    /// Takes one extra step: retries the current grids, or makes another pass.
    private func takeTurn(_ field: LumaField) {
        defer { side.forgetUnread() }
        let isStuck = !side.unread.triples.isEmpty || !side.unread.fits.isEmpty
        if isStuck, !codes.isEmpty || turns.harder <= turns.pass {
            tryHarder(field)
        } else if codes.isEmpty {
            takeStep(field)
        }
    }

    private func tryHarder(_ field: LumaField) {
        turns.harder += 1
        switch turns.harder % 3 {
        case 0:
            tryThoroughly(field)
            tryModelOne(field)
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
        case .inverted: readInverted(field) { _ in }
        case .part: run(SearchPass(rule: .near, part: SearchPass.Part(round, of: field.view.size)), field, .ink)
        case .quarter: run(SearchPass(rule: round % 2 == 0 ? .around : .near, scale: .quarter), field, .ink)
        }
    }

    /// Finds finder patterns, and reads the well-placed symbols.
    func run(_ pass: SearchPass, _ field: LumaField, _ stage: DecodeStage) {
        guard !isEnded, let whole = pyramid.view(pass.scale) else { return }
        let view = pass.part.map { whole.part(left: $0.left, top: $0.top, size: $0.size) } ?? whole
        binarizer.make(view, by: pass.rule, into: ink)
        search.run(
            ink,
            FinderSearch.Parameters(
                rowStep: pass.isSparse || view.height > (isLarge ? Limits.tallViewOfLarge : Limits.tallView) ? 2 : 1,
                stretch: isStill ? Limits.stretchOfStill : Limits.stretchOfFrame, seeksInverted: pass.seeksInverted,
                hitLimit: isStill ? Limits.hits(of: view) : Limits.hitsOfFrame,
                placeLimit: isStill
                    ? Limits.places(of: view, pass)
                    : stage == .first ? Limits.placesOfFirstPass : Limits.placesOfLaterPass,
                invertedPlaceLimit: isStill ? Limits.invertedPlaces(of: view) : Limits.invertedPlacesOfFrame))
        let (scale, origin) = (pass.scale.pixels, SIMD2(Float(pass.part?.left ?? 0), Float(pass.part?.top ?? 0)))
        func inPicture(_ place: FinderCandidate) -> FinderCandidate {
            FinderCandidate(
                x: place.x * scale + origin.x, y: place.y * scale + origin.y, across: place.across * scale,
                down: place.down * scale)
        }
        for place in search.invertedPlaces { invertedCandidates.append(inPicture(place)) }
        candidates.removeAll(keepingCapacity: true)
        for place in search.places { candidates.append(inPicture(place)) }
        candidates.removeAll(where: isRead)
        read(candidates, field, stage)
    }

    /// Fits finders at places, the likeliest first, and reads the symbols of their triples.
    private func read(_ candidates: [FinderCandidate], _ field: LumaField, _ stage: DecodeStage) {
        var done = 0
        var end = min(Limits.firstPlaces, candidates.count)
        while done < end {
            var isChanged = false
            for candidate in candidates[done..<end] where !isRead(candidate) {
                if isEnded { return }
                if side.pool.add(candidate, field) { isChanged = true }
            }
            if isChanged { tryTriples(field, stage) }
            done = end
            end = min(candidates.count, isStill ? placesToFit(of: field.view, done: done) : candidates.count)
        }
    }

    /// Returns how many places the finders found so far justify fitting: textures have hundreds.
    private func placesToFit(of view: GrayView, done: Int) -> Int {
        let best = side.pool.finders.first?.score ?? 0
        if best < Limits.possibleFinder, !isLarge { return done }
        let inVain = Limits.placesInVain(of: view)
        if best < Limits.likelyFinder { return inVain }
        return best < Limits.goodFinder || done < inVain ? inVain + Limits.placesForLikely : .max
    }

    /// Reads light symbols on a dark background at the places found by the passes.
    func readInverted(_ dark: LumaField, _ then: (LumaField) -> Void) {
        swap(&side, &otherSide)
        defer { swap(&side, &otherSide) }
        let known = codes.count
        let field = dark.inverted
        invertedCandidates.removeAll(where: isRead)
        read(invertedCandidates, field, .inverted)
        invertedCandidates.removeAll(keepingCapacity: true)
        then(field)
        for i in known..<codes.count { codes[i].isInverted = true }
    }

    /// Whether there are light patterns on a dark background outside the codes read so far.
    var hasInvertedCandidates: Bool {
        invertedCandidates.contains { !isRead($0) }
    }

    // MARK: - Triples and grids

    /// Reads the symbols of new triples with one fit each, for the version whose timing patterns match best.
    private func tryTriples(_ field: LumaField, _ stage: DecodeStage) {
        guard wantsCodes else { return }
        var (failures, untimed) = (0, 0)
        triples.find(in: side.pool.finders, isStill ? .wide : .usual)
        let expected = codesByFinders
        for triple in triples.all {
            let likely = 1 + max(codes.count, expected)
            let mostUntimed = Limits.untimed + Limits.untimedPerCode * (likely - 1)
            if codes.count == limit || failures >= Limits.failures * likely || untimed >= mostUntimed || isEnded {
                break
            }
            if triple.cost > Limits.unlikelyCost, triple.bestScore < Limits.likelyFinder { continue }
            if isRead(triple) || isTried(triple) { continue }
            side.tried.add(triple, at: triple.topLeft.center)
            failures += 1
            switch tryFirst(field, triple, stage) {
            case true?: failures -= 1
            case false?: break
            case nil: if isStill { (failures, untimed) = (failures - 1, untimed + 1) }
            }
        }
    }

    private func isTried(_ triple: FinderTriple) -> Bool {
        side.tried.contains(around: triple.topLeft.center, reach: FinderTriple.sameReach) { $0.isSame(as: triple) }
    }

    /// Reads a triple's symbol with one fit; keeps the triple if that fails.
    /// - Returns: `nil` if it is not likely to be a symbol.
    @discardableResult
    func tryFirst(_ field: LumaField, _ triple: FinderTriple, _ stage: DecodeStage) -> Bool? {
        guard let version = firstVersion(field, triple) else {
            if isStill { keepBent(triple) }
            return nil
        }
        let fit = fitter.quickFit(field, triple, version: version)
        if tryGrid(field, fit, ModuleThreshold.usual, stage) { return true }
        side.unread.triples.append(triple)
        return false
    }

    /// Keeps some of the triples without straight timing patterns: the paper may be bent.
    private func keepBent(_ triple: FinderTriple) {
        guard side.bent.count < Limits.lattices, triple.cost < Limits.bentCost else { return }
        side.bent.append(triple)
    }

    /// Returns the version to fit first; `nil` if none is likely.
    private func firstVersion(_ field: LumaField, _ triple: FinderTriple) -> Int? {
        if isStill, let stated = likelyVersion(field, triple) { return stated }
        guard let best = fitter.bestTiming(field, triple) else { return nil }
        if best.both.agreement >= Limits.timing { return best.both.version }
        return isStill && best.better.agreement >= Limits.oneTiming ? best.better.version : nil
    }

    /// Returns the version that a symbol states, if it is plausible for its size.
    func likelyVersion(_ field: LumaField, _ triple: FinderTriple) -> Int? {
        let estimate = SymbolFitter.estimate(triple)
        guard estimate >= 6, let stated = triple.statedVersion(field), abs(stated - estimate) <= 2 + estimate / 5
        else { return nil }
        return stated
    }

    /// Fits several versions from several starts, and the version that a symbol states.
    func tryThoroughly(_ field: LumaField) {
        for triple in side.unread.triples.prefix(tries(Limits.thorough))
        where vainTries < tries(Limits.vainTries) && !isRead(triple) {
            if isEnded { return }
            vainTries += 1
            let versions = fitter.timings(field, triple).prefix(Limits.versions).filter {
                $0.agreement >= Limits.timing
            }
            var fits = thoroughFits(field, triple, versions.map { $0.version })
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

    /// Returns the grids of the likeliest versions, best first, up to one that certainly is the symbol's.
    private func thoroughFits(_ field: LumaField, _ triple: FinderTriple, _ versions: [Int]) -> [SymbolFit] {
        var fits: [SymbolFit] = []
        for version in versions {
            fits.append(fitter.thoroughFit(field, triple, version: version))
            if fitter.isSure(fits[fits.count - 1]) { break }
        }
        return fits.sorted { $0.rank > $1.rank }
    }

    /// Returns the version that a symbol states, if it is legible.
    private func statedVersion(_ field: LumaField, _ fit: SymbolFit) -> Int? {
        grid.sample(field, fit.quad, dimension: fit.shape.dimension, into: levels)
        reader.readUnfixed(levels, into: bits)
        let stated = bits.statedVersion
        return stated.errors <= 3 ? stated.version : nil
    }

    func tryLate(_ field: LumaField) {
        for fit in bestFits.prefix(tries(Limits.late)) where !isRead(fit) {
            if isEnded { return }
            if tryGrid(field, fit, ModuleThreshold.late, .late) || !isStill { continue }
            sample(field, fit)
            _ = attemptErased(fit, .late)
        }
    }

    func tryBent(_ field: LumaField) {
        for fit in bestFits.prefix(tries(Limits.bent)) where fit.rank >= Limits.bendable && !isRead(fit) {
            guard vainTries < tries(Limits.vainTries), !isEnded else { return }
            vainTries += 1
            let isRead = bender.bend(field, fit, grid: grid) { bend in
                sample(field, fit, bend: bend)
                return attempt(fit, ModuleThreshold.usual, .bent)
            }
            if isRead || isStill && attemptErased(fit, .bent) { vainTries -= 1 }
        }
    }

    private var bestFits: [SymbolFit] { side.unread.fits.sorted { $0.rank > $1.rank } }

    /// Still pictures with several codes get more tries of each kind.
    func tries(_ count: Int) -> Int { isStill ? count + codes.count / 2 : count }

    /// Samples a grid and reads it; keeps the grid if that fails.
    private func tryGrid(
        _ field: LumaField, _ fit: SymbolFit, _ thresholds: [ModuleThreshold], _ stage: DecodeStage
    ) -> Bool {
        guard fit.rank >= Limits.rank else { return false }
        sample(field, fit, .quick)
        if attempt(fit, [.plane], stage) { return true }
        sample(field, fit)
        if attempt(fit, thresholds, stage) { return true }
        keep(fit)
        return false
    }

    /// Keeps the best of similar grids.
    private func keep(_ fit: SymbolFit) {
        let near = side.unread.fits.firstIndex { other in
            let distance = (other.quad - fit.quad) * (other.quad - fit.quad)
            let side = fit.quad.corner(0) - fit.quad.corner(1)
            return other.version == fit.version
                && distance.sum() < 8 * side.dot(side) / Float(fit.shape.dimension * fit.shape.dimension)
        }
        guard let near else { return side.unread.fits.append(fit) }
        if side.unread.fits[near].rank < fit.rank { side.unread.fits[near] = fit }
    }

    func isRead(_ fit: SymbolFit) -> Bool {
        places.contains(fit.quad.center)
    }

    private func isRead(_ candidate: FinderCandidate) -> Bool {
        places.contains(SIMD2(candidate.x, candidate.y))
    }

    /// Returns whether one of the finders lies in a code read so far.
    func isRead(_ triple: FinderTriple) -> Bool {
        places.contains(triple.topLeft.center) || places.contains(triple.topRight.center)
            || places.contains(triple.bottomLeft.center)
    }
}
