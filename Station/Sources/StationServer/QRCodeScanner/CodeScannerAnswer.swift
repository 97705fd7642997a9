package import StationRules

/// What the scan of an activation code shows, as JSON.
package struct CodeScannerAnswer: Encodable, Sendable {
    package var display: CodeScannerDisplay
    /// The alignment guide: left, top and side, as shares of the picture's width, height and width.
    package var guide: [Double]?
    /// The code in the picture: eight coordinates, clockwise from its own top-left, as shares of the picture's width and
    /// height.
    package var quad: [Double]?
    /// The text of the code that activates, to go on with.
    package var code: String?
}
