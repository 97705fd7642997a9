import StationIdentity
import TestSupport
import Testing

@Suite struct RecoveryCodeTests {
    @Test func aCodeIsPrintedInGroupsOfFive() {
        let groups = RecoveryCode().printed.split(separator: "-", omittingEmptySubsequences: false)
        #expect(groups.map(\.count) == [5, 5, 5, 5, 5])
    }

    @Test func codesDiffer() { #expect(Set((0..<100).map { _ in RecoveryCode().printed }).count == 100) }

    @Test func aCodeIsReadAsItIsTyped() throws {
        for _ in 0..<100 {
            let code = RecoveryCode()
            let typed = code.printed.lowercased().replacing("-", with: " ").replacing("0", with: "o").replacing(
                "1", with: "l")
            #expect(try RecoveryCode(typed: code.printed) == code)
            #expect(try RecoveryCode(typed: typed) == code)
            #expect(code.isSame(as: code.hash) && !code.isSame(as: RecoveryCode().hash))
        }
    }

    @Test("The check symbol is Crockford's: the remainder of 37")
    func checkSymbol() throws {
        // 0…01 is 1, 0…0Z is 31, 0…010 is 32, 0…014 is 36.
        for (end, check) in [("01", "1"), ("0Z", "Z"), ("10", "*"), ("14", "U"), ("15", "0")] {
            _ = try RecoveryCode(typed: String(repeating: "0", count: 22) + end + check)
        }
    }

    @Test func everyMistypedCharacterIsNoticed() throws {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = Array(RecoveryCode().printed.filter { $0 != "-" })
        for place in code.indices {
            for symbol in alphabet where symbol != code[place] {
                var typed = code
                typed[place] = symbol
                #expect(throws: RecoveryCodeError.checkSymbol) { try RecoveryCode(typed: String(typed)) }
            }
        }
    }

    @Test func exchangedNeighboursAreNoticed() throws {
        let code = Array(RecoveryCode().printed.filter { $0 != "-" })
        for place in 0..<23 where code[place] != code[place + 1] {
            var typed = code
            typed.swapAt(place, place + 1)
            #expect(throws: RecoveryCodeError.checkSymbol) { try RecoveryCode(typed: String(typed)) }
        }
    }

    @Test func otherTextsAreRefused() {
        let zeros = String(repeating: "0", count: 24)
        #expect(throws: RecoveryCodeError.length(found: 24, required: 25)) { try RecoveryCode(typed: zeros) }
        #expect(throws: RecoveryCodeError.length(found: 0, required: 25)) { try RecoveryCode(typed: " - ") }
        #expect(throws: RecoveryCodeError.foreignCharacter("U")) { try RecoveryCode(typed: "U" + zeros) }
        #expect(throws: RecoveryCodeError.foreignCharacter("!")) { try RecoveryCode(typed: zeros + "!") }
    }
}
