import FoundationEssentials
import Logging
import NIOCore
import NIOWebSocket

/// An open camera view's channel: each message of the browser gets one answer, so that there is never a backlog.
struct LiveConnection {
    /// Bytes of a message: a still of a large camera.
    static let mostBytes = 32 << 20

    private let channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    private let scanner: LiveScanner
    /// Of the station's own, whose pictures go down; nothing where the browser's come up.
    private let camera: String?

    init(
        _ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ scanner: LiveScanner, camera: String?
    ) {
        self.channel = channel
        self.scanner = scanner
        self.camera = camera
    }

    /// Answers until either side ends.
    func run() async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                if let camera {
                    tasks.addTask {
                        try await scanner.watch(camera) { picture, answer in
                            if let picture {
                                try await outbound.write(
                                    WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: picture)))
                            }
                            try await send(answer, outbound)
                        }
                    }
                }
                try await answer(inbound, outbound)
                tasks.cancelAll()
            }
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
                try await send(await scanner.answer(picture), outbound)
            case .text:
                let bytes = Data(frame.unmaskedData.readableBytesView)
                guard let request = try? JSONDecoder().decode(LiveRequest.self, from: bytes) else {
                    return try await close(outbound, .dataInconsistentWithMessage)
                }
                if let answer = await scanner.answer(request) { try await send(answer, outbound) }
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose: return try await close(outbound, .normalClosure)
            default: break
            }
        }
    }

    private func send(_ answer: LiveDownlink, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        let bytes = try JSONEncoder().encode(answer)
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
