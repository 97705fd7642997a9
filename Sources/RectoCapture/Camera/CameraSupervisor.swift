import Glibc
import RectoCore

/// Keeps a camera delivering: opens it, passes on its frames, reports problems, and reopens it.
struct CameraSupervisor {
    private let camera: CameraName
    private let options: CameraSource.Options
    private let mailbox: FrameMailbox
    private let directory: CameraDirectory
    private let open: DeviceOpener

    /// The ID under which the camera was last found.
    private var id: String?
    /// The current problem of the camera, reported once until it changes.
    private var trouble: DeviceEvent?
    /// Time of the last frame before an interruption; `nil` while frames arrive.
    private var interruption: Duration?
    private var clock = FrameClock()

    init(
        _ camera: CameraName, _ options: CameraSource.Options, _ mailbox: FrameMailbox, _ directory: CameraDirectory,
        _ open: @escaping DeviceOpener
    ) {
        self.camera = camera
        self.options = options
        self.mailbox = mailbox
        self.directory = directory
        self.open = open
    }

    /// The reason why a stream ended.
    private enum End {
        case unwanted
        case idle
        case trouble(DeviceEvent)
    }

    mutating func run() throws(CaptureError) {
        let start = monotonicTime()
        while mailbox.isWanted {
            if let stream = try opened() {
                let end = deliver(stream)
                mailbox.recall()
                stream.stop()
                switch end {
                case .unwanted: return
                case .idle:
                    rest()
                    continue
                case .trouble(let event): tell(event)
                }
            }
            if let patience = options.patience, let trouble {
                if monotonicTime() - (interruption ?? start) > patience { throw .unavailable("it \(trouble)") }
            }
            mailbox.pause(for: options.retryTime)
        }
    }

    // MARK: Opening

    private mutating func opened() throws(CaptureError) -> CameraStream? {
        let paths = camera.paths(in: directory, lastID: id)
        for path in paths {
            do throws(CameraNegotiation.Failure) {
                if let stream = try opened(path) { return stream }
                // Only one of a camera's nodes delivers frames.
                if paths.count == 1 { throw .device(DeviceFault("VIDIOC_QUERYCAP", code: ENOTTY)) }
            } catch {
                switch error {
                case .device(let fault): try note(fault)
                case .noUsableFormat(let offered): throw .noUsableFormat(offered: offered)
                }
            }
        }
        if paths.isEmpty { tell(.absent) }
        return nil
    }

    /// - Returns: `nil` if the node delivers no frames.
    private mutating func opened(_ path: String) throws(CameraNegotiation.Failure) -> CameraStream? {
        let device: any VideoDevice
        let identity: DeviceIdentity
        do throws(DeviceFault) {
            device = try open(path)
            identity = try device.identity()
        } catch {
            throw .device(error)
        }
        guard identity.isCamera else {
            device.close()
            return nil
        }
        let stream = try CameraStream(device, options, wake: mailbox.wake)
        let node = directory.node(path: path)
        id = node?.id
        let info = CameraInfo(
            path: node?.path ?? path, name: identity.card, id: node?.id ?? identity.bus, serial: node?.serial,
            driver: identity.driver)
        mailbox.report(.opened(info, stream.format))
        return stream
    }

    /// Classifies an error of a camera that does not stream.
    private mutating func note(_ fault: DeviceFault) throws(CaptureError) {
        switch fault.code {
        case ENOENT, ENODEV, ENXIO: tell(.absent)
        case EBUSY: tell(.busy)
        case EACCES, EPERM: tell(.refused(fault))
        // Not a device, or one that does not know the calls.
        case ENOTTY: throw .notACamera
        default: tell(.fault(fault))
        }
    }

    /// Reports a problem, unless it is the same as before.
    private mutating func tell(_ event: DeviceEvent) {
        defer { trouble = event }
        if case .stalled = event, case .stalled = trouble { return }
        if trouble == event { return }
        if interruption == nil { interruption = monotonicTime() }
        mailbox.report(event)
    }

    // MARK: Streaming

    private mutating func deliver(_ stream: CameraStream) -> End {
        clock.start()
        var lastWhole = monotonicTime()
        while mailbox.isWanted {
            if let idleTime = options.idleTime, let idle = mailbox.idleTime, idle > idleTime { return .idle }
            do throws(DeviceFault) {
                if try passOn(stream) { lastWhole = monotonicTime() }
            } catch {
                return .trouble(error.code == ENODEV ? .lost : .fault(error))
            }
            let silence = monotonicTime() - lastWhole
            if silence > options.stallTime { return .trouble(.stalled(silence)) }
            switch stream.wait(for: min(options.stallTime - silence, .milliseconds(500))) {
            case .event: if stream.takeFormatChange() { return .trouble(.formatChanged) }
            case .failure:
                // The next call reports the change.
                do throws(DeviceFault) {
                    if try passOn(stream) { continue }
                    return .trouble(.fault(DeviceFault("poll", code: EIO)))
                } catch {
                    return .trouble(error.code == ENODEV ? .lost : .fault(error))
                }
            case .frame, .nothing: break
            }
        }
        return .unwanted
    }

    /// Passes on all frames that the driver has ready.
    /// - Returns: Whether a complete frame was among them.
    private mutating func passOn(_ stream: CameraStream) throws(DeviceFault) -> Bool {
        var isAny = false
        while let arrival = try stream.next() {
            switch arrival {
            case .frame(let buffer):
                clock.stamp(buffer)
                resume()
                mailbox.offer(buffer)
                isAny = true
            case .damaged(let sequence, let reason):
                mailbox.report(.damaged(DamagedFrame(sequence: clock.total(of: sequence), reason: reason)))
            }
        }
        return isAny
    }

    private mutating func resume() {
        trouble = nil
        guard let since = interruption.take() else { return }
        mailbox.report(.resumed(after: monotonicTime() - since))
    }

    /// Leaves the camera closed until frames are requested.
    private mutating func rest() {
        mailbox.report(.released)
        mailbox.waitForDemand()
    }
}

/// Merges the counts and clocks of a repeatedly reopened camera into one.
package struct FrameClock {
    package init() {}

    private var origin: Duration?
    private var last: (sequence: Int, time: Duration)?
    /// The difference between the total count and this stream's own; `nil` before its first frame.
    private var offset: Int?

    /// Begins a new stream, which may count from any number.
    package mutating func start() { offset = nil }

    /// The total count for a number of this stream.
    mutating func total(of sequence: Int) -> Int {
        let known = offset ?? (last?.sequence ?? -1) + 1 - sequence
        offset = known
        return sequence + known
    }

    /// Ensures that numbers increase and times never decrease.
    package mutating func stamp(_ buffer: FrameBuffer) {
        let origin = origin ?? buffer.time
        self.origin = origin
        var sequence = total(of: buffer.sequence)
        var time = buffer.time - origin
        if let last {
            // Drivers that do not count, or that count anew.
            if sequence <= last.sequence {
                offset = (offset ?? 0) + last.sequence + 1 - sequence
                sequence = last.sequence + 1
            }
            time = max(time, last.time + .microseconds(1))
        }
        last = (sequence, time)
        buffer.sequence = sequence
        buffer.time = time
    }
}
