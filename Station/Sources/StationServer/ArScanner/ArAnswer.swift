import RectoCore
package import StationRules

/// What a camera view of the AR scanner is to show, as JSON.
package struct ArAnswer: Encodable, Sendable {
    package let display: ArScannerDisplay
    /// The middle of the anchor, while the match is shown.
    package let indicator: MarkerProjection.Marker?
    /// The anchor's outline then: eight coordinates, clockwise from its own top-left, as shares of the picture's width and
    /// height.
    package let outline: [Double]?
    /// Of the annotations, in their order; none while they are hidden.
    package let markers: [MarkerProjection.Marker]

    init(_ machine: ArScannerMachine) {
        display = ArScannerDisplay(machine)
        indicator = machine.indicator
        outline = machine.outline?.corners.flatMap { [$0.x, $0.y] }
        markers = machine.markers
    }
}
