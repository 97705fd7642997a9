public import CRecto
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision

/// The allowed maximum number of quads.
private let limits = 1...100

/// Checks the caller's `limit`.
private func checkedLimit(_ limit: Int) throws(CallFailure) -> Int {
    guard limits ~= limit else {
        throw .invalid("limit is \(limit), required: \(limits.lowerBound) to \(limits.upperBound)")
    }
    return limit
}

@c @implementation
public func recto_detector_detect_all(
    _ detector: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ limit: Int, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call {
        let (detector, count) = (try DetectorHandle.at(detector), try required(count, "count"))
        count.pointee = try detector.detectAll(
            in: try LentFrame(frame, detector.memory), limit: try checkedLimit(limit))
    }
}

@c @implementation
public func recto_detector_detect_page(
    _ detector: OpaquePointer!, _ page: OpaquePointer!, _ limit: Int, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call {
        let (detector, page) = (try DetectorHandle.at(detector), try PageHandle.at(page).page)
        let count = try required(count, "count")
        count.pointee = detector.detectAll(in: page, limit: try checkedLimit(limit))
    }
}

@c @implementation
public func recto_detector_get_detection(
    _ detector: OpaquePointer!, _ index: Int, _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call {
        let found = try DetectorHandle.at(detector).detection(index)
        try fill(detection, "detection", with: recto_detection(found))
    }
}

@c @implementation
public func recto_page_new(
    _ frame: UnsafePointer<recto_frame>!, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let page = try required(page, "page")
        let memory = FrameMemory()
        let picture = try LentFrame(frame, memory).withView(memory) { Picture.Pixels(copying: $0) }
        page.pointee = PageHandle(Page(picture)).retained()
    }
}

@c @implementation
public func recto_page_open(
    _ path: UnsafePointer<CChar>!, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) {
        let page = try required(page, "page")
        page.pointee = try wholePage(try PictureReader().read(path: try text(path, "path"))).retained()
    }
}

@c @implementation
public func recto_page_decode(
    _ bytes: UnsafePointer<UInt8>!, _ byteCount: Int, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the picture") {
        let (bytes, page) = (try required(bytes, "bytes"), try required(page, "page"))
        guard byteCount >= 0 else { throw CallFailure.invalid("byte_count is above \(Int.max)") }
        // SAFETY: the caller guarantees that `byteCount` bytes are readable.
        let file = UnsafeBufferPointer(start: bytes, count: byteCount)
        page.pointee = try wholePage(try PictureReader().read(buffer: file)).retained()
    }
}

/// Returns a page that is the whole picture.
private func wholePage(_ picture: Picture) throws -> PageHandle {
    var options = PageScanner.Options()
    options.crop = .wholePicture
    var scanner = PageScanner(options, detector: try PageDetector())
    return PageHandle(try scanner.scan(picture).page)
}
