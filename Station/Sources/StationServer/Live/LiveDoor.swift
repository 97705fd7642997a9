import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import StationIdentity
import StationRules

/// Decides which requests open a channel, by the ``RouteTable`` and the limits.
struct LiveDoor: Sendable {
    let hosts: AllowedHosts
    /// Whether the station speaks TLS.
    let isEncrypted: Bool
    let table: RouteTable
    let visitors: Visitors
    let gate: StationGate

    /// Opens a channel for a request and takes a place for the lifetime of the connection.
    /// - Returns: The visitor; `nil` if it is not opened. ``LiveRoutes`` then explains why.
    func open(_ channel: any Channel, _ head: HTTPRequestHead) -> Visitor? {
        guard let (visitor, rule) = visitor(of: head, at: channel) else { return nil }
        let client = client(of: head, at: channel)
        let kind = StationGate.Kind(channelOf: visitor)
        do { try gate.enter(kind, client) } catch { return nil }
        channel.closeFuture.whenComplete { [gate] _ in gate.leave(kind, client) }
        if visitor.isSignedIn { closeAfterRemoval(channel, head, client, rule) }
        return visitor
    }

    /// Closes the channel of a removed person.
    private func closeAfterRemoval(
        _ channel: any Channel, _ head: HTTPRequestHead, _ client: ClientAddress, _ rule: RouteRule
    ) {
        let headers = HTTPFields(head.headers, splitCookie: false)
        let watch = visitors.watch(headers, from: client, for: rule) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in watch.cancel() }
    }

    /// Returns the visitor of a request that may open a channel.
    private func visitor(of head: HTTPRequestHead, at channel: any Channel) -> (Visitor, RouteRule)? {
        let headers = HTTPFields(head.headers, splitCookie: false)
        let authority = head.headers.first(name: "Host")
        // Pages of other sites can open channels, so the origin is checked as for forms. All browsers send it.
        guard hosts.allow(authority), headers[.origin] != nil, let place = LivePlace(head.uri),
            let rule = table.rule("GET", place.route, usesCamera: place.camera != nil),
            rule.admits(
                hosts.site(
                    of: headers, authority: authority,
                    isEncrypted: headers.isEncrypted(isEncrypted, from: ClientAddress(channel.remoteAddress)))),
            let visitor = try? visitors.visitor(headers, from: client(of: head, at: channel)),
            rule.verdict(on: visitor, opensScanner: false) == .allowed,
            // The demonstration must not give access to the station's own library.
            !visitor.isSignedIn || headers.cookies(Entrance.demonstrationCookie).isEmpty
        else { return nil }
        return (visitor, rule)
    }

    private func client(of head: HTTPRequestHead, at channel: any Channel) -> ClientAddress {
        ClientAddress(peer: ClientAddress(channel.remoteAddress), forwarded: head.headers["X-Forwarded-For"])
    }
}

/// Answers requests for channels that were not opened.
struct LiveRoutes {
    let gate: StationGate

    func add(to router: Routes) {
        router.channel("live/scan/:session", to: .scan, use: refuse)
        router.channel("live/ar/:scene", to: .readDocuments, use: refuse)
        router.channel("live/label", to: .readDocuments, use: refuse)
        router.channel(forAnyone: "live/code", withCamera: .scan, use: refuse)
    }

    /// Visitors without permission were refused earlier. So the limit was exceeded, or no channel was requested.
    private func refuse(_ request: Request, _ context: StationContext) throws -> Response {
        guard LivePlace(request.head.path ?? "") != nil else { throw HTTPError(.notFound) }
        guard request.headers[.upgrade]?.lowercased() == "websocket", request.headers[.secWebSocketVersion] == "13"
        else {
            throw HTTPError(.upgradeRequired, message: localized("This address is for live channels."))
        }
        guard request.headers[.origin] != nil else {
            throw HTTPError(.forbidden, message: localized("This request does not say which website it came from."))
        }
        let kind = StationGate.Kind(channelOf: context.visitor)
        try gate.enter(kind, context.client)
        // A place has become free.
        gate.leave(kind, context.client)
        throw AccessRefusal.channels(.full)
    }
}

extension StationGate.Kind {
    fileprivate init(channelOf visitor: Visitor) { self = visitor.isSignedIn ? .channels : .strangersChannels }
}
