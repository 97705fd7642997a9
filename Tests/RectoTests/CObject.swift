import CRecto
import RectoCore
import Testing

/// An object of the library for C, owned by a test.
final class CObject {
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    init(free: @escaping (OpaquePointer?) -> Void, make: (UnsafeMutablePointer<OpaquePointer?>) -> recto_status) throws
    {
        var pointer: OpaquePointer?
        try #require(make(&pointer) == RECTO_OK, "\(lastError)")
        self.pointer = try #require(pointer)
        self.free = free
    }

    deinit { free(pointer) }
}

/// The error of the last call.
var lastError: String { String(cString: recto_last_error()) }

/// Expects that a call rejects NULL and names the missing argument.
func expectRefused(
    _ name: String, _ status: recto_status, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(status == RECTO_INVALID_ARGUMENT, sourceLocation: sourceLocation)
    #expect(lastError == "\(name) is NULL", sourceLocation: sourceLocation)
}

extension recto_frame {
    init(_ format: recto_format, _ base: UnsafePointer<UInt8>, _ count: Int, _ size: PixelSize) {
        self.init()
        recto_frame_init(&self)
        self.format = format
        width = UInt32(size.width)
        height = UInt32(size.height)
        planes.0 = base
        plane_bytes.0 = count
    }

    init(_ view: RGBView) {
        self.init(RECTO_FORMAT_RGB, view.base, view.stride * (view.height - 1) + view.rowBytes, view.size)
        row_strides.0 = view.stride
    }

    init(_ view: GrayView) {
        self.init(RECTO_FORMAT_GRAY, view.base, view.stride * (view.height - 1) + view.rowBytes, view.size)
        row_strides.0 = view.stride
    }
}
