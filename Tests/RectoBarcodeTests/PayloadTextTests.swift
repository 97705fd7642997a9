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

    @Test func backslashesAndTildesOfShiftJISStay() {
        #expect(PayloadText([0x93, 0xFA, 0x5C, 0x7E]).text == "日\\~")
    }

    @Test func anythingElseIsLatin1() {
        let text = PayloadText([0x63, 0x61, 0x66, 0xE9])
        #expect(text.text == "café")
        #expect(text.encoding == .latin1)
        #expect(PayloadText((0...255).map { UInt8($0) }).text.unicodeScalars.count == 256)
    }

    @Test func nothingIsEmptyText() {
        #expect(PayloadText([]).text.isEmpty)
    }
}
