import Testing

/// Capture through the kernel's own drivers: `vivid`, and `uvcvideo` with an emulated USB camera.
@Suite struct CaptureRigTests {
    /// What was told of the device, in order.
    private func codes(_ name: String) throws -> [String] {
        try CaptureRig.lines(name).map(\.event).filter { $0 != "frame" && $0 != "end" }
    }

    private func frames(_ name: String) throws -> [CaptureRig.Line] {
        try CaptureRig.lines(name).filter { $0.event == "frame" }
    }

    /// Milliseconds from the first event of a code to the next frame.
    private func recovery(_ name: String, after code: String) throws -> Double {
        let lines = try CaptureRig.lines(name)
        let start = try #require(lines.firstIndex { $0.event == code }, "\(name): no \(code)")
        let frame = try #require(lines[start...].first { $0.event == "frame" }, "\(name): no frame after \(code)")
        return try #require(frame.at) - (try #require(lines[start].at))
    }

    @Test func camerasAreListedWithoutTheOtherNodes() throws {
        let vivid = try CaptureRig.text("cameras-vivid")
        for id in ["device-vivid.0", "device-vivid.0#1", "device-vivid.0#2"] {
            #expect(vivid.contains("\"id\":\"\(id)\""))
        }
        #expect(vivid.contains("\"percentage_of_dropped_buffers\""))
        #expect(try CaptureRig.text("cameras-text").contains("640 x 360"))
        let usb = try CaptureRig.text("cameras-usb").split(separator: "\n")
        #expect(usb.count == 1, "the metadata node is none")
        #expect(usb.first?.contains("\"id\":\"usb-1d6b:0fff-SN0001\"") == true)
        #expect(usb.first?.contains("\"serial\":\"SN0001\"") == true)
    }

    @Test(arguments: ["0", "1"], ["yuyv", "uyvy", "nv12", "gray"])
    func everyEncodingComesBySingleAndMultiPlanarCalls(node: String, encoding: String) throws {
        let frames = try frames("format-\(node)-\(encoding)")
        #expect(frames.count == 4)
        #expect(frames.allSatisfy { $0.encoding == encoding && $0.view == "640 x 360" })
        #expect(Set(frames.map(\.hash)).count == 1, "frames without text are the same")
        #expect(try codes("format-\(node)-\(encoding)") == ["opened"])
    }

    @Test func aSteadyStreamHasNoGaps() throws {
        let frames = try frames("format-default")
        #expect(frames.allSatisfy { $0.gap == 0 })
        let times = frames.compactMap(\.ms)
        #expect(times == times.sorted())
        let mean = ((times.last ?? 0) - (times.first ?? 0)) / Double(frames.count - 1)
        #expect(abs(mean - 1000.0 / 30) < 1)
    }

    @Test func whatTheDriverSetsCounts() throws {
        #expect(try frames("format-odd").allSatisfy { $0.size != "1000 x 700" && $0.view == $0.size })
        #expect(try CaptureRig.lines("format-missing").last?.event == "error")
        #expect(try frames("by-id").count == 2)
        #expect(try CaptureRig.lines("none").last?.text == "is not a camera")
        #expect(try CaptureRig.lines("usb-metadata").last?.text == "is not a camera")
    }

    @Test(arguments: ["reqbufs", "qbuf", "streamon"])
    func errorsAtTheStartAreToldAndOvercome(call: String) throws {
        #expect(try codes("start-\(call)") == ["fault", "opened", "resumed"])
        #expect(try frames("start-\(call)").count == 5)
        #expect(try recovery("start-\(call)", after: "fault") < 2000)
    }

    @Test(arguments: [("stream-qbuf", "fault"), ("stream-fatal", "fault"), ("stream-disconnect", "lost")])
    func errorsInTheStreamAreToldAndOvercome(name: String, code: String) throws {
        let codes = try codes(name)
        #expect(codes.starts(with: ["opened", code]))
        #expect(codes.suffix(2) == ["opened", "resumed"])
        #expect(try frames(name).count == 60)
        #expect(try recovery(name, after: code) < 2000)
    }

    @Test func aFlaggedFrameIsLeftOut() throws {
        #expect(try codes("stream-flag") == ["opened", "damaged"])
        let frames = try frames("stream-flag")
        #expect(frames.compactMap(\.gap).reduce(0, +) == 1)
    }

    @Test func lostFramesAreCounted() throws {
        let frames = try frames("dropped")
        let gaps = frames.compactMap(\.gap).reduce(0, +)
        #expect(3...40 ~= gaps)
        #expect((frames.last?.sequence ?? 0) - (frames.first?.sequence ?? 0) == frames.count - 1 + gaps)
    }

    /// A second away, and two at most until it delivers again.
    @Test func anUnpluggedDeviceComesBack() throws {
        #expect(try codes("unplugged") == ["opened", "lost", "absent", "opened", "resumed"])
        #expect(try recovery("unplugged", after: "lost") < 3000)
        #expect(try codes("absent") == ["absent", "opened", "resumed"])
    }

    @Test func aBusyDeviceIsWaitedFor() throws {
        #expect(try codes("busy") == ["busy", "opened", "resumed"])
        #expect(try frames("busy").count == 5)
        #expect(try recovery("busy", after: "opened") < 2000)
    }

    @Test func aSlowConsumerGetsTheNewestFrames() throws {
        let frames = try frames("slow")
        #expect(frames.dropFirst(2).allSatisfy { 4...7 ~= ($0.gap ?? 0) }, "six frames in 200 ms")
        // No older than a frame when it is looked at, as the first one was.
        let delays = frames.map { ($0.at ?? 0) - ($0.ms ?? 0) }
        #expect(delays.allSatisfy { abs($0 - delays[0]) < 40 })
    }

    @Test func anIdleCameraIsReleased() throws {
        #expect(try codes("idle").starts(with: ["opened", "released", "opened"]))
        #expect(try frames("idle").count == 4)
    }

    @Test func aChangeAtTheSourceIsTold() throws {
        #expect(try codes("signal").contains("format-changed"))
        #expect(try frames("signal").count == 40)
    }

    @Test func bytesOfAUSBCameraArriveAsTheyWereSent() throws {
        let frames = try frames("usb-jpeg")
        #expect(frames.count == 30)
        #expect(frames.allSatisfy { $0.encoding == "jpeg" && $0.view == "640 x 360" && $0.damaged == nil })
        let sent = try (0..<3).map { try CaptureRig.lines("file-frame-\($0)").first?.hash }
        #expect(Set(frames.map(\.hash)) == Set(sent))
        #expect(try self.frames("usb-serial").allSatisfy { $0.encoding == "yuyv" && $0.size == "320 x 180" })
    }

    @Test func damagedFramesOfAUSBCameraDoNoHarm() throws {
        #expect(try codes("usb-bad") == ["opened", "damaged"])
        #expect(try codes("usb-junk") == ["opened", "damaged"])
        // What is cut looks whole until it is decoded.
        #expect(try frames("usb-cut").filter { $0.damaged != nil }.count == 1)
        for name in ["usb-bad", "usb-junk", "usb-cut"] { #expect(try frames(name).count == 40) }
    }

    @Test func aStalledUSBCameraIsToldAndComesBack() throws {
        let codes = try codes("usb-stall")
        #expect(codes.filter { $0 == "stalled" }.count == 1)
        #expect(codes.last == "resumed")
        #expect(try frames("usb-stall").count == 40)
        // Four seconds of silence, told after two.
        #expect(try recovery("usb-stall", after: "stalled") < 4500)
    }

    @Test func anUnpluggedUSBCameraComesBackUnderItsID() throws {
        let codes = try codes("usb-unplugged")
        #expect(codes.first == "opened" && codes.contains("lost") && codes.last == "resumed")
        #expect(try frames("usb-unplugged").count == 40)
        let often = try self.codes("usb-often")
        #expect(often.filter { $0 == "resumed" }.count == 5)
        #expect(try CaptureRig.text("usb-often-before") == CaptureRig.text("usb-often-after"), "descriptors")
    }
}
