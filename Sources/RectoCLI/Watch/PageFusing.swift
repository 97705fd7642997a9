import ArgumentParser
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import Synchronization

/// Whether `recto watch` makes better pages of several frames.
enum FuseArgument: ExpressibleByArgument {
    case auto
    case off
    /// Always, of so many frames at most.
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

    /// Frames that are kept of a page at most; 0 for none.
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

/// A fused page that may be put in the place of the single one.
struct FusedOutput: Sendable {
    var page: StoredPage
    var fused: FusedPage
    var burst: PageBurst?
    var reason: FusionReason?
    /// The fused picture as a file, where the output stores pictures.
    var jpegBytes: [UInt8]?
}

/// Fuses the bursts of captured pages beside the frames.
struct PageFusing {
    let argument: FuseArgument
    /// Gets a picture of each fused page, with what was found and what is lost drawn over it.
    private let overlays: FrameFolder?
    private let fuser = BurstFuser()
    private let results = Results()

    /// What has come of bursts, until the loop asks for it.
    private final class Results: Sendable {
        let list = Mutex<[Result<FusedOutput, any Error>]>([])
    }

    /// Share of the page by which less must be lost for a second fusing to count.
    private static let minimumGain = 0.0005
    /// The longest wait for pages that are still being fused, once no more frames come: at the end of the stream, and after a signal.
    private static let longestWait = (atEnd: Duration.seconds(600), afterSignal: Duration.seconds(5))

    /// - Returns: `nil` if nothing is to be fused.
    init?(_ argument: FuseArgument, overlays: FrameFolder?) {
        guard argument.maximumFrames > 0 else { return nil }
        (self.argument, self.overlays) = (argument, overlays)
    }

    /// Fuses a burst if it pays.
    /// - Parameters:
    ///   - lostShare: What glare hides in all frames of a burst that was fused before: there must be less of it.
    ///   - write: Renders and stores the page, or prepares that; on another thread.
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

    /// What has come of bursts since the last call.
    func take() -> [Result<FusedOutput, any Error>] {
        results.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    /// Waits for what is being fused, but not for long.
    func finish(afterSignal: Bool) {
        let limit = afterSignal ? Self.longestWait.afterSignal : Self.longestWait.atEnd
        if !fuser.wait(for: limit) { fuser.cancel() }
    }
}

extension FusedPage {
    /// Share of the page that is saturated in every frame.
    fileprivate var lostShare: Double { page.fusion?.lostShare ?? 0 }
}
