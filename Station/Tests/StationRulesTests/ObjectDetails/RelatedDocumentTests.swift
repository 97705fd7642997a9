import StationRules
import Testing

@Suite struct RelatedDocumentTests {
    @Test("A document's relatives are those of its correspondent, or else of its folder")
    func relatives() {
        let (bank, home) = (
            ListNames.Name(id: 3, text: "Bank", documents: 2), ListNames.Name(id: 4, text: "Home", documents: 9)
        )
        let ofBank = RelatedDocuments(correspondent: bank, folder: home)
        #expect(ofBank?.heading == "More of Bank")
        #expect(ofBank?.query.address(at: "/documents") == "/documents?correspondent=3")
        let inHome = RelatedDocuments(correspondent: nil, folder: home)
        #expect(inHome?.heading == "More in Home" && inHome?.query.address(at: "/documents") == "/documents?folder=4")
        #expect(RelatedDocuments(correspondent: nil, folder: nil) == nil)
    }
}
