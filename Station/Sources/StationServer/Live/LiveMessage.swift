package import StationRules

/// A text message of a browser, as JSON: `{"camera": STATE}`, `{"drawn": true}` or `{"action": …}`, which is the screen's own.
package enum LiveMessage<Action: Decodable & Sendable>: Decodable, Sendable {
    /// What became of the browser's camera.
    case camera(CameraState)
    /// The last picture of the station's camera is on the screen: the next one may come.
    case drawn
    case action(Action)

    private enum CodingKeys: CodingKey {
        case camera
        case drawn
        case action
    }

    package init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: CodingKeys.self)
        if let state = try message.decodeIfPresent(CameraState.self, forKey: .camera) {
            self = .camera(state)
        } else if message.contains(.drawn) {
            self = .drawn
        } else {
            self = .action(try message.decode(Action.self, forKey: .action))
        }
    }
}
