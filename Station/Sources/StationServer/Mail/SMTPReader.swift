import NIOCore
import StationRules
import Synchronization

/// The received replies, and the task that waits for the next one.
final class SMTPReplies: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Result<SMTPReply, MailFailure>, Never>?
        var ready: [SMTPReply] = []
        var failure: MailFailure?
        /// Whether a part of a reply has arrived.
        var isPartial = false
    }

    private let state = Mutex(State())
    /// The maximum number of unread replies; a server that sends more is ignored.
    private static let maximum = 8

    /// Whether no unrequested reply has arrived.
    var isEmpty: Bool { state.withLock { $0.ready.isEmpty && !$0.isPartial } }
    var failure: MailFailure? { state.withLock { $0.failure } }

    /// Adds replies that arrived together, before any waiting task continues.
    func add(_ replies: [SMTPReply], isPartial: Bool) {
        let next: (CheckedContinuation<Result<SMTPReply, MailFailure>, Never>, SMTPReply)? = state.withLock { state in
            state.isPartial = isPartial
            state.ready += replies.prefix(max(0, Self.maximum - state.ready.count))
            guard let waiting = state.waiting, !state.ready.isEmpty else { return nil }
            state.waiting = nil
            return (waiting, state.ready.removeFirst())
        }
        if let (waiting, reply) = next { waiting.resume(returning: .success(reply)) }
    }

    /// Records a failure. The first one counts.
    func fail(_ failure: MailFailure) {
        let waiting = state.withLock { state in
            if state.failure == nil { state.failure = failure }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: .failure(failure))
    }

    func next() async throws(MailFailure) -> SMTPReply {
        let result = await withCheckedContinuation {
            (waiting: CheckedContinuation<Result<SMTPReply, MailFailure>, Never>) in
            let now: Result<SMTPReply, MailFailure>? = state.withLock { state in
                if !state.ready.isEmpty { return .success(state.ready.removeFirst()) }
                if let failure = state.failure { return .failure(failure) }
                state.waiting = waiting
                return nil
            }
            if let now { waiting.resume(returning: now) }
        }
        return try result.get()
    }
}

/// Parses incoming data into replies. Lines and replies have a maximum length.
final class SMTPReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let maximumLine = 2048
    private static let maximumLines = 100

    private let replies: SMTPReplies
    private var line: [UInt8] = []
    private var lines: [String] = []
    private var ready: [SMTPReply] = []

    init(_ replies: SMTPReplies) { self.replies = replies }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                if line.count > Self.maximumLine { return end(context, .unreadable) }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let text = String(decoding: line, as: UTF8.self)
            line = []
            guard take(text) else { return end(context, .unreadable) }
        }
        replies.add(ready, isPartial: !line.isEmpty || !lines.isEmpty)
        ready = []
    }

    /// - Returns: Whether it is a line of a reply.
    private func take(_ text: String) -> Bool {
        let digits = text.prefix(3)
        guard digits.utf8.count == 3, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let code = Int(digits), 200..<600 ~= code, lines.count < Self.maximumLines
        else { return false }
        lines.append(String(text.dropFirst(4)))
        if text.dropFirst(3).first != "-" {
            ready.append(SMTPReply(code: code, lines: lines))
            lines = []
        }
        return true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { end(context, .unreachable("\(error)")) }

    func channelInactive(context: ChannelHandlerContext) {
        replies.fail(.unreachable(localized("The connection was closed.")))
        context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext, _ failure: MailFailure) {
        replies.fail(failure)
        context.close(promise: nil)
    }
}
