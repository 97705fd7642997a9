package import StationRules

/// What the person did in the scan of an activation code, as JSON.
package struct CodeScannerAction: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
        case allowPhotos
        case toggleStrip
        case letGoOfStrip
    }

    package let kind: Kind
    /// Of photos.
    package var count: Int?
    /// See ``PhotoStrip/letGo(at:)``.
    package var share: Double?

    package init(kind: Kind, count: Int? = nil, share: Double? = nil) {
        self.kind = kind
        self.count = count
        self.share = share
    }

    /// Nothing if what the kind needs is missing.
    package var event: CodeScannerMachine.Event? {
        switch kind {
        case .allowPhotos: count.map { .allowPhotos($0) }
        case .toggleStrip: .toggleStrip
        case .letGoOfStrip: share.map { .letGoOfStrip(share: $0) }
        }
    }
}
