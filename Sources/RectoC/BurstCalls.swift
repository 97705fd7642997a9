public import CRecto
import Recto
import RectoCore

/// The object behind `recto_burst`.
final class BurstHandle: Handle {
    static let name: StaticString = "burst"
    let burst: PageBurst

    init(_ burst: PageBurst) { self.burst = burst }
}

@c @implementation
public func recto_scanner_take_burst(
    _ scanner: OpaquePointer!, _ burst: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call { uses in
        let (scanner, burst) = (try ScannerHandle.changing(scanner, &uses), try required(burst, "burst"))
        burst.pointee = scanner.scanner.takeBurst().map { BurstHandle($0).retained() }
    }
}

@c @implementation
public func recto_burst_get_capture(
    _ burst: OpaquePointer!, _ capture: UnsafeMutablePointer<recto_capture>!
) -> recto_status {
    call {
        let burst = try BurstHandle.at(burst).burst
        var what = recto_capture.empty
        what.time_nanoseconds = burst.time.inWholeNanoseconds
        what.frame_number = Int64(burst.sequence)
        try fill(capture, "capture", with: what)
    }
}

@c @implementation
public func recto_burst_fuse(
    _ burst: OpaquePointer!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ fusion: UnsafeMutablePointer<recto_fusion>!
) -> recto_status { recto_burst_fuse_with(burst, nil, page, fusion) }

@c @implementation
public func recto_burst_fuse_with(
    _ burst: OpaquePointer!, _ control: UnsafePointer<recto_control>!, _ page: UnsafeMutablePointer<OpaquePointer?>!,
    _ fusion: UnsafeMutablePointer<recto_fusion>!
) -> recto_status {
    call(on: "the page") {
        let (burst, page) = (try BurstHandle.at(burst).burst, try required(page, "page"))
        if let fusion { try fill(fusion, "fusion", with: .empty) }
        page.pointee = nil
        let progress = CallProgress(try CallControl(control))
        try progress.advance(to: 0)
        // A step for each frame, and a few for all of them.
        var steps = 0.0
        let fused = burst.fuse {
            steps += 1
            return progress.isEnded(at: steps / Double(burst.count + fusionSteps))
        }
        if let failure = progress.failure { throw failure }
        guard let fused else { return }
        if let fusion { try fill(fusion, "fusion", with: recto_fusion(fused.page.fusion)) }
        page.pointee = PageHandle(fused.page).retained()
    }
}

/// The approximate number of steps of a fusion that do not belong to a frame, rounded up.
let fusionSteps = 8

@c @implementation
public func recto_burst_free(_ burst: OpaquePointer!) { BurstHandle.release(burst) }
