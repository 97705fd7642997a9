extension PayloadInspection {
    mutating func readJSON(_ text: String) -> OnboardingPayload {
        let document: JSONReader.Document
        do {
            document = try JSONReader.read(text, deepest: policy.maximumDepth, maximum: policy.maximumValues)
        } catch {
            switch error {
            case .syntax: return malformed(text, .malformedJSON)
            case .tooDeep: return malformed(text, .tooDeep)
            case .tooManyValues: return malformed(text, .tooManyValues)
            }
        }
        let settings = document.value
        if document.hasDuplicates { risks.add(.duplicateKey) }
        var hazards: TextHazards = []
        settings.forEachText { text, isKey in hazards.formUnion(TextHazards(in: text, allowsLines: !isKey)) }
        risks.add(hazards.risks)
        let members = settings.members ?? []
        if members.contains(where: { $0.key.hasPrefix(DeviceProvisioning.prefix) }) {
            return readProvisioning(settings)
        }
        if DiscoveryConfiguration.addressKeys.contains(where: { settings[$0]?.string != nil }) {
            return readDiscovery(settings)
        }
        return .text(Secret(text))
    }

    // MARK: Discovery

    private mutating func readDiscovery(_ settings: JSONValue) -> OnboardingPayload {
        let addresses = DiscoveryConfiguration.addressKeys.compactMap { settings[$0]?.string }
        let endpoint = readEndpoint(addresses.first ?? "", .payload)
        for address in addresses.dropFirst() { _ = readEndpoint(address, .nested) }
        inspectNested(settings, without: addresses.first)
        inspectInnerHosts(settings)
        let scheme = readScheme(settings, endpoint.scheme)
        let port = readPort(settings)
        if let port { inspect(port: port) }
        inspectTimes(expiry: Self.digits(settings["exp"]), start: Self.digits(settings["nbf"]))
        return .discovery(
            DiscoveryConfiguration(
                host: endpoint.host, port: endpoint.port ?? port, scheme: scheme,
                name: (settings["name"] ?? settings["displayName"])?.string,
                applicationID: (settings["applicationID"] ?? settings["appID"])?.string.map(Secret.init),
                authentication: (settings["auth"]?.elements ?? []).compactMap { $0["type"]?.string },
                settings: settings))
    }

    /// A whole number as text; empty, which is invalid, for any other value.
    private static func digits(_ value: JSONValue?) -> String? { value.map { $0.integer.map(String.init) ?? "" } }

    /// Checks all addresses in a value against the policy.
    private mutating func inspectNested(_ settings: JSONValue, without known: String?) {
        var texts: Set<String> = []
        settings.forEachText { text, isKey in if !isKey && text != known { texts.insert(text) } }
        for text in texts.sorted() { inspectNested(text) }
    }

    /// Checks hosts without a scheme that are nested in a configuration, under a key for hosts, against the policy.
    private mutating func inspectInnerHosts(_ settings: JSONValue) {
        let keys = Set(DiscoveryConfiguration.addressKeys.map { $0.lowercased() })
        let inner = (settings.members?.map(\.value) ?? []).flatMap { $0.texts(under: keys) }
        for text in Set(inner).sorted() where !text.contains("/") && isToInspect(text) {
            let reader = HostReader(text.split(separator: ":").first ?? "")
            if reader.risks.contains(.addressLiteral) { risks.add(.addressLiteral) }
            guard let host = reader.host, host.ascii.contains(".") else { continue }
            risks.add(reader.risks, host.ascii)
            inspect(host, .nested)
        }
    }

    /// Reads a host, with or without a port, or an address.
    private mutating func readEndpoint(
        _ text: String, _ place: Place
    ) -> (host: HostName?, port: Int?, scheme: String?) {
        let reader = AddressReader(text)
        if let address = reader.address, text.utf8.dropFirst(address.scheme.utf8.count).starts(with: "://".utf8) {
            inspect(reader, place)
            inspectInside(reader, .nested)
            if !address.isWeb { risks.add(.schemeNotAllowed) }
            return (address.host, address.port, address.scheme)
        }
        let colon = text.hasPrefix("[") ? nil : text.utf8.lastIndex(of: UInt8(ascii: ":"))
        let port = colon.flatMap { AddressReader.port(text[text.utf8.index(after: $0)...]) }
        let hostReader = HostReader(port != nil ? text[..<(colon ?? text.endIndex)] : text[...])
        risks.add(hostReader.risks, hostReader.host?.ascii)
        if let host = hostReader.host { inspect(host, place) }
        if let port { inspect(port: port) }
        return (hostReader.host, port, nil)
    }

    private mutating func readScheme(_ settings: JSONValue, _ written: String?) -> String {
        let isPlain = settings["https"]?.truth == false
        let scheme = (settings["protocol"] ?? settings["scheme"])?.string?.lowercased() ?? (isPlain ? "http" : "https")
        if !["https", "http"].contains(scheme) { risks.add(.schemeNotAllowed) }
        if scheme == "http" || isPlain { risks.add(.insecureScheme, "http") }
        return written ?? scheme
    }

    private mutating func readPort(_ settings: JSONValue) -> Int? {
        guard let value = settings["port"] ?? settings["serverPort"] else { return nil }
        guard let port = value.integer, (1...65535).contains(port) else {
            risks.add(.malformedField, "port")
            return nil
        }
        return port
    }

    // MARK: Provisioning

    private mutating func readProvisioning(_ settings: JSONValue) -> OnboardingPayload {
        func setting(_ name: String) -> JSONValue? {
            settings.members?.first { $0.key == DeviceProvisioning.prefix + name }?.value
        }
        let component = (setting("DEVICE_ADMIN_COMPONENT_NAME") ?? setting("DEVICE_ADMIN_PACKAGE_NAME"))?.string ?? ""
        let pieces = component.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isComponent = (1...2).contains(pieces.count) && pieces.allSatisfy(Self.isJavaName)
        if !isComponent { risks.add(.malformedField, "DEVICE_ADMIN_COMPONENT_NAME") }
        let package = isComponent ? pieces[0] : nil
        if !policy.packages.isEmpty, !policy.packages.contains(package ?? "") {
            risks.add(.packageNotAllowed, package)
        }
        let download = setting("DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION").flatMap { readDownload($0) }
        let signature = setting("DEVICE_ADMIN_SIGNATURE_CHECKSUM").flatMap { readChecksum($0) }
        let checksum = setting("DEVICE_ADMIN_PACKAGE_CHECKSUM").flatMap { readChecksum($0) }
        if download != nil, signature == nil, checksum == nil { risks.add(.checksumMissing) }
        if setting("SKIP_ENCRYPTION")?.truth == true { risks.add(.encryptionSkipped) }
        if let proxy = setting("WIFI_PROXY_HOST")?.string { inspectProxy(proxy) }
        if setting("WIFI_PAC_URL") != nil { risks.add(.proxySet, "PAC") }
        inspectNested(settings, without: download?.text.revealed)
        let network = readNetwork(
            name: setting("WIFI_SSID")?.string, type: setting("WIFI_SECURITY_TYPE")?.string,
            password: setting("WIFI_PASSWORD")?.string, isHidden: setting("WIFI_HIDDEN")?.truth ?? false)
        return .provisioning(
            DeviceProvisioning(
                package: package, component: isComponent && pieces.count > 1 ? pieces[1] : nil, download: download,
                signatureChecksum: signature, packageChecksum: checksum, network: network, settings: settings))
    }

    private static func isJavaName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "_.$0123456789".unicodeScalars.contains($0))
            }
    }

    private mutating func readDownload(_ value: JSONValue) -> WebAddress? {
        let reader = AddressReader(value.string ?? "")
        guard let address = reader.address else {
            risks.add(.malformedField, "DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION")
            return nil
        }
        if !address.isWeb { risks.add(.schemeNotAllowed) }
        inspect(reader, .payload)
        inspectInside(reader, .link)
        return address
    }

    private mutating func readChecksum(_ value: JSONValue) -> [UInt8]? {
        guard let bytes = value.string.flatMap({ Base64.decoded($0) }), [20, 32].contains(bytes.count) else {
            risks.add(.malformedField, "CHECKSUM")
            return nil
        }
        // SHA-1, which devices before Android 10 accepted.
        if bytes.count == 20 { risks.add(.weakChecksum) }
        return bytes
    }

    private mutating func inspectProxy(_ text: String) {
        let reader = HostReader(text)
        risks.add(reader.risks, reader.host?.ascii)
        guard let host = reader.host, policy.names(host) else { return risks.add(.proxySet, reader.host?.ascii) }
    }

    private mutating func readNetwork(name: String?, type: String?, password: String?, isHidden: Bool) -> WiFiNetwork? {
        guard let name else { return nil }
        let security: WiFiNetwork.Security
        switch type?.uppercased() {
        case "NONE": security = .open
        case nil: security = password == nil ? .open : .wpa
        case "WEP": security = .wep
        case "WPA": security = .wpa
        case "EAP": security = .enterprise
        default:
            risks.add(.malformedField, "WIFI_SECURITY_TYPE")
            security = .open
        }
        // The system's own form of a name has quotes around it.
        let isQuoted = name.count > 2 && name.hasPrefix("\"") && name.hasSuffix("\"")
        let network = WiFiNetwork(
            ssid: isQuoted ? String(name.dropFirst().dropLast()) : name, security: security,
            password: password.map(Secret.init), isHidden: isHidden, identity: nil, fields: [])
        inspect(network)
        return network
    }
}
