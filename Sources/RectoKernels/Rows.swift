/// The rows of a picture of bytes to be read: kernels take a base address, a stride and a size, and nothing else.
@inline(__always)
func row(_ base: UnsafePointer<UInt8>, _ y: Int, _ stride: Int) -> UnsafePointer<UInt8> {
    base + y &* stride
}

@inline(__always)
func row(_ base: UnsafeMutablePointer<UInt8>, _ y: Int, _ stride: Int) -> UnsafeMutablePointer<UInt8> {
    base + y &* stride
}

/// Checks that rows of `rowBytes` do not overlap.
@inline(__always)
func checkRows(_ rowBytes: Int, height: Int, stride: Int) {
    precondition(rowBytes >= 0 && height >= 0, "negative size")
    precondition(stride >= rowBytes || height <= 1, "stride shorter than a row")
}
