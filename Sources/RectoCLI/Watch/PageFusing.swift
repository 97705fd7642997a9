import ArgumentParser
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import Synchronization

/// Whether `recto watch` fuses several frames into better pages.
enum FuseArgument: ExpressibleByArgument {
    case auto
    case off
    /// Always, with at most this many frames.
    case frames(Int)

    private static let usualFrames = 16
    private static let range = 3...32

    init?(argument: String) {
        switch argument {
        case "auto": self = .auto
        case "off": self = .off
        default:
            guard let frames = Int(argument), Self.range ~= frames else { return nil }
            self = .frames(frames)
        }
    }

    /// The maximum number of frames kept of a page; 0 for none.
    var maximumFrames: Int {
        switch self {
        case .auto: Self.usualFrames
        case .off: 0
        case .frames(let frames): frames
        }
    }

    var fusesAlways: Bool {
        if case .frames = self { true } else { false }
    }
}

/// A fused page that may replace the single one.
struct FusedOutput: Sendable {
    var page: StoredPage
    var fused: FusedPage
    var burst: PageBurst?
    var reason: FusionReason?
    /// The fused picture as a file, where the output stores pictures.
    var jpegBytes: [UInt8]?
}

/// Fuses the bursts of captured pages while frames are processed.
struct PageFusing {
    let argument: FuseArgument
    /// Receives a picture of each fused page, with the corners and the lost areas drawn over it.
    private let overlays: FrameFolder?
    private let fuser = BurstFuser()
    private let results = Results()

    /// The results of bursts, until the loop collects them.
    private final class Results: Sendable {
        let list = Mutex<[Result<FusedOutput, any Error>]>([])
    }

    /// The minimum reduction of the lost share for which a second fusion is kept.
    private static let minimumGain = 0.0005
    /// The maximum wait for pages being fused after the last frame: at the end of the stream, and after a signal.
    private static let longestWait = (atEnd: Duration.seconds(600), afterSignal: Duration.seconds(5))

    /// - Returns: `nil` if fusion is off.
    init?(_ argument: FuseArgument, overlays: FrameFolder?) {
        guard argument.maximumFrames > 0 else { return nil }
        (self.argument, self.overlays) = (argument, overlays)
    }

    /// Fuses a burst if it is worthwhile.
    /// - Parameters:
    ///   - lostShare: The share lost to glare in an earlier fusion; the new one must be lower.
    ///   - write: Renders and stores the page, or prepares that; called on another thread.
    func add(
        _ burst: PageBurst, lessLostThan lostShare: Double? = nil,
        _ write: @escaping @Sendable (FusedPage) throws -> FusedOutput?
    ) {
        let (results, always, overlays) = (results, argument.fusesAlways, overlays)
        fuser.add(burst, if: { always || burst.reason != nil }) { fused in
            guard let fused, lostShare.map({ fused.lostShare < $0 - Self.minimumGain }) ?? true else { return }
            let result = Result { () throws in
                var output = try write(fused)
                output?.reason = burst.reason
                output?.burst = burst
                if let number = output?.page.number {
                    try overlays?.write(fused.page.drawn(), name: "page-\(number)-found")
                }
                return output
            }
            switch result {
            case .success(nil): break
            case .success(let output?): results.list.withLock { $0.append(.success(output)) }
            case .failure(let error): results.list.withLock { $0.append(.failure(error)) }
            }
        }
    }

    /// Returns the results of bursts since the last call.
    func take() -> [Result<FusedOutput, any Error>] {
        results.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    /// Waits a limited time for pages being fused.
    func finish(afterSignal: Bool) {
        let limit = afterSignal ? Self.longestWait.afterSignal : Self.longestWait.atEnd
        if !fuser.wait(for: limit) { fuser.cancel() }
    }
}

extension FusedPage {
    /// The share of the page that is saturated in every frame.
    fileprivate var lostShare: Double { page.fusion?.lostShare ?? 0 }
}
