extension PayloadInspection {
    /// Reads the content of a compact JWS.
    mutating func read(_ envelope: SignedEnvelope) -> OnboardingPayload {
        if envelope.isUnderstood {
            check(envelope.message)
        } else {
            signature = .invalid
            risks.add(.signatureInvalid, "crit")
        }
        return read(envelope.payload, isSigned: true)
    }

    /// Checks the signature in the last parameter of a link.
    mutating func inspectSignature(of address: WebAddress) {
        let name = policy.signatureParameter
        guard let value = address.parameter(name)?.revealed else { return }
        let text = address.text.revealed
        let endings = ["?", "&"].map { Array("\($0)\(name)=\(value)".utf8) }
        guard let ending = endings.first(where: { text.utf8.suffix($0.count).elementsEqual($0) }),
            let bytes = Base64.decoded(value), !bytes.isEmpty
        else {
            signature = .invalid
            return risks.add(.signatureInvalid, "place or form")
        }
        let only = policy.algorithms.count == 1 ? policy.algorithms.first : nil
        check(
            SignedMessage(
                message: Array(text.utf8.dropLast(ending.count)), signature: bytes,
                algorithm: address.parameter("alg")?.revealed ?? only,
                keyIdentifier: address.parameter("kid")?.revealed))
    }

    private mutating func check(_ message: SignedMessage) {
        if let algorithm = message.algorithm, !policy.algorithms.contains(algorithm) {
            signature = .invalid
            return risks.add(.signatureInvalid, "algorithm")
        }
        guard let verifier else {
            signature = .unchecked
            return risks.add(.signatureUnchecked)
        }
        switch verifier.verify(message) {
        case .valid: signature = .valid
        case .invalid:
            signature = .invalid
            risks.add(.signatureInvalid)
        case .unknownKey:
            signature = .unknownKey
            risks.add(.signatureUnknownKey)
        }
    }
}
