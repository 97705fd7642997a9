import StationIdentity
import Testing

@Suite struct PasscodeTests {
    /// A low cost, for tests unrelated to it.
    private static let cheap = PasscodeHash.Cost(logN: 4, r: 1, p: 1)!

    // MARK: Policy

    @Test(arguments: [
        ("12345", [PasscodePolicy.Reason.tooShort(minimum: 6)]),
        (String(repeating: "7", count: 129), [.tooLong(maximum: 128)]),
        ("48a913", [.notDigits]), ("٤٨٢٩١٣", [.notDigits]),
        ("777777", [.repeated]), ("484848", [.repeated]), ("489489", [.repeated]),
        ("234567", [.sequence]), ("876543", [.sequence]), ("567890", [.sequence]), ("098765", [.sequence]),
        ("147258", [.common]), ("112233", [.common]),
        ("482913", []), ("482914829", []),
    ])
    func numericPasscodes(_ text: String, _ reasons: [PasscodePolicy.Reason]) {
        #expect(PasscodePolicy(.numeric).reasons(against: Passcode(text), name: "Ada") == reasons)
    }

    @Test(arguments: [
        ("Ab3$xyz", [PasscodePolicy.Reason.tooShort(minimum: 8)]),
        ("aaaaaaaa", [.repeated]), ("xyzxyzxyz", [.repeated]), ("aAaAaAaA", [.repeated]),
        ("abcdefgh", [.sequence]), ("HGFEDCBA", [.sequence]),
        ("Password", [.common]), ("qwertzui", [.common]),
        ("Lovelace", [.name]), ("adalovelace", [.name]), ("lovelace123", [.name]), ("ada lovelace", [.name]),
        ("Lovelace1234", [.name]), ("1234lovelace", [.name]), ("Lovelace!!!!", [.name]), ("lovelace2015", [.name]),
        ("L0velac3#42", [.name]), ("ecalevol1815", [.name]), ("ada&Lovelace", [.name]), ("lovelacepassword", [.name]),
        ("lovelace123456789", [.name]), ("lovelace-xyxyxyxy", [.name]), ("lövelace99", [.name]),
        ("lovelace7rtqnu", []), ("canada goose", []),
        ("lovelace and her engine", []), ("tr0ub4dor&3", []), ("correct horse", []), ("größer als", []),
    ])
    func alphanumericPasscodes(_ text: String, _ reasons: [PasscodePolicy.Reason]) {
        #expect(PasscodePolicy(.alphanumeric).reasons(against: Passcode(text), name: "Ada Lovelace") == reasons)
    }

    @Test func aShortNameRulesOutNothing() {
        #expect(PasscodePolicy(.alphanumeric).reasons(against: Passcode("bo-xylophone"), name: "Bo").isEmpty)
        #expect(PasscodePolicy(.alphanumeric).reasons(against: Passcode("xylophones"), name: "").isEmpty)
    }

    // MARK: Hashes

    @Test(
        "scrypt has the results of RFC 7914, section 12",
        arguments: [
            (
                "", "", 4, 1, 1,
                """
                77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
                fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
                """
            ),
            (
                "password", "NaCl", 10, 8, 16,
                """
                fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
                2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
                """
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                """
                7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
                d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
                """
            ),
        ])
    func published(_ passcode: String, _ salt: String, _ logN: Int, _ r: Int, _ p: Int, _ key: String) throws {
        let cost = try #require(PasscodeHash.Cost(logN: logN, r: r, p: p))
        let found = PasscodeHash.scrypt(Array(passcode.utf8), salt: Array(salt.utf8), cost: cost, count: 64)
        #expect(found == hex(key))
    }

    @Test("MU-20: passcodes are stored as scrypt of 32 MB, three times, with a salt of their own")
    func standardCost() throws {
        let passcode = Passcode("correct horse")
        let hash = PasscodeHash(of: passcode)
        #expect(hash.stored.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
        #expect(!hash.stored.contains("horse"))
        #expect(hash.verify(passcode) && !hash.verify(Passcode("correct horsf")))
        #expect(PasscodeHash(of: passcode).stored != hash.stored)
        #expect(!hash.needsRehash())
    }

    @Test func aStoredHashIsReadBack() throws {
        let hash = PasscodeHash(of: Passcode("correct horse"), cost: Self.cheap)
        let read = try #require(PasscodeHash(stored: hash.stored))
        #expect(read == hash && read.verify(Passcode("correct horse")) && !read.verify(Passcode("Correct horse")))
    }

    @Test func damagedHashesAreRefused() throws {
        let stored = PasscodeHash(of: Passcode("correct horse"), cost: Self.cheap).stored
        let parts = stored.split(separator: "$").map(String.init)
        func text(_ scheme: String, _ cost: String, _ salt: String, _ key: String) -> String {
            "$\(scheme)$\(cost)$\(salt)$\(key)"
        }
        #expect(PasscodeHash(stored: text(parts[0], parts[1], parts[2], parts[3])) != nil)
        for damaged in [
            "", "$$$$", String(stored.dropFirst()), String(stored.dropLast()), stored + "$", stored + "A",
            text("argon2id", parts[1], parts[2], parts[3]), text(parts[0], "ln=4,r=1", parts[2], parts[3]),
            text(parts[0], "ln=4,p=1,r=1", parts[2], parts[3]), text(parts[0], "ln=40,r=1,p=1", parts[2], parts[3]),
            text(parts[0], "ln=4,r=0,p=1", parts[2], parts[3]), text(parts[0], parts[1], "", parts[3]),
            text(parts[0], parts[1], parts[2], "AAAA"),
        ] {
            #expect(PasscodeHash(stored: damaged) == nil, "\(damaged)")
        }
    }

    @Test func costsHaveBounds() {
        for (logN, r, p) in [
            (0, 8, 1), (21, 8, 1), (15, 0, 1), (15, 33, 1), (15, 8, 0), (15, 8, 17), (19, 8, 1), (16, 1, 1),
        ] {
            #expect(PasscodeHash.Cost(logN: logN, r: r, p: p) == nil, "\(logN) \(r) \(p)")
        }
        #expect(PasscodeHash.Cost(logN: 18, r: 8, p: 1) != nil)
    }

    @Test func aHashThatCostsLessIsMadeAnew() throws {
        let hash = PasscodeHash(of: Passcode("correct horse"), cost: Self.cheap)
        #expect(hash.needsRehash())
        for (cost, isNeeded) in [
            ((4, 1, 1), false), ((5, 1, 1), true), ((3, 1, 2), false), ((4, 1, 2), true), ((3, 1, 1), false),
        ] {
            let asked = try #require(PasscodeHash.Cost(logN: cost.0, r: cost.1, p: cost.2))
            #expect(hash.needsRehash(to: asked) == isNeeded, "\(cost)")
        }
    }

    @Test("An unknown name is checked at the same cost, and refused even with what the stand-in stands for")
    func standIn() {
        let standIn = PasscodeHash.standIn()
        #expect(standIn.cost == PasscodeHash.Cost.standard)
        let passcode = Passcode("correct horse")
        let known = PasscodeHash(of: passcode, cost: Self.cheap)
        let quick = PasscodeHash.standIn(cost: Self.cheap)
        #expect(PasscodeHash.verify(passcode, stored: known, standIn: quick))
        #expect(!PasscodeHash.verify(Passcode("wrong horse"), stored: known, standIn: quick))
        #expect(!PasscodeHash.verify(passcode, stored: nil, standIn: quick))
        #expect(!PasscodeHash.verify(passcode, stored: nil, standIn: known))
    }

    @Test func aPasscodeIsTheSameHoweverItsCharactersAreComposed() {
        let hash = PasscodeHash(of: Passcode("gr\u{F6}\u{DF}er als"), cost: Self.cheap)
        #expect(hash.verify(Passcode("gro\u{308}\u{DF}er als")))
    }
}
