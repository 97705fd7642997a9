import RectoCore

/// The search of still pictures: at all scales and with all steps, until everything that looks like a code is read.
extension QRDecodePipeline {
    /// Other binarizations: for large codes, for noisy ones and light ones on a dark background, and for blurred and
    /// small ones.
    private static let laterPasses = [
        SearchPass(rule: .around, scale: .quarter, seeksInverted: true), SearchPass(rule: .near, scale: .quarter),
        SearchPass(rule: .near, scale: .half, seeksInverted: true), SearchPass(rule: .near, isSparse: true),
    ]
    /// The passes for codes whose finder patterns the first pass misses: large, shaded and blurred ones.
    private static let laterPassesWithoutHint = [laterPasses[0], laterPasses[2]]

    /// Searches a picture at all scales. Large pictures start at the smallest scale, where noise and moiré are
    /// averaged out and large codes are cheap. Small pictures start at full size, and need no other scale if no
    /// finder pattern is found, or if all found ones have been read.
    func readStill(_ view: GrayView) {
        scales.start(view)
        let order = isLarge ? PicturePyramid.Scale.allCases.reversed() : PicturePyramid.Scale.allCases
        isHinted = false
        for (step, scale) in order.enumerated() where codes.count < limit && !isEnded {
            share = Double(step) / Double(order.count + 1)
            guard let view = scales.view(scale), scale == .whole || view.size.area >= Limits.smallestView else {
                continue
            }
            readAll(view, pixels: scale.pixels, isLarge ? [] : Self.laterPassesWithoutHint)
            if !isLarge, isSettled || !isHinted && view.size.area < Limits.halvedPicture { break }
        }
        share = Double(order.count) / Double(order.count + 1)
        if codes.isEmpty, !isEnded { readShadows(isLarge ? .quarter : .whole) }
        codes = Self.inReadingOrder(codes)
    }

    /// Reads a picture with brightened dark parts, because shadows have little contrast, if it is dim or shows a finder
    /// pattern.
    private func readShadows(_ scale: PicturePyramid.Scale) {
        guard let view = scales.view(scale) else { return }
        let levels = LumaField.Levels(of: view)
        guard isHinted || levels.isDim else { return }
        let stretch = Self.stretch(above: Int(levels.black))
        stretched.reshape(width: view.width, height: view.height)
        for y in 0..<view.height {
            let (row, target) = (view.row(y), stretched.base + y * view.width)
            for x in 0..<view.width { target[x] = stretch[Int(row[x])] }
        }
        let lighter = try? GrayView(
            base: stretched.base, byteCount: view.size.area, size: view.size, stride: view.width)
        if let lighter { readAll(lighter, pixels: scale.pixels, isHinted ? [] : Self.laterPassesWithoutHint) }
    }

    /// The square roots of levels above black, scaled to 0…255: with them, ink and paper in shadow differ nearly as much
    /// as in light.
    private static func stretch(above black: Int) -> [UInt8] {
        let range = Float(max(1, 255 - black))
        return (0..<256).map { UInt8((Float(max(0, $0 - black)) / range).squareRoot() * 255) }
    }

    /// Reads a view of the picture with all necessary passes.
    /// - Parameter withoutHint: The passes to make if no finder pattern is seen.
    private func readAll(_ view: GrayView, pixels: Float, _ withoutHint: [SearchPass]) {
        enter(view, pixels: pixels)
        let field = LumaField(view)
        run(SearchPass(rule: .around, seeksInverted: true), field, pixels == 1 ? .first : .ink)
        if pixels == 1 { keepSightings(sightedFits) }
        retry(field)
        readLight(field)
        for pass in withoutHint where !hasGoodFinder {
            run(pass, field, .ink)
            retry(field)
        }
        for pass in Self.laterPasses where (isHinted || hasGoodFinder) && !isSettled {
            run(pass, field, .ink)
            retry(field)
        }
        if !isSettled { readLight(field) }
        readSmall(field)
        if !isSettled, wantsCodes { tryHidden(field) }
        if hasGoodFinder { isHinted = true }
        if pixels == 1 { dropSightings() }
    }

    private func readLight(_ field: LumaField) {
        guard hasInvertedCandidates else { return }
        readInverted(field) {
            retry($0)
            readSmall($0)
        }
    }

    /// Tries harder if some grids were not read.
    private func retry(_ field: LumaField) {
        tryThoroughly(field)
        tryLate(field)
        tryModelOne(field)
        tryLattice(field)
        tryBent(field)
        side.forgetUnread()
    }

    /// Follows the timing and alignment patterns of symbols on bent paper.
    private func tryLattice(_ field: LumaField) {
        var left = Limits.lattices
        for triple in side.unread.triples + side.bent
        where triple.bestScore >= Limits.goodFinder && left > 0 && vainLattices < tries(Limits.vainLattices)
            && codes.count < limit && !isRead(triple)
        {
            if isEnded { return }
            (left, vainLattices) = (left - 1, vainLattices + 1)
            for version in versionsOfBent(field, triple) where tryLattice(field, triple, version) {
                (left, vainLattices) = (left + 1, vainLattices - 1)
                break
            }
        }
    }

    /// Returns the version that a symbol states, or the versions of about its size.
    private func versionsOfBent(_ field: LumaField, _ triple: FinderTriple) -> [Int] {
        if let stated = likelyVersion(field, triple) { return [stated] }
        let estimate = SymbolFitter.estimate(triple)
        return [estimate, estimate - 1, estimate + 1].filter { 1...Limits.unstatedVersion ~= $0 }
    }

    private func tryLattice(_ field: LumaField, _ triple: FinderTriple, _ version: Int) -> Bool {
        let shape = SymbolShape(version: version)
        let corners = FinderCorners(triple, shape)
        let quad = (corners.perspective ?? corners.affine).quad(dimension: shape.dimension)
        guard
            let (start, timing) = lattice.trace(field, triple, quad, shape, minimumTiming: Limits.bentTiming)
        else { return false }
        let fit = SymbolFit(version: version, quad: quad, agreement: timing, timing: timing)
        sample(field, fit, bend: start)
        // Where glare leaves no contrast, modules cannot move to where they have most.
        if attempt(fit, ModuleThreshold.usual, .bent) || attemptInGlare(fit, .bent) { return true }
        let isRead = bender.bend(field, fit, from: start, grid: grid) { bend in
            sample(field, fit, bend: bend)
            return attempt(fit, ModuleThreshold.usual, .bent)
        }
        return isRead || attempt(fit, ModuleThreshold.late, .bent) || attemptErased(fit, .bent)
    }

    /// Adds the third finder where two others imply it: it may be covered, torn off or beyond the border.
    private func tryHidden(_ field: LumaField) {
        let seen = side.pool.finders.filter { finder in
            finder.score >= Limits.partFinder && !places.contains(finder.center)
        }.prefix(Limits.findersOfHidden)
        let good = seen.prefix { $0.score >= Limits.goodFinder }
        // At full size, three finder patterns belong to a symbol that is damaged in another way.
        guard pixels > 1 || good.count != 3 else { return }
        var found: [FinderTriple] = []
        for (i, a) in good.enumerated() {
            for b in seen[(seen.startIndex + i + 1)...] { found += FinderTriple.withHidden(a, b) }
        }
        let likely = found.sorted { $0.cost < $1.cost }.prefix(Limits.hidden)
        for (i, triple) in likely.enumerated() where codes.count < limit && !isRead(triple) {
            if isEnded { return }
            tryFirst(field, i < Limits.placedHidden ? placed(field, triple) : triple, .late)
        }
        retry(field)
    }

    /// Moves the hidden finder of a triple to where the timing patterns match best: perspective shifts it from where
    /// the others imply it.
    private func placed(_ field: LumaField, _ triple: FinderTriple) -> FinderTriple {
        let reach = 3
        let step = max(1, Limits.hiddenReach * triple.armModules / Float(reach))
        var best = (agreement: -Float.infinity, triple: triple)
        for j in -reach...reach {
            for i in -reach...reach {
                let moved = triple.movingHidden(SIMD2(Float(i), Float(j)) * step)
                guard let agreement = fitter.bestTiming(field, moved)?.both.agreement else { continue }
                if agreement > best.agreement { best = (agreement, moved) }
            }
        }
        return best.triple
    }

    /// Whether codes were read, and no good finder pattern lies outside them.
    private var isSettled: Bool { !codes.isEmpty && !hasUnreadFinder(side) && !hasUnreadFinder(otherSide) }

    private func hasUnreadFinder(_ side: Side) -> Bool {
        side.pool.finders.contains { finder in
            finder.score >= Limits.goodFinder && !places.contains(finder.center)
        }
    }

    /// Whether the current view shows a finder pattern, whether its code was read or not.
    private var hasGoodFinder: Bool {
        max(side.pool.finders.first?.score ?? 0, otherSide.pool.finders.first?.score ?? 0) >= Limits.goodFinder
    }

    /// The number of codes that the good finders suffice for. On a sheet with rows of codes, triples across the gaps
    /// may seem likelier than the symbols' own.
    var codesByFinders: Int {
        guard isStill else { return 0 }
        return side.pool.finders.reduce(0) { $1.score >= Limits.goodFinder ? $0 + 1 : $0 } / 3
    }

    /// Sorts codes into rows from the top, each from left to right.
    static func inReadingOrder(_ codes: [Code]) -> [Code] {
        var rest = codes.map { (code: $0, center: $0.corners.center, height: $0.corners.height) }
            .sorted { $0.center.y < $1.center.y }[...]
        var ordered: [Code] = []
        while let first = rest.first {
            let row = rest.prefix { $0.center.y - first.center.y < first.height / 2 }
            ordered += row.sorted { $0.center.x < $1.center.x }.map { $0.code }
            rest = rest.dropFirst(row.count)
        }
        return ordered
    }
}

extension Quad {
    fileprivate var center: Point2D {
        (0..<4).reduce(Point2D(x: 0, y: 0)) { Point2D(x: $0.x + self[$1].x / 4, y: $0.y + self[$1].y / 4) }
    }

    fileprivate var height: Double {
        let ys = (0..<4).map { self[$0].y }
        return (ys.max() ?? 0) - (ys.min() ?? 0)
    }
}
