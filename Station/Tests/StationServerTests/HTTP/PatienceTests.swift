import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import StationRules
import StationServer
import Testing

/// The handler of slow connections, on an event loop with a simulated clock.
@Suite struct PatienceTests {
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: EmbeddedEventLoop())
        try channel.pipeline.syncOperations.addHandler(
            PatienceHandler(ConnectionPatience.Limits(), now: channel.embeddedEventLoop.now))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private var head: HTTPRequestPart {
        .head(HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))
    }

    private func body(_ bytes: Int) -> HTTPRequestPart { .body(ByteBuffer(repeating: 0, count: bytes)) }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test("SS-11: a connection without a request is closed after a minute")
    func noRequest() throws {
        let channel = try channel()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("SS-11: a body that stops is waited for twenty seconds, and one that goes on is read to its end")
    func body() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        for _ in 0..<10 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(10))
            try channel.writeInbound(body(100_000))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("SS-11: a body that comes in drops is not waited for")
    func drops() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        for _ in 0..<19 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(body(10))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test("SS-11: the station takes its time for an answer, and the next request has a minute")
    func answer() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(channel.isActive)
        try answer(channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("SS-11: a client that does not take its answer is left after a minute")
    func unread() throws {
        let channel = try channel()
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
