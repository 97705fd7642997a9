import StationRules
import Testing

@Suite struct SignatureTests {
    @Test("strokes come in parts of the page, in their order")
    func strokes() throws {
        let signature = try Signature("0,0 500,400 10000,10000;300,200")
        #expect(signature.strokes.map(\.count) == [3, 1])
        #expect(signature.strokes[0][1] == Signature.Point(x: 500, y: 400))
        #expect(signature.box == (0, 0, 10_000, 10_000))
    }

    @Test("what is no signature is refused, and says why")
    func refused() {
        let many = String(repeating: "1,1 ", count: Signature.maximumPoints + 1)
        let wrong: [(String, Signature.Failure)] = [
            ("", .empty), (" ; ;", .empty), ("10,10", .tooShort), ("10,10 100,100", .tooShort),
            (many, .tooLong(maximum: Signature.maximumPoints)),
            (String(repeating: "x", count: 100_000), .tooLong(maximum: Signature.maximumPoints)),
            ("1,2,3 500,500", .damaged), ("1 500,500", .damaged), ("-1,0 500,500", .damaged),
            ("0,10001 500,500", .damaged), ("a,b", .damaged), ("99999999999999999999,0 1,1", .damaged),
        ]
        for (text, failure) in wrong {
            #expect(throws: failure) { try Signature(text) }
            #expect(!"\(failure)".isEmpty)
        }
    }
}
