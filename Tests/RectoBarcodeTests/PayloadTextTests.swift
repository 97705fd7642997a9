import RectoBarcode
import Testing

@Suite struct PayloadTextTests {
    @Test func validUTF8IsThat() {
        let text = PayloadText(Array("naïve 点".utf8))
        #expect(text.text == "naïve 点")
        #expect(text.encoding == .utf8)
    }

    @Test func shiftJISComesNext() {
        let text = PayloadText([0x93, 0xFA, 0x96, 0x7B])
        #expect(text.text == "日本")
        #expect(text.encoding == .shiftJIS)
    }

    @Test func charactersThatNECAndIBMAddedAreRead() {
        #expect(PayloadText([0x87, 0x40, 0x93, 0xFA, 0xFA, 0x40]).text == "①日ⅰ")
    }

    @Test func backslashesAndTildesOfShiftJISStay() {
        #expect(PayloadText([0x93, 0xFA, 0x5C, 0x7E]).text == "日\\~")
    }

    @Test func anythingElseIsLatin1() {
        let text = PayloadText([0x63, 0x61, 0x66, 0xE9])
        #expect(text.text == "café")
        #expect(text.encoding == .latin1)
        #expect(PayloadText((0...255).map { UInt8($0) }).text.unicodeScalars.count == 256)
    }

    /// All of these bytes are half-width katakana as well.
    @Test(arguments: [
        "JOSÉ GARCÍA", "25 °C", "AÇÃO", "ÄÖÜß", "ÁÉÍÓÚÝ", "ÀÁÂÃÄÅÆÇ", "ÅÄÖ", "ÇÕES", "«É»", "¿QUÉ?", "10 µÆ", "N°° 5",
        "±²³",
    ])
    func latinLettersAreNoKatakana(_ text: String) {
        let read = PayloadText(text.unicodeScalars.map { UInt8($0.value) })
        #expect(read.text == text)
        #expect(read.encoding == .latin1)
    }

    @Test(arguments: ["ﾃﾞｻﾞｲﾝQR", "ｶﾀｶﾅ", "*ﾊﾞｰｺｰﾄﾞ*"]) func katakanaInRowsAreJapanese(_ text: String) {
        let read = PayloadText(text.unicodeScalars.map { UInt8($0.value < 128 ? $0.value : $0.value - 0xFF61 + 0xA1) })
        #expect(read.text == text)
        #expect(read.encoding == .shiftJIS)
    }

    @Test func nothingIsEmptyText() {
        #expect(PayloadText([]).text.isEmpty)
    }
}
