import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import StationRules
import StationServer
import Testing

/// The handler of a channel, on an event loop with a simulated clock.
@Suite struct LiveChannelTests {
    private func channel(_ limits: ChannelLimits = .stranger) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: EmbeddedEventLoop())
        try channel.pipeline.syncOperations.addHandlers([
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 8, maxAccumulatedFrameSize: limits.messageBytes),
            LiveChannelHandler(limits, now: channel.embeddedEventLoop.now),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func picture(_ bytes: Int = 1000) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(repeating: 0, count: bytes))
    }

    /// Returns the number of messages that were passed on.
    private func count(_ channel: EmbeddedChannel) throws -> Int {
        var count = 0
        while try channel.readInbound(as: WebSocketFrame.self) != nil { count += 1 }
        return count
    }

    private func closeCode(_ channel: EmbeddedChannel) throws -> WebSocketErrorCode? {
        while let frame = try channel.readOutbound(as: WebSocketFrame.self) {
            guard frame.opcode == .connectionClose else { continue }
            var data = frame.data
            return data.readWebSocketErrorCode()
        }
        return nil
    }

    @Test("SS-8: pictures beyond the limit wait for their turn")
    func pace() throws {
        let channel = try channel()
        for _ in 0..<100 { try channel.writeInbound(picture()) }
        let first = try count(channel)
        #expect((15...17).contains(first))
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect((29...31).contains(try count(channel)))
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(try first + count(channel) >= 69)
        #expect(channel.isActive)
    }

    @Test("SS-2: when the station ends, the browser is told, nothing follows, and it may answer for half a second")
    func goodbye() throws {
        let channel = try channel()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeOutbound(picture())
        #expect(try closeCode(channel) == .goingAway)
        #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
        try channel.writeInbound(picture())
        #expect(try count(channel) == 0 && channel.isActive)
        try channel.writeInbound(WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer()))
        #expect(!channel.isActive)
    }

    @Test("SS-2: a browser that does not answer the goodbye is left")
    func silentGoodbye() throws {
        let channel = try channel()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(400))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
        #expect(!channel.isActive)
    }

    @Test("SS-11: a browser that gives no sign of life for a minute is gone")
    func life() throws {
        let channel = try channel()
        for _ in 0..<5 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(30))
            #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .ping)
            try channel.writeInbound(WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer()))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test("SS-8: a message in too many or too large parts ends the channel")
    func parts() throws {
        let channel = try channel()
        #expect(throws: NIOWebSocketFrameAggregator.Error.self) {
            for index in 0..<8 {
                try channel.writeInbound(
                    WebSocketFrame(
                        fin: false, opcode: index == 0 ? .binary : .continuation, data: ByteBuffer(string: "1")))
            }
        }
        #expect(try closeCode(channel) == .messageTooLarge)
    }
}
