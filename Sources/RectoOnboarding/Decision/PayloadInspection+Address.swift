extension PayloadInspection {
    /// The context of an address.
    enum Place {
        /// The destination of the code.
        case payload
        /// Inside another value.
        case nested
        /// Inside a link to the web.
        case link
    }

    /// Schemes whose addresses need no slashes.
    private static let opaqueSchemes: Set<String> = ["bitcoin", "dpp", "geo", "magnet", "mailto", "sip", "urn", "xmpp"]
    private static let insecure: Set<String> = ["http", "ws", "ftp"]
    /// Maximum number of addresses in a payload, far more than any code in use contains: each is compared with all hosts
    /// of the policy.
    private static let maximumNested = 64

    // MARK: Hosts alone

    /// - Returns: `nil` if the text is not a host, with or without a port.
    mutating func readHost(_ text: String) -> OnboardingPayload? {
        let plain = HostReader.folded(text)
        let name = plain.allSatisfy(\.isASCII) ? plain : text
        guard name.utf8.count <= 512, name.contains("."),
            !name.contains(where: { $0.isWhitespace || "/\\@?#%".contains($0) })
        else { return nil }
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count <= 2 else { return nil }
        let port = pieces.count > 1 ? AddressReader.port(pieces[1]) : nil
        guard pieces.count == 1 || port != nil else { return nil }
        let reader = HostReader(pieces[0])
        guard let host = reader.host else {
            guard reader.risks.contains(.addressLiteral), Self.isWholeAddress(name) else { return nil }
            risks.add(reader.risks)
            return .host(OrganisationHost(host: nil, port: port, scheme: "https"))
        }
        guard Self.endsLikeDomain(host) else { return nil }
        risks.add(reader.risks, host.ascii)
        inspect(host, .payload)
        inspect(port: port ?? 443)
        return .host(OrganisationHost(host: host, port: port, scheme: "https"))
    }

    /// Whether a number with dots is meant as an address: 1.2 may be a version.
    private static func isWholeAddress(_ name: String) -> Bool {
        let parts = name.prefix { $0 != ":" }.split(separator: ".")
        return parts.count >= 4 || parts.contains { $0.hasPrefix("0x") }
    }

    /// Whether the last label consists of letters and another label precedes it.
    private static func endsLikeDomain(_ host: HostName) -> Bool {
        let labels = host.ascii.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return false }
        return last.hasPrefix("xn--") || last.utf8.count >= 2 && last.allSatisfy(\.isLetter)
    }

    // MARK: Addresses

    /// - Returns: `nil` if the text is not an address.
    mutating func readAddress(_ text: String) -> OnboardingPayload? {
        let reader = AddressReader(text) { AddressReader.connectingSchemes.contains($0) }
        guard let address = reader.address, isAddress(text, address.scheme) else { return nil }
        risks.add(TextHazards(in: text).risks)
        if policy.appSchemes.contains(address.scheme) {
            risks.add(reader.risks)
            inspectInside(reader, .nested)
            return activationLink(address)
        }
        if AddressReader.dangerousSchemes.contains(address.scheme) {
            risks.add(.dangerousScheme, address.scheme)
            return .link(address)
        }
        inspect(reader, .payload)
        inspectInside(reader, .link)
        guard address.isWeb else {
            risks.add(.schemeNotAllowed)
            return .link(address)
        }
        let isBare = ["", "/"].contains(address.path.revealed) && address.parameters.isEmpty && address.fragment == nil
        if isBare && !text.utf8.contains(UInt8(ascii: "?")) {
            return .host(OrganisationHost(host: address.host, port: address.port, scheme: address.scheme))
        }
        guard let host = address.host, policy.allows(host) else { return .link(address) }
        if !isAllowed(path: address.path.revealed) { risks.add(.pathNotAllowed) }
        return activationLink(address)
    }

    private func isAddress(_ text: String, _ scheme: String) -> Bool {
        let rest = text.utf8.dropFirst(scheme.utf8.count + 1)
        if rest.starts(with: "//".utf8) { return true }
        guard let next = rest.first, next > 0x20 else { return false }
        return AddressReader.connectingSchemes.contains(scheme) || policy.appSchemes.contains(scheme)
            || AddressReader.dangerousSchemes.contains(scheme) || Self.opaqueSchemes.contains(scheme)
    }

    private mutating func activationLink(_ address: WebAddress) -> OnboardingPayload {
        inspectSignature(of: address)
        inspectTimes(expiry: address.parameter("exp")?.revealed, start: address.parameter("nbf")?.revealed)
        return .activationLink(ActivationLink(address: address))
    }

    private func isAllowed(path: String) -> Bool {
        policy.paths.isEmpty
            || policy.paths.contains { allowed in
                path == allowed || path.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/")
            }
    }

    /// Checks an address against the policy.
    mutating func inspect(_ reader: AddressReader, _ place: Place) {
        guard let address = reader.address else { return }
        risks.add(reader.risks, address.host?.ascii)
        guard AddressReader.connectingSchemes.contains(address.scheme) else { return }
        if Self.insecure.contains(address.scheme) { risks.add(.insecureScheme, address.scheme) }
        guard let host = address.host else {
            if reader.risks.isDisjoint(with: [.malformedHost, .addressLiteral]) { risks.add(.malformedHost) }
            return
        }
        inspect(host, place)
        // The port of an insecure scheme is refused with the scheme.
        if address.port != nil || address.scheme == "https" { inspect(port: address.effectivePort ?? 443) }
    }

    mutating func inspect(port: Int) {
        if !policy.ports.contains(port) { risks.add(.portNotAllowed, "\(port)") }
    }

    mutating func inspect(_ host: HostName, _ place: Place) {
        guard !policy.names(host) else { return }
        if place == .link { risks.add(.redirector, host.ascii) }
        if !policy.allows(host) { risks.add(place == .payload ? .hostNotAllowed : .nestedHostNotAllowed, host.ascii) }
        if host.isLocal { risks.add(.localHost, host.ascii) }
        if Redirectors.contains(host) { risks.add(.redirector, host.ascii) }
        let labels = host.unicode.split(separator: ".")
        if labels.contains(where: LookAlike.isWhollyConfusable), labels.last.map({ $0.allSatisfy(\.isASCII) }) ?? false
        {
            risks.add(.lookAlikeHost, host.ascii)
        }
        let candidate = LookAlike.Candidate(host.unicode)
        for pattern in policy.hosts where !pattern.isAny && candidate.imitates(pattern.known) {
            risks.add(.lookAlikeHost, "\(host.ascii) for \(pattern.base)")
        }
    }

    /// Inspects everything after the host.
    mutating func inspectInside(_ reader: AddressReader, _ place: Place) {
        if reader.hasDuplicates { risks.add(.duplicateKey) }
        for text in reader.texts { inspectNested(text, place) }
    }

    /// Whether a nested address is new and the maximum is not reached.
    mutating func isToInspect(_ address: String) -> Bool {
        guard nestedAddresses.insert(address).inserted else { return false }
        if nestedAddresses.count > Self.maximumNested { risks.add(.tooManyValues, "addresses") }
        return nestedAddresses.count <= Self.maximumNested
    }

    /// Checks the addresses in a text against the policy.
    mutating func inspectNested(_ text: String, _ place: Place = .nested) {
        for nested in NestedAddresses.find(in: text) where isToInspect(nested) {
            let reader = AddressReader(nested)
            guard let address = reader.address else { continue }
            if AddressReader.dangerousSchemes.contains(address.scheme) {
                risks.add(.dangerousScheme, address.scheme)
            } else if AddressReader.connectingSchemes.contains(address.scheme) {
                inspect(reader, place)
            }
        }
    }
}
