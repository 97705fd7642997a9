/// The times of frames from sources that have no clock.
public struct StreamTiming: Hashable, Sendable {
    /// The rate for streams that do not specify one, in frames per second. Clamped to 0.001…1000. Default 30.
    public var framesPerSecond: Double
    /// Whether frames arrive at their rate, as from a camera, and are dropped if not requested in time. Otherwise
    /// each arrives as soon as it is requested. Default false.
    public var isRealTime: Bool

    public init(framesPerSecond: Double = 30, isRealTime: Bool = false) {
        self.framesPerSecond = framesPerSecond
        self.isRealTime = isRealTime
    }

    var delivery: FrameDelivery { isRealTime ? .newest : .every }
    var interval: Duration {
        // Written so that NaN is rejected.
        .seconds(1 / (framesPerSecond >= 0.001 ? min(framesPerSecond, 1000) : 0.001))
    }
}

/// Stamps the frames of a run, and passes them on when they are due.
struct StreamPacer {
    private let mailbox: FrameMailbox
    private let isRealTime: Bool
    private let interval: Duration
    private var start: Duration?
    /// The number of frames so far, including incomplete ones.
    private(set) var count = 0

    init(_ mailbox: FrameMailbox, _ timing: StreamTiming, interval: Duration? = nil) {
        self.mailbox = mailbox
        isRealTime = timing.isRealTime
        self.interval = interval ?? timing.interval
    }

    mutating func offer(_ buffer: FrameBuffer) {
        buffer.sequence = count
        buffer.time = interval * count
        count += 1
        if isRealTime {
            let start = start ?? monotonicTime()
            self.start = start
            mailbox.pause(for: start + buffer.time - monotonicTime())
        }
        mailbox.offer(buffer)
    }

    mutating func leaveOut(_ reason: String) {
        mailbox.report(.damaged(DamagedFrame(sequence: count, reason: reason)))
        count += 1
    }
}
