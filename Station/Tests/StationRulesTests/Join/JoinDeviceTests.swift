import StationRules
import Testing

@Suite struct JoinDeviceTests {
    @Test("SS-20: the page opens the steps of the device that asks")
    func devices() {
        #expect(JoinDevice(userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)") == .iPhone)
        #expect(JoinDevice(userAgent: "Mozilla/5.0 (Linux; Android 15; Pixel 9)") == .android)
        #expect(JoinDevice(userAgent: "Mozilla/5.0 (X11; Linux x86_64)") == .computer)
        #expect(JoinDevice(userAgent: nil) == .computer)
    }

    @Test("SS-20: each device has three steps, each with a drawing, and a file that it takes")
    func steps() {
        for device in JoinDevice.allCases {
            #expect(device.steps.map(\.picture) == [.download, .install, .trust])
            #expect(device.steps.allSatisfy { !$0.title.isEmpty && !$0.text.isEmpty })
        }
        #expect(JoinDevice.iPhone.file.mediaType == "application/x-apple-aspen-config")
        #expect(JoinDevice.android.file.mediaType == "application/x-x509-ca-cert")
    }
}
