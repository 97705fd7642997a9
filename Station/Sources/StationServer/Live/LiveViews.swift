import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import StationRules
import StationStore

/// The camera views that are open: what their channels are opened for, and who is behind each.
struct LiveViews: Sendable {
    let hosts: AllowedHosts
    let library: Library
    let drafts: Drafts
    let codes: ActivationCodes
    /// The station's own.
    let cameras: [String]

    /// Whether the head of a request may open a channel: pages of other sites may try to, too, so the browser's word on who
    /// asks is heeded here as for forms.
    func accept(_ head: HTTPRequestHead) -> Bool {
        guard let authority = head.headers.first(name: "Host"), hosts.allow(authority) else { return false }
        guard let origin = head.headers.first(name: "Origin") else { return false }
        return hosts.isOwn([.origin: origin], authority: authority) && LivePlace(head.uri) != nil
    }

    /// Serves a channel until either side ends; one that has nothing to show is closed.
    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ uri: String) async throws {
        guard let place = LivePlace(uri) else { return try await close(channel) }
        let camera = CameraChoice(cameras: cameras, chosen: place.camera).chosen.map { cameras[$0] }
        switch place.screen {
        case .scan(let draft, let replaced):
            guard let scanner = try? await drafts.borrowScanner(draft) else { return try await close(channel) }
            await scanner.begin(replacing: replaced)
            // However the view ends.
            do { try await LiveConnection(channel, scanner, camera: camera).run() } catch {
                await drafts.giveBack(scanner)
                throw error
            }
            await drafts.giveBack(scanner)
        case .ar(let scene):
            // It may have been deleted meanwhile.
            guard let scanner = try? library.scanner(of: scene) else { return try await close(channel) }
            try await LiveConnection(channel, scanner, camera: camera).run()
        case .code:
            guard let scanner = try? LiveCodeScanner(codes) else { return try await close(channel) }
            try await LiveConnection(channel, scanner, camera: camera).run()
        }
    }

    private func close(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
        try await channel.executeThenClose { _, _ in }
    }
}
