import StationRules
import Testing

@Suite struct AskedAgainTests {
    @Test("A screen is told once what was asked for, and is itself again for who does not go on")
    func addresses() {
        let asked = AskedAgain.address(of: "/devices", for: "/devices/1/remove")
        #expect(asked == "/devices?asked=/devices/1/remove")
        #expect(AskedAgain.address(of: asked, for: "/devices/2/remove") == "/devices?asked=/devices/2/remove")
        #expect(AskedAgain.screen(in: asked) == "/devices")
        let list = AskedAgain.address(of: "/documents?words=a&page=2", for: "/x")
        #expect(list == "/documents?words=a&page=2&asked=/x")
        #expect(AskedAgain.screen(in: list) == "/documents?words=a&page=2")
    }
}
