/// An object that a C program holds by an opaque pointer.
protocol Handle: AnyObject {
    /// What the C program calls it.
    static var name: StaticString { get }
}

extension Handle {
    /// A pointer that the caller owns until it is given to ``release(_:)``.
    func retained() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

    /// A pointer that is good as long as somebody holds the object.
    var borrowed: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The object behind a pointer that ``retained()`` gave.
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
