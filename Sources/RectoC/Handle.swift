/// An object that a C program holds by an opaque pointer.
protocol Handle: AnyObject {
    /// The type's name in C.
    static var name: StaticString { get }
}

extension Handle {
    /// Returns a pointer that the caller owns until it is passed to ``release(_:)``.
    func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// A pointer that is valid as long as the object exists.
    var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Returns the object behind a pointer from ``retained()``.
    static func at(_ pointer: OpaquePointer?) throws(CallFailure) -> Self {
        guard let pointer else { throw .invalid("\(name) is NULL") }
        return Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Ends the caller's ownership.
    static func release(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
