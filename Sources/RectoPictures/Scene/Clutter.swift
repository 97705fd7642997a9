import RectoCore

/// Objects on a desk, drawn from bottom to top.
struct Clutter {
    private var generator: SeededGenerator
    private let camera: PinholeCamera
    private let fonts: FontLibrary
    /// Direction of shadows on the desk.
    private let shadowDirection: Point2D

    init(
        _ generator: SeededGenerator, camera: PinholeCamera, fonts: FontLibrary, shadowDirection: Point2D
    ) {
        self.generator = generator
        self.camera = camera
        self.fonts = fonts
        self.shadowDirection = shadowDirection
    }

    /// Papers and objects all over the desk, some of them under the page.
    ///
    /// - Parameter page: The page that will lie on top. Without one, nothing is drawn that a scanner could rightly take
    ///   for a page: no papers, notes or books.
    mutating func drawDesk(on picture: inout LightImage, page: Quad?) throws(FontError) {
        for _ in 0..<generator.integer(1...4) {
            let place = self.place(near: page)
            if let page { try drawPaper(on: &picture, at: place, beside: page) }
        }
        for _ in 0..<generator.integer(2...6) {
            let place = self.place(near: page)
            switch generator.integer(0...(page == nil ? 5 : 7)) {
            case 0, 1: drawPen(on: &picture, at: place)
            case 2: drawCup(on: &picture, at: place)
            case 3: drawKeyboard(on: &picture, at: place)
            case 4: drawCable(on: &picture, from: place)
            case 5: drawPhone(on: &picture, at: place)
            case 6: drawNote(on: &picture, at: place)
            default: drawBook(on: &picture, at: place, beside: page)
            }
        }
    }

    /// Draws one or two small objects beside the page.
    mutating func drawFew(on picture: inout LightImage, page: Quad?) {
        for _ in 0..<generator.integer(1...2) {
            let place = self.place(near: page)
            switch generator.integer(0...4) {
            case 0, 1: drawPen(on: &picture, at: place)
            case 2: drawCup(on: &picture, at: place)
            case 3: drawCable(on: &picture, from: place)
            default: drawPhone(on: &picture, at: place)
            }
        }
    }

    /// Draws leaves all over the ground.
    mutating func drawLeaves(on picture: inout LightImage) {
        let hue = generator.uniform(0.08, 0.38)
        let count = generator.integer(150...350)
        for _ in 0..<count {
            let place = self.place(near: nil)
            let length = generator.uniform(25, 60)
            let turn = generator.uniform(0, 2 * .pi)
            let wide = length * generator.uniform(0.15, 0.3)
            let tip = Point2D(x: length, y: 0)
            let upper = Path.bezier(
                Point2D(x: 0, y: 0), Point2D(x: length * 0.25, y: -wide), Point2D(x: length * 0.7, y: -wide), tip,
                steps: 8)
            let outline = upper + upper.reversed().map { Point2D(x: $0.x, y: -$0.y) }
            let color = LinearRGB(
                SRGB(
                    hue: hue + generator.uniform(-0.05, 0.05), saturation: generator.uniform(0.4, 0.9),
                    brightness: generator.uniform(0.15, 0.75)))
            func turned(_ p: Point2D) -> Point2D { place + p.rotated(by: turn) }
            fill(
                Path(polygon: outline.map(turned).map { $0 + shadowDirection * 2 }), LinearRGB(gray: 0.02), 0.5,
                &picture)
            fill(Path(polygon: outline.map(turned)), color, 1, &picture)
            var vein = Path()
            vein.addStroke([turned(Point2D(x: 0, y: 0)), turned(tip)], width: 0.8)
            fill(vein, color * 1.4, 0.7, &picture)
        }
    }

    /// A visible place on the desk, preferably not under the page.
    private mutating func place(near page: Quad?) -> Point2D {
        let size = camera.size
        var best = Point2D(x: 0, y: 0)
        for _ in 0..<4 {
            best = Point2D(
                x: Double(size.width) * generator.uniform(-0.05, 1.05),
                y: Double(size.height) * generator.uniform(-0.05, 1.05))
            guard let page, contains(page, best) else { break }
        }
        return camera.pictureToDesk.map(best)
    }

    private func contains(_ quad: Quad, _ point: Point2D) -> Bool {
        (0..<4).allSatisfy { (quad[($0 + 1) & 3] - quad[$0]).cross(point - quad[$0]) > 0 }
    }

    /// The path in the picture; `nil` if a point of it is not in front of the camera.
    private func seen(_ path: Path, height: Double = 0) -> Path? {
        let visible = path.polygons.allSatisfy { polygon in
            polygon.allSatisfy { (Point3D($0.x, $0.y, height) - camera.position).dot(camera.forward) > 20 }
        }
        return visible ? path.map { camera.project(Point3D($0.x, $0.y, height)) } : nil
    }

    private func fill(
        _ path: Path, _ color: LinearRGB, _ opacity: Float, height: Double = 0, _ picture: inout LightImage
    ) {
        guard let seen = seen(path, height: height) else { return }
        picture.fill(seen, color, opacity: opacity)
    }

    /// Darkens the surroundings of an object that rises `height` millimeters above the desk.
    private func shade(_ path: Path, height: Double, strength: Float, _ picture: inout LightImage) {
        let shift = shadowDirection * (height * 0.6)
        guard let seen = seen(path.map { $0 + shift }), let polygon = path.polygons.first else { return }
        let pixels = camera.scale(atDesk: polygon[0]) * max(0.8, height * 0.5)
        let size = picture.size
        SoftMask(seen, within: size, radius: min(pixels, 60)).forEach(in: size) { x, y, value in
            let index = y * size.width + x
            picture.pixels[index] = picture.pixels[index] * (1 - strength * min(1, value))
        }
    }

    private func turnedBox(at place: Point2D, _ width: Double, _ height: Double, radius: Double, _ turn: Double) -> Path
    {
        Path(x: -width / 2, y: -height / 2, width: width, height: height, radius: radius)
            .map { place + $0.rotated(by: turn) }
    }

    /// Draws another paper, unless it could be taken for the scene's page.
    private mutating func drawPaper(
        on picture: inout LightImage, at place: Point2D, beside page: Quad
    ) throws(FontError) {
        let composer = PageComposer()
        let plan = composer.plan(seed: generator.next())
        var sheet = Sheet(
            width: plan.format.width, height: plan.format.height, center: place, angle: generator.normal() * 0.5)
        sheet.cornerRadius = plan.kind == .identityCard ? 3.2 : 0
        let outline = Path(Quad(width: sheet.width, height: sheet.height)).map {
            let p = sheet.place($0)
            return Point2D(x: p.x, y: p.y)
        }
        guard seen(outline) != nil, !rivals(sheet.quad(camera), page) else { return }
        let scale = min(6, max(0.3, camera.scale(atDesk: place) * 1.1))
        let flat = try composer.draw(plan, pixelsPerMillimetre: scale, fonts: fonts)
        shade(outline, height: generator.uniform(0.6, 3), strength: 0.45, &picture)
        SheetLayer(
            sheet, texture: MipTexture(flat.image), camera: camera, reflectance: Float(generator.uniform(0.7, 0.9))
        )
        .composite(over: &picture)
    }

    /// Whether a paper is fully visible and about as large as the page, so that either could be meant.
    private func rivals(_ paper: Quad, _ page: Quad) -> Bool {
        let visible = paper.corners.allSatisfy {
            $0.x > 0 && $0.y > 0 && $0.x < Double(camera.size.width) && $0.y < Double(camera.size.height)
        }
        return visible && paper.area > 0.4 * page.area && paper.intersectionOverUnion(with: page) < 0.02
    }

    private mutating func drawPen(on picture: inout LightImage, at place: Point2D) {
        let turn = generator.uniform(0, 2 * .pi)
        let length = generator.uniform(125, 155)
        let width = generator.uniform(7, 11)
        let color = LinearRGB(
            SRGB(hue: generator.unit(), saturation: generator.uniform(0, 0.9), brightness: generator.uniform(0.1, 0.9)))
        let body = Path(polygon: [
            Point2D(x: -length / 2, y: -width / 2), Point2D(x: length * 0.38, y: -width / 2),
            Point2D(x: length / 2, y: -0.6), Point2D(x: length / 2, y: 0.6), Point2D(x: length * 0.38, y: width / 2),
            Point2D(x: -length / 2, y: width / 2),
        ])
        func turned(_ path: Path) -> Path { path.map { place + $0.rotated(by: turn) } }
        shade(turned(body), height: width * 0.8, strength: 0.55, &picture)
        fill(turned(body), color, 1, height: width / 2, &picture)
        let third = width / 3
        fill(
            turned(Path(x: -length / 2, y: third / 2, width: length * 0.88, height: third)), color * 0.45, 0.8,
            height: width / 2, &picture)
        fill(
            turned(Path(x: -length / 2, y: -third, width: length * 0.88, height: third * 0.5)), LinearRGB(gray: 0.9),
            0.5, height: width / 2, &picture)
        fill(
            turned(Path(x: length * 0.32, y: -width / 2, width: 5, height: width)), LinearRGB(gray: 0.5), 1,
            height: width / 2, &picture)
        fill(
            turned(Path(x: -length / 2 + 4, y: -width * 0.2, width: 36, height: width * 0.4)), LinearRGB(gray: 0.62), 1,
            height: width * 0.8, &picture)
    }

    private mutating func drawCup(on picture: inout LightImage, at place: Point2D) {
        let radius = generator.uniform(34, 46)
        let tall = generator.uniform(60, 95)
        let glaze = LinearRGB(
            SRGB(hue: generator.unit(), saturation: generator.uniform(0, 0.6), brightness: generator.uniform(0.3, 0.95))
        )
        func circle(_ r: Double, _ center: Point2D) -> Path { Path(ellipseAt: center, radii: Point2D(x: r, y: r)) }
        if generator.chance(0.4) {
            shade(circle(radius * 1.75, place), height: 8, strength: 0.4, &picture)
            fill(circle(radius * 1.75, place), glaze * 0.9, 1, height: 4, &picture)
            fill(circle(radius * 1.2, place), glaze * 0.75, 1, height: 4, &picture)
        }
        shade(circle(radius * 0.95, place), height: 30, strength: 0.5, &picture)
        // The wall as a stack of rings from the base to the rim.
        let rings = 24
        for ring in 0...rings {
            let share = Double(ring) / Double(rings)
            let shadeOfRing = Float(0.5 + 0.35 * share)
            fill(circle(radius * (0.8 + 0.2 * share), place), glaze * shadeOfRing, 1, height: tall * share, &picture)
        }
        fill(circle(radius, place), glaze, 1, height: tall, &picture)
        fill(circle(radius * 0.93, place), glaze * 0.35, 1, height: tall, &picture)
        let drink = generator.pick([LinearRGB(0x2A1608), LinearRGB(0x6B3A1A), LinearRGB(0x8A5A20), LinearRGB(0x1A0E06)])
        fill(circle(radius * 0.88, place), drink, 1, height: tall * 0.88, &picture)
        let handle = place + Point2D.direction(generator.uniform(0, 2 * .pi)) * (radius * 1.25)
        let loop = Path(ellipseAt: handle, radii: Point2D(x: radius * 0.42, y: radius * 0.42)).polygons[0]
        var handlePath = Path()
        handlePath.addStroke(loop + [loop[0]], width: 8)
        fill(handlePath, glaze * 0.7, 1, height: tall * 0.6, &picture)
    }

    private mutating func drawKeyboard(on picture: inout LightImage, at place: Point2D) {
        let turn = generator.normal() * 0.3
        let black = generator.chance(0.6)
        let body = LinearRGB(gray: black ? 0.02 : 0.55)
        let key = LinearRGB(gray: black ? 0.045 : 0.8)
        shade(turnedBox(at: place, 292, 112, radius: 6, turn), height: 16, strength: 0.5, &picture)
        fill(turnedBox(at: place, 292, 112, radius: 6, turn), body, 1, height: 10, &picture)
        var keys = Path()
        for row in 0..<5 {
            for column in 0..<14 {
                // The space bar takes the middle of the lowest row.
                if row == 4, 4...8 ~= column { continue }
                keys.add(
                    Path(
                        x: -138 + Double(column) * 19.6 + Double(row) * 1.2, y: -48 + Double(row) * 19.4, width: 16.6,
                        height: 16.4, radius: 2
                    ).polygons[0])
            }
        }
        keys.add(Path(x: -54, y: 29.6, width: 94, height: 16.4, radius: 2).polygons[0])
        fill(keys.map { place + $0.rotated(by: turn) }, key, 1, height: 14, &picture)
        let legend = LinearRGB(gray: black ? 0.6 : 0.1)
        var marks = Path()
        for row in 0..<4 {
            for column in 0..<13 {
                marks.add(
                    Path(
                        x: -134 + Double(column) * 19.6 + Double(row) * 1.2, y: -44.5 + Double(row) * 19.4,
                        width: generator.uniform(2, 4), height: 4
                    ).polygons[0])
            }
        }
        fill(marks.map { place + $0.rotated(by: turn) }, legend, 0.75, height: 14, &picture)
    }

    private mutating func drawCable(on picture: inout LightImage, from start: Point2D) {
        var points = [start]
        var heading = generator.uniform(0, 2 * .pi)
        for _ in 0..<8 {
            heading += generator.normal() * 0.6
            points.append(points[points.count - 1] + Point2D.direction(heading) * 60)
        }
        let curve = Path.smooth(through: points)
        let width = generator.uniform(3, 6)
        let color = LinearRGB(gray: generator.chance(0.6) ? 0.02 : 0.75)
        var path = Path()
        path.addStroke(curve, width: width)
        shade(path, height: width, strength: 0.5, &picture)
        fill(path, color, 1, height: width / 2, &picture)
        var shine = Path()
        shine.addStroke(curve.map { $0 - shadowDirection * (width * 0.2) }, width: width * 0.25)
        fill(shine, color + LinearRGB(gray: 0.25), 0.6, height: width / 2, &picture)
    }

    private mutating func drawPhone(on picture: inout LightImage, at place: Point2D) {
        let turn = generator.uniform(0, 2 * .pi)
        let rim = LinearRGB(gray: Float(generator.uniform(0.02, 0.5)))
        shade(turnedBox(at: place, 74, 152, radius: 10, turn), height: 9, strength: 0.55, &picture)
        fill(turnedBox(at: place, 74, 152, radius: 10, turn), rim, 1, height: 4, &picture)
        fill(turnedBox(at: place, 73, 151, radius: 9.5, turn), rim * 0.6, 1, height: 8, &picture)
        fill(turnedBox(at: place, 68, 146, radius: 7, turn), LinearRGB(gray: 0.012), 1, height: 8, &picture)
        let sheen = [
            Point2D(x: -34, y: -60), Point2D(x: 10, y: -72), Point2D(x: -20, y: 72), Point2D(x: -34, y: 60),
        ]
        fill(
            Path(polygon: sheen.map { place + $0.rotated(by: turn) }), LinearRGB(gray: 0.25), 0.35, height: 8, &picture)
    }

    private mutating func drawNote(on picture: inout LightImage, at place: Point2D) {
        let turn = generator.normal() * 0.4
        let color = generator.pick([LinearRGB(0xFFF07A), LinearRGB(0xFFB3C8), LinearRGB(0xB8F0A0), LinearRGB(0xA8DCFF)])
        shade(turnedBox(at: place, 76, 76, radius: 0, turn), height: 3, strength: 0.35, &picture)
        fill(turnedBox(at: place, 76, 76, radius: 0, turn), color * 0.85, 1, &picture)
        var writing = Path()
        for line in 0..<generator.integer(2...4) {
            var points: [Point2D] = []
            for step in 0..<18 {
                points.append(
                    Point2D(x: -28 + Double(step) * 3, y: -20 + Double(line) * 13 + generator.uniform(-3, 3)))
            }
            writing.addStroke(Path.smooth(through: points, steps: 4), width: 0.9)
        }
        fill(writing.map { place + $0.rotated(by: turn) }, LinearRGB(0x1A2560), 0.9, &picture)
    }

    /// Draws a closed book, unless its cover could be taken for the scene's page.
    private mutating func drawBook(on picture: inout LightImage, at place: Point2D, beside page: Quad?) {
        let turn = generator.normal() * 0.6
        let size = Point2D(x: generator.uniform(110, 170), y: generator.uniform(170, 240))
        let thick = generator.uniform(8, 32)
        let color = LinearRGB(
            SRGB(
                hue: generator.unit(), saturation: generator.uniform(0.2, 0.8), brightness: generator.uniform(0.2, 0.8))
        )
        let accent = LinearRGB(SRGB(hue: generator.unit(), saturation: 0.4, brightness: 0.9))
        let cover = Sheet(width: size.x, height: size.y, center: place, angle: turn)
        if let page, rivals(cover.quad(camera), page) { return }
        shade(turnedBox(at: place, size.x, size.y, radius: 1, turn), height: thick, strength: 0.55, &picture)
        let layers = 10
        for layer in 0...layers {
            let isCover = layer == 0 || layer == layers
            let tone = layer % 2 == 0 ? LinearRGB(gray: 0.62) : LinearRGB(gray: 0.5)
            fill(
                turnedBox(at: place, size.x - (isCover ? 0 : 5), size.y - (isCover ? 0 : 5), radius: 1, turn),
                isCover ? color : tone, 1, height: thick * Double(layer) / Double(layers), &picture)
        }
        let band = [
            Path(x: -size.x * 0.36, y: -size.y * 0.34, width: size.x * 0.72, height: size.y * 0.07),
            Path(x: -size.x * 0.36, y: -size.y * 0.22, width: size.x * 0.5, height: size.y * 0.045),
            Path(x: -size.x * 0.3, y: size.y * 0.02, width: size.x * 0.6, height: size.y * 0.3),
        ]
        for path in band { fill(path.map { place + $0.rotated(by: turn) }, accent, 0.9, height: thick, &picture) }
    }
}
