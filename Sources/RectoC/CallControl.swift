public import CRecto

/// How calls report their progress, and what ends them early: the values of `recto_control`, and of the same fields
/// in `recto_document_options`.
struct CallControl {
    typealias Function = @convention(c) (Double, UnsafeMutableRawPointer?) -> Int32

    fileprivate var function: Function?
    fileprivate var context: UnsafeMutableRawPointer?
    /// The time for a call; `nil` for no limit.
    fileprivate var duration: Duration?

    /// Neither progress nor a deadline.
    init() {}

    /// - Parameter name: The name of the struct in recto.h.
    init(
        _ function: Function?, _ context: UnsafeMutableRawPointer?, deadlineSeconds: Double, in name: StaticString
    ) throws(CallFailure) {
        (self.function, self.context) = (function, context)
        guard 0...1_000_000 ~= deadlineSeconds else {
            throw .invalid("\(name)->deadline_seconds is \(deadlineSeconds), required: 0 to 1000000")
        }
        duration = deadlineSeconds > 0 ? .seconds(deadlineSeconds) : nil
    }

    /// - Parameter control: The caller's values; neither progress nor a deadline if NULL.
    init(_ control: UnsafePointer<recto_control>?) throws(CallFailure) {
        guard let control else {
            self.init()
            return
        }
        let given = try read(control, "control")
        try self.init(
            given.progress, given.progress_context, deadlineSeconds: given.deadline_seconds, in: "control")
    }
}

/// The progress of one call, which its caller may cancel and which its deadline may end.
final class CallProgress {
    private let control: CallControl
    private let end: ContinuousClock.Instant?
    /// Why the call ends early, once that is known.
    private(set) var failure: CallFailure?
    /// The completed share of the work, 0 to 1. It does not fall.
    private var share = 0.0

    /// Begins a call.
    init(_ control: CallControl = CallControl()) {
        self.control = control
        end = control.duration.map { .now + $0 }
    }

    /// Reports the completed share to the caller, and returns whether the call ends early.
    func isEnded(at share: Double) -> Bool {
        guard failure == nil else { return true }
        self.share = max(self.share, min(share, 1))
        if let function = control.function, function(self.share, control.context) != 0 { failure = .canceled }
        return isLate
    }

    /// Reports the completed share to the caller.
    /// - Throws: ``CallFailure`` if the call ends early.
    func advance(to share: Double) throws(CallFailure) {
        if isEnded(at: share), let failure { throw failure }
    }

    /// - Throws: ``CallFailure`` if the caller has canceled the call, or its time is over.
    func check() throws(CallFailure) {
        if isLate, let failure { throw failure }
    }

    /// Whether the call ends early. A deadline does not end completed work.
    private var isLate: Bool {
        if failure == nil, share < 1, let end, .now > end {
            failure = CallFailure(RECTO_CANCELED, "the call exceeded its deadline")
        }
        return failure != nil
    }
}

@c @implementation
public func recto_control_init(_ control: UnsafeMutablePointer<recto_control>!) { control?.pointee = .empty }

@c @implementation
public func recto_detector_set_control(
    _ detector: OpaquePointer!, _ control: UnsafePointer<recto_control>!
) -> recto_status {
    call { uses in
        let detector = try DetectorHandle.changing(detector, &uses)
        detector.control = try CallControl(control)
    }
}

@c @implementation
public func recto_code_reader_set_control(
    _ reader: OpaquePointer!, _ control: UnsafePointer<recto_control>!
) -> recto_status {
    call { uses in
        let reader = try CodeReaderHandle.changing(reader, &uses)
        reader.control = try CallControl(control)
    }
}

@c @implementation
public func recto_anchor_matcher_set_control(
    _ matcher: OpaquePointer!, _ control: UnsafePointer<recto_control>!
) -> recto_status {
    call { uses in
        let matcher = try AnchorMatcherHandle.changing(matcher, &uses)
        matcher.control = try CallControl(control)
    }
}

@c @implementation
public func recto_text_reader_set_control(
    _ reader: OpaquePointer!, _ control: UnsafePointer<recto_control>!
) -> recto_status {
    call { uses in
        let reader = try TextReaderHandle.changing(reader, &uses)
        reader.control = try CallControl(control)
    }
}
