package import StationRules

/// What the person did in a camera view of the AR scanner, as JSON.
package struct ArAction: Decodable, Sendable {
    package enum Kind: String, Decodable {
        case scan
        case coach
        case view
        case select
        case card
        case next
        case previous
        case back
    }

    package let kind: Kind
    /// Of an annotation.
    package var index: Int?
    /// Of the view: its width by its height.
    package var aspect: Double?

    package init(kind: Kind, index: Int? = nil, aspect: Double? = nil) {
        self.kind = kind
        self.index = index
        self.aspect = aspect
    }

    /// Nothing if what the kind needs is missing.
    package var event: ArScannerMachine.Event? {
        switch kind {
        case .scan: .scan
        case .coach: .coach
        case .view: aspect.map { .view(aspect: $0) }
        case .select: index.map { .select($0) }
        case .card: index.map { .card($0) }
        case .next: .next
        case .previous: .previous
        case .back: .back
        }
    }
}
