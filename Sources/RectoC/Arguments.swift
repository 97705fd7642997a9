/// Returns the argument, which must not be NULL.
func required<Pointee>(
    _ pointer: UnsafePointer<Pointee>?, _ name: StaticString
) throws(CallFailure) -> UnsafePointer<Pointee> {
    guard let pointer else { throw .invalid("\(name) is NULL") }
    return pointer
}

/// Returns the argument, which must not be NULL.
func required<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?, _ name: StaticString
) throws(CallFailure) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { throw .invalid("\(name) is NULL") }
    return pointer
}
