extension PayloadInspection {
    /// `otpauth://totp/Issuer:account?secret=BASE32&issuer=Issuer&algorithm=SHA1&digits=6&period=30`
    ///
    /// Source: the "Key Uri Format" of Google Authenticator, and RFC 4226 and 6238 for the meaning of its fields.
    mutating func readOneTimePassword(_ text: String) -> OnboardingPayload {
        risks.add(TextHazards(in: text).risks)
        let reader = AddressReader(text) { _ in false }
        risks.add(reader.risks)
        if reader.hasDuplicates { risks.add(.duplicateKey) }
        guard let address = reader.address,
            let mode = OneTimePasswordKey.Mode(rawValue: address.action?.revealed.lowercased() ?? "")
        else { return malformed(text, .malformedField, "type") }
        func value(_ name: String) -> String? { address.parameter(name)?.revealed }
        guard let secret = Self.base32(value("secret") ?? "") else { return malformed(text, .malformedField, "secret") }
        // 80 bits.
        if secret.utf8.count < 16 { risks.add(.weakKey) }
        guard let algorithm = OneTimePasswordKey.Algorithm(rawValue: value("algorithm")?.uppercased() ?? "SHA1") else {
            return malformed(text, .malformedField, "algorithm")
        }
        guard let digits = Int(value("digits") ?? "6"), (6...8).contains(digits) else {
            return malformed(text, .malformedField, "digits")
        }
        guard let period = Int(value("period") ?? "30"), (1...3600).contains(period) else {
            return malformed(text, .malformedField, "period")
        }
        let counter = value("counter").flatMap { UInt64($0) }
        guard mode == .totp || counter != nil else { return malformed(text, .malformedField, "counter") }
        let (issuer, account) = label(address)
        if let issuer, let other = value("issuer"), issuer != other { risks.add(.issuerMismatch) }
        return .oneTimePassword(
            OneTimePasswordKey(
                issuer: value("issuer") ?? issuer, account: Secret(account), secret: Secret(secret), mode: mode,
                algorithm: algorithm, digits: digits, period: mode == .totp ? period : nil,
                counter: mode == .hotp ? counter : nil))
    }

    /// The label is `Issuer:account`, or the account alone.
    private func label(_ address: WebAddress) -> (issuer: String?, account: String) {
        let path = address.path.revealed.drop { $0 == "/" }
        let label = PercentEncoding.decoded(path) ?? String(path)
        let pieces = label.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2 else { return (nil, label) }
        return (String(pieces[0]), String(pieces[1].drop { $0 == " " }))
    }

    /// The text in upper case, without padding and the blanks and hyphens that people write.
    ///
    /// - Returns: `nil` if the text is empty or not Base32 (RFC 4648, section 6).
    private static func base32(_ text: String) -> String? {
        var digits = text.uppercased().filter { $0 != " " && $0 != "-" }
        while digits.last == "=" { digits.removeLast() }
        let isFine = digits.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
        }
        return isFine && !digits.isEmpty && ![1, 3, 6].contains(digits.utf8.count % 8) ? digits : nil
    }
}
