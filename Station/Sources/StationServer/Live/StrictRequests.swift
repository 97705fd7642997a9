import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// Refuses malformed requests and those that programs may interpret differently. Each gets one response. Then the connection is
/// closed, since the beginning of the next request is unknown. The handler belongs directly behind the decoder.
///
/// Source: RFC 9112, sections 3.2 and 6.1.
package final class StrictRequests: ChannelDuplexHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart
    package typealias OutboundIn = HTTPServerResponsePart
    package typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case open
        /// A request is refused after the responses to earlier ones.
        case refusing
        case refused
        /// The connection has another protocol now.
        case upgraded
    }

    private var state = State.open
    /// The number of requests without a complete response.
    private var pending = 0
    private var isAnswering = false

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .upgraded: context.fireChannelRead(data)
        case .refusing, .refused: break
        case .open:
            if case .head(let head) = unwrapInboundIn(data) {
                guard Self.isClear(head) else { return refuse(context) }
                pending += 1
            }
            context.fireChannelRead(data)
        }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, state == .open else {
            if state == .open || state == .upgraded { context.fireErrorCaught(error) }
            return
        }
        // The incomplete request gets no other response.
        if !isAnswering { pending = 0 }
        refuse(context)
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard state != .refused else { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        guard state != .upgraded else { return context.write(data, promise: promise) }
        var isEnd = false
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status == .switchingProtocols: state = .upgraded
        case .head: isAnswering = true
        case .body: break
        case .end: isEnd = true
        }
        context.write(data, promise: promise)
        guard isEnd else { return }
        (pending, isAnswering) = (pending - 1, false)
        if state == .refusing { refuse(context) }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        guard pending <= 0 else { return state = .refusing }
        state = .refused
        let text = "\(HTTPResponseStatus.badRequest.reasonPhrase)\n"
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest,
            headers: [
                "Content-Type": "text/plain; charset=utf-8", "Content-Length": "\(text.utf8.count)",
                "Cache-Control": "no-store", "connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
        let channel = context.channel
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }

    /// Whether a request has one host and a body with an unambiguous length.
    private static func isClear(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers[canonicalForm: "Host"]
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        guard hosts.count == 1 || hosts.isEmpty && head.version == .http1_0 else { return false }
        return codings.isEmpty || codings.map { $0.lowercased() } == ["chunked"]
    }
}
