import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// Fingers at the margins of flattened pages, as requested by programs and users.
@Suite struct FingerFillTests {
    /// Lines of letters that sag or are straight, and a thumb at the right border.
    private static func picture(sag: Double) throws -> RGBImage {
        var image = RGBImage(size: try PixelSize(width: 760, height: 900))
        image.withMutableView { view in
            for y in 0..<900 {
                for x in 0..<760 {
                    let across = (Double(x) - 380) / 380
                    let line = Double(y) - sag * (1 - across * across) - 80
                    let isText = 100..<620 ~= x && line >= 0 && line < 700
                    let isInk = isText && Int(line) % 34 < 12 && x % 9 < 5 && (x / 9 * 7 + Int(line) / 34 * 5) % 6 != 0
                    let (along, inwards) = (Double(y) - 440, Double(760 - x) - 40)
                    let share = (max(inwards, 0) * max(inwards, 0) + along * along).squareRoot() / 26
                    let shade = 0.6 + 0.4 * max(1 - share * share, 0).squareRoot()
                    for (channel, level) in [205.0, 150, 115].enumerated() {
                        view.row(y)[3 * x + channel] = isInk ? 40 : share < 1 ? UInt8(level * shade) : 215
                    }
                }
            }
        }
        return image
    }

    private func page(sag: Double, _ filter: Filter = .original) throws -> Page {
        var page = Page(.rgb(try Self.picture(sag: sag)), renderOptions: RenderOptions(filter: filter))
        page.flattening = .automatic
        return page
    }

    /// Mean level at the thumb's place.
    private func level(_ image: Raster, _ finger: PageFinger) throws -> Double {
        let view: GrayImage
        switch image {
        case .gray(let gray): view = gray
        case .rgb(let rgb): view = Picture.Pixels.rgb(rgb).gray
        default: throw Unexpected()
        }
        var sum = 0
        view.withView { view in
            for y in finger.top..<finger.top + finger.height {
                for x in finger.left..<min(finger.left + finger.width, view.width) { sum += Int(view.row(y)[x]) }
            }
        }
        return Double(sum) / Double(finger.width * finger.height)
    }

    private struct Unexpected: Error {}

    @Test(arguments: [Filter.original, .grayscale]) func fingerOfABentPageBecomesPaper(filter: Filter) throws {
        let rendered = try page(sag: 40, filter).render()
        guard case .flattened = rendered.flattening else { return _ = Issue.record("not made flat") }
        #expect(rendered.fingers.map(\.reason) == [nil])
        let finger = try #require(rendered.fingers.first)
        #expect(abs(finger.left + finger.width - rendered.size.width) <= 1)
        var left = try page(sag: 40, filter)
        left.fillsFingers = false
        let plain = try left.render()
        #expect(plain.fingers.isEmpty)
        let level = try level(rendered.image, finger)
        #expect(level > 210)
        #expect(try self.level(plain.image, finger) < level - 40)
    }

    /// A page that is not flattened is bit-identical, with or without a finger or the request.
    @Test func flatPageStaysAsItIs() throws {
        let picture = try Self.picture(sag: 0)
        let rendered = try page(sag: 0).render()
        #expect(rendered.fingers.isEmpty)
        #expect(rendered.image == .rgb(picture))
    }

    @Test func draftsRememberThatTheyAreLeft() throws {
        var options = RenderOptions()
        let old = try JSONEncoder().encode(options)
        #expect(!String(decoding: old, as: UTF8.self).contains("fillsFingers"))
        #expect(try JSONDecoder().decode(RenderOptions.self, from: old).fillsFingers)
        options.fillsFingers = false
        #expect(try JSONDecoder().decode(RenderOptions.self, from: JSONEncoder().encode(options)) == options)
    }

    @Test func programsInCLeaveThem() throws {
        let folder = try TemporaryFolder()
        let picture = folder.path("bent.png")
        try Data(try PNGWriter().encode(.rgb(try Self.picture(sag: 40)))).write(to: URL(filePath: picture))
        let session = try CObject(
            free: { recto_session_free($0) }, make: { recto_session_open(folder.path("draft"), $0) })
        var options = recto_render_options()
        recto_render_options_init(&options)
        options.filter = RECTO_FILTER_ORIGINAL
        var id: Int64 = 0
        #expect(recto_session_add_file(session.pointer, picture, nil, &options, &id) == RECTO_OK)
        #expect(recto_session_set_flattening(session.pointer, id, RECTO_FLATTENING_AUTOMATIC) == RECTO_OK)
        func loaded() throws -> CObject {
            try CObject(free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
        }
        func fillsFingers(_ page: CObject) -> Int32 {
            var fillsFingers: Int32 = -1
            #expect(recto_page_get_fills_fingers(page.pointer, &fillsFingers) == RECTO_OK)
            return fillsFingers
        }
        func rendered(_ page: CObject) throws -> RGBImage {
            let image = try CObject(free: { recto_image_free($0) }, make: { recto_page_render(page.pointer, $0) })
            var pixels = recto_pixels()
            pixels.struct_size = MemoryLayout<recto_pixels>.size
            #expect(recto_image_get_pixels(image.pointer, &pixels) == RECTO_OK)
            var copy = RGBImage(size: try PixelSize(width: Int(pixels.width), height: Int(pixels.height)))
            copy.withMutableView { view in
                for y in 0..<view.height {
                    for x in 0..<3 * view.width { view.row(y)[x] = pixels.data[y * pixels.stride + x] }
                }
            }
            return copy
        }
        let filled = try page(sag: 40).render()
        var leaving = try page(sag: 40)
        leaving.fillsFingers = false
        let left = try leaving.render()
        #expect(filled.image != left.image)

        let page = try loaded()
        #expect(fillsFingers(page) == 1)
        #expect(.rgb(try rendered(page)) == filled.image)
        #expect(recto_page_set_fills_fingers(page.pointer, 0) == RECTO_OK)
        #expect(.rgb(try rendered(page)) == left.image)
        #expect(fillsFingers(try loaded()) == 1)
        #expect(recto_session_set_fills_fingers(session.pointer, id, 0) == RECTO_OK)
        // Options of the struct's first version leave it unchanged.
        options.struct_size = try #require(MemoryLayout<recto_render_options>.offset(of: \.paper))
        #expect(recto_session_set_render_options(session.pointer, id, &options) == RECTO_OK)
        #expect(fillsFingers(try loaded()) == 0)
        #expect(.rgb(try rendered(try loaded())) == left.image)
        #expect(recto_session_set_fills_fingers(session.pointer, id + 1, 0) == RECTO_INVALID_ARGUMENT)
        #expect(recto_page_set_fills_fingers(nil, 1) == RECTO_INVALID_ARGUMENT)
        #expect(recto_page_get_fills_fingers(page.pointer, nil) == RECTO_INVALID_ARGUMENT)
    }

    @Test func scanAndEnhanceTellWhatBecameOfThem() throws {
        let folder = try TemporaryFolder()
        let picture = folder.path("bent.png")
        try Data(try PNGWriter().encode(.rgb(try Self.picture(sag: 40)))).write(to: URL(filePath: picture))
        func fingers(_ command: [String], _ options: String...) throws -> [[String: Any]] {
            let arguments = command + [picture, "-o", folder.path("out.png"), "--flatten", "auto", "--json"] + options
            let result = try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
            #expect(result.status == 0)
            let line = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            let flatten = try #require(line?["flatten"] as? [String: Any])
            return try #require(flatten["fingers"] as? [[String: Any]])
        }
        for command in [["scan", "--no-detect"], ["enhance"]] {
            let found = try fingers(command)
            #expect(found.map { $0["filled"] as? Bool } == [true])
            #expect(found.first?["reason"] == nil)
            let box = try #require(found.first?["box"] as? [Int])
            #expect(box.count == 4 && box[2] > 700 && 40...90 ~= box[2] - box[0] && 35...70 ~= box[3] - box[1])
            #expect(try fingers(command, "--fingers", "off").isEmpty)
        }
    }
}
