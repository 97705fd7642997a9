import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import StationRules
import StationStore

/// Serves the live channels of open camera views.
struct LiveViews: Sendable {
    let hosts: AllowedHosts
    let library: Library
    let drafts: Drafts
    let codes: ActivationCodes
    /// The station's own.
    let cameras: [String]

    /// Whether a request may open a channel. Pages of other sites may try to, so the origin is checked as for forms.
    func accept(_ head: HTTPRequestHead) -> Bool {
        guard let authority = head.headers.first(name: "Host"), hosts.allow(authority) else { return false }
        guard let origin = head.headers.first(name: "Origin") else { return false }
        return hosts.isOwn([.origin: origin], authority: authority) && LivePlace(head.uri) != nil
    }

    /// Serves a channel until either side ends it. A channel for an unknown screen is closed.
    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ uri: String) async throws {
        guard let place = LivePlace(uri) else { return try await close(channel) }
        let camera = CameraChoice(cameras: cameras, chosen: place.camera).chosen.map { cameras[$0] }
        switch place.screen {
        case .scan(let draft, let replaced):
            guard let scanner = try? await drafts.borrowScanner(draft) else { return try await close(channel) }
            await scanner.begin(replacing: replaced)
            // Returned however the view ends.
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

/// The path of a live channel: `/live/scan/SESSION`, with `retake=PAGE` where it applies, `/live/code` or
/// `/live/ar/SCENE`; of each screen, with `source=CAMERA` for one of the station's own cameras.
package struct LivePlace: Hashable {
    package enum Screen: Hashable {
        /// Pages are captured into a draft; the next one may replace another.
        case scan(DraftName, replacing: Int?)
        /// A scene's anchor is searched for.
        case ar(Int64)
        /// An activation code is searched for.
        case code
    }

    package let screen: Screen
    /// The index of a camera of the station, or `nil` for the browser's.
    package let camera: Int?

    /// `nil` if the path is not that of a live channel.
    package init?(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&")
        func number(_ name: String) -> Int? {
            query.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
        }
        let path = parts.first.map { $0.split(separator: "/", omittingEmptySubsequences: false) } ?? []
        guard path.count >= 3, path[0].isEmpty, path[1] == "live" else { return nil }
        switch (path[2], path.dropFirst(3).first, path.count) {
        case ("scan", let name?, 4):
            guard let draft = DraftName(name) else { return nil }
            screen = .scan(draft, replacing: number("retake"))
        case ("ar", let name?, 4):
            guard let scene = Int64(name) else { return nil }
            screen = .ar(scene)
        case ("code", nil, 3): screen = .code
        default: return nil
        }
        camera = number("source")
    }
}
