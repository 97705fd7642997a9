import HTTPTypes
import RectoCapture
import StationServer
import Synchronization
import Testing

/// The lights of two cameras, of which the second has none, simulating a driver.
private final class FakeLights: Sendable {
    let isOn = Mutex(false)
    let switched = Mutex(0)
    let isUnplugged = Mutex(false)

    var controls: StationLights.Controls {
        StationLights.Controls(
            isOn: { [self] name in name == "lamp" && !isUnplugged.withLock { $0 } ? isOn.withLock { $0 } : nil },
            turn: { [self] wanted, name in
                if isUnplugged.withLock({ $0 }) { throw DeviceFault("VIDIOC_S_CTRL", code: 19) }
                guard name == "lamp" else { return false }
                isOn.withLock { $0 = wanted }
                switched.withLock { $0 += 1 }
                return true
            })
    }
}

@Suite struct StationLightTests {
    private let lights = FakeLights()
    private let path = "/api/sources/0/light"

    private func station() async throws -> StationUnderTest {
        try await StationUnderTest(cameras: ["lamp", "plain"]) { [lights] in $0.lights = lights.controls }
    }

    private func put(_ station: StationUnderTest, _ path: String, _ body: String) async throws
        -> StationUnderTest.Answer
    {
        try await station.ask(.put, path, Array(body.utf8))
    }

    @Test("DS-14: the light of a station's camera is told, and turned on and off; a camera without one says so")
    func switches() async throws {
        let station = try await station()
        let before = try await station.get("/api/sources").text
        #expect(before.matches(of: /"light":false/).count == 1 && !before.contains("\"light\":true"))
        #expect(try await put(station, path, "{\"isOn\":true}").text == "{\"isOn\":true}")
        #expect(try await station.get("/api/sources").text.contains("\"light\":true"))
        #expect(try await put(station, path, "{\"isOn\":false}").status == .ok)
        #expect(lights.isOn.withLock { !$0 })
        #expect(try await put(station, "/api/sources/1/light", "{\"isOn\":true}").status == .conflict)
        for other in ["2", "x", "-1"] {
            #expect(try await put(station, "/api/sources/\(other)/light", "{\"isOn\":true}").status == .notFound)
        }
        for body in ["", "{}", "{\"isOn\":1}", "on"] {
            #expect(try await put(station, path, body).status == .badRequest)
        }
        lights.isUnplugged.withLock { $0 = true }
        #expect(try await put(station, path, "{\"isOn\":true}").status == .conflict)
        #expect(try await !station.get("/api/sources").text.contains("light\""))
    }

    @Test("DS-14: the light goes off with the last view on its camera, and stays on while another is open")
    func goesOffWithTheLastView() async throws {
        let lights = StationLights(["lamp"], lights.controls)
        try await lights.duringView(of: 0) {
            try await lights.duringView(of: 0) { _ = try await lights.turn(true, 0) }
            #expect(await lights.isOn(0) == true)
        }
        #expect(await lights.isOn(0) == false)
        // A view that ends with an error, and one on a browser's camera.
        await #expect(throws: CancellationError.self) {
            try await lights.duringView(of: 0) {
                _ = try await lights.turn(true, 0)
                throw CancellationError()
            }
        }
        #expect(await lights.isOn(0) == false)
        _ = try await lights.turn(true, 0)
        try await lights.duringView(of: nil) {}
        #expect(await lights.isOn(0) == true)
    }
}
