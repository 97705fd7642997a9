/// The rules for choosing passcodes.
///
/// Source: OWASP, "Application Security Verification Standard" 4.0, section 2.1, and NIST SP 800-63B, section 5.1.1.
/// Departs from them: a passcode of digits may be shorter, because attempts are limited.
package struct PasscodePolicy: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Only digits, entered on a keypad.
        case numeric
        case alphanumeric
    }

    /// A reason to reject a passcode.
    package enum Reason: Hashable, Sendable {
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)
        case notDigits
        /// One character, or a short group, repeated.
        case repeated
        /// Consecutive characters, ascending or descending.
        case sequence
        /// One of the passcodes that attackers try first.
        case common
        /// The person's name, or a part of it, with little else.
        case name
    }

    package let kind: Kind

    /// The minimum length in characters. Default: 6 digits, or 8 characters.
    package let minimum: Int
    /// The maximum length in characters, which bounds the cost of a check.
    package static let maximum = 128
    /// The minimum number of characters besides the person's name.
    private static let besideName = 6
    /// The longest repeated group that is detected, in characters.
    private static let longestUnit = 4

    package init(_ kind: Kind) {
        self.kind = kind
        minimum = kind == .numeric ? 6 : 8
    }

    /// Returns all reasons to reject a passcode; empty if it may be chosen.
    /// - Parameter name: The person's name.
    package func reasons(against passcode: Passcode, name: String) -> [Reason] {
        let text = passcode.characters
        guard text.count >= minimum else { return [.tooShort(minimum: minimum)] }
        guard text.count <= Self.maximum else { return [.tooLong(maximum: Self.maximum)] }
        let folded = text.lowercased()
        let checks: [(Reason, Bool)] = [
            (.notDigits, kind == .numeric && !text.utf8.allSatisfy { Self.digits.contains($0) }),
            (.repeated, Self.isRepeated(Array(folded))),
            (.sequence, Self.isSequence(folded)),
            (.common, Self.common.contains(folded)),
            (.name, Self.isName(folded, name: name)),
        ]
        return checks.filter(\.1).map(\.0)
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private static func isRepeated(_ characters: [Character]) -> Bool {
        (1...longestUnit).contains { unit in
            characters.count >= 2 * unit && characters.indices.allSatisfy { characters[$0] == characters[$0 % unit] }
        }
    }

    /// Nine is followed by zero, as on keyboards.
    private static func isSequence(_ text: String) -> Bool {
        let values = text.unicodeScalars.map { Int($0.value) }
        let steps = zip(values, values.dropFirst()).map { pair in
            switch pair {
            case (0x39, 0x30): 1
            case (0x30, 0x39): -1
            default: pair.1 - pair.0
            }
        }
        return steps.allSatisfy { $0 == 1 } || steps.allSatisfy { $0 == -1 }
    }

    /// Whether the passcode is the name or a part of it, forwards or backwards and in any spelling, with only a year, a few signs or a
    /// common passcode added.
    private static func isName(_ text: String, name: String) -> Bool {
        let name = spelled(name)
        let parts = [name] + name.split { $0.isWhitespace || $0 == "-" }.map(Array.init)
        let words = parts.filter { $0.count >= 3 }.flatMap { [$0, $0.reversed()] }.sorted { $0.count > $1.count }
        var rest = Array(text)
        for word in words {
            while let start = spelled(String(rest)).firstRange(of: word)?.lowerBound {
                rest.removeSubrange(start..<start + word.count)
            }
        }
        guard rest.count < text.count else { return false }
        let others = String(rest.filter { $0.isLetter || $0.isNumber })
        return others.count < besideName || isRepeated(Array(others)) || isSequence(others) || common.contains(others)
    }

    /// Replaces characters that are commonly exchanged by one of them.
    private static func spelled(_ text: String) -> [Character] {
        text.lowercased().map { lookalikes[$0] ?? $0 }
    }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "i", "l": "i", "!": "i", "3": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "á": "a",
        "à": "a", "â": "a", "ä": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "ï": "i", "ó": "o", "ô": "o",
        "ö": "o", "ø": "o", "ú": "u", "û": "u", "ü": "u", "ç": "c", "ñ": "n",
    ]

    /// The most frequent entries of published lists of stolen passwords that the other rules do not catch, and this
    /// program's name.
    private static let common: Set<String> = [
        "112233", "121314", "123123", "123321", "131313", "147258", "159753", "159357", "246810", "258000", "314159",
        "456123", "520131", "654123", "789456", "987456", "102030", "010203", "696969", "123654", "147852", "741852",
        "11223344", "12341234", "12344321", "13579246", "14725836", "147258369", "789456123", "123123123", "1q2w3e4r",
        "1q2w3e4r5t", "1qaz2wsx", "123qweasd", "abcd1234", "abc12345", "a1b2c3d4", "asdfghjk", "asdfghjkl", "qwertyui",
        "qwertyuiop", "qwertzui", "qwertzuiop", "qwerty123", "qwertz123", "yxcvbnm1", "zxcvbnm1", "password",
        "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "passwort", "passwort1", "passwort123",
        "baseball", "football", "superman", "sunshine", "princess", "iloveyou", "trustno1", "welcome1", "welcome123",
        "changeme", "letmein1", "whatever", "computer", "internet", "starwars", "schalke04", "hallo123", "hallowelt",
        "ichliebedich", "schatz123", "geheim123", "admin123", "administrator", "test1234", "scanner1", "recto123",
        "rectorecto",
    ]
}
