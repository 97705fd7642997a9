public import CRecto
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision

/// The object behind `recto_detector`.
final class DetectorHandle: ChangingHandle {
    static let name: StaticString = "detector"
    let use = ObjectUse()
    private var detector: PageDetector
    /// For files; its detector allocates separate memory when first used.
    private var scanner: PageScanner
    let memory = FrameMemory()
    var reader = FileReader()
    /// For files and fusion.
    var control = CallControl()
    /// The last result of ``detectAll(in:limit:)``.
    private var detections: [PageDetection] = []

    init() throws(ParameterError) {
        detector = try PageDetector()
        scanner = PageScanner(detector: detector)
    }

    func detect(_ frame: LentFrame) throws -> PageDetection? {
        try frame.withView(memory) { detector.detect($0) }
    }

    /// Stores what it finds.
    /// - Returns: The number of quads.
    func detectAll(in frame: LentFrame, limit: Int) throws -> Int {
        detections = []
        detections = try frame.withView(memory) { detector.detectAll($0, limit: limit) }
        return detections.count
    }

    /// Does the same in the picture of a page.
    func detectAll(in page: Page, limit: Int) -> Int {
        detections = page.original.withFrame { detector.detectAll($0, limit: limit) }
        return detections.count
    }

    func detection(_ index: Int) throws(CallFailure) -> PageDetection {
        guard detections.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(detections.count)")
        }
        return detections[index]
    }

    func scan(_ frame: LentFrame) throws -> (Page, PageDetection?) {
        try frame.withView(memory) { view in
            let detection = detector.detect(view)
            return (Page(Picture.Pixels(copying: view), quad: detection?.croppedQuad), detection)
        }
    }

    func detect(path: String) throws -> PageDetection? { detector.detect(try picture(path: path)) }

    /// Reads a file, the first half of a call's work.
    private func picture(path: String) throws -> Picture {
        let progress = CallProgress(control)
        try progress.advance(to: 0)
        let picture = try reader.picture(path: path)
        try progress.advance(to: 0.5)
        return picture
    }

    func scanBook(path: String, isRightFirst: Bool) throws -> [Page] {
        let order = isRightFirst ? PageScanner.BookScan.Order.rightFirst : .leftFirst
        let book = try scanner.scan(book: try picture(path: path), order: order)
        return book.scans.map(\.page)
    }

    /// Fuses several frames of a page.
    func fuse(_ frames: [LentFrame]) throws -> PageScanner.BurstScan {
        let progress = CallProgress(control)
        let count = Double(2 * frames.count + fusionSteps)
        var scans: [PageScanner.Scan] = []
        for frame in frames {
            try progress.advance(to: Double(scans.count) / count)
            let (page, detection) = try scan(frame)
            scans.append(
                PageScanner.Scan(
                    page: page, detection: detection, sagittas: detection?.sagittas, timings: StageTimings()))
        }
        var steps = Double(scans.count)
        let burst = try scanner.fuse(scans) {
            steps += 1
            return progress.isEnded(at: steps / count)
        }
        if let failure = progress.failure { throw failure }
        return burst
    }

    func scan(path: String) throws -> (Page, PageDetection?) {
        let scan = try scanner.scan(try picture(path: path).withSquarePixels)
        return (scan.page, scan.detection)
    }
}

extension PageDetection {
    /// The corners, if the confidence is high enough to crop to them.
    fileprivate var croppedQuad: Quad? { level == nil ? nil : quad }
}

@c @implementation
public func recto_detector_new(_ detector: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { try required(detector, "detector").pointee = try DetectorHandle().retained() }
}

@c @implementation
public func recto_detector_detect(
    _ detector: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!,
    _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call { uses in
        let detector = try DetectorHandle.changing(detector, &uses)
        let found = try detector.detect(try LentFrame(frame, detector.memory))
        try fill(detection, "detection", with: recto_detection(found))
    }
}

@c @implementation
public func recto_detector_scan(
    _ detector: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    call { uses in
        let detector = try DetectorHandle.changing(detector, &uses)
        try handOut(try detector.scan(try LentFrame(frame, detector.memory)), page, detection)
    }
}

@c @implementation
public func recto_detector_scan_file(
    _ detector: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) { uses in
        let detector = try DetectorHandle.changing(detector, &uses)
        try handOut(try detector.scan(path: try filePath(path, "path")), page, detection)
    }
}

@c @implementation
public func recto_detector_set_limits(
    _ detector: OpaquePointer!, _ pixels: UInt64, _ fileBytes: UInt64
) -> recto_status {
    call { uses in
        let usual = PictureReader.Limits()
        try DetectorHandle.changing(detector, &uses).reader.setLimits(
            pixels: pixels == 0 ? usual.pixels : Int(clamping: pixels),
            fileBytes: fileBytes == 0 ? usual.fileBytes : Int(clamping: fileBytes))
    }
}

@c @implementation
public func recto_detector_detect_file(
    _ detector: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ detection: UnsafeMutablePointer<recto_detection>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) { uses in
        let found = try DetectorHandle.changing(detector, &uses).detect(path: try filePath(path, "path"))
        try fill(detection, "detection", with: recto_detection(found))
    }
}

@c @implementation
public func recto_detector_scan_book_file(
    _ detector: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ rightToLeft: Int32,
    _ pages: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) { uses in
        let (detector, pages) = (try DetectorHandle.changing(detector, &uses), try required(pages, "pages"))
        let found = try detector.scanBook(path: try filePath(path, "path"), isRightFirst: rightToLeft != 0)
        for place in 0..<2 {
            pages[place] = found.indices.contains(place) ? PageHandle(found[place]).retained() : nil
        }
    }
}

/// The allowed number of frames for fusion.
private let burstCounts = 3...32

@c @implementation
public func recto_detector_fuse(
    _ detector: OpaquePointer!, _ frames: UnsafePointer<UnsafePointer<recto_frame>?>!, _ count: Int,
    _ page: UnsafeMutablePointer<OpaquePointer?>!, _ fusion: UnsafeMutablePointer<recto_fusion>!
) -> recto_status {
    call { uses in
        let (detector, frames, page) = (
            try DetectorHandle.changing(detector, &uses), try required(frames, "frames"), try required(page, "page")
        )
        guard burstCounts ~= count else {
            throw CallFailure.invalid(
                "count is \(count), required: \(burstCounts.lowerBound) to \(burstCounts.upperBound)")
        }
        // SAFETY: the caller guarantees that `count` pointers are readable.
        let memories = (0..<count).map { _ in FrameMemory() }
        defer { withExtendedLifetime(memories) {} }
        let burst = try detector.fuse(try (0..<count).map { try LentFrame(frames[$0], memories[$0]) })
        if let fusion {
            var what = recto_fusion(burst.scan.page.fusion)
            what.reference = UInt32(burst.reference)
            try fill(fusion, "fusion", with: what)
        }
        page.pointee = PageHandle(burst.scan.page).retained()
    }
}

@c @implementation
public func recto_detector_free(_ detector: OpaquePointer!) { DetectorHandle.release(detector) }

private func handOut(
    _ scan: (page: Page, detection: PageDetection?), _ page: UnsafeMutablePointer<OpaquePointer?>?,
    _ detection: UnsafeMutablePointer<recto_detection>?
) throws(CallFailure) {
    let page = try required(page, "page")
    if let detection { try fill(detection, "detection", with: recto_detection(scan.detection)) }
    page.pointee = PageHandle(scan.page).retained()
}
