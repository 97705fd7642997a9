import RectoCore
import Synchronization
import Testing

import RectoCapture

/// Negotiation with drivers that list, refuse and answer arbitrarily.
@Suite struct NegotiationTests {
    private func firstFormat(
        _ camera: FakeCamera, _ change: (inout CameraSource.Options) -> Void = { _ in }
    ) async throws -> CameraFormat {
        var found: CameraFormat?
        try await takeEvents(from: camera.source(change)) { event in
            if case .device(.opened(_, let format)) = event { found = format }
            return found != nil
        }
        return try #require(found)
    }

    @Test func choosesTheSizeNearestToTheRequest() async throws {
        let camera = FakeCamera { $0.sizes = [(160, 120), (640, 480), (1280, 720), (2592, 1944)].map(FakeCamera.size) }
        let format = try await firstFormat(camera) { ($0.request.width, $0.request.height) = (1280, 800) }
        #expect(format.size == (try PixelSize(width: 1280, height: 720)))
        #expect(format.framesPerSecond == 30)
    }

    @Test func staysOnTheGridOfASizeRange() throws {
        let sizes = DeviceSizes(width: 48...1920, widthStep: 16, height: 32...1080, heightStep: 8)
        #expect(sizes.nearest(to: (1279, 719)) == (1264, 712))
        #expect(sizes.nearest(to: (4000, 4000)) == (1920, 1080))
        #expect(sizes.nearest(to: (1, 1)) == (48, 32))
    }

    @Test func prefersJPEGOnlyWhereTheOtherIsSlower() {
        let negotiation = CameraNegotiation(request: CameraRequest())
        func cost(_ fourcc: FourCC, _ rate: Double) -> Double {
            negotiation.cost(
                of: CameraNegotiation.Candidate(fourcc: fourcc, width: 1920, height: 1080, framesPerSecond: rate))
        }
        #expect(cost(.yuyv, 30) < cost(.motionJPEG, 30))
        #expect(cost(.yuyv, 5) > cost(.motionJPEG, 30))
        #expect(cost(.nv12, 30) < cost(.yuyv, 30))
        #expect(cost(.gray, 30) > cost(.motionJPEG, 30))
    }

    @Test func goesByWhatTheDriverAnswers() async throws {
        let camera = FakeCamera {
            $0.formats = [DeviceFormat(fourcc: .motionJPEG, name: "Motion-JPEG")]
            $0.answer = { _, _, _ in FakeCamera.layout(.yuyv, 32, 24, stride: 128) }
        }
        let format = try await firstFormat(camera)
        #expect(format.encoding == .yuyv)
        #expect(format.size == (try PixelSize(width: 32, height: 24)))
    }

    @Test func refusesAnotherFormatThanTheOnlyOneRequested() async throws {
        let camera = FakeCamera { $0.answer = { _, width, height in FakeCamera.layout(.yuyv, width, height) } }
        await #expect(throws: CaptureError.noUsableFormat(offered: ["YUYV"])) {
            try await firstFormat(camera) { $0.request.encoding = .jpeg }
        }
        // The driver may support formats that it does not list.
        #expect(camera.count.withLock { $0.formatsAsked } == [.motionJPEG, .jpeg])
        #expect(camera.count.withLock { $0.opened == $0.closed })
    }

    @Test func asksForTheNextBestWhereTheDriverRefuses() async throws {
        let camera = FakeCamera {
            $0.formats = [.nv12, .yuyv].map { DeviceFormat(fourcc: $0, name: "") }
            $0.errors = ["VIDIOC_S_FMT": [22]]
        }
        #expect(try await firstFormat(camera).encoding == .yuyv)
    }

    @Test(arguments: [
        FakeCamera.layout(.yuyv, 64, 48, stride: 127), FakeCamera.layout(.yuyv, 0, 48),
        FakeCamera.layout(.yuyv, 70_000, 48), FakeCamera.layout(.nv12, 64, 48, stride: 60),
        FakeCamera.layout(.yuyv, 64, 48, stride: 1 << 30), FakeCamera.layout(FourCC("RGB3"), 64, 48),
        DeviceLayout(fourcc: .nv12InTwo, width: 64, height: 48, planes: [], isFullRange: false),
        DeviceLayout(
            fourcc: .nv12InTwo, width: 64, height: 48, planes: [.init(stride: 64, byteCount: 64 * 48)],
            isFullRange: false),
    ])
    func refusesLayoutsThatMakeNoSense(layout: DeviceLayout) async {
        let camera = FakeCamera { $0.answer = { _, _, _ in layout } }
        await #expect(throws: CaptureError.noUsableFormat(offered: ["YUYV"])) { try await firstFormat(camera) }
    }

    @Test func setsControlsByNameAndNumber() async throws {
        let camera = FakeCamera {
            $0.controls = [
                CameraControl(id: 0x009A_090C, name: "focus_auto", kind: .boolean, range: 0...1),
                CameraControl(id: 0x009A_090A, name: "focus_absolute", kind: .integer, range: 0...255),
                CameraControl(id: 9, name: "gain", kind: .integer, range: 0...255),
            ]
        }
        _ = try await firstFormat(camera) {
            $0.settings.focus(at: 40)
            $0.settings.torch(isOn: true)
            $0.settings.set(.name("gain"), to: 3)
        }
        #expect(camera.count.withLock { $0.controlsSet } == [0x009A_090C: 0, 0x009A_090A: 40, 9: 3])
    }

    @Test("A light is a lamp that shines, or an illuminator, that can be set")
    func lights() throws {
        func lamp(_ items: [Int: String], value: Int = 0, isReadOnly: Bool = false) -> CameraControl {
            CameraControl(
                id: 0x009C_0901, name: "led_mode", kind: .menu, range: 0...2, value: value, items: items,
                isReadOnly: isReadOnly)
        }
        let illuminator = CameraControl(id: 0x0098_0926, name: "lights_2", kind: .boolean, range: 0...1, value: 1)
        let gain = CameraControl(id: 9, name: "gain", kind: .integer, range: 0...255)
        let modes = [0: "None", 1: "Flash", 2: "Torch"]
        #expect(CameraLight([]) == nil && CameraLight([gain]) == nil)
        #expect(CameraLight([gain, lamp(modes)])?.isOn == false)
        #expect(CameraLight([lamp(modes, value: 2)])?.isOn == true)
        // A lamp that only flashes, and one that only the driver can switch on.
        #expect(CameraLight([lamp([0: "None", 1: "Flash"])]) == nil)
        #expect(CameraLight([lamp(modes, isReadOnly: true)]) == nil)
        #expect(CameraLight([illuminator])?.isOn == true)
    }

    @Test("A light is turned on and off by its own control, and the device is closed again", arguments: [true, false])
    func turnsLights(hasLamp: Bool) throws {
        let id: UInt32 = hasLamp ? 0x009C_0901 : 0x0098_0925
        let camera = FakeCamera {
            $0.controls = [
                CameraControl(id: id, name: "light", kind: hasLamp ? .menu : .boolean, range: 0...(hasLamp ? 2 : 1))
            ]
        }
        let open: DeviceOpener = { _ throws(DeviceFault) in try camera.open() }
        for isOn in [true, false] {
            #expect(try CameraLight.turn(isOn, of: .path("/dev/video0"), in: CameraDirectory(), open: open))
            #expect(camera.count.withLock { $0.controlsSet } == [id: isOn ? hasLamp ? 2 : 1 : 0])
        }
        camera.behaviour.withLock { $0.controls = [] }
        #expect(try !CameraLight.turn(true, of: .path("/dev/video0"), in: CameraDirectory(), open: open))
        #expect(try CameraLight.of(.path("/dev/video0"), in: CameraDirectory(), open: open) == nil)
        #expect(camera.count.withLock { $0.opened == $0.closed && $0.opened == 4 })
    }

    @Test func fourCharactersAreShownAsText() {
        #expect(FourCC.gray.description == "GREY")
        #expect(FourCC(rawValue: 0x2036_3159).description == "Y16")
        #expect(FourCC(rawValue: 0xFF00_0A41).description == "A???")
        #expect(CameraControl.plainName("White Balance, Automatic") == "white_balance_automatic")
    }
}
