/// Reed–Solomon codes over GF(256) with x⁸ + x⁴ + x³ + x² + 1, with generator roots from power 0.
enum ReedSolomon {
    /// The powers of x, twice, so that the sum of two logarithms needs no modulo, then zeros; and the logarithms, that of
    /// 0 large enough to lead to these.
    private static let powers: [UInt8] = {
        var (powers, value) = ([UInt8](repeating: 0, count: 2 * logarithmOfZero + 1), 1)
        for i in 0..<logarithmOfZero {
            powers[i] = UInt8(value)
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return powers
    }()
    private static let logarithmOfZero = 510
    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: logarithmOfZero, count: 256)
        for i in 0..<255 { logarithms[Int(powers[i])] = i }
        return logarithms
    }()

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        powers[logarithms[Int(a)] + logarithms[Int(b)]]
    }

    /// - Precondition: The divisor is not 0.
    private static func quotient(_ a: UInt8, _ b: UInt8) -> UInt8 {
        powers[logarithms[Int(a)] + 255 - logarithms[Int(b)]]
    }

    /// Evaluates a polynomial, lowest coefficient first.
    private static func value(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
        polynomial.reversed().reduce(0) { product($0, x) ^ $1 }
    }

    /// Corrects a block.
    /// - Parameters:
    ///   - block: Data, then parity; 1…255 codewords.
    ///   - limit: The maximum number of wrong codewords besides the erasures.
    ///   - erasures: The indices of possibly wrong codewords, each once; fewer than `parity`.
    /// - Returns: The number of wrong codewords, including the erasures; `nil` if the block cannot be corrected and is unchanged.
    static func correct(_ block: inout [UInt8], parity: Int, limit: Int, erasures: [Int] = []) -> Int? {
        let syndromes = syndromes(block, parity: parity)
        guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
        // One root for each erasure.
        let start = erasures.reduce([UInt8(1)]) { polynomial, place in
            let power = powers[block.count - 1 - place]
            return (0...polynomial.count).map { i in
                (i < polynomial.count ? polynomial[i] : 0) ^ (i > 0 ? product(polynomial[i - 1], power) : 0)
            }
        }
        let locator = locator(syndromes, from: start)
        let errors = locator.count - 1
        guard errors - erasures.count <= limit else { return nil }
        let places = block.indices.filter { value(locator, at: inverse(of: $0, in: block)) == 0 }
        guard places.count == errors else { return nil }
        // Forney's algorithm: the evaluator divided by the locator's derivative.
        var evaluator = [UInt8](repeating: 0, count: parity)
        for (i, a) in locator.enumerated() {
            for j in 0..<parity - i { evaluator[i + j] ^= product(a, syndromes[j]) }
        }
        for place in places {
            let x = inverse(of: place, in: block)
            var (derivative, power) = (UInt8(0), UInt8(1))
            for i in stride(from: 1, to: locator.count, by: 2) {
                derivative ^= product(locator[i], power)
                power = product(power, product(x, x))
            }
            block[place] ^= product(quotient(1, x), quotient(value(evaluator, at: x), derivative))
        }
        return errors
    }

    /// Returns the values of a block at the generator's roots. They do not depend on each other, so all are advanced
    /// by two codewords at a time.
    private static func syndromes(_ block: [UInt8], parity: Int) -> [UInt8] {
        powers.withUnsafeBufferPointer { powers in
            logarithms.withUnsafeBufferPointer { logarithms in
                [UInt8](unsafeUninitializedCapacity: parity) { values, count in
                    values.initialize(repeating: 0)
                    // SAFETY: the sum of a logarithm and twice a power is an index of the powers.
                    for i in stride(from: 0, to: block.count & ~1, by: 2) {
                        let (first, second) = (logarithms[Int(block[i])], block[i + 1])
                        for power in 0..<parity {
                            let value = powers[logarithms[Int(values[power])] &+ 2 &* power]
                            values[power] = value ^ powers[first &+ power] ^ second
                        }
                    }
                    for codeword in block.suffix(block.count & 1) {
                        for power in 0..<parity {
                            values[power] = powers[logarithms[Int(values[power])] &+ power] ^ codeword
                        }
                    }
                    count = parity
                }
            }
        }
    }

    /// Returns the inverse of the power of x for an index of a block.
    private static func inverse(of place: Int, in block: [UInt8]) -> UInt8 {
        powers[(255 - (block.count - 1 - place)) % 255]
    }

    /// Returns the error locator polynomial (Berlekamp–Massey, with erasures by Blahut).
    /// - Parameter start: The polynomial of the erasures.
    private static func locator(_ syndromes: [UInt8], from start: [UInt8]) -> [UInt8] {
        var (locator, former) = (start, start)
        let known = start.count - 1
        var (length, distance, formerDiscrepancy) = (known, 1, UInt8(1))
        for n in known..<syndromes.count {
            var discrepancy = syndromes[n]
            for i in 1..<max(min(length, locator.count - 1, n) + 1, 1) {
                discrepancy ^= product(locator[i], syndromes[n - i])
            }
            guard discrepancy != 0 else {
                distance += 1
                continue
            }
            let before = locator
            let factor = quotient(discrepancy, formerDiscrepancy)
            if locator.count < former.count + distance {
                locator += [UInt8](repeating: 0, count: former.count + distance - locator.count)
            }
            for (i, a) in former.enumerated() { locator[i + distance] ^= product(factor, a) }
            if 2 * length <= n + known {
                (length, former, formerDiscrepancy, distance) = (n + 1 + known - length, before, discrepancy, 1)
            } else {
                distance += 1
            }
        }
        while locator.count > 1, locator.last == 0 { locator.removeLast() }
        // A locator whose degree does not match the number of errors is invalid. The zero result has too many roots
        // to be accepted.
        return locator.count - 1 == length ? locator : [UInt8](repeating: 0, count: syndromes.count + 1)
    }
}
