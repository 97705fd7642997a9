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
    call { uses in
        let (detector, count) = (try DetectorHandle.changing(detector, &uses), try required(count, "count"))
        count.pointee = try detector.detectAll(
            in: try LentFrame(frame, detector.memory), limit: try checkedLimit(limit))
    }
}

@c @implementation
public func recto_detector_detect_page(
    _ detector: OpaquePointer!, _ page: OpaquePointer!, _ limit: Int, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let (detector, page) = (try DetectorHandle.changing(detector, &uses), try PageHandle.reading(page, &uses).page)
        let count = try required(count, "count")
        count.pointee = detector.detectAll(in: page, limit: try checkedLimit(limit))
    }
}

@c @implementation
public func recto_detector_get_detection(
    _ detector: OpaquePointer!, _ index: Int, _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call { uses in
        let found = try DetectorHandle.reading(detector, &uses).detection(index)
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
