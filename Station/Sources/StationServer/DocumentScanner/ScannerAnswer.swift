package import StationRules

/// What a camera view of the scanner shows, as JSON.
package struct ScannerAnswer: Encodable, Sendable {
    /// Whether a picture was looked at: only then is the page told, or that there is none.
    package var isSight = false
    /// The page in the picture: eight coordinates, clockwise from the top-left, as shares of the picture's width and height.
    package var quad: [Double]?
    /// How far a page that is held still is from being taken, `0...1`.
    package var progress: Double?
    /// Whether the browser is to send a picture in full size.
    package var still = false
    /// What is shown beside the live view.
    package var display: ScannerDisplay
    /// Of the page that was stored last, or that is to be confirmed.
    package var picture: String?
    package var thumbnail: String?
}
