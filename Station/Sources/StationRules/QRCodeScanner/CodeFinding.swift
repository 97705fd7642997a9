public import RectoCore

/// The result of searching a picture for an activation code.
public enum CodeFinding: String, Hashable, Codable, Sendable, CaseIterable {
    /// No QR code.
    case none
    /// A QR code outside the alignment guide.
    case outside
    /// A QR code that is too small in the picture.
    case tooFar
    /// A QR code that is large enough, but not decoded yet.
    case unsteady
    /// A QR code that is not an activation code of this station.
    case foreign
    /// An invitation of a person, which other screens use.
    case invitation
    /// An activation code of an earlier version of the station.
    case outdated
    /// An expired activation code of this station.
    case expired
    /// A used activation code.
    case used
    /// A QR code other than the label of a place, in a search for labels.
    case noLabel
    /// A valid activation code, or the label of a place.
    case valid

    /// The three kinds of feedback, and the state before them.
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
        case .foreign, .invitation, .outdated, .expired, .used, .noLabel: .invalid
        case .valid: .successful
        }
    }

    /// The text for the camera's picture.
    public var cameraText: String {
        switch self {
        case .none, .outside: localized("Line up the QR code inside the frame")
        case .tooFar: localized("Move closer")
        case .unsteady: localized("Hold the camera steady")
        case .foreign, .invitation, .outdated, .expired, .used, .noLabel, .valid: photoText
        }
    }

    /// The text for a chosen photo.
    public var photoText: String {
        switch self {
        case .none, .outside: localized("No QR code in this photo. Choose another one, or keep scanning.")
        case .tooFar, .unsteady:
            localized("The QR code in this photo cannot be read. Choose a sharper one, or keep scanning.")
        case .foreign: localized("This is not an activation code for this station. Scan the one on its Devices page.")
        case .invitation:
            localized("This is an invitation. Scan it with the device’s own camera app, or use I Have a Link.")
        case .outdated:
            localized("This code is from an older version of Recto. Show a new one on the station’s Devices page.")
        case .expired: localized("This code has expired. Show a new one on the station’s Devices page.")
        case .used: localized("This code was used before. Show a new one on the station’s Devices page.")
        case .noLabel: localized("This is not the label of a place on the map. Scan one that was printed there.")
        case .valid: localized("QR code recognized")
        }
    }
}

/// The square over a live view for aligning a code.
public enum AlignmentGuide {
    /// Side of the square, as a share of the picture's shorter side.
    private static let share = 0.7

    /// Returns the square for a picture size, in pixels.
    public static func rectangle(in size: PixelSize) -> (left: Double, top: Double, side: Double) {
        let (width, height) = (Double(size.width), Double(size.height))
        let side = min(width, height) * share
        return ((width - side) / 2, (height - side) / 2, side)
    }

    /// Whether all corners of a code are in the square.
    public static func contains(_ code: Quad, in size: PixelSize) -> Bool {
        let (left, top, side) = rectangle(in: size)
        return code.corners.allSatisfy {
            (left...left + side).contains($0.x) && (top...top + side).contains($0.y)
        }
    }
}
