import NIOCore
import NIOWebSocket
import StationRules
import StationStore

/// Serves the channels of open camera views.
struct LiveViews: Sendable {
    /// Returns the scanner behind a camera view of a session.
    let scanner: @Sendable (DraftName) async throws -> LiveScanner
    let library: Library
    let codes: ActivationCodes
    /// The station's cameras.
    let cameras: [String]

    /// Serves a channel until either side ends it. A channel for an unknown screen is closed.
    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ uri: String) async throws {
        guard let place = LivePlace(uri) else { return try await close(channel) }
        let camera = CameraChoice(cameras: cameras, chosen: place.camera).chosen.map { cameras[$0] }
        switch place.screen {
        case .scan(let draft, let replaced):
            guard let scanner = try? await scanner(draft) else {
                return try await close(channel)
            }
            if let number = CameraChoice(cameras: cameras, chosen: place.camera).chosen {
                try await scanner.setSource(CameraChoice(cameras: cameras, chosen: nil).labels[number])
            }
            let connection = LiveConnection(channel, scanner, camera: camera)
            // The view also ends if the connection fails.
            do { try await connection.run(begin: { await scanner.begin(replacing: replaced) }) } catch {
                await scanner.end()
                throw error
            }
            await scanner.end()
        case .ar(let scene):
            // The scene may have been deleted.
            guard let scanner = try? library.scanner(of: scene) else { return try await close(channel) }
            try await LiveConnection(channel, scanner, camera: camera).run()
        case .code:
            guard let scanner = try? LiveCodeScanner(codes) else { return try await close(channel) }
            try await LiveConnection(channel, scanner, camera: camera).run()
        case .label:
            let name: @Sendable (PlaceLabel) -> String? = { [library] in
                (try? library.mapObject(labelled: $0))?.object.name
            }
            guard let scanner = try? LiveCodeScanner(codes, labels: name) else { return try await close(channel) }
            try await LiveConnection(channel, scanner, camera: camera).run()
        }
    }

    private func close(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>) async throws {
        try await channel.executeThenClose { _, _ in }
    }
}
