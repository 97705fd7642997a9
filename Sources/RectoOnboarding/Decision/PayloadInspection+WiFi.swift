extension PayloadInspection {
    /// Reads `WIFI:T:WPA;S:name;P:password;H:true;;`, with a backslash before `\ ; , " :` in a value.
    ///
    /// Source: WPA3 Specification, section 7.1 (Wi-Fi Alliance), and the older form defined by ZXing, whose escapes and
    /// types are the ones in use. Percent signs are taken literally, as all generators write them.
    mutating func readWiFi(_ text: String) -> OnboardingPayload {
        risks.add(TextHazards(in: text).risks)
        guard let fields = Self.fields(text.unicodeScalars.dropFirst("wifi:".count)) else {
            return malformed(text, .malformedField)
        }
        let names = fields.map { $0.name.revealed }
        if Set(names.map { $0.uppercased() }).count < names.count { risks.add(.duplicateKey) }
        func value(_ name: String) -> String? { fields.first { $0.name.revealed.uppercased() == name }?.value.revealed }
        guard let name = value("S") else { return malformed(text, .malformedField, "S") }
        guard let security = Self.security(value("T") ?? "", isEnterprise: value("E") != nil) else {
            return malformed(text, .malformedField, "T")
        }
        let password = value("P").flatMap { $0.isEmpty ? nil : Secret(Self.unquoted($0)) }
        let network = WiFiNetwork(
            ssid: Self.unquoted(name), security: security, password: password,
            isHidden: value("H")?.lowercased() == "true",
            identity: (value("I") ?? value("A")).map(Secret.init), fields: fields)
        inspect(network)
        return .wifi(network)
    }

    /// Checks a network against its own rules and the policy.
    mutating func inspect(_ network: WiFiNetwork) {
        if !(1...32).contains(network.ssid.utf8.count) { risks.add(.malformedField, "S") }
        if network.isHidden { risks.add(.hiddenNetwork) }
        let length = network.password?.revealed.utf8.count ?? 0
        switch network.security {
        case .open: risks.add(.openNetwork)
        case .wep: risks.add(.weakNetwork)
        // 8 to 63 characters, or the key itself in 64 hexadecimal digits.
        case .wpa: if !(8...64).contains(length) { risks.add(.malformedField, "P") }
        case .wpa3: if !(1...128).contains(length) { risks.add(.malformedField, "P") }
        case .enterprise: break
        }
    }

    private static func security(_ type: String, isEnterprise: Bool) -> WiFiNetwork.Security? {
        let type = type.uppercased()
        if isEnterprise && type != "WEP" || type.contains("EAP") { return .enterprise }
        switch type {
        case "", "NOPASS", "NONE": return .open
        case "WEP": return .wep
        case "SAE", "WPA3", "WPA3-SAE": return .wpa3
        case "WPA", "WPA2", "WPA/WPA2", "WPA-PSK", "WPA2-PSK", "WPA2/WPA3": return .wpa
        default: return nil
        }
    }

    /// - Returns: `nil` if a field has no colon or the text ends with a backslash.
    private static func fields(_ scalars: some Sequence<Unicode.Scalar>) -> [WiFiNetwork.Field]? {
        var fields: [WiFiNetwork.Field] = []
        var (name, part): (String?, String.UnicodeScalarView) = (nil, .init())
        var isEscaped = false
        func end() -> Bool {
            defer { (name, part) = (nil, .init()) }
            guard let name else { return part.isEmpty }
            fields.append(WiFiNetwork.Field(name: Secret(name), value: Secret(String(part))))
            return true
        }
        for scalar in scalars {
            if isEscaped {
                part.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ":", name == nil {
                name = String(part)
                part = .init()
            } else if scalar != ";" {
                part.append(scalar)
            } else if !end() {
                return nil
            }
        }
        return !isEscaped && end() ? fields : nil
    }

    /// The text without the quotes that distinguish it from hexadecimal digits.
    private static func unquoted(_ text: String) -> String {
        text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}
