import StationIdentity
import StationRules
import Testing

@Suite struct WaysInTests {
    @Test("BA-2: a form has two fields or more, and is complete when all are filled in")
    func fields() {
        #expect(BasicForm.signIn.fields == [.name, .passcode])
        #expect(BasicForm.recovery.fields == [.name, .code, .newPasscode, .again])
        for form in [BasicForm.signIn, .recovery, BasicForm([.name, .code, .passcode])] {
            var entered: [BasicForm.Field: String] = [:]
            for field in form.fields {
                #expect(!form.isComplete(entered))
                entered[field] = ""
                #expect(!form.isComplete(entered))
                entered[field] = "x"
            }
            #expect(form.isComplete(entered))
        }
    }

    @Test("MU-4: a passcode that is chosen has the keyboard of the policy")
    func keyboard() {
        #expect(PasscodePolicyField.of(PasscodePolicy(.numeric)) == .digits)
        #expect(PasscodePolicyField.of(PasscodePolicy(.alphanumeric)) == .text)
        #expect(PasscodePolicyField.digits.rawValue == "numeric")
    }

    @Test("BI-5: the offer has one button or two, the emphasized one first; from the settings it has Cancel instead")
    func offer() {
        #expect(PasskeyOffer(.first).answers == [.enable, .notNow] && !PasskeyOffer(.first).hasCancel)
        #expect(PasskeyOffer(.settings).answers == [.enable] && PasskeyOffer(.settings).hasCancel)
        #expect(PasskeyOffer.Answer.allCases.map { PasskeyOffer.label($0) } == ["Enable", "Not Now"])
        for (isAnswered, hasPasskeys, isAvailable) in [(true, false, true), (false, true, true), (false, false, false)]
        {
            #expect(
                !PasskeyOffer.isDue(isAnswered: isAnswered, hasPasskeys: hasPasskeys, isAvailable: isAvailable))
        }
        #expect(PasskeyOffer.isDue(isAnswered: false, hasPasskeys: false, isAvailable: true))
    }

    @Test("SU-7: each variant of the welcome has its ways in, and the one that is set up leads to the sign-in")
    func welcome() {
        let ways = WelcomeVariant.allCases.map { ($0, $0.ways) }
        #expect(Dictionary(uniqueKeysWithValues: ways)[.standard] == WelcomeVariant.Way.allCases)
        #expect(WelcomeVariant.allCases.filter(\.leadsToSignIn) == [.preconfigured])
        #expect(WelcomeVariant.link.ways.first == .link && WelcomeVariant.code.ways.first == .code)
        #expect(WelcomeVariant.discovery.ways.first == .name)
    }

    @Test("a station is looked for by the name of a machine in the network, and by nothing else")
    func discovery() throws {
        for name in ["scanner", "Scanner.local", " SCANNER \n"] {
            let address = try StationDiscovery.address(named: name, isEncrypted: true, port: 8347)
            #expect(address == "https://scanner.local:8347/")
        }
        for wrong in [
            "", " ", "a.b", "evil.example", "a/b", "a:1", "a@b", "-a", "a-", "ä", String(repeating: "a", count: 64),
            "//x", "a b", ".local",
        ] {
            #expect(throws: StationDiscovery.Failure.noName) {
                try StationDiscovery.address(named: wrong, isEncrypted: false, port: 1)
            }
        }
    }
}
