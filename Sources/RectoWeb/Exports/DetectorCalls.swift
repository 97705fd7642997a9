public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The object behind `recto_detector`.
final class DetectorHandle: Handle {
    static let name: StaticString = "detector"
    var detector: PageDetector

    init() throws(CallFailure) { detector = try checked { () throws(ParameterError) in try PageDetector() } }
}

@c @implementation
public func recto_detector_new(_ detector: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { () throws(CallFailure) in
        try required(detector, "detector").pointee = try DetectorHandle().retained()
    }
}

@c @implementation
public func recto_detector_detect(
    _ detector: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!,
    _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call { () throws(CallFailure) in
        let found = try DetectorHandle.at(detector).detector.detect(try LentFrame(frame).view)
        try fill(detection, "detection", with: recto_detection(found))
    }
}

@c @implementation
public func recto_detector_scan(
    _ detector: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (detector, view) = (try DetectorHandle.at(detector), try LentFrame(frame).view)
        let page = try required(page, "page")
        let found = detector.detector.detect(view)
        if let detection { try fill(detection, "detection", with: recto_detection(found)) }
        let quad = found.flatMap { $0.level == nil ? nil : $0.quad }
        page.pointee = PageHandle(Page(Picture.Pixels(copying: view), quad: quad)).retained()
    }
}

@c @implementation
public func recto_detector_free(_ detector: OpaquePointer!) { DetectorHandle.release(detector) }
