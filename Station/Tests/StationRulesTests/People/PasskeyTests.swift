import StationIdentity
import StationRules
import Testing

@Suite struct PasskeyTests {
    @Test(
        "BI-2: the icon of a passkey shows what it is on, as far as the browser tells",
        arguments: [
            ([AuthenticatorTransport.internal], PasskeyKind.device), ([.hybrid, .internal], .device),
            ([.hybrid], .phone), ([.usb, .nfc], .securityKey), ([.smartCard], .securityKey), ([], .unknown),
        ])
    func kinds(transports: [AuthenticatorTransport], kind: PasskeyKind) {
        #expect(PasskeyKind(transports) == kind)
        #expect(Set([PasskeyKind.device, .phone, .securityKey, .unknown].map(\.icon)).count == 4)
    }
}
