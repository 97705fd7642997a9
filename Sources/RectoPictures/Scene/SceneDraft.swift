import RectoCore

/// Everything that a seed determines about a scene, and its rendering.
///
/// Each part uses a separate generator: see ``SeededGenerator/init(seed:part:)``.
struct SceneDraft {
    private enum Part: UInt64 {
        case background = 10
        case sheet, viewpoint, material, clutter, light, sensor, hand, paper, spread, block, blockShadow
    }

    private let seed: UInt64
    private let options: SceneComposer.Options
    private let background: BackgroundKind
    private var plan: PageComposer.Plan
    private(set) var viewpoint: Viewpoint
    private(set) var quad: Quad
    private var flags = SceneFlags()
    /// Sheets beside the page.
    private var otherSheets: [Sheet] = []

    init(seed: UInt64, size: PixelSize, options: SceneComposer.Options) {
        self.seed = seed
        self.options = options
        var generator = SeededGenerator(seed: seed, part: Part.background.rawValue)
        let drawnBackground = generator.pick(BackgroundKind.allCases)
        background = options.background ?? drawnBackground
        plan = PageComposer().plan(seed: seed, kind: options.kind, language: options.language)

        var sheetGenerator = SeededGenerator(seed: seed, part: Part.sheet.rawValue)
        var template = Self.sheet(for: plan, options, &sheetGenerator)
        var blockGenerator = SeededGenerator(seed: seed, part: Part.block.rawValue)
        template.thickness = Self.thickness(for: plan, options, &blockGenerator)
        if template.thickness > 0, options.kind == nil, blockGenerator.chance(0.4) {
            // A book with its cover, not a pad.
            plan = PageComposer().plan(seed: seed, kind: .poster, format: plan.format, language: plan.language)
        }
        let wantsPartial = sheetGenerator.chance(0.1) && options.allowsPartial && !options.onlyGeometry
        var viewGenerator = SeededGenerator(seed: seed, part: Part.viewpoint.rawValue)
        if options.sheetCount > 1 {
            var spreadGenerator = SeededGenerator(seed: seed, part: Part.spread.rawValue)
            let spread = SheetSpread(of: template, count: options.sheetCount, in: size, &spreadGenerator)
            viewpoint = Viewpoint(&viewGenerator, size: size, sheet: spread.whole, wantsPartial: false)
            // A camera for several sheets is not farther away than necessary.
            for _ in 0..<20 where viewpoint.sheet.quad(viewpoint.camera).area < 0.45 * Double(size.area) {
                viewpoint = Viewpoint(&viewGenerator, size: size, sheet: spread.whole, wantsPartial: false)
            }
            let sheets = spread.sheets(on: viewpoint.sheet, like: template)
            viewpoint.sheet = sheets[0]
            otherSheets = Array(sheets.dropFirst())
        } else {
            viewpoint = Viewpoint(&viewGenerator, size: size, sheet: template, wantsPartial: wantsPartial)
        }
        quad = viewpoint.sheet.quad(viewpoint.camera)

        if case .flat = template.curl {} else { flags.curl = true }
        flags.corner = template.cornerRadius > 0 || template.dogEar != nil
        flags.partial = quad.corners.contains {
            $0.x < 0 || $0.y < 0 || $0.x > Double(size.width) || $0.y > Double(size.height)
        }
    }

    /// The same scene seen by another camera.
    func seen(by camera: PinholeCamera) -> SceneDraft {
        var draft = self
        draft.viewpoint.camera = camera
        draft.quad = viewpoint.sheet.quad(camera)
        return draft
    }

    /// The same scene with another page of the same kind and format in place of the page.
    func turningPage(to seed: UInt64) -> SceneDraft {
        var draft = self
        draft.plan = PageComposer().plan(
            seed: seed, kind: plan.kind, format: plan.format, language: plan.language)
        return draft
    }

    private static func sheet(
        for plan: PageComposer.Plan, _ options: SceneComposer.Options, _ generator: inout SeededGenerator
    ) -> Sheet {
        var sheet = Sheet(
            width: plan.format.width, height: plan.format.height, center: Point2D(x: 0, y: 0), angle: 0)
        let long = max(sheet.width, sheet.height)
        let curls = generator.chance(plan.kind == .receipt ? 0.4 : 0.12)
        let rise = long * generator.uniform(0.02, 0.11)
        let both = generator.chance(0.5)
        let folds = generator.chance(0.06)
        let fold = (corner: generator.integer(0...3), side: long * generator.uniform(0.03, 0.08))
        guard !options.onlyGeometry else { return sheet }
        switch plan.kind {
        case .identityCard: sheet.cornerRadius = 3.18
        case .businessCard, .photograph: break
        default:
            if curls { sheet.curl = both ? .bothEnds(rise: rise) : .oneEnd(rise: rise) }
            if folds, !curls { sheet.dogEar = fold }
        }
        return sheet
    }

    /// Three pages in ten are the top of a pad or a book.
    private static func thickness(
        for plan: PageComposer.Plan, _ options: SceneComposer.Options, _ generator: inout SeededGenerator
    ) -> Double {
        let isThick = generator.chance(0.3)
        let thickness = generator.uniform(3, 40)
        switch plan.kind {
        case .receipt, .identityCard, .businessCard, .photograph: return 0
        default: return isThick && options.sheetCount == 1 && !options.onlyGeometry ? thickness : 0
        }
    }

    private var camera: PinholeCamera { viewpoint.camera }
    private var size: PixelSize { camera.size }

    private func generator(_ part: Part) -> SeededGenerator { SeededGenerator(seed: seed, part: part.rawValue) }

    /// Pixels per millimeter where the page appears largest.
    var pageScale: Double {
        let sheet = viewpoint.sheet
        return Quad(width: sheet.width, height: sheet.height).corners
            .map { corner in
                let place = sheet.place(corner)
                return camera.scale(atDesk: Point2D(x: place.x, y: place.y))
            }
            .max() ?? 1
    }

    func render(fonts: FontLibrary) throws(FontError) -> Scene {
        let pageScale = self.pageScale
        let page = try PageComposer().draw(plan, pixelsPerMillimetre: pageScale * 1.2, fonts: fonts)
        if options.onlyGeometry { return scene(geometry(), page: page, flags: flags, sensor: nil) }
        var flags = self.flags
        let picture = try paint(page, hand: true, fonts: fonts, flags: &flags)
        let (sensor, quality) = sensor()
        flags.blur = sensor.isBlurred
        flags.noise = sensor.shotNoise > 0.0005
        return scene(sensor.expose(picture), page: page, flags: flags, sensor: quality)
    }

    /// The light of the scene without a hand, before the sensor.
    func light(fonts: FontLibrary) throws(FontError) -> LightImage {
        let page = try PageComposer().draw(plan, pixelsPerMillimetre: pageScale * 1.2, fonts: fonts)
        var flags = self.flags
        return try paint(page, hand: false, fonts: fonts, flags: &flags)
    }

    /// The scene's sensor, and a suitable JPEG quality.
    func sensor() -> (sensor: CameraSensor, quality: Int) {
        var generator = self.generator(.sensor)
        let sensor = CameraSensor(&generator, size: size)
        return (sensor, generator.integer(55...95))
    }

    /// - Parameter hand: Whether a hand may hold the page.
    private func paint(
        _ page: FlatPage, hand: Bool, fonts: FontLibrary, flags: inout SceneFlags
    ) throws(FontError) -> LightImage {
        var sheetGenerator = generator(.paper)
        let reflectance = Float(sheetGenerator.uniform(0.78, 0.92))
        let relief = PaperRelief(&sheetGenerator, kind: plan.kind, format: plan.format)
        var lightGenerator = generator(.light)
        let shadowDirection = Point2D.direction(lightGenerator.uniform(0, 2 * .pi))
        let lighting = Lighting(&lightGenerator, size: size, around: quad.centroid)

        let layer =
            options.hasPage
            ? SheetLayer(
                viewpoint.sheet, texture: MipTexture(page.image), camera: camera, reflectance: reflectance,
                relief: relief)
            : nil
        var picture = LightImage(size: size)
        paintDesk(&picture, under: layer, paper: paperLight(of: page, reflectance))
        try paintClutter(&picture, fonts: fonts, shadowDirection)
        if let layer {
            try paintOtherSheets(&picture, shadowDirection, fonts: fonts)
            paintContactShadow(&picture, of: viewpoint.sheet, shadowDirection, scale: pageScale, &sheetGenerator)
            if viewpoint.sheet.thickness > 0 {
                paintBlock(&picture, under: viewpoint.sheet, paper: paperLight(of: page, reflectance), shadowDirection)
            }
            layer.composite(over: &picture)
            var handGenerator = generator(.hand)
            if handGenerator.chance(0.12), hand {
                Hand(&handGenerator, page: quad, scale: pageScale)
                    .draw(on: &picture, shadowDirection: shadowDirection, scale: pageScale)
                flags.occluded = true
            }
        }
        lighting.apply(to: &picture)
        flags.shadow = !lighting.shadows.isEmpty
        flags.glare = lighting.glare != nil
        return picture
    }

    private func scene(_ picture: RGBImage, page: FlatPage, flags: SceneFlags, sensor quality: Int?) -> Scene {
        var flags = flags
        if !options.hasPage {
            flags.partial = false
            flags.curl = false
            flags.corner = false
        }
        var scene = Scene(
            seed: seed, picture: picture, quad: options.hasPage ? quad : nil, background: background, flags: flags,
            page: options.hasPage ? page : nil, pageSeed: plan.seed, tiltDegrees: viewpoint.tilt * 180 / .pi,
            focal: camera.focal, jpegQuality: quality ?? 95)
        if options.hasPage { scene.otherQuads = otherSheets.map { $0.quad(camera) } }
        return scene
    }

    /// The covered shares as gray values.
    private func geometry() -> RGBImage {
        var image = RGBImage(size: size)
        guard options.hasPage else { return image }
        for quad in [quad] + otherSheets.map({ $0.quad(camera) }) {
            guard let mask = CoverageMask(Path(quad), within: size) else { continue }
            image.withMutableView { view in
                for row in 0..<mask.height {
                    let target = view.row(mask.y + row) + 3 * mask.x
                    for column in 0..<3 * mask.width {
                        let value = UInt8(mask.values[row * mask.width + column / 3] * 255 + 0.5)
                        target[column] = max(target[column], value)
                    }
                }
            }
        }
        return image
    }

    /// The light reflected by the page's unprinted paper; that of white paper for fully printed pages.
    private func paperLight(of page: FlatPage, _ reflectance: Float) -> LinearRGB {
        switch page.kind {
        case .poster, .identityCard: LinearRGB(SRGB(0xFCFCFA)) * reflectance
        default: LinearRGB(page.paper) * reflectance
        }
    }

    private func paintDesk(_ picture: inout LightImage, under layer: SheetLayer?, paper: LinearRGB) {
        let material = self.material(paper: paper)
        let map = camera.pictureToDesk
        let determinant = abs(map.determinant)
        let width = size.width
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<size.height {
                for x in 0..<width {
                    let index = y * width + x
                    if let layer, layer.coverage[index] >= 1 { continue }
                    let center = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
                    let w = abs(map.g * center.x + map.h * center.y + map.i)
                    let footprint = (determinant / (w * w * w)).squareRoot()
                    let place = map.map(center)
                    pixels[index] = material.color(x: Float(place.x), y: Float(place.y), footprint: Float(footprint))
                }
            }
        }
    }

    private func material(paper: LinearRGB) -> any DeskMaterial {
        var generator = self.generator(.material)
        switch background {
        case .plain:
            return PlainMaterial(&generator)
        case .nearWhite:
            // 1...12 gray levels of difference, usually darker, slightly different in hue.
            let levels = generator.uniform(1, 12) * (generator.chance(0.8) ? -1 : 0.5)
            let coded = SRGB(paper)
            func shifted(_ value: UInt8) -> UInt8 {
                UInt8(max(0, min(255, (Double(value) + levels + generator.normal() * 1.2).rounded())))
            }
            let base = LinearRGB(SRGB(shifted(coded.r), shifted(coded.g), shifted(coded.b)))
            return PlainMaterial(
                base, grain: Float(generator.uniform(0, 0.02)), mottle: Float(generator.uniform(0, 0.03)), &generator)
        case .wood:
            return WoodMaterial(&generator)
        case .stripes:
            return StripeMaterial(&generator)
        case .tiles:
            return TileMaterial(&generator)
        case .clutter:
            return generator.chance(0.6) ? WoodMaterial(&generator) : PlainMaterial(&generator)
        case .busy:
            return BusyMaterial(&generator)
        case .dark:
            return PlainMaterial(dark: &generator)
        }
    }

    private func paintClutter(_ picture: inout LightImage, fonts: FontLibrary, _ shadowDirection: Point2D)
        throws(FontError)
    {
        var generator = self.generator(.clutter)
        let few = generator.chance(0.25)
        let leaves = generator.chance(0.3)
        var clutter = Clutter(generator, camera: camera, fonts: fonts, shadowDirection: shadowDirection)
        let hidden = options.hasPage ? quad : nil
        switch background {
        case .clutter: try clutter.drawDesk(on: &picture, page: hidden)
        case .busy: if leaves { clutter.drawLeaves(on: &picture) }
        default: if few { clutter.drawFew(on: &picture, page: hidden) }
        }
    }

    /// Paints the sheets beside the page, each with a different page.
    private func paintOtherSheets(
        _ picture: inout LightImage, _ direction: Point2D, fonts: FontLibrary
    ) throws(FontError) {
        for (index, sheet) in otherSheets.enumerated() {
            var generator = SeededGenerator(seed: seed, part: Part.spread.rawValue + UInt64(index) + 1)
            let reflectance = Float(generator.uniform(0.78, 0.92))
            let relief = PaperRelief(&generator, kind: plan.kind, format: plan.format)
            let plan = PageComposer().plan(
                seed: generator.next(), kind: plan.kind, format: plan.format, language: plan.language)
            let page = try PageComposer().draw(plan, pixelsPerMillimetre: pageScale * 1.2, fonts: fonts)
            paintContactShadow(&picture, of: sheet, direction, scale: pageScale, &generator)
            SheetLayer(sheet, texture: MipTexture(page.image), camera: camera, reflectance: reflectance, relief: relief)
                .composite(over: &picture)
        }
    }

    /// Paints the sides of the pad or book below the page: cut paper, or the cover's spine on one side.
    private func paintBlock(
        _ picture: inout LightImage, under sheet: Sheet, paper: LinearRGB, _ shadowDirection: Point2D
    ) {
        var generator = self.generator(.block)
        let spine = generator.integer(0...5)
        let spineColor = LinearRGB(
            SRGB(
                UInt8(generator.integer(10...200)), UInt8(generator.integer(10...200)),
                UInt8(generator.integer(10...200))))
        let cutPaper = paper * Float(generator.uniform(0.55, 0.95))
        let corners = Quad(width: sheet.width, height: sheet.height).corners
        for side in 0..<4 {
            let (from, to) = (corners[side], corners[(side + 1) & 3])
            let along = sheet.foot(to) - sheet.foot(from)
            let outwards = Point2D(x: along.y, y: -along.x)
            // Sides facing away from the light are in shadow.
            let facing = outwards.x * shadowDirection.x + outwards.y * shadowDirection.y
            let shade = Float(0.72 - 0.24 * facing / max(outwards.length, 1e-9))
            let face = [sheet.place(from), sheet.place(to), sheet.foot(to), sheet.foot(from)].map { camera.project($0) }
            picture.fill(Path(polygon: face), (side == spine ? spineColor : cutPaper) * shade)
        }
    }

    /// Paints the shadow on the desk: a dark seam where the sheet's border is slightly raised, or the shadow of a thick
    /// block.
    private func paintContactShadow(
        _ picture: inout LightImage, of sheet: Sheet, _ direction: Point2D, scale: Double,
        _ generator: inout SeededGenerator
    ) {
        let height = generator.uniform(0.3, 2.2)
        var strength = Float(generator.uniform(0.2, 0.6))
        var softness = height
        if sheet.thickness > 0 {
            var generator = self.generator(.blockShadow)
            strength = Float(generator.uniform(0.25, 0.75))
            softness += sheet.thickness * generator.uniform(0.04, 0.3)
        }
        // The shadow of a block extends from its base to the projection of its top.
        let lifts = sheet.thickness > 0 ? [0, 1] : [1.0]
        let points = lifts.flatMap { share in
            Quad(width: sheet.width, height: sheet.height).corners.map { corner in
                let place = sheet.place(corner)
                let lift = (height + place.z) * share * 0.7
                return camera.project(Point3D(place.x + direction.x * lift, place.y + direction.y * lift, 0))
            }
        }
        guard points.allSatisfy(\.isFinite) else { return }
        let size = self.size
        let outline = sheet.thickness > 0 ? Path(hullOf: points) : Path(polygon: points)
        SoftMask(outline, within: size, radius: max(1, softness * scale * 1.4)).forEach(in: size) { x, y, value in
            let index = y * size.width + x
            picture.pixels[index] = picture.pixels[index] * (1 - strength * min(1, value))
        }
    }
}
