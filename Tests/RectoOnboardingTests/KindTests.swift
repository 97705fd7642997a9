import RectoOnboarding
import Testing

/// Payloads in real use, and lookalikes.
@Suite struct KindTests {
    private static let extra: String = "android.app.extra.PROVISIONING_"
    private static let dpc: String = """
        "\(extra)DEVICE_ADMIN_COMPONENT_NAME": "com.afwsamples.testdpc/com.afwsamples.testdpc.DeviceAdminReceiver"
        """
    private static let checksum: String = """
        "\(extra)DEVICE_ADMIN_SIGNATURE_CHECKSUM": "gJD2YwtOiWJHkSMkkIfLRlj-quNqG1fb6v100QmzM9w="
        """
    private static let location: String = """
        "\(extra)DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION": "https://mdm.example.com/dpc.apk"
        """

    @Test(
        "Codes in use are read as what they are",
        arguments: [
            Case("https://example.com/activate?code=7F3A-99", .activationLink),
            Case("HTTPS://EXAMPLE.COM/A/B", .activationLink),
            Case("https://login.example.com/a#token=1", .activationLink),
            Case("https://example.com:443/activate?ServerUrl=https://api.example.com/v1", .activationLink),
            Case("com.example.app://?AppId=com.sap.sam.swe&ClientId=12345", .activationLink),
            Case("com.example.app://activate/7F3A", .activationLink),
            Case(
                "com.example.app://?AppId=x&ServerUrl=https%3A%2F%2Fapi.example.com&RedirectUrl=com.example.app%3A%2F%2Foauth",
                .activationLink),
            Case(#"{"host":"api.example.com","port":443,"protocol":"https"}"#, .discovery),
            Case("{\"InstanceUrl\":\"https://example.com\",\"Name\":\"Example\"}\n", .discovery),
            Case("\u{FEFF}{\r\n \"InstanceUrl\" : \"https://example.com\" }", .discovery),
            Case(
                #"{"serverHost":"x.example.com","https":"true","serverPort":"443","auth":[{"type":"saml2.web.post","config":{"saml2.web.post.finish.endpoint.uri":"/SAMLAuthLauncher"}}]}"#,
                .discovery),
            Case("example.com", .host), Case("login.example.com:443", .host), Case("https://example.com", .host),
            Case("https://example.com/", .host), Case("bücher.de", .host, [.internationalHost]),
            Case("xn--bcher-kva.de", .host, [.internationalHost]),
            Case("WIFI:T:WPA;S:Guests;P:correct horse;;", .wifi), Case("wifi:S:Guests;T:WPA2;P:12345678;;", .wifi),
            Case(#"WIFI:T:WPA;S:\"Caf\;e\:\\\,;P:abcd\;efgh;H:true;;"#, .wifi, [.hiddenNetwork]),
            Case("WIFI:T:SAE;S:Net;R:1;P:x;;", .wifi),
            Case("WIFI:T:WPA2-EAP;S:Staff;E:PEAP;PH2:MSCHAPV2;I:me;P:it;;", .wifi),
            Case("WIFI:T:WPA;S:Guests;P:12345678", .wifi),
            Case("WIFI:T:nopass;S:Open;;", .wifi, [.openNetwork]), Case("WIFI:S:Open;;", .wifi, [.openNetwork]),
            Case("WIFI:T:WEP;S:Old;P:abcde;;", .wifi, [.weakNetwork]),
            Case("otpauth://totp/Example:alice@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example", .oneTimePassword),
            Case(
                "otpauth://totp/ACME%20Co:john@example.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
                .oneTimePassword),
            Case(
                "otpauth://hotp/x?secret=jbsw%20y3dp%20ehpk%203pxp&counter=0&algorithm=SHA512&digits=8",
                .oneTimePassword),
            Case("otpauth://totp/A:x?secret=JBSWY3DPEHPK3PXP&issuer=B", .oneTimePassword, [.issuerMismatch]),
            Case("otpauth://totp/x?secret=JBSWY3DP", .oneTimePassword, [.weakKey]),
            Case("{\(dpc), \(location), \(checksum)}", .provisioning), Case("{\(dpc)}", .provisioning),
            Case("{\(dpc), \(location)}", .provisioning, [.checksumMissing]),
            Case(
                "{\(dpc), \"\(extra)WIFI_SSID\": \"\\\"Guests\\\"\", \"\(extra)WIFI_SECURITY_TYPE\": \"WPA\", \"\(extra)WIFI_PASSWORD\": \"12345678\", \"\(extra)SKIP_ENCRYPTION\": \"true\"}",
                .provisioning, [.encryptionSkipped]),
            Case(
                "{\(dpc), \"\(extra)ADMIN_EXTRAS_BUNDLE\": {\"serverurl\": \"https://mdm.example.com\", \"gid\": \"x\"}}",
                .provisioning),
            Case("WIFI:T:WPA;S:Café ☕️;P:12345678;;", .wifi),
            Case(
                "{\"\(extra)DEVICE_ADMIN_COMPONENT_NAME\":\"com.google.android.apps.work.clouddpc/.receivers.CloudDeviceAdminReceiver\",\"\(extra)DEVICE_ADMIN_SIGNATURE_CHECKSUM\":\"I5YvS0O5hXY46mb01BlRjq4oJJGs2kuUcHvVkAPEXlg\",\"\(extra)ADMIN_EXTRAS_BUNDLE\":{\"com.google.android.apps.work.clouddpc.EXTRA_ENROLLMENT_TOKEN\":\"ABCDEFGHIJ\"}}",
                .provisioning),
            Case("https://example.com/activate?u=alice@example.com&t=2026-11-21T10:00:00Z", .activationLink),
            Case("com.example.app://login?redirect_uri=com.example.app://callback", .activationLink),
        ])
    func codesInUseAreReadAsWhatTheyAre(_ given: Case) throws {
        let decision = try Fixtures.decide(given.text)
        #expect(decision.kind == given.kind)
        #expect(decision.risks == given.risks)
        let warnings: Set<OnboardingRisk> = [
            .internationalHost, .hiddenNetwork, .weakKey, .issuerMismatch, .encryptionSkipped,
        ]
        #expect(decision.isAccepted == given.risks.isSubset(of: warnings))
    }

    @Test(
        "Other codes are told by their kind and not accepted",
        arguments: [
            Case("", .text, [.kindNotAccepted]), Case("   \n", .text, [.kindNotAccepted]),
            Case("Hello, world", .text, [.kindNotAccepted]), Case("12345670", .text, [.kindNotAccepted]),
            Case("3.14", .text, [.kindNotAccepted]), Case("1.2.3", .text, [.kindNotAccepted]),
            Case("alice@example.com", .text, [.kindNotAccepted]), Case("localhost", .text, [.kindNotAccepted]),
            Case("BEGIN:VCARD\nVERSION:3.0\nN:Doe;John;;;\nEND:VCARD", .text, [.kindNotAccepted]),
            Case("MECARD:N:Doe;TEL:123;;", .text, [.kindNotAccepted]),
            Case("note: buy milk", .text, [.kindNotAccepted]),
            Case(#"{"a":1}"#, .text, [.kindNotAccepted]), Case("[1,2]", .text, [.kindNotAccepted]),
            Case("今日は。元気", .text, [.kindNotAccepted]),
            Case("https://example.net/x", .link, [.kindNotAccepted, .hostNotAllowed]),
            Case("mailto:a@example.com", .link, [.kindNotAccepted, .schemeNotAllowed]),
            Case("geo:52.5,13.4", .link, [.kindNotAccepted, .schemeNotAllowed]),
            Case("otpauth-migration://offline?data=CjEK", .link, [.kindNotAccepted, .schemeNotAllowed]),
            Case("com.other.app://?a=b", .link, [.kindNotAccepted, .schemeNotAllowed]),
            Case("javascript:alert(1)", .link, [.kindNotAccepted, .dangerousScheme]),
            Case("data:text/html;base64,PHA+", .link, [.kindNotAccepted, .dangerousScheme]),
            Case("intent://x#Intent;scheme=https;end", .link, [.kindNotAccepted, .dangerousScheme]),
            Case("tel:+4930123456", .link, [.kindNotAccepted, .dangerousScheme]),
            Case("file:///etc/passwd", .link, [.kindNotAccepted, .dangerousScheme]),
        ])
    func otherCodesAreNotAccepted(_ given: Case) throws {
        let decision = try Fixtures.decide(given.text)
        #expect(decision.kind == given.kind)
        #expect(decision.risks == given.risks)
        #expect(!decision.isAccepted)
    }

    @Test(
        "Fields of the wrong form are refused",
        arguments: [
            Case("WIFI:T:WPA;P:12345678;;", .text, [.malformedField]), Case("WIFI:", .text, [.malformedField]),
            Case("WIFI:T:FOO;S:x;P:12345678;;", .text, [.malformedField]),
            Case("WIFI:T:WPA;S:x;P:short;;", .wifi, [.malformedField]),
            Case("WIFI:T:WPA;S:x;;", .wifi, [.malformedField]),
            Case("WIFI:T:WPA;S:x;P:12345678\\", .text, [.malformedField]),
            Case("WIFI:T:WPA;S:a;S:b;P:12345678;;", .wifi, [.duplicateKey]),
            Case("WIFI:T:WPA;S:\(String(repeating: "x", count: 33));P:12345678;;", .wifi, [.malformedField]),
            Case("WIFI:T:WPA;S:a\u{202E}b;P:12345678;;", .wifi, [.bidirectionalControls]),
            Case("WIFI:T:WPA;S:a\u{1B}[2J;P:12345678;;", .wifi, [.controlCharacters]),
            Case("otpauth://totp/x?issuer=y", .text, [.malformedField]),
            Case("otpauth://steam/x?secret=JBSWY3DPEHPK3PXP", .text, [.malformedField]),
            Case("otpauth://totp/x?secret=JBSWY3DPEHPK3PX1", .text, [.malformedField]),
            Case("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=99", .text, [.malformedField]),
            Case("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=0", .text, [.malformedField]),
            Case("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=MD5", .text, [.malformedField]),
            Case("otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP", .text, [.malformedField]),
            Case("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&secret=AAAAAAAAAAAAAAAA", .oneTimePassword, [.duplicateKey]),
            Case(#"{"host":"example.com","port":99999}"#, .discovery, [.malformedField]),
            Case(#"{"host":"example.com","port":"x"}"#, .discovery, [.malformedField]),
            Case(#"{"host":"example.com","protocol":"gopher"}"#, .discovery, [.schemeNotAllowed]),
            Case(#"{"host":"example.com","protocol":"http"}"#, .discovery, [.insecureScheme]),
            Case(#"{"serverHost":"example.com","https":false}"#, .discovery, [.insecureScheme]),
            Case(#"{"host":"example.com/path"}"#, .discovery, [.malformedHost]),
            Case(#"{"host":""}"#, .discovery, [.malformedHost]),
            Case("{\(checksum)}", .provisioning, [.malformedField]),
            Case("{\(dpc), \"\(extra)DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION\": 7}", .provisioning, [.malformedField]),
            Case(
                "{\(dpc), \"\(extra)WIFI_SSID\": \"x\", \"\(extra)WIFI_SECURITY_TYPE\": \"X\"}", .provisioning,
                [.malformedField, .openNetwork]),
            Case("{\(dpc), \"\(extra)WIFI_SSID\": \"x\"}", .provisioning, [.openNetwork]),
            Case(
                "{\(dpc), \(location), \"\(extra)DEVICE_ADMIN_PACKAGE_CHECKSUM\": \"AAAA\"}", .provisioning,
                [.malformedField, .checksumMissing]),
            Case(
                "{\(dpc), \(location), \"\(extra)DEVICE_ADMIN_PACKAGE_CHECKSUM\": \"2jmj7l5rSw0yVb/vlWAYkK/YBwk=\"}",
                .provisioning,
                [.weakChecksum]),
            Case("{\(dpc), \"\(extra)WIFI_PROXY_HOST\": \"proxy.evil.net\"}", .provisioning, [.proxySet]),
            Case(
                "{\(dpc), \"\(extra)WIFI_PAC_URL\": \"https://evil.net/x.pac\"}", .provisioning,
                [.proxySet, .nestedHostNotAllowed]),
            Case(
                "{\(dpc), \"\(extra)DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION\": \"http://evil.net/a.apk\", \(checksum)}",
                .provisioning, [.insecureScheme, .hostNotAllowed]),
        ])
    func malformedFieldsAreRefused(_ given: Case) throws {
        let decision = try Fixtures.decide(given.text)
        #expect(decision.kind == given.kind)
        #expect(decision.risks.subtracting([.kindNotAccepted]) == given.risks)
        #expect(decision.isAccepted == (given.risks == [.weakChecksum]))
    }

    @Test("The parts of a link can be told apart") func theLinksPartsAreTold() throws {
        let decision = try Fixtures.decide("com.example.app://go/on?AppId=com.x&ClientId=a%20b#end")
        guard case .activationLink(let link) = decision.payload else { return #expect(Bool(false), "no link") }
        #expect(link.isAppLink)
        #expect(link.applicationID?.revealed == "com.x")
        #expect(link.address.action?.revealed == "go")
        #expect(link.address.path.revealed == "/on")
        #expect(link.address.parameter("clientid")?.revealed == "a b")
        #expect(link.address.fragment?.revealed == "end")
    }

    @Test("Unknown keys, big numbers and nesting of a configuration are kept") func unknownKeysAreKept() throws {
        let text =
            #"{"host":"x.example.com","farmId":"0","big":123456789012345678901234567890.50e10,"auth":[{"type":"a"},{"type":"b"}],"more":{"deep":[null,true]}}"#
        let decision = try Fixtures.decide(text)
        guard case .discovery(let configuration) = decision.payload else { return #expect(Bool(false), "no discovery") }
        #expect(configuration.host?.ascii == "x.example.com")
        #expect(configuration.settings["big"] == .number("123456789012345678901234567890.50e10"))
        #expect(configuration.settings["FARMID"]?.string == "0")
        #expect(configuration.settings["more"]?["deep"] == .array([.null, .bool(true)]))
        #expect(configuration.authentication == ["a", "b"])
        #expect(configuration.unknownCount == 3)
        #expect(decision.isAccepted)
    }

    @Test("Escapes and quotes of a network are undone") func escapesOfANetworkAreUndone() throws {
        let decision = try Fixtures.decide(#"WIFI:T:WPA;S:"a\;b\\c";P:p\:q\,r\"stu;;"#)
        guard case .wifi(let network) = decision.payload else { return #expect(Bool(false), "no network") }
        #expect(network.ssid == #"a;b\c"#)
        #expect(network.password?.revealed == #"p:q,r"stu"#)
        #expect(network.security == .wpa)
    }

    @Test("A one-time-password key has its defaults") func oneTimePassword() throws {
        let decision = try Fixtures.decide("otpauth://totp/Example:alice?secret=jbswy3dpehpk3pxp====")
        guard case .oneTimePassword(let key) = decision.payload else { return #expect(Bool(false), "no key") }
        #expect((key.issuer, key.digits, key.period) == ("Example", 6, 30))
        #expect(key.account.revealed == "alice")
        #expect(key.secret.revealed == "JBSWY3DPEHPK3PXP")
        #expect(key.algorithm == .sha1)
    }

    @Test("The settings of a device are read") func theSettingsOfADeviceAreRead() throws {
        let text = "{\(Self.dpc), \(Self.location), \(Self.checksum), \"\(Self.extra)ADMIN_EXTRAS_BUNDLE\": {\"t\": 1}}"
        let decision = try Fixtures.decide(text, by: Fixtures.policy { $0.packages = ["com.afwsamples.testdpc"] })
        guard case .provisioning(let device) = decision.payload else { return #expect(Bool(false), "no settings") }
        #expect(device.package == "com.afwsamples.testdpc")
        #expect(device.download?.host?.ascii == "mdm.example.com")
        #expect(device.signatureChecksum?.count == 32)
        #expect(device.extras?["t"]?.integer == 1)
        #expect(decision.isAccepted)
        let other = try Fixtures.decide(text, by: Fixtures.policy { $0.packages = ["com.example.dpc"] })
        #expect(other.risks == [.packageNotAllowed])
    }
}
