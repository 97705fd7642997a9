public import RectoCore

/// What a picture shows of an activation code.
public enum CodeFinding: String, Hashable, Codable, Sendable, CaseIterable {
    /// No QR code.
    case none
    /// A QR code that does not lie in the alignment guide.
    case outside
    /// One that is too small in the picture to be read.
    case tooFar
    /// One that is large enough, and was not read yet.
    case unsteady
    /// A QR code that is no activation code of this station.
    case foreign
    /// An activation code of this station whose time is over.
    case expired
    /// One that was used before.
    case used
    /// One that activates.
    case valid

    /// The three kinds of feedback, and what comes before them.
    public enum Feedback: String, Hashable, Codable, Sendable, CaseIterable {
        case unsuccessful
        case seen
        case invalid
        case successful
    }

    public var feedback: Feedback {
        switch self {
        case .none: .unsuccessful
        case .outside, .tooFar, .unsteady: .seen
        case .foreign, .expired, .used: .invalid
        case .valid: .successful
        }
    }

    /// What is told of the camera's picture.
    public var cameraText: String {
        switch self {
        case .none, .outside: "Line up the QR code inside the frame"
        case .tooFar: "Move closer"
        case .unsteady: "Hold the camera steady"
        case .foreign, .expired, .used, .valid: photoText
        }
    }

    /// What is told of a photo that was chosen.
    public var photoText: String {
        switch self {
        case .none, .outside: "No QR code in this photo. Choose another one, or keep scanning."
        case .tooFar, .unsteady: "The QR code in this photo cannot be read. Choose a sharper one, or keep scanning."
        case .foreign: "This is not an activation code for this station. Scan the one on its Devices page."
        case .expired: "This code has expired. Show a new one on the station’s Devices page."
        case .used: "This code was used before. Show a new one on the station’s Devices page."
        case .valid: "QR code recognized"
        }
    }
}

/// The square over a live view in which a code is to be lined up.
public enum AlignmentGuide {
    /// Side of the square, as a share of the picture's shorter side.
    private static let share = 0.7

    /// The square in a picture of a size, in pixels.
    public static func rectangle(in size: PixelSize) -> (left: Double, top: Double, side: Double) {
        let (width, height) = (Double(size.width), Double(size.height))
        let side = min(width, height) * share
        return ((width - side) / 2, (height - side) / 2, side)
    }

    /// Whether a code lies in the square with all its corners.
    public static func contains(_ code: Quad, in size: PixelSize) -> Bool {
        let (left, top, side) = rectangle(in: size)
        return code.corners.allSatisfy {
            (left...left + side).contains($0.x) && (top...top + side).contains($0.y)
        }
    }
}
