/// How much of a station clients may use at once.
package struct StationLimits: Hashable, Sendable {
    /// Open connections. A browser has some six, and one for each camera view and event stream. Clients on this machine have places of
    /// their own, so that its person always comes in.
    package var connections = Occupancy.Limits(total: 256, each: 64, reserved: 32)
    /// Connections beyond these that are told so. The rest are closed without a word.
    package var refusals = Occupancy.Limits(total: 64, each: 32, reserved: 16)
    /// Live channels of visitors who have signed in.
    package var channels = Occupancy.Limits(total: 32, each: 16)
    /// Live channels of strangers, who may only scan an activation code.
    package var strangersChannels = Occupancy.Limits(total: 8, each: 4)
    /// Pictures that are received and read. Each takes up to 64 MB.
    package var uploads = Occupancy.Limits(total: 8, each: 4, reserved: 4)
    package var attempts = AttemptLimit.Limits()
    package var patience = ConnectionPatience.Limits()
    package var capture = CaptureLimits()
    package var scanJobs = ScanJobList.Limits()

    package init() {}
}

/// How long a capture with a camera of the station waits.
package struct CaptureLimits: Hashable, Sendable {
    /// For a page that lies still. After it, any page in view is captured.
    package var stillness = Duration.seconds(10)
    /// In all.
    package var timeout = Duration.seconds(20)

    package init() {}
}

/// The limits of a live channel.
package struct ChannelLimits: Hashable, Sendable {
    /// The largest message, in bytes.
    package let messageBytes: Int
    /// Messages that are looked at in a second. More wait their turn.
    package let messages: TokenBucket.Rate
    package let bytes: TokenBucket.Rate

    /// A still of a large camera; pictures as fast as cameras take them.
    package static let signedIn = ChannelLimits(
        messageBytes: 32 << 20, messages: TokenBucket.Rate(perSecond: 120, burst: 240),
        bytes: TokenBucket.Rate(perSecond: 64_000_000, burst: 128_000_000))
    /// A photo of a phone; as many pictures as it takes to read a code.
    package static let stranger = ChannelLimits(
        messageBytes: 16 << 20, messages: TokenBucket.Rate(perSecond: 15, burst: 15),
        bytes: TokenBucket.Rate(perSecond: 6_000_000, burst: 16_000_000))

    /// Photos that are searched for a code, after the first: a person looks at the result before the next one.
    package static let photos = TokenBucket.Rate(perSecond: 0.5, burst: 1)

    package static func of(_ visitor: Visitor) -> ChannelLimits { visitor.isSignedIn ? signedIn : stranger }

    /// A channel is asked for a sign of life after this time without one, and closed after as much again.
    package static let silence = Duration.seconds(30)
}

/// Paces what a channel receives.
package struct ChannelPace: Hashable, Sendable {
    private var messages: TokenBucket
    private var bytes: TokenBucket

    package init(_ limits: ChannelLimits, at time: Duration) {
        messages = TokenBucket(limits.messages, at: time)
        bytes = TokenBucket(limits.bytes, at: time)
    }

    /// Notes a message.
    package mutating func take(bytes count: Int, at time: Duration) {
        messages.take(at: time)
        bytes.take(Double(count), at: time)
    }

    /// How long the channel waits before it reads on.
    package func wait(at time: Duration) -> Duration { max(messages.wait(at: time), bytes.wait(at: time)) }
}
