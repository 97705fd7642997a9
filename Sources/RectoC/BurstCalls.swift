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
    call {
        let burst = try required(burst, "burst")
        burst.pointee = try ScannerHandle.at(scanner).scanner.takeBurst().map { BurstHandle($0).retained() }
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
) -> recto_status {
    call(on: "the page") {
        let (burst, page) = (try BurstHandle.at(burst).burst, try required(page, "page"))
        if let fusion { try fill(fusion, "fusion", with: .empty) }
        page.pointee = nil
        guard let fused = burst.fuse() else { return }
        if let fusion { try fill(fusion, "fusion", with: recto_fusion(fused.page.fusion)) }
        page.pointee = PageHandle(fused.page).retained()
    }
}

@c @implementation
public func recto_burst_free(_ burst: OpaquePointer!) { BurstHandle.release(burst) }
