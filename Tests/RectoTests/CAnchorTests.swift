import CRecto
import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// The functions of recto.h that recognize anchors.
@Suite("Anchors from C")
struct CAnchorTests {
    /// Two cards, and a frame that contains them.
    private static let cards = Result { () throws in
        try [4, 5].map { try PageComposer().compose(seed: $0, kind: .identityCard, pixelsPerMillimetre: 2.5).image }
    }
    private static let frameSize = Result { () throws in try PixelSize(width: 640, height: 480) }
    // Anchors may be used by several threads.
    nonisolated(unsafe) private static let built = Result { () throws in
        try build(try cards.get(), names: ["first", "second"], width: 0.0856)
    }

    private static func build(_ images: [RGBImage], names: [String], width: Double) throws -> CObject {
        try withPictures(images[...], names[...], width, []) { pictures in
            try CObject(free: { recto_anchors_free($0) }, make: { recto_anchors_build(pictures, pictures.count, $0) })
        }
    }

    /// Passes each picture by a separate pointer.
    private static func withPictures<Result>(
        _ images: ArraySlice<RGBImage>, _ names: ArraySlice<String>, _ width: Double,
        _ lent: [UnsafePointer<recto_anchor_picture>?],
        _ body: ([UnsafePointer<recto_anchor_picture>?]) throws -> Result
    ) throws -> Result {
        guard let image = images.first, let name = names.first else { return try body(lent) }
        return try image.withView { view in
            try withUnsafePointer(to: recto_frame(view)) { frame in
                try name.withCString { name in
                    var picture = recto_anchor_picture()
                    picture.struct_size = MemoryLayout<recto_anchor_picture>.stride
                    picture.name = name
                    picture.frame = frame
                    picture.physical_width = width
                    return try withUnsafePointer(to: picture) {
                        try withPictures(images.dropFirst(), names.dropFirst(), width, lent + [$0], body)
                    }
                }
            }
        }
    }

    /// A card on a gray desk.
    private func frame(_ card: Int?, x: Int, y: Int) throws -> RGBImage {
        var frame = RGBImage(size: try Self.frameSize.get())
        frame.withMutableView { view in
            for row in 0..<view.height { view.row(row).update(repeating: 128, count: view.rowBytes) }
        }
        guard let card else { return frame }
        try Self.cards.get()[card].withView { source in
            frame.withMutableView { view in
                for row in 0..<source.height {
                    (view.row(y + row) + 3 * x).update(from: source.row(row), count: source.rowBytes)
                }
            }
        }
        return frame
    }

    private func sighting(_ get: (UnsafeMutablePointer<recto_sighting>) -> recto_status) throws -> recto_sighting {
        var sighting = recto_sighting()
        sighting.struct_size = MemoryLayout<recto_sighting>.stride
        try #require(get(&sighting) == RECTO_OK, "\(lastError)")
        return sighting
    }

    private func expectPlace(_ sighting: recto_sighting, _ name: String, x: Int, y: Int) {
        #expect(String(cString: sighting.anchor_name) == name)
        #expect(sighting.state == RECTO_SIGHTING_SEEN && sighting.inliers > 0 && sighting.inliers <= sighting.visible)
        let corner = sighting.corners.corners.0
        #expect(abs(corner.x - Double(x)) < 1 && abs(corner.y - Double(y)) < 1)
        // The card lies parallel to the frame, ahead of the camera.
        #expect(sighting.has_pose == 1 && sighting.translation.2 > 0)
        #expect(abs(sighting.rotation.0 - 1) < 0.01 && abs(sighting.rotation.4 - 1) < 0.01)
    }

    @Test("Anchors of a picture are found with their place, and those of no picture are not")
    func anchorsAreFoundWithTheirPlace() throws {
        let anchors = try Self.built.get()
        let matcher = try CObject(
            free: { recto_anchor_matcher_free($0) }, make: { recto_anchor_matcher_new(anchors.pointer, nil, $0) })
        var count = 0
        try frame(1, x: 200, y: 150).withView { view in
            var lent = recto_frame(view)
            #expect(recto_anchor_matcher_match(matcher.pointer, &lent, &count) == RECTO_OK)
        }
        try #require(count == 1)
        let found = try sighting { recto_anchor_matcher_get(matcher.pointer, 0, $0) }
        #expect(found.anchor_index == 1 && found.is_new == 1)
        expectPlace(found, "second", x: 200, y: 150)
        // A card of .0856 m and 214 pixels, by a camera of .95 · 640 pixels.
        #expect(abs(found.translation.2 - 0.0856 / 214 * 608) < 0.01)
        var other = found
        #expect(recto_anchor_matcher_get(matcher.pointer, 1, &other) == RECTO_INVALID_ARGUMENT)
        try frame(nil, x: 0, y: 0).withView { view in
            var lent = recto_frame(view)
            #expect(recto_anchor_matcher_match(matcher.pointer, &lent, &count) == RECTO_OK && count == 0)
        }
    }

    @Test("A written database finds the same in a file")
    func aWrittenDatabaseFindsTheSame() throws {
        let (folder, anchors) = (try TemporaryFolder(), try Self.built.get())
        let (database, picture) = (folder.path("cards.anchors"), folder.path("picture.png"))
        #expect(recto_anchors_write(anchors.pointer, database) == RECTO_OK)
        try PNGWriter().write(.rgb(try frame(0, x: 90, y: 60)), path: picture)
        let matcher: CObject
        do {
            // The matcher keeps what it needs.
            let opened = try CObject(free: { recto_anchors_free($0) }, make: { recto_anchors_open(database, $0) })
            var (count, anchor) = (0, recto_anchor())
            anchor.struct_size = MemoryLayout<recto_anchor>.stride
            #expect(recto_anchors_count(opened.pointer, &count) == RECTO_OK && count == 2)
            #expect(recto_anchors_get(opened.pointer, 1, &anchor) == RECTO_OK)
            #expect(String(cString: anchor.name) == "second" && anchor.physical_width == 0.0856)
            #expect(Int(anchor.width) == (try Self.cards.get()[1].width))
            #expect(recto_anchors_get(opened.pointer, 2, &anchor) == RECTO_INVALID_ARGUMENT)
            matcher = try CObject(
                free: { recto_anchor_matcher_free($0) }, make: { recto_anchor_matcher_new(opened.pointer, nil, $0) })
        }
        var count = 0
        #expect(recto_anchor_matcher_match_file(matcher.pointer, picture, &count) == RECTO_OK && count == 1)
        expectPlace(try sighting { recto_anchor_matcher_get(matcher.pointer, 0, $0) }, "first", x: 90, y: 60)
        for path in [folder.path("missing.png"), database] {
            #expect(recto_anchor_matcher_match_file(matcher.pointer, path, &count) == RECTO_UNREADABLE)
            #expect(lastError.hasPrefix(path))
        }
        var none: OpaquePointer?
        for path in [folder.path("missing.anchors"), picture] {
            #expect(recto_anchors_open(path, &none) == RECTO_UNREADABLE && none == nil)
            #expect(lastError.hasPrefix(path))
        }
        #expect(recto_anchors_write(anchors.pointer, folder.path("missing/cards.anchors")) == RECTO_UNWRITABLE)
    }

    @Test("A stream's anchor appears, is followed, and is lost")
    func aStreamsAnchorAppearsAndIsLost() throws {
        var options = recto_anchor_options()
        recto_anchor_options_init(&options)
        options.focal_length = 700
        options.patience_seconds = 0.1
        let anchors = try Self.built.get()
        let scanner = try CObject(
            free: { recto_anchor_scanner_free($0) }, make: { recto_anchor_scanner_new(anchors.pointer, &options, $0) })
        var states: [recto_sighting_state] = []
        for number in 0..<20 {
            let (card, x): (Int?, Int) = 2..<12 ~= number ? (0, 100 + 4 * number) : (nil, 0)
            try frame(card, x: x, y: 200).withView { view in
                var (lent, count) = (recto_frame(view), 0)
                let status = recto_anchor_scanner_process(scanner.pointer, &lent, Int64(number) * 40_000_000, &count)
                try #require(status == RECTO_OK && count <= 1)
                guard count == 1 else { return }
                let found = try sighting { recto_anchor_scanner_get(scanner.pointer, 0, $0) }
                #expect((found.is_new == 1) == states.isEmpty)
                states.append(found.state)
                guard found.state == RECTO_SIGHTING_SEEN else { return }
                expectPlace(found, "first", x: x, y: 200)
                #expect(abs(found.translation.2 - 0.0856 / 214 * 700) < 0.01)
            }
        }
        #expect(states.count { $0 == RECTO_SIGHTING_SEEN } >= 6)
        #expect(states.last == RECTO_SIGHTING_LOST)
        #expect(states.count { $0 == RECTO_SIGHTING_LOST } == 1)
    }

    @Test("Bad arguments are refused by name")
    func badArguments() throws {
        let anchors = try Self.built.get()
        var (pointer, count): (OpaquePointer?, Int) = (nil, 0)
        expectRefused("pictures", recto_anchors_build(nil, 1, &pointer))
        expectRefused("path", recto_anchors_open(nil, &pointer))
        expectRefused("anchors", recto_anchors_write(nil, "x"))
        expectRefused("path", recto_anchors_write(anchors.pointer, nil))
        expectRefused("anchors", recto_anchors_count(nil, &count))
        expectRefused("count", recto_anchors_count(anchors.pointer, nil))
        expectRefused("anchors", recto_anchors_get(nil, 0, nil))
        expectRefused("anchor", recto_anchors_get(anchors.pointer, 0, nil))
        expectRefused("anchors", recto_anchor_matcher_new(nil, nil, &pointer))
        expectRefused("matcher", recto_anchor_matcher_new(anchors.pointer, nil, nil))
        expectRefused("matcher", recto_anchor_matcher_match(nil, nil, &count))
        expectRefused("matcher", recto_anchor_matcher_match_file(nil, "x", &count))
        expectRefused("matcher", recto_anchor_matcher_get(nil, 0, nil))
        expectRefused("anchors", recto_anchor_scanner_new(nil, nil, &pointer))
        expectRefused("scanner", recto_anchor_scanner_new(anchors.pointer, nil, nil))
        expectRefused("scanner", recto_anchor_scanner_process(nil, nil, 0, &count))
        expectRefused("scanner", recto_anchor_scanner_get(nil, 0, nil))
        var none: UnsafePointer<recto_anchor_picture>?
        expectRefused("pictures[i]", recto_anchors_build(&none, 1, &pointer))
        #expect(recto_anchors_build(&none, 0, &pointer) == RECTO_INVALID_ARGUMENT)
        #expect(recto_anchors_build(&none, .max, &pointer) == RECTO_INVALID_ARGUMENT)
        recto_anchors_free(nil)
        recto_anchor_matcher_free(nil)
        recto_anchor_scanner_free(nil)
        recto_anchor_options_init(nil)
        let changes: [(inout recto_anchor_options) -> Void] = [
            { $0.struct_size = 0 }, { $0.focal_length = .nan }, { $0.focal_length = -1 }, { $0.focal_length = 1e9 },
            { $0.limit = 0 }, { $0.limit = .max }, { $0.recognition_interval = 0 }, { $0.recognition_interval = .max },
            { $0.patience_seconds = .nan }, { $0.patience_seconds = -1 },
        ]
        for (index, change) in changes.enumerated() {
            var options = recto_anchor_options()
            recto_anchor_options_init(&options)
            change(&options)
            let status = recto_anchor_scanner_new(anchors.pointer, &options, &pointer)
            #expect(status == RECTO_INVALID_ARGUMENT && pointer == nil, "change \(index)")
        }
    }

    @Test("Pictures that cannot be anchors are refused by their names")
    func badPictures() throws {
        let (card, blank) = (try Self.cards.get()[0], RGBImage(size: try PixelSize(width: 200, height: 200)))
        func expectInvalid(_ text: String, _ images: [RGBImage], _ names: [String], _ width: Double = 0) throws {
            try Self.withPictures(images[...], names[...], width, []) { pictures in
                var none: OpaquePointer?
                #expect(recto_anchors_build(pictures, pictures.count, &none) == RECTO_INVALID_ARGUMENT)
                #expect(lastError.contains(text) && none == nil)
            }
        }
        try expectInvalid("blank", [blank, card], ["blank", "card"])
        try expectInvalid("twice", [card, card], ["twice", "twice"])
        try expectInvalid("empty", [card], [""])
        try expectInvalid("card", [card], ["card"], .nan)
        try expectInvalid("card", [card], ["card"], -1)
        var picture = recto_anchor_picture()
        picture.struct_size = MemoryLayout<recto_anchor_picture>.stride
        func status() -> recto_status {
            withUnsafePointer(to: picture) { lent in
                var (pictures, none): (UnsafePointer<recto_anchor_picture>?, OpaquePointer?) = (lent, nil)
                return recto_anchors_build(&pictures, 1, &none)
            }
        }
        #expect(status() == RECTO_INVALID_ARGUMENT && lastError == "pictures[i]->name is NULL")
        "missing.png".withCString { path in
            picture.name = path
            #expect(status() == RECTO_INVALID_ARGUMENT && lastError == "pictures[i]->frame and ->path is NULL")
            picture.path = path
            #expect(status() == RECTO_UNREADABLE && lastError.hasPrefix("missing.png"))
        }
    }

    @Test("Frames of any size and shape are looked at, or refused")
    func framesOfAnySizeAreReadOrRefused() throws {
        let anchors = try Self.built.get()
        let matcher = try CObject(
            free: { recto_anchor_matcher_free($0) }, make: { recto_anchor_matcher_new(anchors.pointer, nil, $0) })
        let scanner = try CObject(
            free: { recto_anchor_scanner_free($0) }, make: { recto_anchor_scanner_new(anchors.pointer, nil, $0) })
        let bytes = [UInt8](repeating: 90, count: 65_535 * 4)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            for (width, height) in [(1, 1), (2, 1), (1, 400), (33, 17), (65_535, 1), (1, 65_535), (65_535, 2)] {
                let size = try PixelSize(width: width, height: height)
                var (lent, count) = (recto_frame(RECTO_FORMAT_GRAY, base, buffer.count, size), 7)
                #expect(recto_anchor_matcher_match(matcher.pointer, &lent, &count) == RECTO_OK && count == 0)
                let status = recto_anchor_scanner_process(scanner.pointer, &lent, 0, &count)
                #expect(status == (max(width, height) > 32_767 ? RECTO_INVALID_ARGUMENT : RECTO_OK))
                lent.width += 1
                lent.plane_bytes.0 = width * height
                #expect(recto_anchor_matcher_match(matcher.pointer, &lent, &count) == RECTO_INVALID_ARGUMENT)
                #expect(recto_anchor_scanner_process(scanner.pointer, &lent, 0, &count) == RECTO_INVALID_ARGUMENT)
            }
            var lent = recto_frame(RECTO_FORMAT_JPEG, base, buffer.count, try PixelSize(width: 1, height: 1))
            var count = 0
            #expect(recto_anchor_scanner_process(scanner.pointer, &lent, 0, &count) == RECTO_UNREADABLE)
            #expect(recto_anchor_matcher_match(matcher.pointer, &lent, &count) == RECTO_UNREADABLE)
        }
    }
}
