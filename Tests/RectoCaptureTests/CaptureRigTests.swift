import Testing

/// Capture through the kernel's own drivers: `vivid`, and `uvcvideo` with an emulated USB camera.
@Suite struct CaptureRigTests {
    /// The reported events of the device, in order.
    private func codes(_ name: String) async throws -> [String] {
        try await CaptureRig.lines(name).map(\.event).filter { $0 != "frame" && $0 != "end" }
    }

    private func frames(_ name: String) async throws -> [CaptureRig.Line] {
        try await CaptureRig.lines(name).filter { $0.event == "frame" }
    }

    /// Milliseconds from the first event with a code to the next frame.
    private func recovery(_ name: String, after code: String) async throws -> Double {
        let lines = try await CaptureRig.lines(name)
        let start = try #require(lines.firstIndex { $0.event == code }, "\(name): no \(code)")
        let frame = try #require(lines[start...].first { $0.event == "frame" }, "\(name): no frame after \(code)")
        return try #require(frame.at) - (try #require(lines[start].at))
    }

    @Test func camerasAreListedWithoutTheOtherNodes() async throws {
        let vivid = try await CaptureRig.text("cameras-vivid")
        for id in ["device-vivid.0", "device-vivid.0#1", "device-vivid.0#2"] {
            #expect(vivid.contains("\"id\":\"\(id)\""))
        }
        #expect(vivid.contains("\"percentage_of_dropped_buffers\""))
        #expect(try await CaptureRig.text("cameras-text").contains("640 x 360"))
        let usb = try await CaptureRig.text("cameras-usb").split(separator: "\n")
        #expect(usb.count == 1, "the metadata node is none")
        #expect(usb.first?.contains("\"id\":\"usb-1d6b:0fff-SN0001\"") == true)
        #expect(usb.first?.contains("\"serial\":\"SN0001\"") == true)
    }

    @Test(arguments: ["0", "1"], ["yuyv", "uyvy", "nv12", "gray"])
    func everyEncodingComesBySingleAndMultiPlanarCalls(node: String, encoding: String) async throws {
        let frames = try await frames("format-\(node)-\(encoding)")
        #expect(frames.count == 4)
        #expect(frames.allSatisfy { $0.encoding == encoding && $0.view == "640 x 360" })
        #expect(Set(frames.map(\.hash)).count == 1, "frames without text are the same")
        #expect(try await codes("format-\(node)-\(encoding)") == ["opened"])
    }

    @Test func aSteadyStreamHasNoGaps() async throws {
        let frames = try await frames("format-default")
        #expect(frames.allSatisfy { $0.gap == 0 })
        let times = frames.compactMap(\.ms)
        #expect(times == times.sorted())
        let mean = ((times.last ?? 0) - (times.first ?? 0)) / Double(frames.count - 1)
        #expect(abs(mean - 1000.0 / 30) < 1)
    }

    @Test func whatTheDriverSetsCounts() async throws {
        let odd = try await frames("format-odd")
        #expect(!odd.isEmpty && odd.allSatisfy { $0.size != "1000 x 700" && $0.view == $0.size })
        #expect(try await CaptureRig.lines("format-missing").last?.event == "error")
        #expect(try await frames("by-id").count == 2)
        #expect(try await CaptureRig.lines("none").last?.text == "is not a camera")
        #expect(try await CaptureRig.lines("usb-metadata").last?.text == "is not a camera")
    }

    @Test(arguments: ["reqbufs", "qbuf", "streamon"])
    func errorsAtTheStartAreToldAndOvercome(call: String) async throws {
        #expect(try await codes("start-\(call)") == ["fault", "opened", "resumed"])
        #expect(try await frames("start-\(call)").count == 5)
        #expect(try await recovery("start-\(call)", after: "fault") < 2000)
    }

    @Test(arguments: [("stream-qbuf", "fault"), ("stream-fatal", "fault"), ("stream-disconnect", "lost")])
    func errorsInTheStreamAreToldAndOvercome(name: String, code: String) async throws {
        let codes = try await codes(name)
        #expect(codes.starts(with: ["opened", code]))
        #expect(codes.suffix(2) == ["opened", "resumed"])
        #expect(try await frames(name).count == 60)
        #expect(try await recovery(name, after: code) < 2000)
    }

    @Test func aFlaggedFrameIsLeftOut() async throws {
        #expect(try await codes("stream-flag") == ["opened", "damaged"])
        let frames = try await frames("stream-flag")
        #expect(frames.compactMap(\.gap).reduce(0, +) == 1)
    }

    @Test func lostFramesAreCounted() async throws {
        let frames = try await frames("dropped")
        let gaps = frames.compactMap(\.gap).reduce(0, +)
        #expect(3...40 ~= gaps)
        #expect((frames.last?.sequence ?? 0) - (frames.first?.sequence ?? 0) == frames.count - 1 + gaps)
    }

    /// A second away, and at most two until it delivers again.
    @Test func anUnpluggedDeviceComesBack() async throws {
        #expect(try await codes("unplugged") == ["opened", "lost", "absent", "opened", "resumed"])
        #expect(try await recovery("unplugged", after: "lost") < 3000)
        #expect(try await codes("absent") == ["absent", "opened", "resumed"])
    }

    @Test func aBusyDeviceIsWaitedFor() async throws {
        #expect(try await codes("busy") == ["busy", "opened", "resumed"])
        #expect(try await frames("busy").count == 5)
        #expect(try await recovery("busy", after: "opened") < 2000)
    }

    @Test func aSlowConsumerGetsTheNewestFrames() async throws {
        let frames = try await frames("slow")
        #expect(frames.dropFirst(2).allSatisfy { 4...7 ~= ($0.gap ?? 0) }, "six frames in 200 ms")
        // At most one frame old when received, as the first one was.
        let delays = frames.map { ($0.at ?? 0) - ($0.ms ?? 0) }
        #expect(delays.allSatisfy { abs($0 - delays[0]) < 40 })
    }

    /// The guest has one processor, which the consumer keeps busy.
    @Test func aSlowConsumerLeavesTurnsToTimers() async throws {
        let lines = try await CaptureRig.lines("slow")
        let timer = try #require(lines.firstIndex { $0.event == "timer" })
        #expect(lines[timer...].contains { $0.event == "frame" })
        #expect(500..<1000 ~= (lines[timer].at ?? 0))
    }

    @Test func anIdleCameraIsReleased() async throws {
        #expect(try await codes("idle").starts(with: ["opened", "released", "opened"]))
        #expect(try await frames("idle").count == 4)
    }

    @Test func aChangeAtTheSourceIsTold() async throws {
        #expect(try await codes("signal").contains("format-changed"))
        #expect(try await frames("signal").count == 40)
    }

    @Test func bytesOfAUSBCameraArriveAsTheyWereSent() async throws {
        let frames = try await frames("usb-jpeg")
        #expect(frames.count == 30)
        #expect(frames.allSatisfy { $0.encoding == "jpeg" && $0.view == "640 x 360" && $0.damaged == nil })
        var sent: Set<String?> = []
        for number in 0..<3 { sent.insert(try await CaptureRig.lines("file-frame-\(number)").first?.hash) }
        #expect(Set(frames.map(\.hash)) == sent)
        let second = try await self.frames("usb-serial")
        #expect(!second.isEmpty && second.allSatisfy { $0.encoding == "yuyv" && $0.size == "320 x 180" })
    }

    @Test func damagedFramesOfAUSBCameraDoNoHarm() async throws {
        #expect(try await codes("usb-bad") == ["opened", "damaged"])
        #expect(try await codes("usb-junk") == ["opened", "damaged"])
        // A truncated frame looks complete until it is decoded.
        #expect(try await frames("usb-cut").filter { $0.damaged != nil }.count == 1)
        for name in ["usb-bad", "usb-junk", "usb-cut"] { #expect(try await frames(name).count == 40) }
    }

    @Test func aStalledUSBCameraIsToldAndComesBack() async throws {
        let codes = try await codes("usb-stall")
        #expect(codes.filter { $0 == "stalled" }.count == 1)
        #expect(codes.last == "resumed")
        #expect(try await frames("usb-stall").count == 40)
        // Four seconds of silence, reported after two.
        #expect(try await recovery("usb-stall", after: "stalled") < 4500)
    }

    @Test func anUnpluggedUSBCameraComesBackUnderItsID() async throws {
        let codes = try await codes("usb-unplugged")
        #expect(codes.first == "opened" && codes.contains("lost") && codes.last == "resumed")
        #expect(try await frames("usb-unplugged").count == 40)
        let often = try await self.codes("usb-often")
        #expect(often.filter { $0 == "resumed" }.count == 5)
        let descriptors = (try await CaptureRig.text("usb-often-before"), try await CaptureRig.text("usb-often-after"))
        #expect(descriptors.0 == descriptors.1)
    }

    // MARK: recto watch

    /// Codes of the reported events of the device.
    private func deviceCodes(_ name: String) async throws -> [String] {
        try await CaptureRig.lines(name).filter { $0.event == "device" }.compactMap(\.code)
    }

    private func expectWatched(_ name: String, reason: String, frames: Int? = nil, files: [String] = []) async throws {
        let lines = try await CaptureRig.lines(name)
        #expect(lines.first?.event == "start")
        #expect(lines.last?.event == "end" && lines.last?.reason == reason)
        let numbers = lines.filter { $0.event == "frame" }.compactMap(\.frame)
        #expect(numbers == Array(0..<(frames ?? numbers.count)))
        #expect(lines.filter { $0.event == "capture" }.compactMap(\.file) == files)
        #expect(try await CaptureRig.text("\(name)-status") == "0\n")
        #expect(try await CaptureRig.text("\(name)-errors").isEmpty)
        #expect(try await CaptureRig.text("\(name)-files").split(separator: "\n").map(String.init) == files)
    }

    @Test func watchRunsOnACamera() async throws {
        try await expectWatched("watch-vivid", reason: "frames", frames: 20)
        #expect(try await deviceCodes("watch-vivid") == ["opened"])
    }

    @Test func watchTakesAPictureWhenALineComes() async throws {
        try await expectWatched("watch-manual", reason: "frames", frames: 30, files: ["page-0001.jpg"])
    }

    @Test func watchOutlivesItsCamera() async throws {
        try await expectWatched("watch-replug", reason: "frames", frames: 40)
        #expect(try await deviceCodes("watch-replug") == ["opened", "lost", "absent", "opened", "resumed"])
    }

    @Test func watchTakesAPageOfAUSBCameraOnceThoughItIsReplugged() async throws {
        try await expectWatched("watch-usb", reason: "signal", files: ["page-0001.jpg"])
        let codes = try await deviceCodes("watch-usb")
        #expect(codes.first == "opened" && codes.contains("lost") && codes.last == "resumed")
    }

    /// With the emulated camera's frames of 1280 × 720, which look like a webcam's.
    @Test func watchMakesAPageOfAUSBCameraBetterOfSeveralFrames() async throws {
        try await expectWatched("watch-film", reason: "frames", files: ["page-0001.jpg"])
        let pages = try await CaptureRig.lines("watch-film").filter { ["capture", "fused"].contains($0.event) }
        #expect(pages.map(\.event) == ["capture", "fused"])
        #expect(pages.map(\.source) == ["single", "fused"])
        #expect(pages.map(\.file) == ["page-0001.jpg", "page-0001.jpg"])
        #expect(pages.map(\.sequence) == [pages[0].sequence, pages[0].sequence])
        // Some arrived before the page was written, which takes seven frames' time in the guest, and some after it.
        #expect(6...16 ~= (pages.last?.frames ?? 0))
        let film = RigFilm()
        let single = film.error(of: try await CaptureRig.picture("film-single.jpg"))
        let fused = film.error(of: try await CaptureRig.picture("film-fused.jpg"))
        #expect(fused < 0.7 * single, "\(fused) of the fused page, \(single) of the single frame")
    }

    // MARK: The daemon in C

    private func expectDaemon(
        _ name: String, status: Int, output: String, files: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await CaptureRig.text("\(name)-status") == "\(status)\n", sourceLocation: sourceLocation)
        #expect(try await CaptureRig.text(name) == output, sourceLocation: sourceLocation)
        let left = try await CaptureRig.text("\(name)-files").split(separator: "\n").map(String.init)
        #expect(left == files, sourceLocation: sourceLocation)
    }

    @Test func theDaemonInCRunsOnACameraUntilItIsStopped() async throws {
        try await expectDaemon("daemon-vivid", status: 0, output: "0 pages\n")
        // Only words of guidance: an error message names the frame or the device.
        let said = try await CaptureRig.text("daemon-vivid-errors")
        #expect(said.hasPrefix("noDocument\n") && !said.contains(":"))
    }

    @Test func theDaemonInCEndsWithItsCamera() async throws {
        try await expectDaemon("daemon-unplugged", status: 1, output: "0 pages\n")
        #expect(try await CaptureRig.text("daemon-unplugged-errors").hasSuffix("/dev/video0: No such device\n"))
    }

    @Test func theDaemonInCKeepsThePageOfACameraThatIsUnplugged() async throws {
        let output = try await CaptureRig.text("daemon-usb")
        #expect(output.hasPrefix("page 1, frame ") && output.hasSuffix("\n1 pages\n"))
        try await expectDaemon("daemon-usb", status: 1, output: output, files: ["pages.pdf"])
        #expect(try await CaptureRig.text("daemon-usb-errors").hasSuffix("/dev/video0: No such device\n"))
    }

    @Test func theDaemonOfTheDocumentsFindsACameraAndSurvivesThatItIsUnplugged() async throws {
        let output = try await CaptureRig.text("documented-daemon")
        let lines = output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("page 1: ") == true && lines.first?.hasSuffix(" bytes of PDF") == true)
        #expect(lines.last?.hasSuffix(" pages") == true, "it was stopped by a signal")
        let events = try await CaptureRig.text("documented-daemon-errors")
        for text in ["source streams YUYV 640 x 360", "source was unplugged", "source delivers frames again after"] {
            #expect(events.contains(text), "\(events)")
        }
    }
}
