import StationRules

/// The answer to each message of a browser, as JSON.
struct LiveDownlink: Encodable {
    /// Of the picture that is answered; nothing for other messages.
    var sequence: UInt32?
    /// The page in the picture: eight coordinates, clockwise from the top-left, as shares of the picture's width and height.
    var quad: [Double]?
    /// How far a page that is held still is from being taken, `0...1`.
    var progress: Double?
    /// Whether the browser is to send a picture in full size.
    var still = false
    /// What is shown beside the live view.
    var display: ScannerDisplay
    /// Of the page that was stored last, or that is to be confirmed.
    var picture: String?
    var thumbnail: String?
}
