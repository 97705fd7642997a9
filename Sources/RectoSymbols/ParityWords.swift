/// Parity by Reed and Solomon over the field of 256 elements that QR codes use (polynomial 0x11D).
enum ParityWords {
    /// The codewords of parity that follow a block of data.
    static func of(_ data: [UInt8], count: Int) -> [UInt8] {
        var divisor = [Int](repeating: 0, count: count)
        divisor[count - 1] = 1
        var root = 1
        for _ in 0..<count {
            for j in 0..<count { divisor[j] = multiply(divisor[j], root) ^ (j + 1 < count ? divisor[j + 1] : 0) }
            root = multiply(root, 2)
        }
        var rest = [Int](repeating: 0, count: count)
        for byte in data {
            let factor = Int(byte) ^ rest[0]
            rest = Array(rest[1...]) + [0]
            for j in 0..<count { rest[j] ^= multiply(divisor[j], factor) }
        }
        return rest.map { UInt8($0) }
    }

    private static func multiply(_ a: Int, _ b: Int) -> Int {
        var product = 0
        for i in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11D
            product ^= (b >> i & 1) * a
        }
        return product
    }
}
