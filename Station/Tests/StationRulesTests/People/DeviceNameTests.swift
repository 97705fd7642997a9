import StationRules
import Testing

@Suite struct DeviceNameTests {
    @Test(
        "Devices are named by browser and system, so that two sessions can be told apart",
        arguments: [
            ("Linux", "(X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome, Linux device"),
            (nil, "(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux device"),
            (nil, "(iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604.1", "Safari, iOS device"),
            (nil, "(Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android device"),
            ("Windows", "(Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows device"),
            ("Android", nil, "Android device"), ("<b>", "curl", "Browser"), (nil, nil, "Browser"),
        ] as [(String?, String?, String)])
    func names(platform: String?, agent: String?, name: String) {
        #expect(DeviceMessages.name(platform: platform, userAgent: agent) == name)
    }
}
