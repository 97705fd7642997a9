import NIOCore
import NIOEmbedded
import NIOHTTP1
import StationServer
import Testing

/// What the station takes for a request, at a connection.
@Suite struct StrictRequestTests {
    /// Answers each complete request, and with 500 what fails on the way.
    private final class Responder: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .end = unwrapInboundIn(data) { answer(context, .ok) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { answer(context, .internalServerError) }

        private func answer(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus) {
            let head = HTTPResponseHead(version: .http1_1, status: status, headers: ["Content-Length": "0"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// The lines of status that are sent for bytes, and whether the connection is open afterwards.
    private func answers(_ bytes: String) throws -> (lines: [String], isOpen: Bool) {
        let channel = EmbeddedChannel(loop: EmbeddedEventLoop())
        try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), StrictRequests(), Responder(),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        // As on a socket, an error is passed on in the pipeline.
        _ = try? channel.writeInbound(ByteBuffer(string: bytes.replacing("\n", with: "\r\n")))
        channel.embeddedEventLoop.run()
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
        let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("HTTP/") }.map(String.init)
        return (lines, channel.isActive)
    }

    private static let good = "GET / HTTP/1.1\nHost: a\n\n"

    @Test func whatIsClearIsAnswered() throws {
        let chunked = "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: Chunked\n\n1\nx\n0\n\n"
        for (bytes, count) in [
            (Self.good, 1), (Self.good + Self.good, 2), (chunked, 1), (chunked + Self.good, 2),
            ("GET / HTTP/1.0\n\n", 1),
        ] {
            let found = try answers(bytes)
            #expect(found.lines == [String](repeating: "HTTP/1.1 200 OK", count: count) && found.isOpen, "\(bytes)")
        }
    }

    @Test(
        "SS-24: what can be read in two ways, and what is no request, gets one answer, and the connection ends",
        arguments: [
            "GET / HTTP/1.1\nHost: a\nHost: b\n\n", "GET / HTTP/1.1\nHost: a\nhost: a\n\n", "GET / HTTP/1.1\n\n",
            "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: foo\n\nx",
            "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: gzip, chunked\n\n0\n\n",
            "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\nTransfer-Encoding: chunked\n\n0\n\n",
            "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\nzz\n", "GET\n\n",
            "POST / HTTP/1.1\nHost: a\nContent-Length: x\n\n",
            "POST / HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 2\n\nxx",
        ])
    func unclear(_ bytes: String) throws {
        for more in ["", Self.good] {
            let found = try answers(bytes + more)
            #expect(found.lines == ["HTTP/1.1 400 Bad Request"] && !found.isOpen, "\(bytes): \(found)")
        }
        let second = try answers(Self.good + bytes)
        #expect(second.lines == ["HTTP/1.1 200 OK", "HTTP/1.1 400 Bad Request"] && !second.isOpen)
    }
}
