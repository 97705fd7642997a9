/// The ASCII form of a host's labels: RFC 3492, with the overflow checks of its section 6.4.
enum Punycode {
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialCode = 128

    /// - Parameter label: The part after `xn--`, in lower case.
    /// - Returns: `nil` if the text does not encode a label.
    static func decoded(_ label: some StringProtocol) -> String? {
        let bytes = Array(label.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let basicCount = bytes.lastIndex(of: UInt8(ascii: "-")) ?? 0
        var output = bytes[..<basicCount].map { Unicode.Scalar($0) }
        var (code, bias, index) = (initialCode, initialBias, 0)
        var at = basicCount > 0 ? basicCount + 1 : 0
        while at < bytes.count {
            let before = index
            var (weight, k) = (1, base)
            while true {
                guard at < bytes.count, let digit = digit(bytes[at]) else { return nil }
                at += 1
                index += digit * weight
                guard index <= Int(UInt32.max) else { return nil }
                let threshold = threshold(k, bias)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight <= Int(UInt32.max) else { return nil }
                k += base
            }
            let count = output.count + 1
            bias = adapted(index - before, count, isFirst: before == 0)
            code += index / count
            index %= count
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: output)
        return String(text)
    }

    /// - Returns: The part after `xn--`; `nil` if the label is too long.
    static func encoded(_ label: some StringProtocol) -> String? {
        let scalars = label.unicodeScalars.map { Int($0.value) }
        // A label of more characters does not fit into 63 bytes.
        guard scalars.count < 64 else { return nil }
        var output = scalars.filter { $0 < initialCode }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (code, bias, delta, handled) = (initialCode, initialBias, 0, basicCount)
        while handled < scalars.count {
            let minimum = scalars.filter { $0 >= code }.min() ?? code
            delta += (minimum - code) * (handled + 1)
            code = minimum
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
        var (rest, k) = (delta, base)
        while true {
            let threshold = threshold(k, bias)
            if rest < threshold { break }
            output.append(character(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        output.append(character(rest))
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int {
        min(max(k - bias, minimumThreshold), maximumThreshold)
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var (delta, k) = (isFirst ? delta / damp : delta / 2, 0)
        delta += delta / count
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            k += base
        }
        return k + (base - minimumThreshold + 1) * delta / (delta + skew)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func character(_ digit: Int) -> UInt8 {
        digit < 26 ? UInt8(ascii: "a") + UInt8(digit) : UInt8(ascii: "0") + UInt8(digit - 26)
    }
}
