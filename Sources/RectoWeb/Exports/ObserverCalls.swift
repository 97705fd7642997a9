public import CRecto
public import CRectoWeb
import Recto
import RectoCore
import RectoVision

/// The object behind `recto_web_observer`.
final class ObserverHandle: Handle {
    static let name: StaticString = "observer"
    private var observer: FrameObserver
    /// Valid until the next frame.
    private var signature: PageSignature?

    init() throws(CallFailure) { observer = try checked { () throws(ParameterError) in try FrameObserver() } }

    func observe(_ view: FrameView, at time: Duration, takesSignature: Bool) -> recto_web_observation {
        let seen = observer.observe(view, at: time, takesSignature: takesSignature)
        signature = seen.signature
        var answer = recto_web_observation.empty
        answer.width = UInt32(view.size.width)
        answer.height = UInt32(view.size.height)
        if let page = seen.page { answer.set(page) }
        if let quality = seen.quality { answer.set(quality) }
        switch seen.glimpse {
        case .cut(let sides): answer.cut_sides = UInt32(sides.rawValue)
        case .fillsFrame: answer.fills_frame = 1
        case nil: break
        }
        answer.signature = seen.signature.map { UnsafePointer($0.cells.base) }
        return answer
    }
}

extension recto_web_observation {
    fileprivate mutating func set(_ page: TrackedQuad) {
        has_page = 1
        corners = page.quad.inC
        velocity = page.velocity.inC
        confidence = page.confidence
        occluded_sides = UInt32(page.occludedSides.rawValue)
        identity = Int64(page.identity)
        former_identity = page.formerIdentity.map { Int64($0) } ?? -1
    }

    fileprivate mutating func set(_ quality: PageQuality) {
        has_quality = 1
        sharpness = quality.sharpness
        high_frequency_ratio = quality.highFrequencyRatio ?? -1
        brightness = quality.brightness
        surround_brightness = quality.surroundBrightness
        contrast = quality.contrast
        glare_share = quality.glareShare
        withUnsafeMutableBytes(of: &parts) { $0.storeBytes(of: quality.parts, as: SIMD64<UInt8>.self) }
    }
}

@c @implementation
public func recto_web_observer_new(_ observer: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { () throws(CallFailure) in
        try required(observer, "observer").pointee = try ObserverHandle().retained()
    }
}

@c @implementation
public func recto_web_observer_observe(
    _ observer: OpaquePointer!, _ frame: UnsafePointer<recto_frame>!, _ nanoseconds: Int64, _ takesSignature: Int32,
    _ observation: UnsafeMutablePointer<recto_web_observation>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (observer, view) = (try ObserverHandle.at(observer), try LentFrame(frame).view)
        // Set before the frame is processed.
        try fill(observation, "observation", with: .empty)
        let answer = observer.observe(view, at: .nanoseconds(nanoseconds), takesSignature: takesSignature != 0)
        try fill(observation, "observation", with: answer)
    }
}

@c @implementation
public func recto_web_observer_free(_ observer: OpaquePointer!) { ObserverHandle.release(observer) }
