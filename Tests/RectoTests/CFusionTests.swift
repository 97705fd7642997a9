import CRecto
import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The functions of recto.h that fuse several frames to one page.
@Suite struct CFusionTests {
    private let film: WatchFilm
    private let detector: CObject

    init() throws {
        film = try WatchFilm.film.get()
        detector = try CObject(free: { recto_detector_free($0) }, make: { recto_detector_new($0) })
    }

    private static var empty: recto_fusion {
        var fusion = recto_fusion()
        fusion.struct_size = MemoryLayout<recto_fusion>.stride
        return fusion
    }

    /// Passes frames of the video's first page as JPEG files.
    private func withFrames<Result>(
        _ count: Int, _ change: (inout [recto_frame]) -> Void = { _ in },
        _ body: (UnsafePointer<UnsafePointer<recto_frame>?>) throws -> Result
    ) throws -> Result {
        let files = Array(try WatchFilm.jpegs.get()[4..<4 + count]).map { ContiguousArray($0) }
        var frames = files.map { bytes in
            bytes.withUnsafeBufferPointer { buffer -> recto_frame in
                var frame = recto_frame()
                recto_frame_init(&frame)
                (frame.format, frame.planes.0, frame.plane_bytes.0) = (
                    RECTO_FORMAT_JPEG, buffer.baseAddress, buffer.count
                )
                return frame
            }
        }
        change(&frames)
        // SAFETY: the arrays live until the body has returned, and nobody changes them.
        return try withExtendedLifetime(files) {
            try frames.withUnsafeBufferPointer { frames in
                let pointers = frames.indices.map { index in frames.baseAddress.map { $0 + index } }
                return try pointers.withUnsafeBufferPointer { try body(try #require($0.baseAddress)) }
            }
        }
    }

    @Test func framesBecomeOnePage() throws {
        try withFrames(6) { frames in
            var fusion = Self.empty
            let page = try CObject(
                free: { recto_page_free($0) },
                make: { recto_detector_fuse(detector.pointer, frames, 6, $0, &fusion) })
            #expect(fusion.is_fused == 1 && 3...6 ~= fusion.used_frames && fusion.reference < 6)
            #expect(fusion.lost_share == 0 && fusion.lost_parts == 0 && fusion.noise >= 0)
            var info = recto_page_info()
            info.struct_size = MemoryLayout<recto_page_info>.stride
            #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK)
            #expect(Int(info.picture_width) == 2 * film.size.width && info.has_corners == 1)
            var told = Self.empty
            #expect(recto_page_get_fusion(page.pointer, &told) == RECTO_OK)
            #expect(told.is_fused == 1 && told.used_frames == fusion.used_frames)
            var part = recto_quad()
            #expect(recto_page_get_lost_part(page.pointer, 0, &part) == RECTO_INVALID_ARGUMENT)
            #expect(lastError == "index is 0, required: below 0")
        }
    }

    @Test func aPageOfOnePictureIsNotFused() throws {
        try withFrames(1) { frames in
            let page = try CObject(
                free: { recto_page_free($0) },
                make: { recto_detector_scan(detector.pointer, frames[0], $0, nil) })
            var fusion = Self.empty
            #expect(recto_page_get_fusion(page.pointer, &fusion) == RECTO_OK)
            #expect(fusion.is_fused == 0 && fusion.used_frames == 0)
        }
    }

    @Test("Hostile input is refused, and nothing is handed out")
    func hostileInputIsRefused() throws {
        var page: OpaquePointer?
        var fusion = Self.empty
        try withFrames(3) { frames in
            expectRefused("detector", recto_detector_fuse(nil, frames, 3, &page, &fusion))
            expectRefused("frames", recto_detector_fuse(detector.pointer, nil, 3, &page, &fusion))
            expectRefused("page", recto_detector_fuse(detector.pointer, frames, 3, nil, &fusion))
            for count in [0, 1, 2, 33, -1, Int.max] {
                #expect(recto_detector_fuse(detector.pointer, frames, count, &page, &fusion) == RECTO_INVALID_ARGUMENT)
                #expect(lastError == "count is \(count), required: 3 to 32")
            }
            let missing: [UnsafePointer<recto_frame>?] = [frames[0], nil, frames[2]]
            expectRefused("frame", recto_detector_fuse(detector.pointer, missing, 3, &page, &fusion))
            fusion.struct_size -= 1
            #expect(recto_detector_fuse(detector.pointer, frames, 3, &page, &fusion) == RECTO_INVALID_ARGUMENT)
            fusion = Self.empty
        }
        let changes: [(inout [recto_frame]) -> Void] = [
            { $0[1].plane_bytes.0 /= 2 }, { $0[2].plane_bytes.0 = 1 }, { $0[0].plane_bytes.0 = 0 },
        ]
        for (index, change) in changes.enumerated() {
            try withFrames(3, change) { frames in
                let status = recto_detector_fuse(detector.pointer, frames, 3, &page, &fusion)
                #expect(status == RECTO_UNREADABLE || status == RECTO_INVALID_ARGUMENT, "change \(index)")
                #expect(!lastError.isEmpty)
            }
        }
        #expect(page == nil)
        try withFrames(1) { frames in
            let single = try CObject(
                free: { recto_page_free($0) },
                make: { recto_detector_scan(detector.pointer, frames[0], $0, nil) })
            withExtendedLifetime(single) {
                expectRefused("fusion", recto_page_get_fusion(single.pointer, nil))
                expectRefused("part", recto_page_get_lost_part(single.pointer, 0, nil))
            }
        }
        expectRefused("page", recto_page_get_fusion(nil, &fusion))
    }

    @Test("Frames of other sizes and pages are no burst")
    func framesOfOtherSizesAreNotMixed() throws {
        let bytes = [UInt8](repeating: 200, count: 200 * 100 * 3)
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            let frames = [
                recto_frame(RECTO_FORMAT_RGB, base, 64 * 48 * 3, try PixelSize(width: 64, height: 48)),
                recto_frame(RECTO_FORMAT_RGB, base, 200 * 100 * 3, try PixelSize(width: 200, height: 100)),
                recto_frame(RECTO_FORMAT_GRAY, base, 1, try PixelSize(width: 1, height: 1)),
            ]
            try frames.withUnsafeBufferPointer { frames in
                let pointers = frames.indices.map { index in frames.baseAddress.map { $0 + index } }
                var fusion = Self.empty
                let page = try CObject(
                    free: { recto_page_free($0) },
                    make: { recto_detector_fuse(detector.pointer, pointers, 3, $0, &fusion) })
                #expect(fusion.is_fused == 0)
                var info = recto_page_info()
                info.struct_size = MemoryLayout<recto_page_info>.stride
                #expect(recto_page_get_info(page.pointer, &info) == RECTO_OK && info.has_corners == 0)
            }
        }
    }
}
