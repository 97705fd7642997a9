import CRecto
import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import TestSupport
import Testing

/// The functions of recto.h that decode files and find several pages.
@Suite("Pictures and several pages from C")
struct CDetectionTests {
    private let jpeg: [UInt8]
    private let detector: CObject

    init() throws {
        jpeg = try WatchFilm.jpegs.get()[0]
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
    }

    private func decoded(_ bytes: [UInt8]) throws -> CObject {
        try CObject(free: { recto_page_free($0) }, make: { recto_page_decode(bytes, bytes.count, $0) })
    }

    private func detections(_ count: Int) throws -> [recto_detection] {
        try (0..<count).map { index in
            var detection = recto_detection()
            detection.struct_size = MemoryLayout<recto_detection>.stride
            try #require(recto_detector_get_detection(detector.pointer, index, &detection) == RECTO_OK)
            return detection
        }
    }

    @Test("A picture in memory, in a file and as pixels has the quads that the engine finds")
    func quadsAreThoseOfTheEngine() throws {
        let picture = try PictureReader().read(bytes: jpeg)
        var engine = try PageDetector()
        let expected = engine.detectAll(picture, limit: 5)
        try #require(!expected.isEmpty)
        let folder = try TemporaryFolder()
        try Data(jpeg).write(to: folder.url.appending(path: "page.jpg"))
        let opened = try CObject(
            free: { recto_page_free($0) }, make: { recto_page_open(folder.path("page.jpg"), $0) })
        for page in [try decoded(jpeg), opened] {
            var count = 0
            #expect(recto_detector_detect_page(detector.pointer, page.pointer, 5, &count) == RECTO_OK)
            try expect(try detections(count), expected)
        }
        try picture.rgb.withView { view in
            var (frame, count) = (recto_frame(view), 0)
            #expect(recto_detector_detect_all(detector.pointer, &frame, 5, &count) == RECTO_OK)
            try expect(try detections(count), expected)
        }
    }

    private func expect(_ found: [recto_detection], _ expected: [PageDetection]) throws {
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(found.found == 1 && found.confidence == expected.confidence)
            #expect(found.corners.corners.0.x == expected.quad.topLeft.x)
            #expect(found.corners.corners.2.y == expected.quad.bottomRight.y)
            #expect((found.presence == RECTO_PRESENCE_FOUND) == (expected.presence == .found))
            #expect(found.cut_sides == UInt32(expected.cutSides.rawValue))
        }
    }

    @Test("A program that knows no presence gets the fields before it, and nothing behind them")
    func smallerDetection() throws {
        let size = try #require(MemoryLayout<recto_detection>.offset(of: \.presence))
        var (detection, count) = (recto_detection(), 0)
        detection.struct_size = size
        detection.cut_sides = 77
        let page = try decoded(jpeg)
        #expect(recto_detector_detect_page(detector.pointer, page.pointer, 1, &count) == RECTO_OK)
        #expect(recto_detector_get_detection(detector.pointer, 0, &detection) == RECTO_OK)
        #expect(detection.found == 1 && detection.cut_sides == 77)
    }

    @Test("A picture becomes the page, without corners and with its pixels")
    func pictureIsThePage() throws {
        try PictureReader().read(bytes: jpeg).rgb.withView { view in
            var frame = recto_frame(view)
            let copied = try CObject(free: { recto_page_free($0) }, make: { recto_page_new(&frame, $0) })
            for page in [copied, try decoded(jpeg)] {
                var info = recto_page_info()
                info.struct_size = MemoryLayout<recto_page_info>.stride
                #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK)
                #expect(info.has_corners == 0 && Int(info.picture_width) == view.width)
                var options = recto_render_options()
                recto_render_options_init(&options)
                options.filter = RECTO_FILTER_ORIGINAL
                #expect(recto_page_set_render_options(page.pointer, &options) == RECTO_OK)
                let image = try CObject(free: { recto_image_free($0) }, make: { recto_page_render(page.pointer, $0) })
                var pixels = recto_pixels()
                pixels.struct_size = MemoryLayout<recto_pixels>.stride
                #expect(recto_image_get_pixels(image.pointer, &pixels) == RECTO_OK)
                #expect(Int(pixels.width) == view.width && pixels.row_bytes == view.rowBytes)
                #expect(memcmp(pixels.data, view.base, view.rowBytes) == 0)
            }
        }
    }

    @Test("Bytes and files that are no pictures are unreadable")
    func damagedPictures() throws {
        var page: OpaquePointer?
        for bytes in [[], [0], Array("no picture".utf8), Array(jpeg.prefix(600))] {
            #expect(recto_page_decode(bytes + [0], bytes.count, &page) == RECTO_UNREADABLE)
            #expect(lastError.hasPrefix("the picture "))
        }
        let missing = try TemporaryFolder().path("missing.jpg")
        #expect(recto_page_open(missing, &page) == RECTO_UNREADABLE && lastError.hasPrefix(missing))
        #expect(page == nil)
    }

    @Test("NULL and values outside their range are refused by name")
    func badArguments() throws {
        var (page, count, detection) = (OpaquePointer?.none, 7, recto_detection())
        detection.struct_size = MemoryLayout<recto_detection>.stride
        expectRefused("page", recto_page_new(nil, nil))
        expectRefused("frame", recto_page_new(nil, &page))
        expectRefused("page", recto_page_open("x", nil))
        expectRefused("path", recto_page_open(nil, &page))
        expectRefused("page", recto_page_decode([0], 1, nil))
        expectRefused("bytes", recto_page_decode(nil, 1, &page))
        expectRefused("detector", recto_detector_detect_all(nil, nil, 1, &count))
        expectRefused("frame", recto_detector_detect_all(detector.pointer, nil, 1, &count))
        expectRefused("page", recto_detector_detect_page(detector.pointer, nil, 1, &count))
        expectRefused("detector", recto_detector_get_detection(nil, 0, &detection))
        #expect(recto_page_decode([0], -1, &page) == RECTO_INVALID_ARGUMENT)
        let picture = try decoded(jpeg)
        expectRefused("count", recto_detector_detect_page(detector.pointer, picture.pointer, 1, nil))
        for limit in [0, 101, -1] {
            #expect(
                recto_detector_detect_page(detector.pointer, picture.pointer, limit, &count) == RECTO_INVALID_ARGUMENT)
            #expect(lastError == "limit is \(limit), required: 1 to 100")
        }
        #expect(recto_detector_get_detection(detector.pointer, 0, &detection) == RECTO_INVALID_ARGUMENT)
        #expect(page == nil && count == 7)
    }
}
