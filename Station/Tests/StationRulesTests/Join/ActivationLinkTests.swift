import StationRules
import Testing

@Suite struct ActivationLinkTests {
    private func message(_ text: String) -> String {
        String(decoding: ActivationLink.message(of: Array(text.utf8)), as: UTF8.self)
    }

    @Test("QR-17: the payload is the fragment of a link, which browsers send to nobody")
    func text() {
        let text = ActivationLink.text(origin: "https://box.local:8347", payload: "code=1&sig=2")
        #expect(text == "https://box.local:8347/activate#code=1&sig=2")
        #expect(message(text) == "recto-activation://activate?code=1&sig=2")
        #expect(message("http://10.0.0.1:8347/activate#code=1") == "recto-activation://activate?code=1")
    }

    @Test(
        "QR-17: what is no such link stays what it is",
        arguments: [
            "", "hello", "https://box/activate?code=1", "https://box/other#code=1", "javascript:/activate#code=1",
            "/activate#code=1",
            "#", "WIFI:S:a;;",
        ])
    func others(text: String) { #expect(message(text) == text) }

    @Test("QR-19: a code of an earlier version is told from others")
    func outdated() {
        #expect(ActivationLink.isOutdated("recto://activate?code=1&exp=2"))
        #expect(
            !ActivationLink.isOutdated("recto://other") && !ActivationLink.isOutdated("https://box/activate#code=1"))
        #expect(CodeFinding.outdated.feedback == .invalid && CodeFinding.outdated.photoText.contains("older version"))
    }
}
