import COpenSSL

/// The stored form of a passcode: an scrypt hash (RFC 7914) with a random salt, computed by libcrypto.
package struct PasscodeHash: Hashable, Sendable, Secret {
    /// The cost of a check: `128 · r · 2^logN` bytes of memory, `p` times.
    package struct Cost: Hashable, Sendable {
        /// The binary logarithm of N.
        package let logN: Int
        package let r: Int
        package let p: Int

        /// 32 MB, three times. Source: OWASP, "Password Storage Cheat Sheet". Of its equivalent choices, small
        /// machines can afford this one.
        package static let standard = Cost(logN: 15, r: 8, p: 3)!

        /// `nil` outside the limits: N from 2 to 2^20, r up to 32, p up to 16, and 256 MB.
        package init?(logN: Int, r: Int, p: Int) {
            guard 1...20 ~= logN, 1...32 ~= r, 1...16 ~= p, 128 * r << logN <= 256 << 20, logN < 16 * r else {
                return nil
            }
            (self.logN, self.r, self.p) = (logN, r, p)
        }

        private var product: Int { r * p << logN }

        fileprivate func isBelow(_ other: Cost) -> Bool { product < other.product || r << logN < other.r << other.logN }
    }

    private static let saltCount = 16
    private static let keyCount = 32
    private static let scheme = "scrypt"

    package let cost: Cost
    private let salt: [UInt8]
    private let key: [UInt8]

    package init(of passcode: Passcode, cost: Cost = .standard) {
        self.cost = cost
        salt = .random(count: Self.saltCount)
        key = Self.scrypt(passcode.bytes, salt: salt, cost: cost, count: Self.keyCount)
    }

    /// Returns a hash that matches no passcode. Checking against it for unknown names takes the same time as for
    /// known ones.
    package static func standIn(cost: Cost = .standard) -> PasscodeHash {
        PasscodeHash(cost: cost, salt: .random(count: saltCount), key: .random(count: keyCount))
    }

    private init(cost: Cost, salt: [UInt8], key: [UInt8]) {
        (self.cost, self.salt, self.key) = (cost, salt, key)
    }

    // MARK: Storage

    /// The storage format: `$scrypt$ln=15,r=8,p=3$salt$key`. Source: the Password Hashing Competition's string
    /// format. Departs from it: salt and key are URL-safe Base64.
    package var stored: String {
        "$\(Self.scheme)$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)$\(Base64URL.text(salt))$\(Base64URL.text(key))"
    }

    /// Parses the storage format; `nil` if it is damaged.
    package init?(stored text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == Self.scheme, let cost = Self.cost(parts[2]),
            let salt = try? Base64URL.bytes(parts[3]), salt.count == Self.saltCount,
            let key = try? Base64URL.bytes(parts[4]), key.count == Self.keyCount
        else { return nil }
        self.init(cost: cost, salt: salt, key: key)
    }

    private static func cost(_ text: Substring) -> Cost? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let numbers = zip(parts, ["ln=", "r=", "p="]).compactMap { part, name in
            part.hasPrefix(name) ? Int(part.dropFirst(name.count)) : nil
        }
        return numbers.count == 3 ? Cost(logN: numbers[0], r: numbers[1], p: numbers[2]) : nil
    }

    // MARK: Checks

    /// Whether the passcode matches. The hashes are compared in constant time.
    package func verify(_ passcode: Passcode) -> Bool {
        Self.scrypt(passcode.bytes, salt: salt, cost: cost, count: Self.keyCount).isSame(as: key)
    }

    /// Returns whether a passcode is right, in the same time for unknown names.
    /// - Parameters:
    ///   - stored: The person's hash; `nil` if the person does not exist or has no passcode.
    ///   - standIn: A hash that is created once, with the cost of people's hashes.
    package static func verify(_ passcode: Passcode, stored: PasscodeHash?, standIn: PasscodeHash) -> Bool {
        let isRight = (stored ?? standIn).verify(passcode)
        return isRight && stored != nil
    }

    /// Whether the cost is below the current one, so that the hash should be replaced the next time its passcode is
    /// entered.
    package func needsRehash(to cost: Cost = .standard) -> Bool { self.cost.isBelow(cost) }

    /// Computes scrypt (RFC 7914).
    /// - Parameter count: The length of the result in bytes.
    package static func scrypt(_ passcode: [UInt8], salt: [UInt8], cost: Cost, count: Int) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: count)
        // libcrypto needs more than the memory for mixing: 128 · r · p and a little extra.
        let memory = UInt64(128 * cost.r * ((1 << cost.logN) + cost.p + 2) + 4096)
        // SAFETY: the rebound memory is the same bytes, read for the length of the call.
        let isDone = passcode.withUnsafeBytes { passcode in
            EVP_PBE_scrypt(
                passcode.bindMemory(to: CChar.self).baseAddress, passcode.count, salt, salt.count,
                1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), memory, &key, count) == 1
        }
        precondition(isDone, "scrypt of a checked cost fails only without memory")
        return key
    }
}
