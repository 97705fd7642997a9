public import CRecto
import RectoAnchors
import RectoCapture
import RectoCore

/// The object behind `recto_anchor_scanner`.
final class AnchorScannerHandle: ChangingHandle {
    static let name: StaticString = "scanner"
    let use = ObjectUse()
    private let anchors: AnchorsHandle
    private let options: AnchorOptions
    private var scanner: AnchorScanner
    /// The frame size that the scanner's camera is configured for.
    private var size: PixelSize?
    let memory = FrameMemory()
    /// The sightings in the last frame.
    private var sightings: [recto_sighting] = []

    init(_ anchors: AnchorsHandle, _ options: AnchorOptions) throws(ParameterError) {
        self.anchors = anchors
        self.options = options
        scanner = try AnchorScanner(anchors.database, options.scanning)
    }

    /// - Returns: The number of anchors.
    func process(_ frame: LentFrame, at time: Duration) throws -> Int {
        sightings.removeAll(keepingCapacity: true)
        let update = try frame.withView(memory, FrameDetail(isColor: false)) { view in
            try attune(to: view.size)
            return try scanner.process(view, at: time)
        }
        for sighting in update.sightings {
            let isNew = update.events.contains(.appeared(sighting.index))
            sightings.append(recto_sighting(sighting, isNew: isNew, in: anchors))
        }
        return sightings.count
    }

    /// A focal length in pixels determines the principal point only together with the frame size.
    private func attune(to size: PixelSize) throws(ParameterError) {
        guard size != self.size else { return }
        if let focalLength = options.focalLength {
            let camera = CameraIntrinsics(pictureSize: size, focalLength: focalLength)
            scanner = try AnchorScanner(anchors.database, options.scanning, intrinsics: camera)
        }
        self.size = size
    }

    func sighting(_ index: Int) throws(CallFailure) -> recto_sighting {
        guard sightings.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(sightings.count)")
        }
        return sightings[index]
    }
}

@c @implementation
public func recto_anchor_scanner_new(
    _ anchors: OpaquePointer!, _ options: UnsafePointer<recto_anchor_options>!,
    _ scanner: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let (anchors, scanner) = (try AnchorsHandle.at(anchors), try required(scanner, "scanner"))
        scanner.pointee = try AnchorScannerHandle(anchors, try AnchorOptions(options)).retained()
    }
}

@c @implementation
public func recto_anchor_scanner_process(
    _ scanner: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ nanoseconds: Int64,
    _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let (scanner, count) = (try AnchorScannerHandle.changing(scanner, &uses), try required(count, "count"))
        count.pointee = try scanner.process(try LentFrame(frame, scanner.memory), at: .nanoseconds(nanoseconds))
    }
}

@c @implementation
public func recto_anchor_scanner_get(
    _ scanner: OpaquePointer!, _ index: Int, _ sighting: UnsafeMutablePointer<recto_sighting>!
) -> recto_status {
    call { uses in try fill(sighting, "sighting", with: try AnchorScannerHandle.reading(scanner, &uses).sighting(index))
    }
}

@c @implementation
public func recto_anchor_scanner_free(_ scanner: OpaquePointer!) { AnchorScannerHandle.release(scanner) }
