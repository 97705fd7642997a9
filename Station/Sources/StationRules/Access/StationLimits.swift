/// The limits on what clients may use concurrently.
package struct StationLimits: Hashable, Sendable {
    /// Open connections. A browser uses about six, and one more for each camera view and event stream. Clients on
    /// this machine have reserved places, so that its user always gets in.
    package var connections = Occupancy.Limits(total: 256, each: 64, reserved: 32)
    /// Excess connections that get a reply. Any further ones are closed without one.
    package var refusals = Occupancy.Limits(total: 64, each: 32, reserved: 16)
    /// Channels of signed-in visitors.
    package var channels = Occupancy.Limits(total: 32, each: 16)
    /// Channels of visitors who have not signed in, and may only scan an activation code.
    package var strangersChannels = Occupancy.Limits(total: 8, each: 4)
    /// Pictures being received and read. Each takes up to 64 MB.
    package var uploads = Occupancy.Limits(total: 8, each: 4, reserved: 4)
    package var attempts = AttemptLimit.Limits()
    package var patience = ConnectionPatience.Limits()
    package var capture = CaptureLimits()
    package var scanJobs = ScanJobList.Limits()

    package init() {}
}

/// The timeouts of a capture with one of the station's cameras.
package struct CaptureLimits: Hashable, Sendable {
    /// The time to wait for a page to lie still. After it, any page in view is captured.
    package var stillness = Duration.seconds(10)
    /// The total time.
    package var timeout = Duration.seconds(20)

    package init() {}
}

/// The limits of a channel.
package struct ChannelLimits: Hashable, Sendable {
    /// The largest message in bytes.
    package let messageBytes: Int
    /// The rate at which messages are processed. Further ones wait.
    package let messages: TokenBucket.Rate
    package let bytes: TokenBucket.Rate

    /// Allows for a still of a large camera, and for pictures at any camera's frame rate.
    package static let signedIn = ChannelLimits(
        messageBytes: 32 << 20, messages: TokenBucket.Rate(perSecond: 120, burst: 240),
        bytes: TokenBucket.Rate(perSecond: 64_000_000, burst: 128_000_000))
    /// Allows for a phone's photo, and for the number of pictures needed to read a code.
    package static let stranger = ChannelLimits(
        messageBytes: 16 << 20, messages: TokenBucket.Rate(perSecond: 15, burst: 15),
        bytes: TokenBucket.Rate(perSecond: 6_000_000, burst: 16_000_000))

    /// The rate at which photos are searched for a code after the first one: people look at a result before they take
    /// the next photo.
    package static let photos = TokenBucket.Rate(perSecond: 0.5, burst: 1)

    package static func of(_ visitor: Visitor) -> ChannelLimits { visitor.isSignedIn ? signedIn : stranger }

    /// The time without messages after which a channel is pinged. After the same time again it is closed.
    package static let silence = Duration.seconds(30)
}

/// Limits the rate at which a channel receives.
package struct ChannelPace: Hashable, Sendable {
    private var messages: TokenBucket
    private var bytes: TokenBucket

    package init(_ limits: ChannelLimits, at time: Duration) {
        messages = TokenBucket(limits.messages, at: time)
        bytes = TokenBucket(limits.bytes, at: time)
    }

    /// Records a message.
    package mutating func take(bytes count: Int, at time: Duration) {
        messages.take(at: time)
        bytes.take(Double(count), at: time)
    }

    /// Returns the time to wait before the channel reads on.
    package func wait(at time: Duration) -> Duration { max(messages.wait(at: time), bytes.wait(at: time)) }
}
