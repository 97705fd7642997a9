/// A way on from a message.
public struct MessageAction: Hashable, Sendable {
    public enum Destination: String, Hashable, Sendable, CaseIterable {
        case scan
        case library
        case activation
        case codeScan
        case importFiles
        case retryCamera
        case scenes
        case newAnchor
        case activate
    }

    public let label: String
    public let destination: Destination

    public init(label: String, destination: Destination) {
        self.label = label
        self.destination = destination
    }
}
