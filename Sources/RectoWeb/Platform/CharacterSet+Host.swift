import CRectoWeb

extension CharacterSet {
    /// Converts bytes to UTF-8 with JavaScript's tables; `nil` if a byte does not fit.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        var isWhole = true
        let text = [UInt8](unsafeUninitializedCapacity: 3 * bytes.count + 4) { text, count in
            let written = recto_host_utf8(Int32(number), bytes, bytes.count, text.baseAddress, text.count)
            isWhole = written >= 0
            count = max(written, 0)
        }
        return isWhole ? text : nil
    }
}
