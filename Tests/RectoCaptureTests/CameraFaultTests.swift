import Foundation
import RectoCore
import Synchronization
import TestSupport
import Testing

import RectoCapture

/// Cameras that fail, and streams that continue.
@Suite struct CameraFaultTests {
    /// The codes of events until the given number of frames has followed the last event of that code.
    private func codes(
        _ camera: FakeCamera, frames: Int = 3, after code: String = "resumed",
        _ change: (inout CameraSource.Options) -> Void = { _ in },
        onFirstFrame: @escaping (FakeCamera) -> Void = { _ in }
    ) async throws -> [String] {
        var codes: [String] = []
        var left = frames
        var isFirst = true
        try await takeEvents(from: camera.source(change)) { event in
            switch event {
            case .device(let event):
                codes.append(event.code)
            case .frame:
                if isFirst { onFirstFrame(camera) }
                isFirst = false
                if codes.contains(code) { left -= 1 }
            }
            return left == 0
        }
        return codes
    }

    private func expectClosed(_ camera: FakeCamera) async throws {
        // The thread of the source ends on its own.
        for _ in 0..<30_000 where camera.count.withLock({ $0.opened != $0.closed }) { usleep(1000) }
        camera.count.withLock { count in
            #expect(count.opened == count.closed)
            #expect(count.mapped == count.unmapped)
            #expect(count.mistakes == 0)
            #expect(!count.isStreaming)
        }
    }

    @Test func anAbsentCameraIsWaitedFor() async throws {
        let camera = FakeCamera { $0.errors = ["open": [ENOENT, ENOENT, ENODEV]] }
        #expect(try await codes(camera) == ["absent", "opened", "resumed"])
        try await expectClosed(camera)
    }

    @Test(arguments: ["open", "VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_STREAMON"])
    func aBusyCameraIsWaitedFor(operation: String) async throws {
        let camera = FakeCamera { $0.errors = [operation: [EBUSY, EBUSY]] }
        #expect(try await codes(camera) == ["busy", "opened", "resumed"])
        try await expectClosed(camera)
    }

    @Test func aRefusalIsTold() async throws {
        let camera = FakeCamera { $0.errors = ["open": [EACCES]] }
        #expect(try await codes(camera) == ["refused", "opened", "resumed"])
    }

    @Test(arguments: ["VIDIOC_REQBUFS", "VIDIOC_QUERYBUF", "VIDIOC_QBUF", "VIDIOC_STREAMON", "VIDIOC_S_PARM"])
    func errorsAtTheStartAreToldAndTriedAgain(operation: String) async throws {
        let camera = FakeCamera { $0.errors = [operation: [EIO]] }
        #expect(try await codes(camera) == ["fault", "opened", "resumed"])
        try await expectClosed(camera)
    }

    @Test func tooFewBuffersAreAFault() async throws {
        let camera = FakeCamera { $0.grantedBuffers = 2 }
        await #expect(throws: CaptureError.self) { try await codes(camera) { $0.patience = .milliseconds(20) } }
        try await expectClosed(camera)
    }

    @Test(arguments: ["VIDIOC_DQBUF", "VIDIOC_QBUF"])
    func errorsInTheStreamOpenTheCameraAfresh(operation: String) async throws {
        let camera = FakeCamera()
        let fail = { (camera: FakeCamera) in camera.change { $0.errors = [operation: [EIO]] } }
        let codes = try await codes(camera, onFirstFrame: fail)
        #expect(codes == ["opened", "fault", "opened", "resumed"])
        try await expectClosed(camera)
    }

    @Test func anUnpluggedCameraComesBack() async throws {
        let camera = FakeCamera()
        let replug = { (camera: FakeCamera) in
            camera.change { $0.errors = ["VIDIOC_DQBUF": [ENODEV], "open": [ENOENT, ENOENT]] }
        }
        #expect(try await codes(camera, onFirstFrame: replug) == ["opened", "lost", "absent", "opened", "resumed"])
        try await expectClosed(camera)
    }

    @Test func aStalledCameraIsOpenedAfresh() async throws {
        let camera = FakeCamera { $0.firstDelivery = 3 }
        var codes: [String] = []
        try await takeEvents(from: camera.source { $0.stallTime = .milliseconds(200) }) { event in
            guard case .device(let event) = event else { return false }
            codes.append(event.code)
            return event.code == "resumed"
        }
        // Reported once, however often opening fails.
        #expect(codes.filter { $0 == "stalled" }.count == 1)
        #expect(codes.last == "resumed")
    }

    @Test func aChangedFormatIsAgreedOnAnew() async throws {
        let camera = FakeCamera()
        let change = { (camera: FakeCamera) in
            camera.change {
                $0.hasChangedFormat = true
                $0.sizes = [FakeCamera.size(32, 24)]
            }
        }
        #expect(try await codes(camera, onFirstFrame: change) == ["opened", "format-changed", "opened", "resumed"])
    }

    @Test func damagedFramesAreLeftOut() async throws {
        let camera = FakeCamera {
            $0.spoil = { filled in
                switch filled.sequence {
                case 1: filled.isFlaggedBad = true
                case 2: filled.luma = 0..<100
                case 3: filled.luma = 0..<1 << 40
                case 4: filled.luma = 0..<0
                default: break
                }
            }
        }
        var damaged: [Int] = []
        var sequences: [Int] = []
        try await takeEvents(from: camera.source()) { event in
            switch event {
            case .frame(let frame):
                try frame.withView { #expect($0.size == frame.size) }
                sequences.append(frame.sequence)
            case .device(.damaged(let frame)): damaged.append(frame.sequence)
            default: break
            }
            return (sequences.last ?? 0) > 6
        }
        #expect(damaged == [1, 2, 3, 4])
        #expect(!sequences.contains { 1...4 ~= $0 })
        try await expectClosed(camera)
    }

    /// A buffer that does not exist must not be accessed.
    @Test func aBufferThatDoesNotExistIsAFault() async throws {
        let camera = FakeCamera()
        let spoil = { (camera: FakeCamera) in camera.change { $0.spoil = { if $0.sequence >= 5 { $0.index = 99 } } } }
        let codes = try await codes(camera, onFirstFrame: spoil)
        #expect(codes == ["opened", "fault", "opened", "resumed"])
    }

    @Test func whatIsNoCameraEndsTheStream() async throws {
        let metadata = FakeCamera { $0.isCamera = false }
        await #expect(throws: CaptureError.notACamera) { try await codes(metadata) }
        let file = FakeCamera { $0.lastingErrors = ["open": ENOTTY] }
        await #expect(throws: CaptureError.notACamera) { try await codes(file) }
        try await expectClosed(metadata)
    }

    @Test func aCameraThatDoesNotComeIsAnError() async throws {
        let camera = FakeCamera { $0.isPluggedIn = false }
        await #expect(throws: CaptureError.unavailable("it is not there")) {
            try await codes(camera) { $0.patience = .milliseconds(10) }
        }
    }

    @Test func anIdleCameraIsReleasedAndOpenedAgain() async throws {
        let camera = FakeCamera()
        var codes: [String] = []
        var frames = 0
        try await takeEvents(from: camera.source { $0.idleTime = .milliseconds(200) }) { event in
            switch event {
            case .device(let event): codes.append(event.code)
            case .frame:
                frames += 1
                // Until the camera is released, while a frame is still held.
                for _ in 0..<30_000 where frames == 2 && camera.count.withLock({ $0.isStreaming }) { usleep(1000) }
            }
            return frames == 5
        }
        // More than once if this machine is busy.
        #expect(codes.starts(with: ["opened", "released", "opened"]))
        try await expectClosed(camera)
    }

    @Test func theNewestFrameTakesTheOthersPlace() async throws {
        let camera = FakeCamera()
        var gaps: [Int] = []
        var last: Duration?
        try await takeEvents(from: camera.source()) { event in
            guard case .frame(let frame) = event else { return false }
            gaps.append(frame.gap)
            #expect(frame.number == gaps.count - 1)
            #expect(last.map { frame.time > $0 } ?? true)
            last = frame.time
            let delivered = camera.count.withLock { $0.delivered }
            while camera.count.withLock({ $0.delivered }) < delivered + 20 { usleep(1000) }
            return gaps.count == 10
        }
        // Twenty frames have passed; a queue would show none of that.
        #expect(gaps.dropFirst(2).allSatisfy { $0 >= 3 })
        try await expectClosed(camera)
    }

    @Test func buffersComeBackWhenTheConsumerThrows() async throws {
        struct Refusal: Error {}
        let camera = FakeCamera()
        await #expect(throws: Refusal.self) {
            for try await event in camera.source() {
                if case .frame(let frame) = event { try frame.withView { _ in throw Refusal() } }
            }
        }
        try await expectClosed(camera)
    }

    @Test func aThreadMayWaitInPlaceOfATask() async throws {
        let camera = FakeCamera { $0.delivers = false }
        var frames = camera.source().makeAsyncIterator()
        guard case .device(.opened) = try frames.next(orFor: .seconds(5)) else {
            Issue.record("not opened")
            return
        }
        #expect(try frames.next(orFor: .milliseconds(20)) == nil)
        #expect(!frames.hasEnded)
        camera.change { $0.delivers = true }
        for number in 0..<5 {
            guard case .frame(let frame) = try frames.next(orFor: .seconds(5)) else {
                Issue.record("no frame")
                return
            }
            #expect(frame.number == number)
        }
        frames = FakeCamera { $0.isCamera = false }.source().makeAsyncIterator()
        #expect(throws: CaptureError.notACamera) { try frames.next(orFor: .seconds(5)) }
        #expect(frames.hasEnded)
        try await expectClosed(camera)
    }

    @Test func aCancelledTaskEndsTheStream() async throws {
        let camera = FakeCamera { $0.delivers = false }
        let task = Task {
            for try await _ in camera.source() {}
            return true
        }
        while camera.count.withLock({ !$0.isStreaming }) { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        #expect(try await task.value)
        try await expectClosed(camera)
    }

    @Test func numbersAndTimesGoOnOverInterruptions() {
        var clock = FrameClock()
        func stamped(_ sequence: Int, _ seconds: Double) -> (Int, Duration) {
            let buffer = FrameBuffer(index: 0, memory: nil, owner: nil)
            (buffer.sequence, buffer.time) = (sequence, .seconds(seconds))
            clock.stamp(buffer)
            return (buffer.sequence, buffer.time)
        }
        clock.start()
        #expect(stamped(5, 100) == (0, .zero))
        #expect(stamped(7, 100.1).0 == 2)
        clock.start()
        #expect(stamped(0, 103) == (3, .seconds(3)))
        // A driver that does not count, with a clock that runs backwards.
        #expect(stamped(0, 50) == (4, .seconds(3) + .microseconds(1)))
        #expect(stamped(1, 103.5).0 == 5)
    }

    /// Descriptors and memory stay constant, however often a camera disappears and returns.
    @Test func aThousandReplugsLeaveNothingBehind() async {
        // In a separate process, where nothing else uses either.
        await #expect(processExitsWith: .success) {
            let camera = FakeCamera {
                $0.framesPerStream = 2
                $0.interval = .zero
            }
            var (before, losses) = ((descriptors: 0, bytes: 0), 0)
            try await takeEvents(from: camera.source { $0.retryTime = .zero }, atMost: 1_000_000) { event in
                guard case .device(.lost) = event else { return false }
                losses += 1
                if losses == 100 { before = (openDescriptors(), try residentBytes()) }
                return losses == 1100
            }
            let bytesLeft = try residentBytes() - before.bytes
            precondition(openDescriptors() <= before.descriptors + 8, "descriptors are left")
            // AddressSanitizer keeps freed memory.
            precondition(isAddressSanitized || bytesLeft < 3 << 20, "memory is left")
            camera.count.withLock { precondition($0.mapped >= 4 * 1100 && $0.mistakes == 0) }
        }
    }
}

private func openDescriptors() -> Int { (0..<1024).count { fcntl($0, F_GETFD) != -1 } }
/// Memory in use, in bytes.
private func residentBytes() throws -> Int {
    let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return 4096 * (try #require(Int(numbers[1])))
}
