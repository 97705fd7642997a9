/// How large files are, as people read it: three digits at most, in powers of 1000 (IEC 80000-13).
public struct FileSize: Hashable, Sendable, CustomStringConvertible {
    public let bytes: Int

    public init(bytes: Int) { self.bytes = bytes }

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    public var description: String {
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var (unit, scale) = (0, 1000)
        // Up to what is rounded to 999.
        while unit < Self.units.count - 1, bytes / 5 >= scale / 10 * 1999 {
            unit += 1
            scale *= 1000
        }
        let tenths = (bytes / 10 + scale / 200) / (scale / 100)
        let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((bytes / 10 + scale / 20) / (scale / 10))"
        return "\(number) \(Self.units[unit])"
    }
}
