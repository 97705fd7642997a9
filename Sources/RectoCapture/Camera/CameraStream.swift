import RectoCore
import Synchronization

/// An open, streaming camera: passes its buffers between the driver and the mailbox.
final class CameraStream: FrameBufferOwner {
    let format: CameraFormat
    private let device: any VideoDevice
    private let agreement: CameraNegotiation.Agreement
    private let buffers = Mutex<[FrameBuffer]>([])
    private struct State {
        var isStreaming = true
        /// The error of a buffer that could not be returned to the driver.
        var fault: DeviceFault?
    }
    private let state = Mutex(State())
    private let wake: WakeSignal

    /// What the driver has for the mailbox.
    enum Arrival {
        case frame(FrameBuffer)
        case damaged(sequence: Int, reason: String)
    }

    /// Agrees on a format, takes the buffers and starts the stream. Closes the device if that fails.
    init(
        _ device: any VideoDevice, _ options: CameraSource.Options, wake: WakeSignal
    ) throws(CameraNegotiation.Failure) {
        self.device = device
        self.wake = wake
        do throws(CameraNegotiation.Failure) {
            agreement = try CameraNegotiation(request: options.request).agree(with: device)
        } catch {
            device.close()
            throw error
        }
        format = agreement.format
        do throws(DeviceFault) {
            apply(options.settings)
            try takeBuffers(max(3, min(options.bufferCount, 32)))
            try device.startStream()
        } catch {
            stop()
            throw .device(error)
        }
    }

    private func apply(_ settings: CameraSettings) {
        guard !settings.entries.isEmpty else { return }
        let controls = device.controls()
        for entry in settings.entries {
            // Ignore controls that fail: the camera works without them.
            if let control = controls.first(where: entry.key.finds) {
                try? device.setControl(control.id, to: entry.value)
            }
        }
    }

    private func takeBuffers(_ wanted: Int) throws(DeviceFault) {
        let count = try device.requestBuffers(wanted)
        // Two buffers may be lent, and the driver needs one.
        guard count >= 3 else { throw DeviceFault("VIDIOC_REQBUFS", code: outOfMemory) }
        var taken: [FrameBuffer] = []
        for index in 0..<count {
            let mapped = try device.map(index)
            let buffer = FrameBuffer(index: index, memory: mapped, owner: self)
            taken.append(buffer)
        }
        let all = taken
        buffers.withLock { $0 = all }
        for index in 0..<count { try device.queue(index) }
    }

    /// The next frame, whole or not; `nil` while the driver has none.
    func next() throws(DeviceFault) -> Arrival? {
        if let fault = state.withLock({ $0.fault }) { throw fault }
        guard let filled = try device.dequeue() else { return nil }
        guard let buffer = buffers.withLock({ $0.indices ~= filled.index ? $0[filled.index] : nil }),
            let mapped = buffer.memory as? MappedBuffer
        else { throw DeviceFault("VIDIOC_DQBUF", code: invalidArgument) }
        if let reason = show(filled, of: mapped, in: buffer) {
            try device.queue(filled.index)
            return .damaged(sequence: filled.sequence, reason: reason)
        }
        buffer.sequence = filled.sequence
        buffer.time = filled.time ?? monotonicTime()
        return .frame(buffer)
    }

    /// - Returns: Why the frame cannot be used, if so.
    private func show(_ filled: FilledBuffer, of mapped: MappedBuffer, in buffer: FrameBuffer) -> String? {
        if filled.isFlaggedBad { return "the driver reports it as damaged" }
        // Check the driver's values against the mapped memory.
        guard filled.luma.upperBound <= mapped.luma.count, filled.chroma.upperBound <= mapped.chroma.count else {
            return "the driver reports more bytes than its buffer has"
        }
        let luma = UnsafeRawBufferPointer(rebasing: mapped.luma[filled.luma])
        let chroma = UnsafeRawBufferPointer(rebasing: mapped.chroma[filled.chroma])
        buffer.luma = luma
        buffer.chroma = chroma
        guard agreement.shape.encoding == .jpeg else {
            buffer.shape = agreement.shape
            guard luma.count >= agreement.lumaByteCount, chroma.count >= agreement.chromaByteCount else {
                return
                    "only \(luma.count + chroma.count) of \(agreement.lumaByteCount + agreement.chromaByteCount) bytes"
            }
            return nil
        }
        guard let header = JPEGHeader(luma) else { return "not a JPEG picture" }
        buffer.shape = FrameShape(packed: .jpeg, header.size)
        return nil
    }

    /// Waits for the driver.
    func wait(for duration: Duration) -> DeviceReadiness { device.wait(for: duration, wake) }

    func takeFormatChange() -> Bool { device.takeFormatChange() }

    func takeBack(_ buffer: FrameBuffer) {
        let isFaulty = state.withLock { state -> Bool in
            guard state.isStreaming, state.fault == nil else { return false }
            do throws(DeviceFault) { try device.queue(buffer.index) } catch { state.fault = error }
            return state.fault != nil
        }
        if isFaulty { wake.raise() }
    }

    /// Ends the stream and releases the device. Every buffer must be back.
    func stop() {
        state.withLock { $0.isStreaming = false }
        try? device.stopStream()
        // Unmap the memory before the driver frees it.
        let buffers = buffers.withLock { buffers in
            defer { buffers = [] }
            return buffers
        }
        for buffer in buffers { buffer.memory = nil }
        _ = try? device.requestBuffers(0)
        device.close()
    }
}

private let outOfMemory: Int32 = 12
private let invalidArgument: Int32 = 22
