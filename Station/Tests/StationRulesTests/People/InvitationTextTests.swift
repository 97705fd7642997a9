import StationRules
import Testing

@Suite struct InvitationTextTests {
    @Test("Where the station has a certificate of its own, an invitation begins with the page that explains it")
    func trust() {
        let text = PeopleMessages.invitation(
            link: "https://a.example:8347/invitation#x", join: "http://a.example:8348", duration: "3 days")
        #expect(text.contains("1. In the network of the station, open http://a.example:8348 and follow it"))
        #expect(text.contains("2. In the network of the station, open this link: https://a.example:8347/invitation#x"))
        let plain = PeopleMessages.invitation(link: "http://a.example/invitation#x", duration: "3 days")
        #expect(plain.contains("1. In the network of the station, open this link:") && !plain.contains("trusts"))
    }

    @Test("A link that the station printed is told from an invitation")
    func links() {
        #expect(InvitationLink.token(in: "http://localhost:8347/sign-in?token=abc&x=1") == "abc")
        #expect(InvitationLink.token(in: "http://localhost:8347/invitation#abc") == nil)
        #expect(InvitationLink.isLink("https://a.example/invitation#abc"))
        #expect(!InvitationLink.isLink("https://a.example/activate#code=abc"))
    }
}
