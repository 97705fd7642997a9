import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Flattened pages, as requested by programs and users.
@Suite struct FlattenPageTests {
    /// Lines of letters that sag or are straight, surrounded by dark paper.
    private static func picture(sag: Double) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: 700, height: 900))
        image.withMutableView { view in
            for y in 0..<900 {
                for x in 0..<700 {
                    let across = (Double(x) - 350) / 350
                    let line = Double(y) - sag * (1 - across * across) - 80
                    let isText = 60..<640 ~= x && line >= 0 && line < 700
                    let isInk = isText && Int(line) % 34 < 12 && x % 9 < 5 && (x / 9 * 7 + Int(line) / 34 * 5) % 6 != 0
                    view.row(y)[x] = isInk ? 40 : 215
                }
            }
        }
        return image
    }

    /// Mean difference of the levels in the common part.
    private static func meanDifference(_ a: GrayImage, _ b: GrayImage) -> Double {
        let (width, height) = (min(a.width, b.width), min(a.height, b.height))
        var difference = 0
        a.withView { a in
            b.withView { b in
                for y in 0..<height {
                    for x in 0..<width { difference += abs(Int(a.row(y)[x]) - Int(b.row(y)[x])) }
                }
            }
        }
        return Double(difference) / Double(width * height)
    }

    private func page(sag: Double, _ flattening: Flattening) throws -> Page {
        var page = Page(.gray(try Self.picture(sag: sag)), renderOptions: RenderOptions(filter: .original))
        page.flattening = flattening
        return page
    }

    @Test func bentPageIsMadeFlat() throws {
        let rendered = try page(sag: 40, .automatic).render()
        guard case .flattened(let flat) = rendered.flattening else {
            return _ = Issue.record("\(String(describing: rendered.flattening))")
        }
        #expect(flat.confidence > 0.7)
        // A line that is level on the page sags in the picture.
        let height = Double(flat.size.height) / 2
        let ends = [0.15, 0.85].map { flat.picturePoint(of: Point2D(x: Double(flat.size.width) * $0, y: height)) }
        let middle = flat.picturePoint(of: Point2D(x: Double(flat.size.width) / 2, y: height))
        #expect(middle.y - (ends[0].y + ends[1].y) / 2 > 10)
    }

    /// The request does not change a flat page: it is bit-identical.
    @Test func flatPageStaysAsItIs() throws {
        let quad = try Quad(corners: [(40, 30), (670, 45), (675, 840), (35, 820)].map { Point2D(x: $0.0, y: $0.1) })
        for quad in [nil, quad] {
            var (asked, plain) = (try page(sag: 0, .automatic), try page(sag: 0, .off))
            (asked.quad, plain.quad) = (quad, quad)
            let (found, expected) = (try asked.render(), try plain.render())
            guard case .refused = found.flattening else { return _ = Issue.record("a flat page was moved") }
            #expect(expected.flattening == nil)
            #expect(found.image == expected.image)
        }
    }

    @Test func pageKeepsItsPictureAndCanBeChangedBack() throws {
        var renderer = PageRenderer()
        var page = try page(sag: 40, .off)
        let first = try renderer.render(page)
        page.flattening = .automatic
        let flat = try renderer.render(page)
        #expect(flat.image != first.image)
        page.flattening = .off
        #expect(try renderer.render(page).image == first.image)
    }

    @Test(arguments: [Rotation.clockwise90, .half, .clockwise270])
    func turnedPageIsMadeFlatToo(rotation: Rotation) throws {
        // The picture's orientation makes this rotation bring its text upright.
        let upright = try page(sag: 40, .automatic)
        guard case .gray(let image) = upright.original else { return _ = Issue.record("not gray") }
        var page = Page(
            .gray(image.turned(quarterTurns: 4 - rotation.quarterTurns)),
            renderOptions: RenderOptions(filter: .original, rotation: rotation))
        page.flattening = .automatic
        let (found, expected) = (try page.render(), try upright.render())
        guard case .flattened = found.flattening else { return _ = Issue.record("not made flat") }
        #expect(abs(found.size.width - expected.size.width) <= 3 && abs(found.size.height - expected.size.height) <= 3)
    }

    /// Rotating a page only defines its upright direction and reverts nothing.
    @Test(arguments: [Rotation.clockwise90, .clockwise270])
    func pageThatWasMadeFlatStaysSoWhenItIsTurned(rotation: Rotation) throws {
        var page = try page(sag: 40, .automatic)
        let upright = try page.render()
        page.rotation = rotation
        let turned = try page.render()
        guard case .flattened(let flat) = turned.flattening, case .gray(let image) = upright.image,
            case .gray(let found) = turned.image
        else { return _ = Issue.record("\(String(describing: turned.flattening))") }
        let expected = image.turned(quarterTurns: rotation.quarterTurns)
        #expect(found.size == expected.size)
        #expect(Self.meanDifference(found, expected) < 3)
        let point = Point2D(x: 250, y: 400)
        let back = flat.picturePoint(of: flat.pagePoint(of: point))
        #expect((back - point).length < 0.5)
    }

    /// Without a rotation, the page is flattened in its orientation.
    @Test(arguments: [Rotation.none, .half], [1, 3])
    func pageWhoseTextLiesOnItsSideIsMadeFlat(rotation: Rotation, turns: Int) throws {
        guard case .gray(let picture) = try page(sag: 40, .automatic).original else {
            return _ = Issue.record("not gray")
        }
        var page = Page(
            .gray(picture.turned(quarterTurns: turns)),
            renderOptions: RenderOptions(filter: .original, rotation: rotation))
        page.flattening = .automatic
        let rendered = try page.render()
        guard case .flattened(let flat) = rendered.flattening else {
            return _ = Issue.record("\(String(describing: rendered.flattening))")
        }
        #expect(flat.confidence > 0.7)
        #expect(rendered.size.width > rendered.size.height)
        // A line that is upright on the page hangs to the side in the picture.
        let places = [0.15, 0.5, 0.85].map { share in
            flat.picturePoint(of: Point2D(x: Double(flat.size.width) / 2, y: Double(flat.size.height) * share)).x
        }
        let sag = places[1] - (places[0] + places[2]) / 2
        #expect(turns == 1 ? sag < -10 : sag > 10)
    }

    @Test func flatPageWhoseTextLiesOnItsSideStaysAsItIs() throws {
        let image = try Self.picture(sag: 0).turned(quarterTurns: 1)
        var page = Page(.gray(image), renderOptions: RenderOptions(filter: .original))
        page.flattening = .automatic
        let rendered = try page.render()
        guard case .refused = rendered.flattening else { return _ = Issue.record("a flat page was moved") }
        #expect(rendered.image == .gray(image))
    }

    @Test func roomAndResolutionAreKept() throws {
        var page = try page(sag: 40, .automatic)
        page.room = try PixelSize(width: 300, height: 5000)
        #expect(try page.render().size.width == 300)
        page.room = nil
        page.paper = .fixed(.a4)
        page.dotsPerInch = 50
        let rendered = try page.render()
        #expect(rendered.size.width == 413 && rendered.dotsPerInch == 50)
    }

    private func photographed(_ name: String) throws -> Page {
        let path = try EvaluationData.path("quad/document-photos/images/\(name).jpg").path
        var scanner = PageScanner(detector: try PageDetector())
        return try scanner.scan(try PictureReader().read(path: path)).page
    }

    /// It lies on a cloth, whose texture is not print.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func paperResolutionAndCornersAreThoseOfThePageWithoutIt() throws {
        var page = try photographed("fairscan_img03")
        page.flattening = .off
        let plain = try page.render()
        page.flattening = .automatic
        let rendered = try page.render()
        guard case .flattened(let flat) = rendered.flattening else { return _ = Issue.record("it stays bent") }
        #expect(plain.paper != nil && rendered.paper == plain.paper)
        #expect(abs(rendered.dotsPerInch / plain.dotsPerInch - 1) < 0.15)
        let quad = try #require(page.quad)
        let (width, height) = (Double(flat.size.width), Double(flat.size.height))
        let corners = [
            Point2D(x: 0, y: 0), Point2D(x: width, y: 0), Point2D(x: width, y: height), Point2D(x: 0, y: height),
        ]
        for (index, corner) in corners.enumerated() {
            let distance = flat.picturePoint(of: corner).distance(to: quad[index])
            #expect(distance < 12, "corner \(index): \(distance)")
        }
    }

    /// The border of the cloth below it is bent.
    @Test(.enabled(if: EvaluationData.isThere, EvaluationData.missing))
    func aFlatPageOnAClothStaysAsItIs() throws {
        var page = try photographed("jscanify_test6")
        page.flattening = .off
        let plain = try page.render()
        page.flattening = .automatic
        let rendered = try page.render()
        guard case .refused(.flat) = rendered.flattening else { return _ = Issue.record("it is flattened") }
        #expect(rendered.paper == plain.paper && rendered.size == plain.size)
    }

    @Test func draftsRememberIt() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("draft")
        let picture = try PNGWriter().encode(.gray(try Self.picture(sag: 40)))
        do {
            let session = try ScanSession(folder: path)
            let id = try session.add(picture: picture)
            #expect(session.pages[0].renderOptions.flattening == .off)
            try session.setFlattening(.automatic, of: id)
        }
        let session = try ScanSession(folder: path)
        #expect(session.pages[0].renderOptions.flattening == .automatic)
        #expect(try session.page(session.pages[0].id).flattening == .automatic)
    }

    /// Old drafts do not have this option.
    @Test func optionsWithoutItAreRead() throws {
        var options = RenderOptions()
        options.dotsPerInch = 200
        let old = try JSONEncoder().encode(options)
        #expect(!String(decoding: old, as: UTF8.self).contains("flattening"))
        #expect(try JSONDecoder().decode(RenderOptions.self, from: old) == options)
        options.flattening = .forced
        #expect(try JSONDecoder().decode(RenderOptions.self, from: JSONEncoder().encode(options)) == options)
    }

    @Test func programsInCAskForIt() throws {
        let folder = try TemporaryFolder()
        let picture = folder.path("bent.png")
        try Data(try PNGWriter().encode(.gray(try Self.picture(sag: 40)))).write(to: URL(filePath: picture))
        let session = try CObject(
            free: { recto_session_free($0) }, make: { recto_session_open(folder.path("draft"), $0) })
        var id: Int64 = 0
        #expect(recto_session_add_file(session.pointer, picture, nil, nil, &id) == RECTO_OK)
        func rendered() throws -> (recto_flatness, Double) {
            let page = try CObject(
                free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
            let image = try CObject(free: { recto_image_free($0) }, make: { recto_page_render(page.pointer, $0) })
            var (flatness, confidence) = (RECTO_FLATNESS_REFUSED, -1.0)
            #expect(recto_image_get_flatness(image.pointer, &flatness, &confidence) == RECTO_OK)
            #expect(recto_image_get_flatness(image.pointer, &flatness, nil) == RECTO_OK)
            return (flatness, confidence)
        }
        #expect(try rendered() == (RECTO_FLATNESS_NOT_ASKED, 0))
        #expect(recto_session_set_flattening(session.pointer, id, RECTO_FLATTENING_AUTOMATIC) == RECTO_OK)
        let (flatness, confidence) = try rendered()
        #expect(flatness == RECTO_FLATNESS_MADE_FLAT && confidence > 0.7)
        // Options of the struct's first version leave it unchanged.
        var options = recto_render_options()
        recto_render_options_init(&options)
        options.struct_size = try #require(MemoryLayout<recto_render_options>.offset(of: \.paper))
        #expect(recto_session_set_render_options(session.pointer, id, &options) == RECTO_OK)
        #expect(try rendered().0 == RECTO_FLATNESS_MADE_FLAT)
        let page = try CObject(
            free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
        var flattening = RECTO_FLATTENING_OFF
        #expect(recto_page_get_flattening(page.pointer, &flattening) == RECTO_OK)
        #expect(flattening == RECTO_FLATTENING_AUTOMATIC)
        #expect(recto_page_set_flattening(page.pointer, RECTO_FLATTENING_FORCED) == RECTO_OK)
        #expect(
            recto_page_set_flattening(page.pointer, recto_flattening(rawValue: 7)) == RECTO_INVALID_ARGUMENT)
        #expect(recto_page_get_flattening(page.pointer, nil) == RECTO_INVALID_ARGUMENT)
    }

    @Test func scanTellsWhatBecameOfThePage() throws {
        let folder = try TemporaryFolder()
        for (name, sag) in [("bent", 40.0), ("flat", 0)] {
            try Data(try PNGWriter().encode(.gray(try Self.picture(sag: sag))))
                .write(to: URL(filePath: folder.path("\(name).png")))
        }
        func scan(_ name: String, _ options: String...) throws -> [String: Any] {
            let result = try ProgramResult.runApart(
                try ProgramResult.built("recto"),
                ["scan", folder.path("\(name).png"), "-o", folder.path("out.png"), "--no-detect", "--json"] + options)
            #expect(result.status == 0)
            let line = Data(result.output.utf8)
            return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
        #expect(try scan("bent")["flatten"] == nil)
        let debug = folder.path("steps")
        let bent = try #require(
            try scan("bent", "--flatten", "auto", "--debug-images", debug)["flatten"] as? [String: Any])
        #expect(bent["flattened"] as? Bool == true)
        #expect(try #require(bent["confidence"] as? Double) > 0.7)
        let mesh = try #require(bent["mesh"] as? [[[Double]]])
        #expect(max(mesh.count, mesh[0].count) == 17)
        #expect(mesh.allSatisfy { $0.count == mesh[0].count && $0.allSatisfy { $0.count == 2 } })
        for step in ["text-lines", "sheet", "field"] {
            #expect(FileManager.default.fileExists(atPath: "\(debug)/bent-\(step).jpg"))
        }
        let flat = try #require(try scan("flat", "--flatten", "auto")["flatten"] as? [String: Any])
        #expect(flat["flattened"] as? Bool == false)
        #expect(flat["reason"] as? String == "flat")
    }

    @Test func enhanceMakesPagesFlat() throws {
        let folder = try TemporaryFolder()
        let picture = folder.path("bent.png")
        try Data(try PNGWriter().encode(.gray(try Self.picture(sag: 40)))).write(to: URL(filePath: picture))
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["enhance", picture, "-o", folder.path("out.png"), "--flatten", "auto", "--json"])
        let line = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((line["flatten"] as? [String: Any])?["flattened"] as? Bool == true)
    }
}
