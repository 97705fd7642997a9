import StationRules
import Testing

@Suite struct XMLElementTests {
    private func read(_ text: String) throws(XMLElement.Failure) -> XMLElement {
        try XMLElement(document: Array(text.utf8))
    }

    @Test func readsWhatProgramsWrite() throws {
        let root = try read(
            """
            \u{FEFF}<?xml version='1.0' encoding="UTF-8"?> <!-- order -->
            <s:Order xmlns:s="http://example.org/?a=1&amp;b" s:kind='x>y'>
              <s:A> 1 &lt; 2 &amp;&#x41;&#66; </s:A><B/><C><![CDATA[<raw>&]]></C><s:A>2</s:A>
            </s:Order>
            <!-- end -->
            """)
        #expect(root.name == "Order")
        #expect(root.children.map(\.name) == ["A", "B", "C", "A"])
        #expect(root["A"]?.text == "1 < 2 &AB")
        #expect(root["B"] == root.children[1] && root["B"]?.text == "")
        #expect(root["C"]?.text == "<raw>&")
        #expect(root["D"] == nil)
    }

    @Test func documentTypesAreRefused() {
        for text in [
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
        ] {
            #expect(throws: XMLElement.Failure.documentType) { try read(text) }
        }
    }

    @Test(arguments: [
        "", " ", "a", "<", "<a", "<a>", "<a></b>", "<a></a", "<a/><b/>", "<a>&b;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        "<a>&#x110000;</a>", "<a>&amp</a>", "<a b></a>", "<a b=c></a>", "<a b=\"<\"/>", "<a b=\"c></a>", "<1/>", "</a>",
        "<a><!-- </a>", "<a><![CDATA[ </a>", "<a/>x", "<a b=\"1\"c=\"2\"/>", "<?xml ", "<a>&#99999999999;</a>",
        "<a><!ENTITY b \"c\"></a>",
    ])
    func whatIsNoXMLIsRefused(_ text: String) {
        #expect(throws: XMLElement.Failure.self) { try read(text) }
    }

    @Test func bytesThatAreNoTextAreRefused() {
        #expect(throws: XMLElement.Failure.malformed(line: 1)) {
            try XMLElement(document: [0x3C, 0x61, 0xFF, 0x2F, 0x3E])
        }
    }

    @Test func depthHasALimit() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        }
        #expect(try read(nested(XMLElement.maximumLevels)).name == "a")
        #expect(throws: XMLElement.Failure.tooDeep) { try read(nested(XMLElement.maximumLevels + 1)) }
        #expect(throws: XMLElement.Failure.tooDeep) { try read(String(repeating: "<a>", count: 100_000)) }
    }

    /// Every prefix of a document is refused without a crash.
    @Test func truncatedDocumentsAreRefused() throws {
        let text = "<?xml version=\"1.0\"?><a b=\"c\"><!-- d --><e>&amp;&#65;<![CDATA[f]]></e><g/></a>"
        _ = try read(text)
        for count in 0..<text.utf8.count {
            #expect(throws: XMLElement.Failure.self) { try XMLElement(document: Array(text.utf8.prefix(count))) }
        }
    }
}
