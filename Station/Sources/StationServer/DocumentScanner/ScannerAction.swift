package import StationRules

/// What the person did in a camera view of the scanner, as JSON.
package struct ScannerAction: Decodable, Sendable {
    package enum Kind: String, Decodable {
        case shutter
        case mode
        case filter
        case keep
        case retake
    }

    package let kind: Kind
    package var mode: CaptureMode?
    package var filter: ScanFilter?
    package var page: Int?

    package init(kind: Kind, mode: CaptureMode? = nil, filter: ScanFilter? = nil, page: Int? = nil) {
        self.kind = kind
        self.mode = mode
        self.filter = filter
        self.page = page
    }

    /// Nothing if what the kind needs is missing.
    package var event: ScannerMachine.Event? {
        switch kind {
        case .shutter: .shutter
        case .mode: mode.map { .choose($0) }
        case .filter: filter.map { .filter($0) }
        case .keep: .keep
        case .retake: page.map { .retake(page: $0) }
        }
    }
}
