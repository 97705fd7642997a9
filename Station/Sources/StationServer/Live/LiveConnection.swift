import FoundationEssentials
import Logging
import NIOCore
import NIOWebSocket
package import RectoCore
package import StationRules

/// The channel of an open camera view. Each message of the browser gets one answer, so that no backlog builds up.
struct LiveConnection<Screen: LiveScreen> {
    private let channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    private let screen: Screen
    /// The station's camera whose pictures are sent; `nil` if the browser sends its own.
    private let camera: String?
    private let turn = PictureTurn()

    init(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ screen: Screen, camera: String?) {
        self.channel = channel
        self.screen = screen
        self.camera = camera
    }

    /// Answers messages until either side ends.
    /// - Parameter begin: The initial work, which may take longer than a browser waits for a message.
    func run(begin: @Sendable @escaping () async -> Void = {}) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await tick(outbound) }
                await begin()
                if let changes = screen.changes {
                    tasks.addTask {
                        for await _ in changes { try await send(await screen.answer(), to: nil, outbound) }
                    }
                }
                if let camera {
                    tasks.addTask {
                        try await screen.watch(camera, turn: turn) { picture, answer in
                            if let picture {
                                try await outbound.write(
                                    WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: picture)))
                            }
                            try await send(answer, to: nil, outbound)
                        }
                    }
                }
                try await answer(inbound, outbound)
                tasks.cancelAll()
            }
        }
    }

    /// Sends a message even if nothing has changed, so that the browser knows the station is reachable.
    private func tick(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        while true {
            try await Task.sleep(for: .milliseconds(200))
            try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "{}")))
        }
    }

    private func answer(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        for try await frame in inbound {
            switch frame.opcode {
            case .binary:
                guard let picture = try? LiveUplink(Array(buffer: frame.unmaskedData)) else {
                    return try await close(outbound, .dataInconsistentWithMessage)
                }
                try await send(await screen.answer(picture), to: picture.sequence, outbound)
            case .text:
                let bytes = Data(frame.unmaskedData.readableBytesView)
                guard let message = try? JSONDecoder().decode(LiveMessage<Screen.Action>.self, from: bytes) else {
                    return try await close(outbound, .dataInconsistentWithMessage)
                }
                try await answer(message, outbound)
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose: return try await close(outbound, .normalClosure)
            default: break
            }
        }
    }

    private func answer(
        _ message: LiveMessage<Screen.Action>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        switch message {
        case .drawn: turn.giveBack()
        case .camera(let state, let still, let keepsFilm):
            await screen.setCamera(state)
            if let still { await screen.setStill(still, keepsFilm: keepsFilm) }
            try await send(await screen.answer(), to: nil, outbound)
        case .action(let action): try await send(await screen.answer(action), to: nil, outbound)
        }
    }

    private func send(
        _ answer: Screen.Answer, to sequence: UInt32?, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        let bytes = try JSONEncoder().encode(LiveAnswer(sequence: sequence, content: answer))
        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: bytes)))
    }

    private func close(
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, _ code: WebSocketErrorCode
    ) async throws {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    }
}

/// A text message from a browser as JSON: `{"camera": STATE}`, optionally with `"still": [WIDTH, HEIGHT]` and
/// `"keepsFilm": true`, `{"drawn": true}` or `{"action": …}`, which depends on the screen.
package enum LiveMessage<Action: Decodable & Sendable>: Decodable, Sendable {
    /// The state of the browser's camera, the size of its full-size pictures, and whether it buffers such frames of a
    /// resting page.
    case camera(CameraState, still: PixelSize?, keepsFilm: Bool)
    /// The browser has drawn the last picture of the station's camera and is ready for the next one.
    case drawn
    case action(Action)

    private enum CodingKeys: CodingKey {
        case camera
        case still
        case keepsFilm
        case drawn
        case action
    }

    package init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: CodingKeys.self)
        if let state = try message.decodeIfPresent(CameraState.self, forKey: .camera) {
            let sides = try message.decodeIfPresent([Int].self, forKey: .still) ?? []
            let still = sides.count == 2 ? try? PixelSize(width: sides[0], height: sides[1]) : nil
            let keepsFilm = try message.decodeIfPresent(Bool.self, forKey: .keepsFilm) ?? false
            self = .camera(state, still: still, keepsFilm: keepsFilm)
        } else if message.contains(.drawn) {
            self = .drawn
        } else {
            self = .action(try message.decode(Action.self, forKey: .action))
        }
    }
}
