public import CRecto
import Recto
import RectoVision

extension CaptureGuidance {
    var inC: recto_guidance {
        switch self {
        case .noDocument: RECTO_GUIDANCE_NO_DOCUMENT
        case .partlyOutside: RECTO_GUIDANCE_PARTLY_OUTSIDE
        case .tooFar: RECTO_GUIDANCE_TOO_FAR
        case .tooClose: RECTO_GUIDANCE_TOO_CLOSE
        case .tilted: RECTO_GUIDANCE_TILTED
        case .tooDark: RECTO_GUIDANCE_TOO_DARK
        case .glare: RECTO_GUIDANCE_GLARE
        case .moving: RECTO_GUIDANCE_MOVING
        case .holdSteady: RECTO_GUIDANCE_HOLD_STEADY
        case .capturing: RECTO_GUIDANCE_CAPTURING
        case .captured: RECTO_GUIDANCE_CAPTURED
        case .samePage: RECTO_GUIDANCE_SAME_PAGE
        }
    }
}

/// Texts that C programs may keep forever: they are never freed.
struct LastingTexts: @unchecked Sendable {
    // SAFETY: written once on first use and only read afterwards.
    private let texts: [UnsafePointer<CChar>]

    init(_ texts: [String]) {
        self.texts = texts.map { text in
            let bytes = text.utf8CString
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            for (index, byte) in bytes.enumerated() { copy[index] = byte }
            return UnsafePointer(copy)
        }
    }

    /// The text at an index; `nil` if there are fewer.
    subscript(index: Int) -> UnsafePointer<CChar>? { texts.indices.contains(index) ? texts[index] : nil }
}

private let version = LastingTexts([RectoVersion.current])
private let guidanceNames: LastingTexts = {
    let all: [CaptureGuidance] = [
        .noDocument, .partlyOutside, .tooFar, .tooClose, .tilted, .tooDark, .glare, .moving, .holdSteady(progress: 0),
        .capturing, .captured, .samePage,
    ]
    return LastingTexts(all.map { $0.code } + [""])
}()
private let noGuidance = 12

@c @implementation
public func recto_version() -> UnsafePointer<CChar>! { version[0] }

@c @implementation
public func recto_guidance_name(_ guidance: recto_guidance) -> UnsafePointer<CChar>! {
    guidanceNames[Int(guidance.rawValue)] ?? guidanceNames[noGuidance]
}
